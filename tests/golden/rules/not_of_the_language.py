# test: fails rules list
# Python that rule scripts do not have, all of it reported.
try:
    x = 1
except ValueError:
    pass

class A:
    pass

async def f():
    yield 1

#| not_of_the_language.py:3:1: error: 'try' is not part of rule scripts [E0106]
#|     try:
#|     ^~~
#| not_of_the_language.py:5:1: error: 'except' is not part of rule scripts [E0106]
#|     except ValueError:
#|     ^~~~~~
#| not_of_the_language.py:11:1: error: 'async' is not part of rule scripts [E0106]
#|     async def f():
#|     ^~~~~
#| not_of_the_language.py:12:5: error: 'yield' is not part of rule scripts [E0106]
#|         yield 1
#|         ^~~~~
