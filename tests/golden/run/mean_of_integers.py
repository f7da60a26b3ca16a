# test: run main(x=full(100), y=4xbool=[1 0 1 1])
# Neither the sum nor the count is cut to the width of the elements.
@R.function
def main(x: R.Tensor((256,), "int8"), y: R.Tensor((4,), "bool")):
    return (R.mean(x), R.mean(y))

#| (100,
#|  False)
