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

#| $ fails opt --passes='DeadCodeElimination,CombineParalelMatmul'
#| --passes:1:21: error: unknown pass 'CombineParalelMatmul'; did you mean 'CombineParallelMatmul'? [E0601]
#|     DeadCodeElimination,CombineParalelMatmul
#|                         ^~~~~~~~~~~~~~~~~~~~
#| $ fails opt --passes='CombineParallelMatmul{min-branch=3}'
#| --passes:1:23: error: CombineParallelMatmul has no option 'min-branch'; did you mean 'min-branches'? [E0602]
#|     CombineParallelMatmul{min-branch=3}
#|                           ^~~~~~~~~~
#| $ fails opt --passes='[DeadCodeElimination'
#| --passes:1:21: error: a ',' or ']' is expected [E0602]
#|     [DeadCodeElimination
#|                         ^
#| --passes:1:1: note: the group begins here
#|     [DeadCodeElimination
#|     ^
