# test: fails rules list
# An entry is a tuple of a name, a pattern, and perhaps more.
x = wildcard()
register_patterns([("lib.exp", is_op("relax.exp")(x)), ("lib.negative", {"input": x})])

#| bad_entry_of_register_patterns.py:4:1: error: entry 2 of register_patterns: a pattern is wanted behind the name, not a dict [E0609]
#|     register_patterns([("lib.exp", is_op("relax.exp")(x)), ("lib.negative", {"input": x})])
#|     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
