# test: fails migrate --check
# --check says what would change, and changes nothing.
@R.function
def main(x: R.Tensor((1, 2, 8), "float32"), o: R.Object) -> R.Tensor((1, 2, 4), "float32"):
    y = R.nn.avg_pool1d(x, pool_size=2, strides=2)
    return y

#| migrate_check.py: 2 changes to tvm-0.26
#|   R.Object -> R.Any: 1 place, first at 4:48 (the type of every value)
#|   R.nn.avg_pool1d(x) -> R.nn.avg_pool1d(x, count_include_pad=False): 1 place, first at 5:50 (a parameter whose default has changed is left out)
