# test: run main(x=3xf32=0 1 -1, y=3xf32=1 2 0.5, z=4xf32=1.5 -1.5 nan inf)
@R.function
def main(x: R.Tensor((3,), "float32"), y: R.Tensor((3,), "float32"), z: R.Tensor((4,), "float32")):
    a = (R.sin(x), R.cos(x), R.tan(x))
    b = (R.asin(x), R.acos(x), R.atan(x))
    c = (R.sinh(x), R.cosh(x))
    d = (R.asinh(x), R.acosh(R.const([1, 2, 3], "float32")), R.atanh(R.const([0, 0.5, -0.5], "float32")))
    e = (R.floor(z), R.ceil(z), R.sign(z), R.square(z))
    f = (R.isfinite(z), R.isinf(z))
    g = (R.nn.leakyrelu(x, alpha=0.25), R.nn.gelu_tanh(x))
    h = R.ewise_fma(x, y, y)
    return (a, b, c, d, e, f, g, h)

#| (([ 0.          0.84147096 -0.84147096],
#|   [1.        0.5403023 0.5403023],
#|   [ 0.         1.5574077 -1.5574077]),
#|  ([ 0.         1.5707964 -1.5707964],
#|   [1.5707964 0.        3.1415927],
#|   [ 0.         0.7853982 -0.7853982]),
#|  ([ 0.         1.1752012 -1.1752012],
#|   [1.        1.5430806 1.5430806]),
#|  ([ 0.         0.8813736 -0.8813736],
#|   [0.        1.316958  1.7627472],
#|   [ 0.          0.54930615 -0.54930615]),
#|  ([ 1. -2. nan inf],
#|   [ 2. -1. nan inf],
#|   [ 1. -1.  0.  1.],
#|   [2.25 2.25  nan  inf]),
#|  ([ True  True False False],
#|   [False False False  True]),
#|  ([ 0.    1.   -0.25],
#|   [ 0.        0.841192 -0.158808]),
#|  [1. 4. 0.])
