# test: opt --passes=CombineParallelMatmul
# A binding moves only if it must.
@R.function
def main(x: R.Tensor((2, 4), "float32"), a: R.Tensor((3, 4), "float32"), b: R.Tensor((5, 4), "float32")):
    with R.dataflow():
        ta = R.permute_dims(a)
        p = R.matmul(x, ta)
        tb = R.permute_dims(b)
        q = R.matmul(x, tb)
        R.output(p, q)
    return (p, q)
