# test: fails check
# Mistakes of several statements of a kernel, of its header, and of the function that calls it: each once.
@I.ir_module
class Module:
    @T.prim_func
    def twice(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
        for i in range(4):
            with T.blok("b"):
                B[i] = A[i]
        for i in T.serial(4, anotations={"k": 1}):
            B[i, 0] = A[i] * scal
        B[i] = scal
        assert A[0] < 1

    @T.prim_func
    def thrice(A: T.Buffer((4,), "float32"), B):
        B[0] = A[0]

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        cls = Module
        y = R.call_tir(cls.twice, (x,), out_sinfo=R.Tensor((5,), "float32"))
        z = R.call_tir(cls.thrice, (x,), out_sinfo=R.Tensor((4,), "float32"))
        return R.adds(y, z)

#| mistakes_beside_relax.py:8:18: error: T.blok is no function of kernels; did you mean 'T.block'? [E0201]
#|                 with T.blok("b"):
#|                      ^~~~~~~~~~~
#| mistakes_beside_relax.py:10:41: error: T.serial has no parameter 'anotations'; did you mean 'annotations'? [E0303]
#|             for i in T.serial(4, anotations={"k": 1}):
#|                                             ^~~~~~~~
#| mistakes_beside_relax.py:12:11: error: 'i' is not visible here [E0201]
#|             B[i] = scal
#|               ^
#| mistakes_beside_relax.py:7:13: note: it is bound here, in a suite that has ended
#|             for i in range(4):
#|                 ^
#| mistakes_beside_relax.py:12:16: error: 'scal' is not defined [E0201]
#|             B[i] = scal
#|                    ^~~~
#| mistakes_beside_relax.py:13:9: error: an assertion needs a message: assert condition, "message" [E0105]
#|             assert A[0] < 1
#|             ^~~~~~~~~~~~~~~
#| mistakes_beside_relax.py:16:46: error: the parameter 'B' needs an annotation [E0401]
#|         def thrice(A: T.Buffer((4,), "float32"), B):
#|                                                  ^
#| mistakes_beside_relax.py:22:13: error: out_sinfo is R.Tensor((5,), "float32"), but 'twice' gives R.Tensor((4,), "float32") [E0402]
#|             y = R.call_tir(cls.twice, (x,), out_sinfo=R.Tensor((5,), "float32"))
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| mistakes_beside_relax.py:6:9: note: 'twice' is defined here
#|         def twice(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
#|             ^~~~~
#| mistakes_beside_relax.py:24:16: error: 'R.adds' is no operator or intrinsic; did you mean 'R.add'? [E0203]
#|             return R.adds(y, z)
#|                    ^~~~~~
