# test: run main(a=2x4xi8=[[127 127 127 127][-128 -128 1 2]], b=4x2xi8=[[127 -128][127 -128][127 1][127 2]])
# Sums of int8 products in int32.
@R.function
def main(a: R.Tensor((2, 4), "int8"), b: R.Tensor((4, 2), "int8")):
    with R.dataflow():
        c = R.matmul(a, b, out_dtype="int32")
        R.output(c)
    return c

#| [[ 64516 -32131]
#|  [-32131  32773]]
