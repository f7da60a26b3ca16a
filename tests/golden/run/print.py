# test: run --engine=eval --input=x=iota(2)
# R.print writes to standard error; each {} is a value.
@R.function(pure=False)
def main(x: R.Tensor((2,), "float32")):
    y = R.add(x, x)
    R.print(x, y, format="x = {}, y = {}")
    R.print(y)
    return y

#| [0. 2.]
#| x = [0. 1.], y = [0. 2.]
#| [0. 2.]
