# test: fails run --input=dtaa=iota
# What is given and fits nothing comes before what is missing.
@R.function
def main(data: R.Tensor((3,), "float32")):
    return data

#| hammock: error: --input=dtaa: the function has no parameter 'dtaa'; did you mean 'data'?
