# test: fails rules list
# What a search costs depends on both texts, and is charged.
text = "a" * 10**6
nearly = "a" * (5 * 10**5) + "b"
for i in range(10**6):
    nearly in text

#| searches_are_charged.py:6:5: error: the script takes more than 20000000 steps; does it loop for ever? [E0902]
#|         nearly in text
#|         ^~~~~~~~~~~~~~
