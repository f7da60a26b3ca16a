# test: fails run main(x=iota(3), y=iota(5))
# assume_inbound is an assumption: begin 5 of an axis of 3 is refused when it is known.
@R.function
def main(x: R.Tensor(("m",), "float32"), y: R.Tensor(("n",), "float32")):
    m = T.int64()
    n = T.int64()
    a = R.strided_slice(x, [0], [n], [m], assume_inbound=True)
    b = R.nn.pad(a, (1, 1))
    return b

#| slices_that_are_not_inbound.py:7:9: error: R.strided_slice: indices must be inside the tensor where assume_inbound=True, found 5 to 3 [E0701]
#|         a = R.strided_slice(x, [0], [n], [m], assume_inbound=True)
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
