# test: fmt
@R.function
def main(x: R.Tensor((4, 8), "float32")):
    y = R.layout_transform(x, index_map=T.index_map(lambda i, j: (j, i // 2, i % 2), inverse_index_map=lambda a, b, c: (b * 2 + c, a)))
    return y
