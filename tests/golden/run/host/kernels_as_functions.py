# test: run --input=x=2x3xf32='[[1 2 3][4 5 6]]'
# test: run --engine=eval --input=x=2x3xf32='[[1 2 3][4 5 6]]'
# test: run --entry=in_place --input=x=2x3xf32='[[1 2 3][4 5 6]]' --compare=eval
# test: run --entry=names --input=x=3xf32='[1 2 3]' --compare=eval
# test: fails run --entry=too_long --input=x=2x3xf32=iota
# test: run --entry=counted --input=x=2x3xf32=iota --compare=eval
# test: run --entry=overlapping --input=x=3xf32='[1 2 3]' --compare=eval
# Kernels that are called as functions are compiled; what they write others see, and operators beside them see it in order.
@I.ir_module
class Module:
    @T.prim_func
    def scaled(x: T.Buffer((2, 3), "float32"), y: T.Buffer((2, 3), "float32"), factor: T.int64):
        for i, j in T.grid(2, 3):
            y[i, j] = x[i, j] * T.Cast("float32", factor)

    @T.prim_func
    def shifted(x: T.handle, y: T.handle):
        n = T.int64()
        a = T.match_buffer(x, (n,))
        b = T.match_buffer(y, (n,))
        for i in range(n - T.int64(1)):
            b[i + T.int64(1)] = a[i] + b[i]

    @T.prim_func
    def copied(x: T.Buffer((3,), "float32"), y: T.Buffer((3,), "float32")):
        for i in range(3):
            y[i] = x[i]

    @T.prim_func
    def picked(x: T.Buffer((2, 3), "float32"), y: T.Buffer((2,), "float32"), k: T.int64):
        for i in range(2):
            y[i] = x[i, k]

    @T.prim_func
    def sum(x: T.Buffer((2, 3), "float32")) -> T.int64:
        total = T.decl_buffer((1,), "float32")
        total[0] = T.float32(0)
        for i, j in T.grid(2, 3):
            total[0] = total[0] + x[i, j]
        return T.Cast("int64", total[0])

    @R.function
    def main(x: R.Tensor((2, 3), "float32")) -> R.Tensor((2, 3), "float32"):
        R.func_attr({"relax.force_pure": True})
        cls = Module
        y: R.Tensor((2, 3), "float32") = R.builtin.alloc_tensor(R.shape([2, 3]), R.dtype("float32"), R.prim_value(0))
        cls.scaled(x, y, R.prim_value(3))
        z = R.add(x, y)
        cls.scaled(z, y, R.prim_value(10))
        return y

    # One tensor for two parameters: eval runs that.
    @R.function(pure=False)
    def in_place(x: R.Tensor((2, 3), "float32")):
        cls = Module
        before = R.add(x, x)
        cls.scaled(x, x, R.prim_value(2))
        cls.scaled(x, x, R.prim_value(2))
        return (before, x)

    # What is a name of a tensor changes with it; what an operator gave does not.
    @R.function(pure=False)
    def names(x: R.Tensor((3,), "float32")):
        cls = Module
        y = R.add(x, x)
        same = y
        pair = (y, x)
        other = R.reshape(y, (3,))
        c = R.const([1.0, 1.0, 1.0], "float32")
        cls.shifted(x, y)
        cls.shifted(y, c)
        d = R.add(R.const([1.0, 1.0, 1.0], "float32"), x)
        return (y, same, pair, other, c, d)

    @R.function(pure=False)
    def too_long(x: R.Tensor((2, 3), "float32")):
        cls = Module
        y: R.Tensor((2,), "float32") = R.builtin.alloc_tensor(R.shape([2]), R.dtype("float32"), R.prim_value(0))
        cls.picked(x, y, R.prim_value(3))
        return y

    @R.function(pure=False)
    def counted(x: R.Tensor((2, 3), "float32")):
        cls = Module
        n: R.Prim("int64") = cls.sum(x)
        return n

    # In one storage: what the kernel writes it reads again.
    @R.function(pure=False)
    def overlapping(x: R.Tensor((3,), "float32")):
        cls = Module
        storage: R.Object = R.vm.alloc_storage(R.shape([16]), R.prim_value(0), R.dtype("uint8"), R.str("global"))
        a: R.Tensor((3,), "float32") = R.vm.alloc_tensor(storage, R.prim_value(0), R.shape([3]), R.dtype("float32"))
        b: R.Tensor((3,), "float32") = R.vm.alloc_tensor(storage, R.prim_value(4), R.shape([3]), R.dtype("float32"))
        one = R.ones((3,), "float32")
        cls.copied(one, a)
        cls.copied(x, b)
        cls.shifted(a, b)
        return (a, b)

#| $ run --input=x=2x3xf32='[[1 2 3][4 5 6]]'
#| [[ 40.  80. 120.]
#|  [160. 200. 240.]]
#| $ run --engine=eval --input=x=2x3xf32='[[1 2 3][4 5 6]]'
#| [[ 40.  80. 120.]
#|  [160. 200. 240.]]
#| $ run --entry=in_place --input=x=2x3xf32='[[1 2 3][4 5 6]]' --compare=eval
#| ([[ 2.  4.  6.]
#|   [ 8. 10. 12.]],
#|  [[ 4.  8. 12.]
#|   [16. 20. 24.]])
#| $ run --entry=names --input=x=3xf32='[1 2 3]' --compare=eval
#| ([2. 3. 5.],
#|  [2. 3. 5.],
#|  ([2. 3. 5.],
#|   [1. 2. 3.]),
#|  [2. 4. 6.],
#|  [1. 3. 6.],
#|  [2. 3. 4.])
#| $ fails run --entry=too_long --input=x=2x3xf32=iota
#| kernels_as_functions.py:32:13: error: kernel 'picked': x[0, 3] is outside of its buffer: index 1 must be within [0, 3) [E0701]
#|                 y[i] = x[i, k]
#|                 ^~~~~~~~~~~~~~
#| $ run --entry=counted --input=x=2x3xf32=iota --compare=eval
#| 15
#| $ run --entry=overlapping --input=x=3xf32='[1 2 3]' --compare=eval
#| ([1. 1. 2.],
#|  [1. 2. 3.])
