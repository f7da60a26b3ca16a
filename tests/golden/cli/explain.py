# test: explain e0302
# test: explain E0302 --json
# test: fails explain E0324
# A diagnostic explained; the case of the code does not matter.

#| $ explain e0302
#| E0302 (error): an argument of the wrong kind
#|
#| The argument is not of the kind that its place takes: a number where a tensor is expected, a tuple where an integer
#| is. A number becomes a tensor with R.const, a primitive value with R.prim_value, a list of dims a shape with R.shape.
#|
#| wrong:
#|
#|     @R.function
#|     def main(x: R.Tensor((2,), "float32")):
#|         y = R.add(x, 1)
#|         return y
#|
#| right:
#|
#|     @R.function
#|     def main(x: R.Tensor((2,), "float32")):
#|         y = R.add(x, R.const(1, "float32"))
#|         return y
#| $ explain E0302 --json
#| [
#|   {
#|     "code": "E0302",
#|     "severity": "error",
#|     "meaning": "an argument of the wrong kind",
#|     "explanation": "The argument is not of the kind that its place takes: a number where a tensor is expected, a tuple where an integer is. A number becomes a tensor with R.const, a primitive value with R.prim_value, a list of dims a shape with R.shape.",
#|     "wrong": "@R.function\ndef main(x: R.Tensor((2,), \"float32\")):\n    y = R.add(x, 1)\n    return y\n",
#|     "right": "@R.function\ndef main(x: R.Tensor((2,), \"float32\")):\n    y = R.add(x, R.const(1, \"float32\"))\n    return y\n"
#|   }
#| ]
#| $ fails explain E0324
#| hammock: error: there is no diagnostic 'E0324'; did you mean 'E0304'? (hammock explain lists them)
