# test: fails rules list
# The layouts of a stacked attention have names.
make_stacked_attention_pattern("split", layout="BSN3H")

#| layout_of_no_attention.py:3:1: error: the layout is 'BS3NH' or 'SBN3H', not 'BSN3H' [E0609]
#|     make_stacked_attention_pattern("split", layout="BSN3H")
#|     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
