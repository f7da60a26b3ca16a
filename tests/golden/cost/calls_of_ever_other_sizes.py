# test: cost
# A function that calls itself with ever other sizes is counted so many times only; what is beyond is unknown.
@I.ir_module
class M:
    @R.function
    def f(x: R.Tensor(("n0", "n1", "n2", "n3", "n4"), "float32")) -> R.Tensor((), "float32"):
        cls = M
        n0 = T.int64()
        n1 = T.int64()
        n2 = T.int64()
        n3 = T.int64()
        n4 = T.int64()
        a0 = R.zeros((n0 + 1, n1, n2, n3, n4), "float32")
        b0: R.Tensor((), "float32") = cls.f(a0)
        a1 = R.zeros((n0, n1 + 1, n2, n3, n4), "float32")
        b1: R.Tensor((), "float32") = cls.f(a1)
        a2 = R.zeros((n0, n1, n2 + 1, n3, n4), "float32")
        b2: R.Tensor((), "float32") = cls.f(a2)
        a3 = R.zeros((n0, n1, n2, n3 + 1, n4), "float32")
        b3: R.Tensor((), "float32") = cls.f(a3)
        a4 = R.zeros((n0, n1, n2, n3, n4 + 1), "float32")
        b4: R.Tensor((), "float32") = cls.f(a4)
        return b4

#| f, calls_of_ever_other_sizes.py:6
#|   line  binding  operator  operations                                                                              read                                                                           written  per byte
#|     13  a0       zeros              0                                                                                 0                                n0 * n1 * n2 * n3 * n4 * 4 + n1 * n2 * n3 * n4 * 4
#|     14  b0       call f       unknown                                n0 * n1 * n2 * n3 * n4 * 4 + n1 * n2 * n3 * n4 * 4                                                                                 4
#|     15  a1       zeros              0                                                                                 0                                n0 * n1 * n2 * n3 * n4 * 4 + n0 * n2 * n3 * n4 * 4
#|     16  b1       call f       unknown                                n0 * n1 * n2 * n3 * n4 * 4 + n0 * n2 * n3 * n4 * 4                                                                                 4
#|     17  a2       zeros              0                                                                                 0                                n0 * n1 * n2 * n3 * n4 * 4 + n0 * n1 * n3 * n4 * 4
#|     18  b2       call f       unknown                                n0 * n1 * n2 * n3 * n4 * 4 + n0 * n1 * n3 * n4 * 4                                                                                 4
#|     19  a3       zeros              0                                                                                 0                                n0 * n1 * n2 * n3 * n4 * 4 + n0 * n1 * n2 * n4 * 4
#|     20  b3       call f       unknown                                n0 * n1 * n2 * n3 * n4 * 4 + n0 * n1 * n2 * n4 * 4                                                                                 4
#|     21  a4       zeros              0                                                                                 0                                n0 * n1 * n2 * n3 * n4 * 4 + n0 * n1 * n2 * n3 * 4
#|     22  b4       call f       unknown                                n0 * n1 * n2 * n3 * n4 * 4 + n0 * n1 * n2 * n3 * 4                                                                                 4
#|                  sum                0  n0 * n1 * n2 * n3 * n4 * 20 + n0 * n1 * n2 * n3 * 4 + n0 * n1 * n2 * n4 * 4 + n0 * n1 * n3 * n4 * 4 + n0 * n2 * n3 * n4 * 4 + n1 * n2 * n3 * n4 * 4  n0 * n1 * n2 * n3 * n4 * 20 + n0 * n1 * n2 * n3 * 4 + n0 * n1 * n2 * n4 * 4 + n0 * n1 * n3 * n4 * 4 + n0 * n2 * n3 * n4 * 4 + n1 * n2 * n3 * n4 * 4 + 20
#|   parameters n0 * n1 * n2 * n3 * n4 * 4 bytes
#|   the operations of 5 bindings are unknown
#|   calls with ever other sizes are counted up to 10000 values of called functions
