# test: fails diff
# It is known by what it does, with symbolic dims, too. Its name is what others call it by: a difference.
@I.ir_module
class Before:
    @R.function
    def main(x: R.Tensor(("n", 4), "float32")):
        n = T.int64()
        y = R.exp(x)
        return y

@I.ir_module
class After:
    @R.function
    def entry(z: R.Tensor(("m", 4), "float32")):
        m = T.int64()
        y = R.exp(z)
        return y

#| main, a_public_function_has_another_name.py:6 and a_public_function_has_another_name.py:14: 2 renamed
#|   a_public_function_has_another_name.py:6 and a_public_function_has_another_name.py:14: renamed 'main' to 'entry'
#|   a_public_function_has_another_name.py:6 and a_public_function_has_another_name.py:14: renamed 'x' to 'z'
