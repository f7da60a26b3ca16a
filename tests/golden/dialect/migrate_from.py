# test: migrate --from=tvm-0.26 --to=tvm-0.19 --diff
# --from says for which version the file was written.
@R.function
def main(x: R.Tensor((1, 2, 8), "float32")):
    y = R.nn.avg_pool1d(x, pool_size=2, padding=1)
    return y

#| --- migrate_from.py
#| +++ migrate_from.py	migrated
#| @@ -2,7 +2,7 @@
#|  # --from says for which version the file was written.
#|  @R.function
#|  def main(x: R.Tensor((1, 2, 8), "float32")):
#| -    y = R.nn.avg_pool1d(x, pool_size=2, padding=1)
#| +    y = R.nn.avg_pool1d(x, pool_size=2, padding=1, count_include_pad=True)
#|      return y
#|  
#|  #| --- migrate_from.py
#| migrate_from.py: 1 change to tvm-0.19
#|   R.nn.avg_pool1d(x) -> R.nn.avg_pool1d(x, count_include_pad=False): 1 place, first at 5:50 (a parameter whose default has changed is left out)
