# Signs come in, for contract.py to move out again. Exact, signed zeros included, for every dtype that has negatives.
from tvm.script import relax as R
from tvm.relax.dpl import *

a, b = wildcard(), wildcard()

def is_signed(e):
    dtype = e.struct_info.dtype
    return dtype.startswith("float") or dtype.startswith("int")

def sum_to_difference(orig, m):
    return R.subtract(m[a], R.negative(m[b])) if is_signed(m[b]) else orig

main = rewrite_call(is_op("relax.add")(a, b), sum_to_difference, main)
