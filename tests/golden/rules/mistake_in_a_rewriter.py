# test: fails opt --rules=mistake.rules
# A mistake in a rewriter stops the command.
@R.function
def main(x: R.Tensor((4,), "float32")):
    y = R.add(x, x)
    return y

#| mistake.rules:5:12: error: the index 1 is out of range: there are 1 items [E0604]
#|         return t.struct_info.shape[1]
#|                ^~~~~~~~~~~~~~~~~~~~~~
#| mistake.rules:8:45: note: in width, called here
#|         return R.multiply(matchings[x], R.const(width(matchings[x]), "float32"))
#|                                                 ^~~~~~~~~~~~~~~~~~~
