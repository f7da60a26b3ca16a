# test: fails check
# Statements and expressions of Python that are no part of the language.
@R.function
def main(x: R.Tensor((2,), "float32"), c: R.Tensor((), "bool")):
    for i in range(3):
        x = R.add(x, x)
    x += x
    assert c
    y = z = x
    a = [R.add(x, x) for i in range(3)]
    b = x if c else y
    d = f"{x}"
    (e := x)
    x[0] = x
    x.y = x
    del x
    y: R.Tensor((2,), "float32")
    R.add(x, x)
    x
    return x

#| python_statements.py:5:5: error: 'for' is not part of the language [E0106]
#|         for i in range(3):
#|         ^~~
#| python_statements.py:7:5: error: an augmented assignment is not part of Relax functions; write out the operator [E0106]
#|         x += x
#|         ^~~~~~
#| python_statements.py:8:5: error: 'assert' is not part of the language [E0106]
#|         assert c
#|         ^~~~~~
#| python_statements.py:9:5: error: an assignment has one target [E0106]
#|         y = z = x
#|         ^
#| python_statements.py:10:22: error: a comprehension is not part of the language [E0106]
#|         a = [R.add(x, x) for i in range(3)]
#|                          ^~~
#| python_statements.py:11:14: error: the condition of a conditional expression is True or False while the script is read, not 'c'; use an if statement [E0106]
#|         b = x if c else y
#|                  ^
#| python_statements.py:12:9: error: a string with the prefix 'f' is not part of the language [E0106]
#|         d = f"{x}"
#|             ^~
#| python_statements.py:13:8: error: ':=' is not part of the language [E0106]
#|         (e := x)
#|            ^~
#| python_statements.py:14:5: error: an element cannot be assigned [E0106]
#|         x[0] = x
#|         ^~~~
#| python_statements.py:15:5: error: an attribute cannot be assigned [E0106]
#|         x.y = x
#|         ^~~
#| python_statements.py:16:5: error: 'del' is not part of the language [E0106]
#|         del x
#|         ^~~
#| python_statements.py:17:5: error: 'y' has an annotation but no value: nothing binds it [E0106]
#|         y: R.Tensor((2,), "float32")
#|         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
