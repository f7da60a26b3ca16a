# test: fails check
# The text ends inside a call.
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.add(x,
