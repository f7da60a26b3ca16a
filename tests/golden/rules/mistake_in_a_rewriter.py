# test: fails opt --rules=mistake.rules
# A mistake in a rewriter stops the command.
@R.function
def main(x: R.Tensor((4,), "float32")):
    y = R.add(x, x)
    return y

#| hammock: error: mistake.rules: No such file or directory
