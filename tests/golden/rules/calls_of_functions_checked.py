# test: fails rules check
# Functions that a pattern calls are made for the program; what an external function does is not known, so nothing can be said.
x, y = wildcard(), wildcard()
call = is_gv("activation")(x, y)

def twice(orig, matchings):
    return R.multiply(matchings[call], R.const(2, matchings[call].struct_info.dtype))
rewrite_call(is_op("relax.add")(call, call), twice, mod)

def exchanged(orig, matchings):
    return orig.op(matchings[y], matchings[x])
rewrite_call(call, exchanged, mod)

def unknown(orig, matchings):
    return matchings[x]
rewrite_call(is_call_packed("library", [x]), unknown, mod)

#| twice: 64 programs compute the same before and after
#| exchanged: wrong
#| unknown: not tried: it calls functions that are not there
#| calls_of_functions_checked.py:12:1: error: rule 'exchanged' changes the result: result[0, 0] is 10 before, -10 now; 3 of 4 elements differ; with x0: (2, 2) int32, x1: (2, 2) int32 (program and arguments of seed 0) [E0605]
#|     rewrite_call(call, exchanged, mod)
#|     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| calls_of_functions_checked.py:3:8: note: the numbers agree when 'x' and 'y' are exchanged in the replacement
#|     x, y = wildcard(), wildcard()
#|            ^~~~~~~~~~
#| calls_of_functions_checked.py:3:20: note: 'y' is this
#|     x, y = wildcard(), wildcard()
#|                        ^~~~~~~~~~
#| hammock: error: calls_of_functions_checked.py: a rule was not tried; --allow-untried takes that for fine
