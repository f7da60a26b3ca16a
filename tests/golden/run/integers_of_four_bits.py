# test: run --input=x=6xf32='[-9 -1.5 0 6.9 7 nan]'
# test: run --engine=eval --input=x=6xf32='[-9 -1.5 0 6.9 7 nan]'
# test: run --entry=whole --input=x=4xi32='[-9 7 8 31]' --compare=eval
# test: run --entry=constants
# test: run --entry=moved --fill=iota --compare=eval
# test: run --entry=computed --input=a=4xi4='[-8 -1 0 7]' --input=b=4xu4='[0 1 14 15]' --compare=eval
# test: run --entry=shifted --input=A=4xi4='[-8 -1 0 7]' --compare=eval
# test: fails run --entry=constants_added
# test: fails run --entry=computed --input=a=4xi4='[-9 -1 0 7]' --input=b=4xu4=iota
# An int4 or uint4 lies in a byte. It is stored, moved and cast, and kernels compute with it; operators do not.
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((6,), "float32")):
        a = R.astype(x, "int4")
        b = R.astype(a, "float16")
        c = R.astype(x, "uint4")
        return (a, b, c)

    @R.function
    def whole(x: R.Tensor((4,), "int32")):
        a = R.astype(x, "int4")
        b = R.astype(x, "uint4")
        c = R.astype(a, "uint4")
        d = R.astype(a, "bool")
        return (a, b, c, d)

    @R.function
    def constants():
        a = R.const([[1, -2], [7, -8]], "int4")
        b = R.permute_dims(a)
        c = R.astype(b, "int64")
        return (a, c)

    @R.function
    def moved(a: R.Tensor((2, 3), "uint4"), t: R.Tuple(R.Tensor((20,), "int4"))):
        b = R.permute_dims(R.reshape(a, (3, 2)))
        c = t[0]
        return (a, b, c)

    @T.prim_func
    def sums(A: T.Buffer((4,), "int4"), B: T.Buffer((4,), "uint4"), C: T.Buffer((4,), "int32"), D: T.Buffer((4,), "int4")):
        for i in range(4):
            C[i] = T.Cast("int32", A[i]) + T.Cast("int32", B[i])
            D[i] = T.Cast("int4", C[i])

    @R.function
    def computed(a: R.Tensor((4,), "int4"), b: R.Tensor((4,), "uint4")):
        cls = Module
        c = R.call_tir(cls.sums, (a, b), out_sinfo=[R.Tensor((4,), "int32"), R.Tensor((4,), "int4")])
        return c

    @T.prim_func
    def shifted(A: T.Buffer((4,), "int4"), B: T.Buffer((4,), "int4")):
        for i in range(4):
            B[i] = A[i] + T.Cast("int4", 1)

    @R.function
    def constants_added():
        a = R.const([1, 2], "int4")
        b = R.add(a, a)
        return b

#| $ run --input=x=6xf32='[-9 -1.5 0 6.9 7 nan]'
#| ([-8 -1  0  6  7  0],
#|  [-8. -1.  0.  6.  7.  0.],
#|  [0 0 0 6 7 0])
#| remark: the JIT does not compile R.astype (tensors of dtype int4): eval computed it
#| $ run --engine=eval --input=x=6xf32='[-9 -1.5 0 6.9 7 nan]'
#| ([-8 -1  0  6  7  0],
#|  [-8. -1.  0.  6.  7.  0.],
#|  [0 0 0 6 7 0])
#| $ run --entry=whole --input=x=4xi32='[-9 7 8 31]' --compare=eval
#| ([ 7  7 -8 -1],
#|  [ 7  7  8 15],
#|  [ 7  7  8 15],
#|  [ True  True  True  True])
#| remark: the JIT does not compile R.astype (tensors of dtype int4): eval computed it
#| $ run --entry=constants
#| ([[ 1 -2]
#|   [ 7 -8]],
#|  [[ 1  7]
#|   [-2 -8]])
#| remark: the JIT does not compile R.astype (tensors of dtype int4): eval computed it
#| $ run --entry=moved --fill=iota --compare=eval
#| ([[0 1 2]
#|   [3 4 5]],
#|  [[0 2 4]
#|   [1 3 5]],
#|  [ 0  1  2  3  4  5  6  7 -8 -7 -6 -5 -4 -3 -2 -1  0  1  2  3])
#| $ run --entry=computed --input=a=4xi4='[-8 -1 0 7]' --input=b=4xu4='[0 1 14 15]' --compare=eval
#| ([-8  0 14 22],
#|  [-8  0 -2  6])
#| $ run --entry=shifted --input=A=4xi4='[-8 -1 0 7]' --compare=eval
#| [-7  0  1 -8]
#| $ fails run --entry=constants_added
#| integers_of_four_bits.py:61:13: error: R.add: dtype int4 is not supported [E0903]
#|             b = R.add(a, a)
#|                 ^~~~~~~~~~~
#| $ fails run --entry=computed --input=a=4xi4='[-9 -1 0 7]' --input=b=4xu4=iota
#| hammock: error: parameter 'a' of R.Tensor((4,), dtype="int4"): '-9' is not a value of int4
