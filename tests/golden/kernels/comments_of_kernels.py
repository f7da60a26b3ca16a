# test: fmt
# A comment of a kernel stays with what it stands at, whatever that becomes in the canonical text.

# above the kernel
@T.prim_func  # at the decorator
# above the header
def f(  # behind the bracket
    # before x
    x: T.handle,  # behind x
    n: T.int32,
    # the last
):  # behind the header
    # of the attributes
    T.func_attr({"tir.noalias": True})  # no overlap
    # of a symbol
    m = T.int32()  # rows
    # of a buffer
    X = T.match_buffer(x, (m, 16))  # matched
    # of an allocation
    Y = T.alloc_buffer((m, 16))  # made here
    # before the loop
    for i in range(m):  # over rows
        for j in range(16):  # and columns
            # before the block
            with T.block("b"):  # named b
                # of the variables
                vi = T.axis.spatial(m, i)  # a row
                vj = T.axis.reduce(16, j)
                T.reads(X[vi, vj])  # read
                # of the writes
                T.writes(Y[vi, 0])
                with T.init():  # at first
                    # nothing yet
                    Y[vi, 0] = 0.0  # zero
                # the sum
                Y[vi, 0] += X[vi, vj]  # add
                # end of the block
            # end of the inner loop
        # end of the loop
    # a condition
    if n > 3:  # large
        T.evaluate(n)
        # end of then
    # small
    else:  # otherwise
        pass  # nothing
        # end of else
    # a let
    k = n * 2  # twice
    T.evaluate(k)  # last
    # end of the kernel


# below the kernel

#| # from tvm.script import tir as T
#|
#| # above the kernel
#| @T.prim_func  # at the decorator
#| # above the header
#| def f(  # behind the bracket
#|     # before x
#|     x: T.handle,  # behind x
#|     n: T.int32,
#|     # the last
#| ):  # behind the header
#|     # of the attributes
#|     T.func_attr({"tir.noalias": T.bool(True)})  # no overlap
#|     # of a symbol
#|     m = T.int32()  # rows
#|     # of a buffer
#|     X = T.match_buffer(x, (m, 16))  # matched
#|     # with T.block("root"):
#|     # of an allocation
#|     Y = T.alloc_buffer((m, 16))  # made here
#|     # before the loop
#|     for i, j in T.grid(m, 16):  # over rows  # and columns
#|         # before the block
#|         with T.block("b"):  # named b
#|             # of the variables
#|             vi, vj = T.axis.remap("SR", [i, j])  # a row
#|             T.reads(X[vi, vj])  # read
#|             # of the writes
#|             T.writes(Y[vi, 0])
#|             with T.init():  # at first
#|                 # nothing yet
#|                 Y[vi, 0] = T.float32(0.0)  # zero
#|             # the sum
#|             Y[vi, 0] = Y[vi, 0] + X[vi, vj]  # add
#|             # end of the block
#|         # end of the inner loop
#|         # end of the loop
#|     # a condition
#|     if n > 3:  # large
#|         T.evaluate(n)
#|         # end of then
#|     # small
#|     else:  # otherwise
#|         T.evaluate(0)
#|         # nothing
#|         # end of else
#|     # a let
#|     k: T.int32 = n * 2  # twice
#|     T.evaluate(k)  # last
#|     # end of the kernel
#|
#| # below the kernel
