# test: cost
# test: cost --sort=operations --top=2
@R.function
def main(x: R.Tensor((2, 16, 32), "float32"), w: R.Tensor((32, 64), "float32"), b: R.Tensor((64,), "float32")):
    with R.dataflow():
        m = R.matmul(x, w)
        a = R.add(m, b)
        r = R.nn.relu(a)
        s = R.reshape(r, R.shape([32, 64]))
        t = R.permute_dims(s)
        u = R.sum(t, axis=[1])
        p = R.nn.softmax(u)
        R.output(p)
    return p

#| $ cost
#| main, operations_and_bytes_of_each_binding.py:4
#|   line  binding  operator      operations    read  written  per byte
#|      6  m        matmul             131 k  12.3 k   8.19 k      6.40
#|      7  a        add               2.05 k  8.45 k   8.19 k      0.12
#|      8  r        nn.relu           2.05 k  8.19 k   8.19 k      0.12
#|      9  s        reshape                0       0        0
#|     10  t        permute_dims           0  8.19 k   8.19 k      0.00
#|     11  u        sum               2.05 k  8.19 k      256      0.24
#|     12  p        nn.softmax           320     256      256      0.62
#|                  sum                138 k  45.6 k   33.3 k      1.74
#|   parameters 12.5 k bytes, beside them at most 8.70 k as the JIT plans it
#| $ cost --sort=operations --top=2
#| main, operations_and_bytes_of_each_binding.py:4
#|   line  binding  operator  operations    read  written  per byte
#|      6  m        matmul         131 k  12.3 k   8.19 k      6.40
#|      7  a        add           2.05 k  8.45 k   8.19 k      0.12
#|         5 more   sum            138 k  45.6 k   33.3 k      1.74
#|   parameters 12.5 k bytes, beside them at most 8.70 k as the JIT plans it
