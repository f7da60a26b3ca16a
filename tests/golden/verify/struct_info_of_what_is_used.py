# test: fails check
# Where a variable is used, what its struct info mentions must be visible, too.
@I.ir_module
class Module:
    @R.function
    def captured(x: R.Tensor(("m",), "float32"), b: R.Tensor(("m",), "float32")):
        @R.function
        def inner(a: R.Tensor(("n",), "float32")) -> R.Tensor(dtype="float32", ndim=1):
            c = R.add(a, b)
            return c

        y = inner(x)
        return y

    @R.function
    def captured_with_its_symbol_defined(x: R.Tensor((2,), "float32"), b: R.Tensor(("m",), "float32")):
        @R.function
        def inner(a: R.Tensor(("m",), "float32")) -> R.Tensor(dtype="float32", ndim=1):
            c = R.add(a, a)
            return c

        y = inner(b)
        return y

    @R.function
    def local(x: R.Tensor(ndim=2, dtype="float32"), o: R.Object):
        with R.dataflow():
            s = R.shape_of(x)
            y = R.match_cast(o, R.Tensor(s))
            R.output(y)
        return y

#| struct_info_of_what_is_used.py:9:17: error: symbol 'm' is used in a local function, which sees no symbols of the function around it [E0407]
#|                 c = R.add(a, b)
#|                     ^~~~~~~~~~~
#| struct_info_of_what_is_used.py:29:17: error: shape variable 's' is used in struct info where it is not defined [E0201]
#|                 y = R.match_cast(o, R.Tensor(s))
#|                     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| struct_info_of_what_is_used.py:28:17: note: 's' is bound here
#|                 s = R.shape_of(x)
#|                     ^~~~~~~~~~~~~
