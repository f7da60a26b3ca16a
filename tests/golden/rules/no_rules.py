# test: fails rules list
# A script without a rule.
x = wildcard()

#| no_rules.py: error: the script applies no rule: there is no rewrite_call, no rewrite_bindings, no @R.rewriter, no register_patterns, and no `pattern` with a `rewriter` [E0603]
