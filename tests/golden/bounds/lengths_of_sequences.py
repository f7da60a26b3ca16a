# test: fails run --engine=eval --fill=iota '--input=i=2xi64=[1 9]'
# test: fails run --engine=eval --fill=iota '--input=i=2xi64=[-7 2]'
# test: run --engine=eval --fill=iota '--input=i=2xi64=[0 2]'
@R.function
def main(x: R.Tensor((2, 2), "float32"), i: R.Tensor((2,), "int64")):
    a = R.reverse_sequence(x, i, seq_axis=1, batch_axis=0)
    return a

#| $ fails run --engine=eval --fill=iota '--input=i=2xi64=[1 9]'
#| lengths_of_sequences.py:6:9: error: R.reverse_sequence: length 9 at (1,) is not between 0 and 2, the size of axis 1 [E0701]
#|         a = R.reverse_sequence(x, i, seq_axis=1, batch_axis=0)
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --engine=eval --fill=iota '--input=i=2xi64=[-7 2]'
#| lengths_of_sequences.py:6:9: error: R.reverse_sequence: length -7 at (0,) is not between 0 and 2, the size of axis 1 [E0701]
#|         a = R.reverse_sequence(x, i, seq_axis=1, batch_axis=0)
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ run --engine=eval --fill=iota '--input=i=2xi64=[0 2]'
#| [[0. 1.]
#|  [3. 2.]]
