# test: run --engine=eval '--input=x=1xi64=[9007199254740993]' '--input=b=2xi64=[9007199254740992 9007199254740993]' '--input=i=2xi64=[0 1]'
@R.function
def main(x: R.Tensor((1,), "int64"), b: R.Tensor((2,), "int64"), i: R.Tensor((2,), "int64")):
    with R.dataflow():
        p = R.bucketize(x, b)
        q = R.bucketize(x, b, right=True)
        o = R.one_hot(i, R.prim_value(9007199254740993), R.prim_value(0), depth=2)
        a = R.arange(R.prim_value(9007199254740993), R.prim_value(9007199254740990), R.prim_value(-1), dtype="int64")
        R.output(p, q, o, a)
    return (p, q, o, a)

#| ([1],
#|  [2],
#|  [[9007199254740993                0]
#|   [               0 9007199254740993]],
#|  [9007199254740993 9007199254740992 9007199254740991])
