# test: migrate --check
# A text that says nothing in either spelling stays as it is.
@R.function
def main(x: R.Tensor((4,),    "float32")):
    y = R.add(x,x)
    return y

#| migrate_nothing.py: nothing to change
