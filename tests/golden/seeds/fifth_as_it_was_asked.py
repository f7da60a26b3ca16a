# test: fails rules list
# The question of the fifth seed as it was asked: operators of Relay have other names, and None is no pattern.
is_split = is_op("split")(None)
is_anyop = (wildcard())(None)
is_transpose = is_op("transpose")(None)
pattern = dominates(is_split, is_anyop, is_transpose)

#| fifth_as_it_was_asked.py:3:12: error: there is no operator 'split'; did you mean 'relax.split'? [E0203]
#|     is_split = is_op("split")(None)
#|                ^~~~~~~~~~~~~~
