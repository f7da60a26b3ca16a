# test: fails run --engine=eval --fill=iota
# test: fails run --fill=iota
# The place is that of the statement; the message has the buffer, its indices and the extent.
@I.ir_module
class Module:
    @T.prim_func
    def shifted(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
        for i in range(4):
            with T.block("shift"):
                vi = T.axis.spatial(4, i)
                y[vi] = x[vi + 1]

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        cls = Module
        y = R.call_tir(cls.shifted, (x,), out_sinfo=R.Tensor((4,), "float32"))
        return y

#| $ fails run --engine=eval --fill=iota
#| an_index_outside_of_its_buffer.py:11:17: error: kernel 'shifted': x[4] is outside of its buffer: the index must be within [0, 4) [E0701]
#|                     y[vi] = x[vi + 1]
#|                     ^~~~~~~~~~~~~~~~~
#| $ fails run --fill=iota
#| an_index_outside_of_its_buffer.py:11:17: error: kernel 'shifted': x[4] is outside of its buffer: the index must be within [0, 4) [E0701]
#|                     y[vi] = x[vi + 1]
#|                     ^~~~~~~~~~~~~~~~~
