# test: explain e0327
# test: explain E0327 --json
# test: fails explain E0399
# A diagnostic explained; the case of the code does not matter.

#| $ explain e0327
#| E0327 (error): a list is wanted, and something else is there
#|
#| The parameter takes a list of integers. A list with brackets or parentheses will do, also a shape; an integer stands
#| for a list of one except where all of the list must be there, as in the gradients of pooling.
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
#|
#| see also: R.expand_dims
#| $ explain E0327 --json
#| [
#|   {
#|     "code": "E0327",
#|     "severity": "error",
#|     "meaning": "a list is wanted, and something else is there",
#|     "explanation": "The parameter takes a list of integers. A list with brackets or parentheses will do, also a shape; an integer stands for a list of one except where all of the list must be there, as in the gradients of pooling.",
#|     "wrong": "@R.function\ndef main(x: R.Tensor((2,), \"float32\")):\n    y = R.expand_dims(x, axis=\"1\")\n    return y\n",
#|     "right": "@R.function\ndef main(x: R.Tensor((2,), \"float32\")):\n    y = R.expand_dims(x, axis=1)\n    return y\n",
#|     "see_also": [
#|       "R.expand_dims"
#|     ]
#|   }
#| ]
#| $ fails explain E0399
#| hammock: error: there is nothing named 'E0399' to explain; did you mean 'E0309'? (hammock explain lists all)
