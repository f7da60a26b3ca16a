# test: fails rules check
# Nothing was shown of a rule that left all programs alone; --allow-untried takes that for fine.
x = wildcard()
def never(orig, matchings):
    return orig
main = rewrite_call(is_op("relax.exp")(x), never, main)

#| never: not tried: it left alone all of 3534 programs that its pattern allows
#| hammock: error: a_rule_that_could_not_be_tried.py: a rule was not tried; --allow-untried takes that for fine
