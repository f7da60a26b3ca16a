# test: check
# What a kernel reads first and writes later, outside of blocks too; outputs of R.call_tir are such memory.
@I.ir_module
class Module:
    @T.prim_func
    def scratch(A: T.Buffer((8,), "float32")):
        s = T.decl_buffer((1,))
        t = T.decl_buffer((1,), scope="local")
        p = T.allocate([4], "float32", "global")
        P = T.decl_buffer((4,), data=p)
        q = T.allocate([4], "float32", "global")
        for i in range(8):
            s[0] = s[0] + A[i]
            t[0] = T.if_then_else(i > 0, t[0], T.float32(0)) + A[i]
            if i > 3:
                P[0] = P[0] + A[i]
        T.call_extern("int32", "fill", q)
        Q = T.decl_buffer((4,), data=q)
        A[0] = s[0] + t[0] + P[0] + Q[0]

    @T.prim_func
    def accumulate(A: T.Buffer((8,), "float32"), B: T.Buffer((1,), "float32")):
        for i in range(8):
            B[0] = B[0] + A[i]

    @T.prim_func
    def again(A: T.Buffer((8,), "float32"), B: T.Buffer((1,), "float32")):
        for i in range(8):
            B[0] = B[0] + A[i]

    @T.prim_func
    def running(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        for i in range(8):
            if i == 0:
                B[i] = A[i]
            else:
                B[i] = B[i - 1] + A[i]

    @R.function
    def main(x: R.Tensor((8,), "float32"), y: R.Tensor((1,), "float32")):
        cls = Module
        a = R.call_tir(cls.accumulate, (x,), out_sinfo=R.Tensor((1,), "float32"))
        b = R.call_tir_inplace(cls.again, (x, y), inplace_indices=[1], out_sinfo=R.Tensor((1,), "float32"))
        c = R.call_tir(cls.running, (x,), out_sinfo=R.Tensor((8,), "float32"))
        return (a, b, c)

#| memory_that_is_read_before_it_is_written.py:13:13: warning: buffer 's' is read before it is written [W0203]
#|                 s[0] = s[0] + A[i]
#|                 ^~~~~~~~~~~~~~~~~~
#| memory_that_is_read_before_it_is_written.py:7:9: note: 's' is declared here
#|             s = T.decl_buffer((1,))
#|             ^
#| memory_that_is_read_before_it_is_written.py:16:17: warning: buffer 'P' is read before it is written [W0203]
#|                     P[0] = P[0] + A[i]
#|                     ^~~~~~~~~~~~~~~~~~
#| memory_that_is_read_before_it_is_written.py:10:9: note: 'P' is declared here
#|             P = T.decl_buffer((4,), data=p)
#|             ^
#| memory_that_is_read_before_it_is_written.py:24:13: warning: buffer 'B' is read before it is written [W0203]
#|                 B[0] = B[0] + A[i]
#|                 ^~~~~~~~~~~~~~~~~~
#| memory_that_is_read_before_it_is_written.py:22:50: note: 'B' is declared here
#|         def accumulate(A: T.Buffer((8,), "float32"), B: T.Buffer((1,), "float32")):
#|                                                      ^
#| memory_that_is_read_before_it_is_written.py:42:13: note: this call gives it memory that nobody has written
#|             a = R.call_tir(cls.accumulate, (x,), out_sinfo=R.Tensor((1,), "float32"))
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
