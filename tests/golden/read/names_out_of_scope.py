# test: fails check
# A name that is bound elsewhere in the function: a note says where.
@R.function
def main(x: R.Tensor((2,), "float32"), c: R.Tensor((), "bool")):
    with R.dataflow():
        local = R.add(x, x)
        out = R.add(local, x)
        R.output(out)
    if c:
        inner = R.add(x, x)
        y = R.add(inner, x)
    else:
        y = x
    a = R.add(local, x)
    b = R.add(inner, x)
    d = R.add(later, x)
    later = R.add(x, x)
    return later

#| names_out_of_scope.py:14:15: error: 'local' is not visible here [E0201]
#|         a = R.add(local, x)
#|                   ^~~~~
#| names_out_of_scope.py:6:17: note: it is bound here, inside a block that has ended (a dataflow block shows what R.output lists)
#|             local = R.add(x, x)
#|                     ^~~~~~~~~~~
#| names_out_of_scope.py:15:15: error: 'inner' is not visible here [E0201]
#|         b = R.add(inner, x)
#|                   ^~~~~
#| names_out_of_scope.py:10:17: note: it is bound here, inside a block that has ended (a dataflow block shows what R.output lists)
#|             inner = R.add(x, x)
#|                     ^~~~~~~~~~~
#| names_out_of_scope.py:16:15: error: 'later' is not defined yet [E0201]
#|         d = R.add(later, x)
#|                   ^~~~~
#| names_out_of_scope.py:17:5: note: it is bound here
#|         later = R.add(x, x)
#|         ^~~~~
