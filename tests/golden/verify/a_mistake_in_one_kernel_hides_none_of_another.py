# test: fails check
# Each kernel of a module is checked, and so are its functions.
@I.ir_module
class Module:
    @T.prim_func
    def first(A: T.Buffer((8,), "float32")):
        for i in range(8):
            with T.block("b"):
                vi = T.axis.spatial(8, i)
                A[i] = T.float32(0)

    @T.prim_func
    def second(a: T.handle):
        n = T.int64()
        A = T.match_buffer(a, (n + 1,))
        A[0] = T.float32(0)

    @R.function
    def main(x: R.Tensor((8,), "float32")):
        n = T.int64()
        y = R.zeros(R.shape([n]), "float32")
        return y

#| a_mistake_in_one_kernel_hides_none_of_another.py:10:17: error: 'i' is the variable of a loop around block 'b', which needs a block variable for it [E0504]
#|                     A[i] = T.float32(0)
#|                     ^~~~~~~~~~~~~~~~~~~
#| a_mistake_in_one_kernel_hides_none_of_another.py:8:13: note: block 'b' begins here
#|                 with T.block("b"):
#|                 ^~~~~~~~~~~~~~~~~~
#| a_mistake_in_one_kernel_hides_none_of_another.py:7:13: note: the loop over 'i'
#|             for i in range(8):
#|                 ^
#| a_mistake_in_one_kernel_hides_none_of_another.py:15:9: error: 'n' is used, but nothing gives it a value [E0505]
#|             A = T.match_buffer(a, (n + 1,))
#|             ^
#| a_mistake_in_one_kernel_hides_none_of_another.py:14:9: note: it is declared here; a parameter's buffer gives it one where it is a whole dim, stride or offset
#|             n = T.int64()
#|             ^
#| a_mistake_in_one_kernel_hides_none_of_another.py:21:21: error: symbol 'n' is used but nothing defines it: no parameter and no match_cast before [E0407]
#|             y = R.zeros(R.shape([n]), "float32")
#|                         ^~~~~~~~~~~~
#| a_mistake_in_one_kernel_hides_none_of_another.py:20:9: note: it is declared here, which gives it no value
#|             n = T.int64()
#|             ^
