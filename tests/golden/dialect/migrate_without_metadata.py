# test: fails migrate --no-meta
# What is written has to mean the same.
@R.function
def main(x: R.Tensor((2,), "float32")):
    return x

#| hammock: error: --no-meta: what migrate writes has to mean the same; hammock fmt --no-meta leaves constants out
