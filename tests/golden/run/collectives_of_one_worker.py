# test: run --fill=iota
# test: fails run --engine=eval --fill=iota --entry=two
# A run is one worker: what it would gather or give to others is its own.
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 2), "float32")):
        a = R.ccl.allreduce(x, "sum")
        b = R.ccl.allgather(a, 1)
        c = R.ccl.broadcast_from_worker0(b)
        d = R.ccl.scatter_from_worker0(c, num_workers=1, axis=0)
        return d

    @R.function
    def two(x: R.Tensor((2, 2), "float32")):
        a = R.ccl.allgather(x, 2)
        return a

#| $ run --fill=iota
#| [[0. 1.]
#|  [2. 3.]]
#| remark: the JIT does not compile R.ccl.allreduce, R.ccl.allgather, R.ccl.broadcast_from_worker0, R.ccl.scatter_from_worker0: eval computed them
#| $ fails run --engine=eval --fill=iota --entry=two
#| collectives_of_one_worker.py:16:13: error: R.ccl.allgather: for 2 workers, and there is one [E0701]
#|             a = R.ccl.allgather(x, 2)
#|                 ^~~~~~~~~~~~~~~~~~~~~
