# test: run main(x=5xf32=[0 0.25 1 2 100])
# Where the argument must not be negative.
@R.function
def main(x: R.Tensor((5,), "float32")):
    with R.dataflow():
        a = R.sqrt(x)
        b = R.rsqrt(x)
        c = R.log(x)
        R.output(a, b, c)
    return (a, b, c)

#| ([ 0.         0.5        1.         1.4142135 10.       ],
#|  [       inf 2.         1.         0.70710677 0.1       ],
#|  [      -inf -1.3862944  0.         0.6931472  4.6051702])
