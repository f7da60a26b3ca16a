# test: fails reduce --test=
# test: fails bisect --passes=DeadCodeElimination --test=
# An empty command is none.
@R.function
def main(x: R.Tensor((4,), "float32")):
    return x

#| $ fails reduce --test=
#| hammock: error: --test: a command is missing (hammock help reduce)
#| $ fails bisect --passes=DeadCodeElimination --test=
#| hammock: error: --test: a command is missing (hammock help bisect)
