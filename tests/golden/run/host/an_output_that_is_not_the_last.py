# test: fails run --fill=ones
# test: fails run --engine=eval --fill=ones
@R.function
def main(x: R.Tensor((3,), "float32")):
    y = R.call_dps_packed("tvm.contrib.sort.sort", (x,), out_sinfo=R.Tensor((3,), "float32"))
    return y

#| $ fails run --fill=ones
#| an_output_that_is_not_the_last.py:5:9: error: R.call_dps_packed of 'tvm.contrib.sort.sort', whose outputs do not stand behind its inputs: (x, out, axis, is_ascend): DispatchSortScan [E0903]
#|         y = R.call_dps_packed("tvm.contrib.sort.sort", (x,), out_sinfo=R.Tensor((3,), "float32"))
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --engine=eval --fill=ones
#| an_output_that_is_not_the_last.py:5:9: error: R.call_dps_packed of 'tvm.contrib.sort.sort', whose outputs do not stand behind its inputs: (x, out, axis, is_ascend): DispatchSortScan [E0903]
#|         y = R.call_dps_packed("tvm.contrib.sort.sort", (x,), out_sinfo=R.Tensor((3,), "float32"))
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
