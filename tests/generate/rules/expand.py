# Signs come in: what is made matches nothing here, and everything in contract.py. Exact for every dtype that has negatives.
from tvm.script import relax as R
from tvm.relax.dpl import *

a, b = wildcard(), wildcard()

def is_signed(e):
    dtype = e.struct_info.dtype
    return dtype.startswith("float") or dtype.startswith("int")

def sum_to_difference(orig, m):
    return R.subtract(m[a], R.negative(m[b])) if is_signed(m[b]) else orig

def sign_of_absolute(orig, m):
    return R.maximum(m[a], R.negative(m[a])) if is_signed(m[a]) else orig

main = rewrite_call(is_op("relax.add")(a, b), sum_to_difference, main)
main = rewrite_call(is_op("relax.abs")(a), sign_of_absolute, main)
