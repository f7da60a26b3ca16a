# test: run main(w=ones, y=full(0), x=5xf32=nan 1 2 nan 0, h=2xf32=inf 1)
# Whether it is known before the run, stands by itself or among others.
@R.function
def main(w: R.Tensor((0,), "float32"), y: R.Tensor((), "int8"), x: R.Tensor((5,), "float32"), h: R.Tensor((2,), "float32")):
    n = R.take(w, y, axis=0, mode="nan")
    a = (R.exp(n), R.sigmoid(n), R.tanh(n), R.erf(n))
    b = (R.exp(x), R.sigmoid(x), R.tanh(x))
    c = R.nn.batch_norm(h, R.ones((2,), "float32"), R.zeros((2,), "float32"), h, h, axis=0, momentum=1.0)
    return (a, b, c)

#| ((nan,
#|   nan,
#|   nan,
#|   nan),
#|  ([      nan 2.7182817 7.389056        nan 1.       ],
#|   [      nan 0.7310586 0.880797        nan 0.5      ],
#|   [      nan 0.7615942 0.9640276       nan 0.       ]),
#|  ([nan  0.],
#|   [nan  1.],
#|   [nan  0.]))
