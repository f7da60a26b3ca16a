# test: fails migrate
# Nothing says for which version a parameter was left out.
@R.function
def main(x: R.Tensor((1, 2, 8), "float32")):
    y = R.nn.avg_pool1d(x, pool_size=2, padding=1)
    return y

#| migrate_ambiguous_default.py:5:50: error: a parameter that is left out has another default in tvm-0.19 than in tvm-0.26, and nothing else in the file says which it is for; write the parameter, or say --from [E0607]
#|         y = R.nn.avg_pool1d(x, pool_size=2, padding=1)
#|                                                      ^
