# test: explain R.nn.softmax
# test: explain eye --json
# test: explain remove-redundant-reshape
# test: fails explain nn.conv2dd
# test: fails explain R.mattmul
# What an example gives is computed when it is asked for.

#| $ explain R.nn.softmax
#| nn.softmax (operator)
#|
#| signature:
#|
#|     R.nn.softmax(data, axis=-1)
#|
#| e^x divided by the sum of e^x along axis: positive numbers whose sum is 1.
#|
#| shapes: A tensor of floats; the result has its shape and dtype.
#|
#| parameters:
#|
#|     data  tensor
#|     axis  integer; default -1
#|
#| example:
#|
#|     @R.function
#|     def main(x: R.Tensor((2, 2), "float32")):
#|         return R.nn.softmax(x)
#|
#| inputs:
#|
#|     x  2x2xf32=[0 0][0 1]
#|
#| result:
#|
#|     [[0.5        0.5       ]
#|      [0.26894143 0.7310586 ]]
#|
#| traits: pure: equal operands give equal results, and nothing else happens; takes distributed tensors, too
#|
#| since: TVM 0.19 or earlier
#|
#| runs: The JIT compiles it and fuses it with its neighbours; eval, the reference, judges it.
#|
#| LegalizeOps: makes a kernel (T.prim_func) of it
#|
#| see also: LegalizeOps
#| $ explain eye --json
#| [
#|   {
#|     "kind": "operator",
#|     "name": "eye",
#|     "signature": "R.eye(n, m=n, k=0, dtype=\"float32\")",
#|     "meaning": "A matrix with 1 where column - row = k, and 0 elsewhere.",
#|     "shapes": "The result is (n, m) of dtype; m is n where it is not given. k above 0 is a diagonal above the main one.",
#|     "parameters": {
#|       "n": "primitive value, or a number",
#|       "m": "primitive value, or a number; default that of n",
#|       "k": "primitive value, or a number; default 0",
#|       "dtype": "dtype, or None; default \"float32\""
#|     },
#|     "example": "@R.function\ndef main():\n    return R.eye(2, 3, 1, dtype=\"int32\")\n",
#|     "result": "[[0 1 0]\n [0 0 1]]\n",
#|     "traits": "pure: equal operands give equal results, and nothing else happens; injective: each element of the result is one of an operand",
#|     "since": "TVM 0.19 or earlier",
#|     "runs": "The JIT compiles a kernel for the shapes of the call; eval, the reference, judges it.",
#|     "legalize": "makes a kernel (T.prim_func) of it",
#|     "see_also": [
#|       "LegalizeOps"
#|     ]
#|   }
#| ]
#| $ explain remove-redundant-reshape
#| RemoveRedundantReshape: makes one reshape of several, and none of one that changes nothing
#|
#| A reshape of a reshape becomes one, and a reshape to the shape that is there becomes none. A reshape that something
#| else reads stays beside the new one.
#|
#| requires: nothing
#|
#| before:
#|
#|     @R.function
#|     def main(x: R.Tensor((2, 6), dtype="float32")) -> R.Tensor((3, 4), dtype="float32"):
#|         with R.dataflow():
#|             a = R.reshape(x, R.shape([12]))
#|             b = R.reshape(a, R.shape([3, 4]))
#|             R.output(b)
#|         return b
#|
#| after:
#|
#|     @R.function
#|     def main(x: R.Tensor((2, 6), dtype="float32")) -> R.Tensor((3, 4), dtype="float32"):
#|         with R.dataflow():
#|             b = R.reshape(x, R.shape([3, 4]))
#|             R.output(b)
#|         return b
#|
#| see also: R.reshape
#| $ fails explain nn.conv2dd
#| hammock: error: there is nothing named 'nn.conv2dd' to explain; did you mean 'nn.conv2d'? (hammock explain lists all)
#| $ fails explain R.mattmul
#| hammock: error: there is nothing named 'R.mattmul' to explain; did you mean 'matmul'? (hammock explain lists all)
