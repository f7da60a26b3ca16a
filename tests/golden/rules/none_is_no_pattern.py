# test: fails rules list
# Relay had None for any operands.
is_anyop = (wildcard())(None)

#| none_is_no_pattern.py:3:13: error: None is no pattern of an operand; wildcard() matches any operand, varg_default_wildcard=True any further ones [E0608]
#|     is_anyop = (wildcard())(None)
#|                 ^~~~~~~~~~~~~~~~~
