# test: run --compare=eval --rtol=0 --input=x=6xf32='16777220 -1e20 1 7 -7 -4' --input=y=6xf32='0.7 3 inf 2 2 2'
# A quotient of float32 from 2^24 on has lost its last whole numbers; the remainder has not.
@R.function
def main(x: R.Tensor((6,), "float32"), y: R.Tensor((6,), "float32")):
    a = R.floor_mod(x, y)
    return a

#| [0.38571435 1.                nan 1.         1.         0.        ]
