# test: run main(x=rand(normal,seed=1), w=rand(normal,seed=2), y=rand(normal,seed=3), v=rand(normal,seed=4))
# Few rows by a matrix of halves, which is read as it lies where its columns are whole vectors, and else packed.
@R.function
def main(x: R.Tensor((3, 40), "float16"), w: R.Tensor((40, 32), "float16"), y: R.Tensor((2, 5, 21), "bfloat16"), v: R.Tensor((2, 21, 64), "bfloat16")):
    with R.dataflow():
        a = R.matmul(x, w)
        b = R.matmul(x, R.strided_slice(w, [1], [0], [31]))
        c = R.matmul(y, v)
        d = R.matmul(y, R.strided_slice(v, [2], [1], [33]))
        s = R.max(R.stack([R.strided_slice(a, [1], [0], [8]), R.strided_slice(b, [1], [23], [31])]), axis=2)
        t = R.max(R.concat((c, d), axis=2), axis=2)
        R.output(s, t)
    return (s, t)

#| ([[ 3.79  13.11   7.98 ]
#|   [ 6.57   7.188  8.01 ]],
#|  [[ 7.62  8.56  8.94  8.94  9.94]
#|   [ 6.38  9.2  14.44 11.3  14.  ]])
