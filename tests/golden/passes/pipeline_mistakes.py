# test: fails opt --passes='DeadCodeElimination,CombineParalelMatmul'
# test: fails opt --passes='CombineParallelMatmul{min-branch=3}'
# test: fails opt --passes='[DeadCodeElimination'
# The caret stands in the pipeline.
@R.function
def main(x: R.Tensor((2,), "float32")):
    with R.dataflow():
        a = R.add(x, x)
        R.output(a)
    return a
