# test: run --engine=eval --input=s=1x1x3xf32=[[[0.9,0.8,0.7]]]
# Of boxes that overlap, the one with the best score stays.
@R.function
def main(s: R.Tensor((1, 1, 3), "float32")):
    with R.dataflow():
        a = R.vision.all_class_non_max_suppression(R.const([[[0.0, 0.0, 1.0, 1.0], [0.0, 0.0, 1.0, 0.9], [2.0, 2.0, 3.0, 3.0]]], "float32"), s, R.const(3, "int64"), R.const(0.5, "float32"), R.const(0.1, "float32"))
        b = R.vision.get_valid_counts(R.const([[[1.0, 0.2], [0.0, 0.9]]], "float32"), score_threshold=0.5)
        R.output(a, b)
    return (a, b)

#| (([[0 0 0]
#|    [0 0 2]
#|    [0 0 0]],
#|   [2]),
#|  ([1],
#|   [[[ 0.   0.9]
#|     [-1.  -1. ]]],
#|   [[ 1 -1]]))
