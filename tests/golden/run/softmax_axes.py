# test: run main(x=2x3xf32=[[1 2 3][1000 0 -1000]])
# Large values do not overflow.
@R.function
def main(x: R.Tensor((2, 3), "float32")):
    with R.dataflow():
        a = R.nn.softmax(x, axis=-1)
        b = R.nn.softmax(x, axis=0)
        R.output(a, b)
    return (a, b)

#| ([[0.09003057 0.24472848 0.66524094]
#|   [1.         0.         0.        ]],
#|  [[0.         0.880797   1.        ]
#|   [1.         0.11920292 0.        ]])
