# test: fails check
# Nothing is bound in struct info, not even what a list or tuple defers.
@R.function
def main(a: R.Tensor((64, R.tuple()[0]), "float32"), b: R.Tensor([R.tuple(R.add(a, a)), 2])) -> R.Tensor((R.add(a, a), (R.tuple() - R.tuple())), "float32"):
    c: R.Tensor((64, 64), e() - R.tuple()) = a
    d: R.Tensor((R.tuple(R.exp(a))[0], [R.exp(a)][0]), "float32") = a
    return a

#| calls_in_dims.py:4:37: error: the index is out of range [E0316]
#|     def main(a: R.Tensor((64, R.tuple()[0]), "float32"), b: R.Tensor([R.tuple(R.add(a, a)), 2])) -> R.Tensor((R.add(a, a), (R.tuple() - R.tuple())), "float32"):
#|                                         ^
#| calls_in_dims.py:4:121: error: a call of R.subtract is no dim [E0401]
#|     def main(a: R.Tensor((64, R.tuple()[0]), "float32"), b: R.Tensor([R.tuple(R.add(a, a)), 2])) -> R.Tensor((R.add(a, a), (R.tuple() - R.tuple())), "float32"):
#|                                                                                                                             ^~~~~~~~~~~~~~~~~~~~~
#| calls_in_dims.py:5:27: error: 'e' is not defined [E0201]
#|         c: R.Tensor((64, 64), e() - R.tuple()) = a
#|                               ^
