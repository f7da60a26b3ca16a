# test: fails run --engine=eval --fill=ones
# test: fails run --fill=ones
@T.prim_func
def f(A: T.Buffer((8,), "float32")):
    T.call_packed("my.sort", A)

#| $ fails run --engine=eval --fill=ones
#| host_functions_that_are_unknown.py:5:5: error: kernel 'f': T.call_packed: there is no host function 'my.sort' [E0903]
#|         T.call_packed("my.sort", A)
#|         ^~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --fill=ones
#| host_functions_that_are_unknown.py:5:5: error: kernel 'f': T.call_packed: there is no host function 'my.sort' [E0903]
#|         T.call_packed("my.sort", A)
#|         ^~~~~~~~~~~~~~~~~~~~~~~~~~~
