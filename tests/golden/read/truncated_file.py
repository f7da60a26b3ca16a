# test: fails check
# The text ends inside a call.
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.add(x,

#| truncated_file.py:5:14: error: '(' is never closed [E0105]
#|         y = R.add(x,
#|                  ^
