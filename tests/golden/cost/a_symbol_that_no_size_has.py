# test: cost --dim=n=4
# test: fails cost --dim=q=4
# test: fails cost --entry=twice --dim=n=4
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n",), "float32")):
        y = R.add(x, x)
        return y

    @R.function
    def twice(x: R.Tensor(("m",), "float32")):
        y = R.multiply(x, R.const(2.0, "float32"))
        return y

#| $ cost --dim=n=4
#| main, a_symbol_that_no_size_has.py:7
#|   line  binding  operator  operations  read  written  per byte
#|      8  y        add                4    32       16      0.08
#|                  sum                4    32       16      0.08
#|   parameters 16 bytes, beside them at most 16 as the JIT plans it
#|
#| twice, a_symbol_that_no_size_has.py:12
#|   line  binding  operator  operations   read  written  per byte
#|     13  y        multiply           m  m * 4    m * 4
#|                  sum                m  m * 4    m * 4
#|   parameters m * 4 bytes
#| $ fails cost --dim=q=4
#| hammock: error: --dim=q=4: no size has a symbol 'q'
#| $ fails cost --entry=twice --dim=n=4
#| hammock: error: --dim=n=4: no size has a symbol 'n'
