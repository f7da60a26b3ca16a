# test: fails run --entry=packed --engine=eval --fill=ones
# test: fails run --entry=packed --fill=ones
# test: fails run --entry=extern --engine=eval --fill=ones
# test: fails run --entry=extern --fill=ones
# test: fails run --entry=index --engine=eval --fill=ones
# test: fails run --entry=index --fill=ones
# test: fails run --entry=load --engine=eval --fill=ones
# test: fails run --entry=load --fill=ones
# test: fails run --entry=order --engine=eval --fill=ones
# test: fails run --entry=order --fill=ones
# test: fails run --entry=integers --engine=eval --fill=ones
# test: fails run --entry=integers --fill=ones
# test: fails run --entry=scale --engine=eval --fill=ones
# test: fails run --entry=scale --fill=ones
# test: fails run --entry=width --engine=eval --fill=ones
# test: fails run --entry=width --fill=ones
# test: fails run --entry=scalable --engine=eval --fill=ones
# test: fails run --entry=scalable --fill=ones
# test: fails run --entry=legacy --engine=eval --fill=ones
# test: fails run --entry=legacy --fill=ones
# test: fails run --entry=shuffle --engine=eval --fill=ones
# test: fails run --entry=shuffle --fill=ones
# test: fails run --entry=block --engine=eval --fill=ones
# test: fails run --entry=block --fill=ones
# Both say why in the same words.
@I.ir_module
class Module:
    @T.prim_func
    def packed(A: T.Buffer((8,), "float32")):
        T.call_packed("my.sort", A)

    @T.prim_func
    def extern(A: T.Buffer((8,), "float32")):
        A[0] = T.call_extern("float32", "expf", A[1], A[2])

    @T.prim_func
    def index(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        for i in range(8):
            B[A[i]] = T.float32(1)

    @T.prim_func
    def load(A: T.Buffer((4,), "uint64")):
        P = T.alloc_buffer((2,), "handle")
        p: T.handle = P[0]
        A[0] = T.Cast("uint64", T.isnullptr(p))

    @T.prim_func
    def order(A: T.Buffer((4,), "uint64"), B: T.Buffer((4,), "uint64")):
        A[0] = T.Cast("uint64", A.data < B.data)

    @T.prim_func
    def integers(A: T.Buffer((4,), "int32")):
        A[0] = T.exp(A[1])

    @T.prim_func
    def scale(A: T.Buffer((4,), "float32")):
        A[0] = T.ldexp(A[1], A[2])

    @T.prim_func
    def width(A: T.Buffer((4,), "uint64"), B: T.Buffer((4,), "float32")):
        A[0] = T.reinterpret("uint64", B[0])

    @T.prim_func
    def scalable(A: T.Buffer((16,), "float32")):
        A[T.Ramp(0, 1, T.vscale() * 4)] = T.Broadcast(T.float32(1), T.vscale() * 4)

    @T.prim_func
    def legacy(A: T.Buffer((16,), "float32")):
        B = T.Buffer((16,), "float32")
        T.realize(B[0:16], "global")
        A[0] = B[0]

    @T.prim_func
    def shuffle(A: T.Buffer((4,), "float32")):
        for i in range(2):
            A[0] = T.Shuffle([A[0], A[1]], [i])

    @T.prim_func
    def block(A: T.Buffer((16,), "float32")):
        with T.block("b", no_realize=True):
            v = T.axis.spatial(16)
            A[v] = T.float32(0)

#| $ fails run --entry=packed --engine=eval --fill=ones
#| what_no_executor_runs.py:30:9: error: kernel 'packed': T.call_packed: there is no host function 'my.sort' [E0903]
#|             T.call_packed("my.sort", A)
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=packed --fill=ones
#| what_no_executor_runs.py:30:9: error: kernel 'packed': T.call_packed: there is no host function 'my.sort' [E0903]
#|             T.call_packed("my.sort", A)
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=extern --engine=eval --fill=ones
#| what_no_executor_runs.py:34:9: error: kernel 'extern': T.call_extern: the host function 'expf' takes other operands [E0903]
#|             A[0] = T.call_extern("float32", "expf", A[1], A[2])
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=extern --fill=ones
#| what_no_executor_runs.py:34:9: error: kernel 'extern': T.call_extern: the host function 'expf' takes other operands [E0903]
#|             A[0] = T.call_extern("float32", "expf", A[1], A[2])
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=index --engine=eval --fill=ones
#| what_no_executor_runs.py:39:13: error: kernel 'index': an index of float32 cannot be computed [E0903]
#|                 B[A[i]] = T.float32(1)
#|                 ^~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=index --fill=ones
#| what_no_executor_runs.py:39:13: error: kernel 'index': an index of float32 cannot be computed [E0903]
#|                 B[A[i]] = T.float32(1)
#|                 ^~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=load --engine=eval --fill=ones
#| what_no_executor_runs.py:44:9: error: kernel 'load': a load of handle cannot be computed [E0903]
#|             p: T.handle = P[0]
#|             ^~~~~~~~~~~~~~~~~~
#| $ fails run --entry=load --fill=ones
#| what_no_executor_runs.py:44:9: error: kernel 'load': a load of handle cannot be computed [E0903]
#|             p: T.handle = P[0]
#|             ^~~~~~~~~~~~~~~~~~
#| $ fails run --entry=order --engine=eval --fill=ones
#| what_no_executor_runs.py:49:9: error: kernel 'order': T.LT of handle cannot be computed [E0903]
#|             A[0] = T.Cast("uint64", A.data < B.data)
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=order --fill=ones
#| what_no_executor_runs.py:49:9: error: kernel 'order': T.LT of handle cannot be computed [E0903]
#|             A[0] = T.Cast("uint64", A.data < B.data)
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=integers --engine=eval --fill=ones
#| what_no_executor_runs.py:53:9: error: kernel 'integers': T.exp of int32 cannot be computed [E0903]
#|             A[0] = T.exp(A[1])
#|             ^~~~~~~~~~~~~~~~~~
#| $ fails run --entry=integers --fill=ones
#| what_no_executor_runs.py:53:9: error: kernel 'integers': T.exp of int32 cannot be computed [E0903]
#|             A[0] = T.exp(A[1])
#|             ^~~~~~~~~~~~~~~~~~
#| $ fails run --entry=scale --engine=eval --fill=ones
#| what_no_executor_runs.py:57:9: error: kernel 'scale': T.ldexp of float32 and float32 cannot be computed [E0903]
#|             A[0] = T.ldexp(A[1], A[2])
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=scale --fill=ones
#| what_no_executor_runs.py:57:9: error: kernel 'scale': T.ldexp of float32 and float32 cannot be computed [E0903]
#|             A[0] = T.ldexp(A[1], A[2])
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=width --engine=eval --fill=ones
#| what_no_executor_runs.py:61:9: error: kernel 'width': T.reinterpret from float32 to uint64 cannot be computed [E0903]
#|             A[0] = T.reinterpret("uint64", B[0])
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=width --fill=ones
#| what_no_executor_runs.py:61:9: error: kernel 'width': T.reinterpret from float32 to uint64 cannot be computed [E0903]
#|             A[0] = T.reinterpret("uint64", B[0])
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=scalable --engine=eval --fill=ones
#| what_no_executor_runs.py:65:9: error: kernel 'scalable': vectors of variable size cannot be computed [E0903]
#|             A[T.Ramp(0, 1, T.vscale() * 4)] = T.Broadcast(T.float32(1), T.vscale() * 4)
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=scalable --fill=ones
#| what_no_executor_runs.py:65:9: error: kernel 'scalable': vectors of variable size cannot be computed [E0903]
#|             A[T.Ramp(0, 1, T.vscale() * 4)] = T.Broadcast(T.float32(1), T.vscale() * 4)
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=legacy --engine=eval --fill=ones
#| what_no_executor_runs.py:70:9: error: kernel 'legacy': T.realize cannot be run [E0903]
#|             T.realize(B[0:16], "global")
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=legacy --fill=ones
#| what_no_executor_runs.py:70:9: error: kernel 'legacy': T.realize cannot be run [E0903]
#|             T.realize(B[0:16], "global")
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=shuffle --engine=eval --fill=ones
#| what_no_executor_runs.py:76:13: error: kernel 'shuffle': T.Shuffle of a lane that does not exist [E0903]
#|                 A[0] = T.Shuffle([A[0], A[1]], [i])
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=shuffle --fill=ones
#| what_no_executor_runs.py:76:13: error: kernel 'shuffle': T.Shuffle of a lane that does not exist [E0903]
#|                 A[0] = T.Shuffle([A[0], A[1]], [i])
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=block --engine=eval --fill=ones
#| what_no_executor_runs.py:80:9: error: kernel 'block': the block 'b' says no values of its variables (no_realize=True) [E0903]
#|             with T.block("b", no_realize=True):
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=block --fill=ones
#| what_no_executor_runs.py:80:9: error: kernel 'block': the block 'b' says no values of its variables (no_realize=True) [E0903]
#|             with T.block("b", no_realize=True):
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
