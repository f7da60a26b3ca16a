# test: fails rules list
# A copy of a pattern with many fields costs what it is wide.
fields = is_tuple([wildcard()] * 10**5)
for i in range(10**7):
    fields.dup()

#| copies_of_patterns_are_charged.py:5:5: error: the script takes more than 256 MiB of memory [E0902]
#|         fields.dup()
#|         ^~~~~~~~~~~~
