# test: fails run --engine=eval --compare=jit --input=x=4xf32='[1 2 -3 4]'
# test: fails run --input=x=4xf32='[1 2 -3 4]'
# It changes nothing and gives nothing, but is called.
@I.ir_module
class Module:
    @T.prim_func
    def refuse(X: T.Buffer((4,), "float32")):
        for i in range(4):
            assert X[i] > T.float32(0.0), "not positive"

    @R.function(pure=False)
    def main(x: R.Tensor((4,), "float32")):
        cls = Module
        _: R.Tuple = cls.refuse(x)
        return x
