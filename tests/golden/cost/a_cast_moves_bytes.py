# test: cost
# A cast reads one dtype and writes another; to the dtype that a value has, it does nothing. What is made of a shape reads
# nothing.
@R.function
def main(x: R.Tensor((4, 8), "float32")):
    same = R.astype(x, "float32")
    half = R.astype(same, "float16")
    ones = R.ones((4, 8), "float16")
    y = R.add(half, ones)
    return y

#| main, a_cast_moves_bytes.py:5
#|   line  binding  operator  operations  read  written  per byte
#|      6  same     astype             0     0        0
#|      7  half     astype             0   128       64      0.00
#|      8  ones     ones               0     0       64      0.00
#|      9  y        add               32   128       64      0.17
#|                  sum               32   256      192      0.07
#|   parameters 128 bytes, beside them at most 64 as the JIT plans it
