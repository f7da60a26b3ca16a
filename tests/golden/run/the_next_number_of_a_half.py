# test: run --engine=eval --compare=jit --input=x=7xf16='[65504 inf -65504 0 0 1 nan]' --input=y=7xf16='[inf 0 0 -1 0 2 1]'
# What follows a number of float16 towards another is of float16, too.
@T.prim_func
def f(x: T.Buffer((7,), "float16"), y: T.Buffer((7,), "float16"), z: T.Buffer((7,), "float16")):
    for i in range(7):
        z[i] = T.nextafter(x[i], y[i])

#| [       inf  6.550e+04 -6.547e+04 -6.000e-08  0.000e+00  1.001e+00
#|         nan]
