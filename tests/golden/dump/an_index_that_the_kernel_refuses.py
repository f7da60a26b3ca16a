# test: fails run --engine=eval --fill=ones --input=ids=2xi64='[1 5]'
# test: fails run --fill=ones --input=ids=2xi64='[1 5]'
# What is printed for R.take(table, ids, axis=0), and an index that it does not take.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def check_take(ids: T.Buffer((T.int64(2),), "int64"), checked: T.Buffer((T.int64(2),), "int64")):
        T.func_attr({"tir.noalias": T.bool(True)})
        # with T.block("root"):
        for ax0 in range(T.int64(2)):
            with T.block("check"):
                v_ax0 = T.axis.spatial(T.int64(2), ax0)
                T.reads(ids[v_ax0])
                T.writes(checked[v_ax0])
                assert T.int64(0) <= ids[v_ax0] and ids[v_ax0] < T.int64(5), "R.take: an index is outside of [0, 5)"
                checked[v_ax0] = ids[v_ax0]

    @T.prim_func(private=True)
    def take(ids: T.Buffer((T.int64(2),), "int64"), table: T.Buffer((T.int64(5), T.int64(3)), "float32"), out: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        T.func_attr({"tir.noalias": T.bool(True)})
        # with T.block("root"):
        for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
            with T.block("take"):
                v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(table[ids[v_ax0], v_ax1], ids[v_ax0])
                T.writes(out[v_ax0, v_ax1])
                out[v_ax0, v_ax1] = table[ids[v_ax0], v_ax1]

    @R.function
    def main(table: R.Tensor((5, 3), dtype="float32"), ids: R.Tensor((2,), dtype="int64")) -> R.Tensor((2, 3), dtype="float32"):
        cls = Module
        with R.dataflow():
            lv = R.call_tir(cls.check_take, (ids,), out_sinfo=R.Tensor((2,), dtype="int64"))
            gv = R.call_tir(cls.take, (lv, table), out_sinfo=R.Tensor((2, 3), dtype="float32"))
            R.output(gv)
        return gv

#| $ fails run --engine=eval --fill=ones --input=ids=2xi64='[1 5]'
#| an_index_that_the_kernel_refuses.py:19:17: error: kernel 'check_take': assertion failed: R.take: an index is outside of [0, 5) [E0701]
#|                     assert T.int64(0) <= ids[v_ax0] and ids[v_ax0] < T.int64(5), "R.take: an index is outside of [0, 5)"
#|                     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --fill=ones --input=ids=2xi64='[1 5]'
#| an_index_that_the_kernel_refuses.py:19:17: error: kernel 'check_take': assertion failed: R.take: an index is outside of [0, 5) [E0701]
#|                     assert T.int64(0) <= ids[v_ax0] and ids[v_ax0] < T.int64(5), "R.take: an index is outside of [0, 5)"
#|                     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
