# test: fmt
# A text is made of characters, not of bytes.
word = "größe"
N = len(word)
M = len(word[2:4]) + word.find("e")
last = word[-1] + word[2] + "".join(sorted(set("äaä")))


@R.function
def main(x: R.Tensor((N, M), "float32")):
    y = R.call_pure_packed(last, x, sinfo_args=R.Tensor((len("öl"),), "float32"))
    return y

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((5, 6), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|     y: R.Tensor((2,), dtype="float32") = R.call_pure_packed("e\xC3\xB6a\xC3\xA4", x, sinfo_args=(R.Tensor((2,), dtype="float32"),))
#|     return y
