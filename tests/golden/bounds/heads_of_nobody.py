# test: fails run main(q=iota(1, 2, 4, 8), k=iota(1, 3, 0, 8))
# Four heads of the query share none of the key.
@R.function
def main(q: R.Tensor((1, 2, 4, 8), "float32"), k: R.Tensor((1, "s", "h", 8), "float32")):
    a = R.nn.attention(q, k, k)
    return a

#| heads_of_nobody.py:5:9: error: R.nn.attention: the 4 heads of query must be a multiple of the 0 heads of key [E0701]
#|         a = R.nn.attention(q, k, k)
#|             ^~~~~~~~~~~~~~~~~~~~~~~
