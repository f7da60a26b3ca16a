# test: fails rules list
# A mistake is shown where it is, with the calls that led there.
def half(shape):
    return shape[3]

def make(tensor):
    return is_op("relax.reshape")(tensor, half([1, 2]))

pattern = make(wildcard())

#| mistake_in_a_call.py:4:12: error: the index 3 is out of range: there are 2 items [E0604]
#|         return shape[3]
#|                ^~~~~~~~
#| mistake_in_a_call.py:7:43: note: in half, called here
#|         return is_op("relax.reshape")(tensor, half([1, 2]))
#|                                               ^~~~~~~~~~~~
#| mistake_in_a_call.py:9:11: note: in make, called here
#|     pattern = make(wildcard())
#|               ^~~~~~~~~~~~~~~~
