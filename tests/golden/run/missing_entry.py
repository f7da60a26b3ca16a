# test: fails run --entry=mian
# A function that the module does not have.
@R.function
def main(x: R.Tensor((3,), "float32")):
    with R.dataflow():
        z = R.add(x, x)
        R.output(z)
    return z

#| hammock: error: missing_entry.py: the module has no function 'mian'; did you mean 'main'?
