# test: fmt
# Own-line comments stay before what they stand before, others behind it; this line is of the test.

# A file begins.

# About the module.
@I.ir_module  # decorator
# before the class
class Module:  # class
    """A docstring
    becomes comments."""
    # attributes
    I.module_attrs({"key": 1})  # behind them

    # a kernel
    @T.prim_func
    def copy(a: T.Buffer((2,), "float32"), b: T.Buffer((2,), "float32")):
        # its text is kept
        for i in range(2):
            b[i] = a[i]  # as it is
        # to the end

    # the main function
    @R.function  # pure
    # behind the decorator
    def main(  # parameters
        x: R.Tensor(("n", 4), "float32"),  # the input
        # the weight
        w: R.Tensor((4, 4), "float32"),
        flag: R.Prim("bool")
        # no more
    ) -> R.Tensor:  # the result
        # rows
        n = T.int64()  # of x
        # attributes of the function
        R.func_attr({"a": 1})  # one
        pass  # nothing
        # a block
        with R.dataflow():  # begins
            # nested calls get names
            y = R.nn.relu(R.matmul(x, w))  # twice
            z = R.add(  # several
                y,  # left
                # right
                y)  # last
            # what is visible
            R.output(z)  # z
            # the block ends
        # the other way
        if flag:  # yes
            # negative
            v = R.negative(z)
            # then
            u = v  # result
            # then ends
        # or
        else:  # no
            u = R.abs(z)  # positive
            # else ends
        # result
        return u  # u
        # function ends

    # class ends

# file ends

#| # A file begins.
#|
#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| # About the module.
#| @I.ir_module  # decorator
#| # before the class
#| class Module:  # class
#|     # A docstring
#|     # becomes comments.
#|     # attributes
#|     I.module_attrs({"key": 1})  # behind them
#|     # a kernel
#|     @T.prim_func
#|     def copy(a: T.Buffer((2,), "float32"), b: T.Buffer((2,), "float32")):
#|         # its text is kept
#|         for i in range(2):
#|             b[i] = a[i]  # as it is
#|         # to the end
#|
#|     # the main function
#|     @R.function  # pure
#|     # behind the decorator
#|     def main(  # parameters
#|         x: R.Tensor(("n", 4), dtype="float32"),  # the input
#|         # the weight
#|         w: R.Tensor((4, 4), dtype="float32"),
#|         flag: R.Prim("bool"),
#|         # no more
#|     ) -> R.Tensor(("n", 4), dtype="float32"):  # the result
#|         # rows
#|         n = T.int64()  # of x
#|         # attributes of the function
#|         R.func_attr({"a": 1})  # one
#|         # nothing
#|         # a block
#|         with R.dataflow():  # begins
#|             # nested calls get names
#|             lv: R.Tensor((n, 4), dtype="float32") = R.matmul(x, w, out_dtype="void")
#|             y: R.Tensor((n, 4), dtype="float32") = R.nn.relu(lv)  # twice
#|             # several
#|             # left
#|             # right
#|             z: R.Tensor((n, 4), dtype="float32") = R.add(y, y)  # last
#|             # what is visible
#|             R.output(z)  # z
#|             # the block ends
#|         # the other way
#|         if flag:  # yes
#|             # negative
#|             v: R.Tensor((n, 4), dtype="float32") = R.negative(z)
#|             # then
#|             u: R.Tensor((n, 4), dtype="float32") = v  # result
#|             # then ends
#|         # or
#|         else:  # no
#|             u_else: R.Tensor((n, 4), dtype="float32") = R.abs(z)  # positive
#|             u: R.Tensor((n, 4), dtype="float32") = u_else
#|             # else ends
#|         # result
#|         return u  # u
#|         # function ends
#|
#|     # class ends
#|
#| # file ends
