# test: fails run main(x=zeros)
# There is no element to choose from, in either executor, whether somebody uses the result or not.
@R.function
def main(x: R.Tensor((3, 0), "float32")):
    y = R.argmax(x, axis=1)
    return x

#| argmax_of_nothing.py:5:9: error: R.argmax: no element to choose from [E0701]
#|         y = R.argmax(x, axis=1)
#|             ^~~~~~~~~~~~~~~~~~~
