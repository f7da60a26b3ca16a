# test: fails run --engine=eval --entry=scatter --input=x=3xf32=ones --input=i=1xu64=[18446744073709551615] --input=u=1xf32=ones
# test: fails run --engine=eval --entry=index --input=x=3xf32=ones --input=i=1xu64=[18446744073709551615]
@I.ir_module
class Module:
    @R.function
    def scatter(x: R.Tensor((3,), "float32"), i: R.Tensor((1,), "uint64"), u: R.Tensor((1,), "float32")):
        y = R.scatter_elements(x, i, u, axis=0)
        return y

    @R.function
    def index(x: R.Tensor((3,), "float32"), i: R.Tensor((1,), "uint64")):
        y = R.index_tensor(x, (i,))
        return y

#| $ fails run --engine=eval --entry=scatter --input=x=3xf32=ones --input=i=1xu64=[18446744073709551615] --input=u=1xf32=ones
#| unsigned_indices_do_not_count_from_the_end.py:7:13: error: R.scatter_elements: index 18446744073709551615 at (0,) is outside axis 0 of size 3 [E0701]
#|             y = R.scatter_elements(x, i, u, axis=0)
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --engine=eval --entry=index --input=x=3xf32=ones --input=i=1xu64=[18446744073709551615]
#| unsigned_indices_do_not_count_from_the_end.py:12:13: error: R.index_tensor: index 18446744073709551615 at (0,) is outside axis 0 of size 3 [E0701]
#|             y = R.index_tensor(x, (i,))
#|                 ^~~~~~~~~~~~~~~~~~~~~~~
