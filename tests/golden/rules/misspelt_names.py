# test: fails rules list
# Names are looked for in what there is.
pattern = is_op("relax.ad")(wildcard())

#| misspelt_names.py:3:11: error: there is no operator 'relax.ad'; did you mean 'relax.add'? [E0203]
#|     pattern = is_op("relax.ad")(wildcard())
#|               ^~~~~~~~~~~~~~~~~
