# test: fmt
# What the header of a loop or of an init names is declared before it; vectors of truths have no `or`; regions name
# nothing that their block defines.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def loop(p: T.handle("int32")):
        P = T.Buffer((2,), "int32", data=p)
        for i in range(P[0]):
            P[1] = P[1] + i

    @T.prim_func(private=True)
    def init(p: T.handle("float32"), A: T.Buffer((4,), "float32")):
        P = T.Buffer((1,), "float32", data=p)
        for i in range(4):
            with T.block("sum"):
                v = T.axis.reduce(4, i)
                T.reads(A[v])
                T.writes()
                with T.init():
                    P[0] = T.float32(0)
                P[0] = P[0] + A[v]

    @T.prim_func(private=True)
    def vectors(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "bool")):
        B[0:4] = T.Or(A[0:4] < T.Broadcast(T.float32(0), 4), A[0:4] > T.Broadcast(T.float32(1), 4))

    @T.prim_func(private=True)
    def views(A: T.Buffer((4, 4), "float32"), B: T.Buffer((4, 4), "float32")):
        for i in range(2):
            with T.block("rows"):
                w = T.axis.spatial(2, i)
                s = T.int32()
                V = T.match_buffer(A[w:w + 2, 0:4], (2, 4), strides=(s, 1), offset_factor=1)
                V[0, 0] = B[s % 4, 0]

    @T.prim_func(private=True)
    def lets(A: T.Buffer((4, 4), "float32"), B: T.Buffer((4, 4), "float32")):
        for i in range(2):
            with T.block("rows"):
                w = T.axis.spatial(2, i)
                s = T.int32()
                A[w, 0] = T.Let(B[s, w], where={s: T.Cast("int32", A[w, 1])})

    @T.prim_func(private=True)
    def ends(p: T.handle("int32"), A: T.Buffer((1,), "int32")):
        P = T.Buffer((2,), "int32", data=p)
        while A[0] > 0:
            A[0] = A[0] - P[0]
        P[0] = A[0]

    @T.prim_func(private=True)
    def bound(A: T.Buffer((4,), "int32")):
        w = T.int32()
        for i in range(T.Let(w + w, where={w: A[0]})):
            A[i] = i

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def bound(A: T.Buffer((4,), "int32")):
#|         w = T.int32()
#|         for i in range(T.Let(w * 2, where={w: A[0]})):
#|             A[i] = i
#|
#|     @T.prim_func(private=True)
#|     def ends(P: T.handle("int32", "global"), A: T.Buffer((1,), "int32")):
#|         P_1 = T.Buffer((2,), "int32", data=P)
#|         while A[0] > 0:
#|             A[0] = A[0] - P_1[0]
#|         P_1[0] = A[0]
#|
#|     @T.prim_func(private=True)
#|     def init(P: T.handle("float32", "global"), A: T.Buffer((4,), "float32")):
#|         # with T.block("root"):
#|         for i in range(4):
#|             with T.block("sum"):
#|                 v = T.axis.reduce(4, i)
#|                 T.reads(A[v])
#|                 T.writes()
#|                 P_1 = T.Buffer((1,), data=P)
#|                 with T.init():
#|                     P_1[0] = T.float32(0.0)
#|                 P_1[0] = P_1[0] + A[v]
#|
#|     @T.prim_func(private=True)
#|     def lets(A: T.Buffer((4, 4), "float32"), B: T.Buffer((4, 4), "float32")):
#|         # with T.block("root"):
#|         for i in range(2):
#|             with T.block("rows"):
#|                 w = T.axis.spatial(2, i)
#|                 T.reads(B[0:4, w], A[w, 1])
#|                 T.writes(A[w, 0])
#|                 s = T.int32()
#|                 A[w, 0] = T.Let(B[s, w], where={s: T.Cast("int32", A[w, 1])})
#|
#|     @T.prim_func(private=True)
#|     def loop(P: T.handle("int32", "global")):
#|         P_1 = T.Buffer((2,), "int32", data=P)
#|         for i in range(P_1[0]):
#|             P_1[1] = P_1[1] + i
#|
#|     @T.prim_func(private=True)
#|     def vectors(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "bool")):
#|         B[0:4] = T.Or(A[0:4] < T.Broadcast(T.float32(0.0), 4), A[0:4] > T.Broadcast(T.float32(1.0), 4))
#|
#|     @T.prim_func(private=True)
#|     def views(A: T.Buffer((4, 4), "float32"), B: T.Buffer((4, 4), "float32")):
#|         # with T.block("root"):
#|         for i in range(2):
#|             with T.block("rows"):
#|                 w = T.axis.spatial(2, i)
#|                 T.reads(B[0:4, 0])
#|                 T.writes(A[w, 0])
#|                 V = T.match_buffer(A[w:w + 2, 0:4], (2, 4), strides=("V_s0", 1), offset_factor=1)
#|                 V[0, 0] = B[V.strides[0] % 4, 0]
