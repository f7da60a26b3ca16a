# test: run --compare=eval --input=twice=1 --input=x=3xf32=[1,2,3]
# test: run --compare=eval --input=twice=True --input=x=4xf32=[1,2,3,4]
# test: run --compare=eval --input=twice=0 --input=x=4xf32=[1,2,3,4]
# Numbers, dims and constants are known when the JIT compiles: it takes the branch that they choose, and the other one may be
# what it cannot compile.
@I.ir_module
class Module:
    @R.function
    def steps(x: R.Tensor(("n",), "float32"), count: R.Prim(value="left")) -> R.Tensor(("n",), "float32"):
        left = T.int64()
        if R.prim_value(left > 0):
            y = R.multiply(x, x)
            z = Module.steps(y, R.prim_value(left - 1))
        else:
            z = x
        return z

    @R.function(pure=False)
    def main(x: R.Tensor(("n",), "float32"), twice: R.Prim("bool")) -> R.Tensor(("n",), "float32"):
        n = T.int64()
        if twice:
            a = R.add(x, x)
            if R.prim_value(n == 3):
                y = R.multiply(a, a)
            else:
                if R.const(False, "bool"):
                    y = R.exp(a)
                else:
                    y = a
        else:
            if R.prim_value(n > 1000):
                y = R.call_packed("unknown", x, sinfo_args=R.Tensor((n,), "float32"))
            else:
                y = Module.steps(x, R.prim_value(2))
        return y

#| $ run --compare=eval --input=twice=1 --input=x=3xf32=[1,2,3]
#| [ 4. 16. 36.]
#| $ run --compare=eval --input=twice=True --input=x=4xf32=[1,2,3,4]
#| [2. 4. 6. 8.]
#| $ run --compare=eval --input=twice=0 --input=x=4xf32=[1,2,3,4]
#| [  1.  16.  81. 256.]
