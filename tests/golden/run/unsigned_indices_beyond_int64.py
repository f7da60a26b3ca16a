# test: run --engine=eval --compare=jit --input=x=3xf32='1 2 3' --input=i=3xu64='18446744073709551614 4 9223372036854775808'
@R.function
def main(x: R.Tensor((3,), "float32"), i: R.Tensor((3,), "uint64")):
    a = R.take(x, i, mode="clip")
    b = R.take(x, i, mode="wrap")
    c = R.take(x, i, mode="nan")
    return (a, b, c)

#| ([3. 3. 3.],
#|  [3. 2. 3.],
#|  [nan nan nan])
