# test: fails rules list
# A function that calls itself for ever is stopped.
def f(n):
    return f(n + 1)

f(0)

#| endless_recursion.py:4:12: error: calls are nested deeper than 500 [E0901]
#|         return f(n + 1)
#|                ^~~~~~~~
#| endless_recursion.py:4:12: note: in f, called here
#|         return f(n + 1)
#|                ^~~~~~~~
#| endless_recursion.py:4:12: note: in f, called here
#|         return f(n + 1)
#|                ^~~~~~~~
#| endless_recursion.py:4:12: note: in f, called here
#|         return f(n + 1)
#|                ^~~~~~~~
#| endless_recursion.py:4:12: note: in f, called here
#|         return f(n + 1)
#|                ^~~~~~~~
#| endless_recursion.py:4:12: note: in f, called here
#|         return f(n + 1)
#|                ^~~~~~~~
#| endless_recursion.py:4:12: note: in f, called here
#|         return f(n + 1)
#|                ^~~~~~~~
#| endless_recursion.py:4:12: note: in f, called here
#|         return f(n + 1)
#|                ^~~~~~~~
#| endless_recursion.py:4:12: note: in f, called here
#|         return f(n + 1)
#|                ^~~~~~~~
