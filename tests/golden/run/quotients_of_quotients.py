# test: run "--input=x=8xi64=[0 -1 5 -9 1000 -4000000000000000000 4000000000000000000 7]" --compare=eval
# A quotient of a quotient is one by the product of both divisors, unless that has no 64 bits or the inner is negative:
# 1 // -24 // 6 is -1, and so is 1 // -144, but 1 // 7 // -144 is 0.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def quotients(a: T.Buffer((8,), "int64"), o: T.Buffer((6, 8), "int64")):
        for i in range(8):
            with T.block("quotients"):
                vi = T.axis.remap("S", [i])
                o[0, vi] = vi // T.int64(7) // T.int64(-24) // T.int64(6)
                o[1, vi] = a[vi] // T.int64(7) // T.int64(-24) // T.int64(6)
                o[2, vi] = (vi - T.int64(4)) // T.int64(1099511627776) // T.int64(1099511627776)
                o[3, vi] = a[vi] // T.int64(4611686018427387904) // T.int64(3)
                o[4, vi] = a[vi] // T.int64(5) // T.int64(3)
                o[5, vi] = a[vi] // T.int64(15) * T.int64(3) + a[vi] // T.int64(5) % T.int64(3)

    @R.function
    def main(x: R.Tensor((8,), "int64")):
        cls = Module
        with R.dataflow():
            y = R.call_tir(cls.quotients, (x,), out_sinfo=R.Tensor((6, 8), dtype="int64"))
            large = R.floor_divide(R.floor_divide(x, R.const(1099511627776, "int64")), R.const(1099511627776, "int64"))
            R.output(y, large)
        return (y, large)

#| ([[                  0                   0                   0
#|                      0                   0                   0
#|                      0                  -1]
#|   [                  0                   0                   0
#|                      0                  -1    3968253968253968
#|      -3968253968253969                  -1]
#|   [                 -1                  -1                  -1
#|                     -1                   0                   0
#|                      0                   0]
#|   [                  0                  -1                   0
#|                     -1                   0                  -1
#|                      0                   0]
#|   [                  0                  -1                   0
#|                     -1                  66 -266666666666666667
#|     266666666666666666                   0]
#|   [                  0                  -1                   1
#|                     -2                 200 -800000000000000000
#|     800000000000000000                   1]],
#|  [ 0 -1  0 -1  0 -1  0  0])
