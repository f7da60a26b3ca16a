# test: explain e0327
# test: explain E0327 --json
# test: fails explain E0399
# A diagnostic explained; the case of the code does not matter.

#| $ explain e0327
#| E0302 (error): an argument of the wrong kind
#|
#| The argument is not of the kind that its place takes, such as a number where an attribute is a list; the message names
#| what the place takes. Where a tensor, a shape, a string or another common kind is wanted, the code is one of E0305 and
#| the following, which say how to write it.
#|
#| wrong:
#|
#|     @R.function
#|     def main(x: R.Tensor((2,), "float32")):
#|         y = R.expand_dims(x, axis="1")
#|         return y
#|
#| right:
#|
#|     @R.function
#|     def main(x: R.Tensor((2,), "float32")):
#|         y = R.expand_dims(x, axis=1)
#|         return y
#| $ explain E0327 --json
#| [
#|   {
#|     "code": "E0302",
#|     "severity": "error",
#|     "meaning": "an argument of the wrong kind",
#|     "explanation": "The argument is not of the kind that its place takes, such as a number where an attribute is a list; the message names what the place takes. Where a tensor, a shape, a string or another common kind is wanted, the code is one of E0305 and the following, which say how to write it.",
#|     "wrong": "@R.function\ndef main(x: R.Tensor((2,), \"float32\")):\n    y = R.expand_dims(x, axis=\"1\")\n    return y\n",
#|     "right": "@R.function\ndef main(x: R.Tensor((2,), \"float32\")):\n    y = R.expand_dims(x, axis=1)\n    return y\n"
#|   }
#| ]
#| $ fails explain E0399
#| hammock: error: there is no diagnostic 'E0399'; did you mean 'E0309'? (hammock explain lists them)
