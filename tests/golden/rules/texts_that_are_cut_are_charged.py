# test: fails rules list
# A long text that is made to be cut short costs what it is long.
text = "a" * 10**6
for i in range(10**7):
    f"{text!r:.1}"

#| texts_that_are_cut_are_charged.py:5:5: error: the script takes more than 20000000 steps; does it loop for ever? [E0902]
#|         f"{text!r:.1}"
#|         ^~~~~~~~~~~~~~
