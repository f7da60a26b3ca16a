# test: fails opt --passes=StaticPlanBlockMemory,DeadCodeElimnation
# A pass of TVM that Hammock lacks is no mistake of spelling.
@R.function
def main(x: R.Tensor((2,), "float32")):
    return x

#| --passes:1:1: error: 'StaticPlanBlockMemory' is a pass of TVM that Hammock does not have [E0601]
#|     StaticPlanBlockMemory,DeadCodeElimnation
#|     ^~~~~~~~~~~~~~~~~~~~~
#| --passes:1:23: error: unknown pass 'DeadCodeElimnation'; did you mean 'DeadCodeElimination'? [E0601]
#|     StaticPlanBlockMemory,DeadCodeElimnation
#|                           ^~~~~~~~~~~~~~~~~~
