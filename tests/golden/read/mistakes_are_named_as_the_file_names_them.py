# test: fails check
# Where imports call R, T and I something else, so do messages.
import tvm.script.relax as rx
from tvm.script import ir, tir as Tx


@ir.ir_module
class Net:
    @rx.function
    def main(x: rx.Tensor(("n", 3), "float32")):
        n = Tx.int64()
        y = rx.permut_dims(x)
        z = rx.add(x, rx.const(1, "int32"))
        w = rx.reshape(x, rx.shape([Tx.mox(n, 1)]))
        return y

#| mistakes_are_named_as_the_file_names_them.py:12:13: error: 'rx.permut_dims' is no operator or intrinsic; did you mean 'rx.permute_dims'? [E0203]
#|             y = rx.permut_dims(x)
#|                 ^~~~~~~~~~~~~~
#| mistakes_are_named_as_the_file_names_them.py:13:13: error: rx.add: dtypes float32 and int32 differ [E0404]
#|             z = rx.add(x, rx.const(1, "int32"))
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| mistakes_are_named_as_the_file_names_them.py:14:37: error: 'Tx.mox' is no operator or intrinsic; did you mean 'Tx.max'? [E0203]
#|             w = rx.reshape(x, rx.shape([Tx.mox(n, 1)]))
#|                                         ^~~~~~
