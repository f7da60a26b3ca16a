# test: cost
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def scaled(x: T.handle, y: T.handle):
        n = T.int64()
        X = T.match_buffer(x, (n, 8))
        Y = T.match_buffer(y, (n,))
        for i, j in T.grid(n, 8):
            with T.block("sum"):
                vi, vj = T.axis.remap("SR", [i, j])
                with T.init():
                    Y[vi] = T.float32(0)
                Y[vi] = Y[vi] + T.exp(X[vi, 7 - vj]) * T.float32(2)

    @R.function
    def main(x: R.Tensor((4, 8), "float32")):
        cls = Module
        y = R.call_tir(cls.scaled, (x,), out_sinfo=R.Tensor((4,), "float32"))
        z = R.call_pure_packed("unknown.function", y, sinfo_args=R.Tensor((4,), "float32"))
        return z

#| scaled, kernels_cost_what_their_loops_do.py:5
#|   line  binding  operator  operations     read  written  per byte
#|                  sum           n * 24  unknown  unknown
#|   parameters n * 36 bytes
#|
#| main, kernels_cost_what_their_loops_do.py:17
#|   line  binding  operator          operations  read  written  per byte
#|     19  y        call_tir scaled           96   128       16      0.67
#|     20  z        call_pure_packed     unknown    16       16
#|                  sum                       96   144       32      0.55
#|   parameters 128 bytes, beside them at most 32 where each value lives to its last use
#|   the operations of 1 binding are unknown
