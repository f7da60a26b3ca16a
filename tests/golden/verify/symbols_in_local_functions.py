# test: fails check
# A local function sees the values around it, but not their symbols: what it returns needs a type without them.
@R.function
def cast(x: R.Tensor(ndim=1, dtype="float32")):
    n = T.int64()
    y = R.match_cast(x, R.Tensor((n,), "float32"))
    @R.function
    def inner(z: R.Tensor((2,), "float32")):
        return y
    return inner(R.const([1.0, 2.0], "float32"))

@R.function
def parameter(x: R.Tensor(("n",), "float32")):
    @R.function
    def inner(z: R.Tensor((2,), "float32")):
        return x
    return inner(R.const([1.0, 2.0], "float32"))

@R.function
def declared(x: R.Tensor(("n",), "float32")):
    n = T.int64()
    @R.function
    def inner(z: R.Tensor((2,), "float32")) -> R.Tensor((n,), "float32"):
        w = R.add(x, x)
        return w
    return inner(R.const([1.0, 2.0], "float32"))

#| symbols_in_local_functions.py:8:9: error: symbol 'n' is used in a local function, which sees no symbols of the function around it [E0407]
#|         def inner(z: R.Tensor((2,), "float32")):
#|             ^~~~~
#| symbols_in_local_functions.py:5:5: note: it is declared here
#|         n = T.int64()
#|         ^
#| symbols_in_local_functions.py:15:9: error: symbol 'n' is used in a local function, which sees no symbols of the function around it [E0407]
#|         def inner(z: R.Tensor((2,), "float32")):
#|             ^~~~~
#| symbols_in_local_functions.py:23:9: error: symbol 'n' is used in a local function, which sees no symbols of the function around it [E0407]
#|         def inner(z: R.Tensor((2,), "float32")) -> R.Tensor((n,), "float32"):
#|             ^~~~~
