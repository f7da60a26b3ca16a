# test: opt --passes=AnnotateTIROpPattern
# From one element by element to what nothing is fused with. What a kernel says already stands, but for a 0.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def elementwise(A: T.Buffer((4, 4), "float32"), b: T.Buffer((4,), "float32"), C: T.Buffer((4, 4), "float32")):
        for i, j in T.grid(4, 4):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = A[vi, vj] + b[vj]

    @T.prim_func(private=True)
    def broadcast(A: T.Buffer((1, 4), "float32"), b: T.Buffer((), "float32"), C: T.Buffer((4, 4), "float32")):
        for i, j in T.grid(4, 4):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = A[0, vj] + b[()]

    @T.prim_func(private=True)
    def injective(A: T.Buffer((4, 4), "float32"), C: T.Buffer((4, 4), "float32")):
        for i, j in T.grid(4, 4):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = A[vj, 3 - vi]

    @T.prim_func(private=True)
    def reduction(A: T.Buffer((4, 4), "float32"), C: T.Buffer((4,), "float32")):
        for i, k in T.grid(4, 4):
            with T.block("C"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    C[vi] = T.float32(0)
                C[vi] = C[vi] + A[vi, vk]

    @T.prim_func(private=True)
    def product(A: T.Buffer((4, 4), "float16"), B: T.Buffer((4, 4), "float32"), C: T.Buffer((4, 4), "float32")):
        for i, j, k in T.grid(4, 4, 4):
            with T.block("C"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    C[vi, vj] = T.float32(0)
                C[vi, vj] = C[vi, vj] + T.Cast("float32", A[vi, vk]) * B[vk, vj]

    @T.prim_func(private=True)
    def window(A: T.Buffer((6,), "float32"), C: T.Buffer((4,), "float32")):
        for i, k in T.grid(4, 3):
            with T.block("C"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    C[vi] = T.float32(0)
                C[vi] = T.max(C[vi], A[vi + vk])

    @T.prim_func(private=True)
    def reduced_and_used(A: T.Buffer((4, 4), "float32"), C: T.Buffer((4, 4), "float32")):
        total = T.alloc_buffer((4,))
        for i, k in T.grid(4, 4):
            with T.block("total"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    total[vi] = T.float32(0)
                total[vi] = total[vi] + A[vi, vk]
        for i, j in T.grid(4, 4):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = A[vi, vj] / total[vi]

    @T.prim_func(private=True)
    def indirect(A: T.Buffer((4,), "float32"), at: T.Buffer((4,), "int32"), C: T.Buffer((4,), "float32")):
        for i in range(4):
            with T.block("C"):
                vi = T.axis.spatial(4, i)
                C[vi] = A[at[vi]]

    @T.prim_func(private=True)
    def two_stores(A: T.Buffer((4,), "float32"), C: T.Buffer((8,), "float32")):
        for i in range(4):
            with T.block("C"):
                vi = T.axis.spatial(4, i)
                C[vi] = A[vi]
                C[vi + 4] = A[vi]

    @T.prim_func(private=True)
    def nested(A: T.Buffer((4, 4), "float32"), C: T.Buffer((4,), "float32")):
        for i in range(4):
            with T.block("outer"):
                vi = T.axis.spatial(4, i)
                for k in range(4):
                    with T.block("inner"):
                        vj = T.axis.spatial(1, 0)
                        vk = T.axis.reduce(4, k)
                        with T.init():
                            C[vi] = T.float32(0)
                        C[vi] = C[vi] + A[vi, vk]

    @T.prim_func(private=True)
    def no_blocks(A: T.Buffer((4,), "float32"), C: T.Buffer((4,), "float32")):
        for i in range(4):
            C[i] = A[3 - i]

    @T.prim_func(private=True)
    def says_so(A: T.Buffer((4,), "float32"), C: T.Buffer((4,), "float32")):
        T.func_attr({"op_pattern": 8})
        for i in range(4):
            with T.block("C"):
                vi = T.axis.spatial(4, i)
                C[vi] = A[vi]

    @T.prim_func(private=True)
    def says_nothing(A: T.Buffer((4,), "float32"), C: T.Buffer((4,), "float32")):
        T.func_attr({"op_pattern": 0})
        for i in range(4):
            with T.block("C"):
                vi = T.axis.spatial(4, i)
                C[vi] = A[3 - vi]

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def broadcast(A: T.Buffer((1, 4), "float32"), b: T.Buffer((), "float32"), C: T.Buffer((4, 4), "float32")):
#|         T.func_attr({"op_pattern": 1})
#|         # with T.block("root"):
#|         for i, j in T.grid(4, 4):
#|             with T.block("C"):
#|                 vi, vj = T.axis.remap("SS", [i, j])
#|                 T.reads(A[0, vj], b[()])
#|                 T.writes(C[vi, vj])
#|                 C[vi, vj] = A[0, vj] + b[()]
#|
#|     @T.prim_func(private=True)
#|     def elementwise(A: T.Buffer((4, 4), "float32"), b: T.Buffer((4,), "float32"), C: T.Buffer((4, 4), "float32")):
#|         T.func_attr({"op_pattern": 0})
#|         # with T.block("root"):
#|         for i, j in T.grid(4, 4):
#|             with T.block("C"):
#|                 vi, vj = T.axis.remap("SS", [i, j])
#|                 T.reads(A[vi, vj], b[vj])
#|                 T.writes(C[vi, vj])
#|                 C[vi, vj] = A[vi, vj] + b[vj]
#|
#|     @T.prim_func(private=True)
#|     def indirect(A: T.Buffer((4,), "float32"), at: T.Buffer((4,), "int32"), C: T.Buffer((4,), "float32")):
#|         T.func_attr({"op_pattern": 8})
#|         # with T.block("root"):
#|         for i in range(4):
#|             with T.block("C"):
#|                 vi = T.axis.spatial(4, i)
#|                 T.reads(A[at[vi]], at[vi])
#|                 T.writes(C[vi])
#|                 C[vi] = A[at[vi]]
#|
#|     @T.prim_func(private=True)
#|     def injective(A: T.Buffer((4, 4), "float32"), C: T.Buffer((4, 4), "float32")):
#|         T.func_attr({"op_pattern": 2})
#|         # with T.block("root"):
#|         for i, j in T.grid(4, 4):
#|             with T.block("C"):
#|                 vi, vj = T.axis.remap("SS", [i, j])
#|                 T.reads(A[vj, 3 - vi])
#|                 T.writes(C[vi, vj])
#|                 C[vi, vj] = A[vj, 3 - vi]
#|
#|     @T.prim_func(private=True)
#|     def nested(A: T.Buffer((4, 4), "float32"), C: T.Buffer((4,), "float32")):
#|         T.func_attr({"op_pattern": 8})
#|         # with T.block("root"):
#|         for i in range(4):
#|             with T.block("outer"):
#|                 vi = T.axis.spatial(4, i)
#|                 T.reads(A[vi, 0:4])
#|                 T.writes(C[vi])
#|                 for k in range(4):
#|                     with T.block("inner"):
#|                         vj = T.axis.spatial(1, 0)
#|                         vk = T.axis.reduce(4, k)
#|                         T.reads(A[vi, vk])
#|                         T.writes(C[vi])
#|                         with T.init():
#|                             C[vi] = T.float32(0.0)
#|                         C[vi] = C[vi] + A[vi, vk]
#|
#|     @T.prim_func(private=True)
#|     def no_blocks(A: T.Buffer((4,), "float32"), C: T.Buffer((4,), "float32")):
#|         T.func_attr({"op_pattern": 0})
#|         for i in range(4):
#|             C[i] = A[3 - i]
#|
#|     @T.prim_func(private=True)
#|     def product(A: T.Buffer((4, 4), "float16"), B: T.Buffer((4, 4), "float32"), C: T.Buffer((4, 4), "float32")):
#|         T.func_attr({"op_pattern": 4})
#|         # with T.block("root"):
#|         for i, j, k in T.grid(4, 4, 4):
#|             with T.block("C"):
#|                 vi, vj, vk = T.axis.remap("SSR", [i, j, k])
#|                 T.reads(A[vi, vk], B[vk, vj])
#|                 T.writes(C[vi, vj])
#|                 with T.init():
#|                     C[vi, vj] = T.float32(0.0)
#|                 C[vi, vj] = C[vi, vj] + T.Cast("float32", A[vi, vk]) * B[vk, vj]
#|
#|     @T.prim_func(private=True)
#|     def reduced_and_used(A: T.Buffer((4, 4), "float32"), C: T.Buffer((4, 4), "float32")):
#|         T.func_attr({"op_pattern": 4})
#|         # with T.block("root"):
#|         total = T.alloc_buffer((4,))
#|         for i, k in T.grid(4, 4):
#|             with T.block("total"):
#|                 vi, vk = T.axis.remap("SR", [i, k])
#|                 T.reads(A[vi, vk])
#|                 T.writes(total[vi])
#|                 with T.init():
#|                     total[vi] = T.float32(0.0)
#|                 total[vi] = total[vi] + A[vi, vk]
#|         for i, j in T.grid(4, 4):
#|             with T.block("C"):
#|                 vi, vj = T.axis.remap("SS", [i, j])
#|                 T.reads(A[vi, vj], total[vi])
#|                 T.writes(C[vi, vj])
#|                 C[vi, vj] = A[vi, vj] / total[vi]
#|
#|     @T.prim_func(private=True)
#|     def reduction(A: T.Buffer((4, 4), "float32"), C: T.Buffer((4,), "float32")):
#|         T.func_attr({"op_pattern": 3})
#|         # with T.block("root"):
#|         for i, k in T.grid(4, 4):
#|             with T.block("C"):
#|                 vi, vk = T.axis.remap("SR", [i, k])
#|                 T.reads(A[vi, vk])
#|                 T.writes(C[vi])
#|                 with T.init():
#|                     C[vi] = T.float32(0.0)
#|                 C[vi] = C[vi] + A[vi, vk]
#|
#|     @T.prim_func(private=True)
#|     def says_nothing(A: T.Buffer((4,), "float32"), C: T.Buffer((4,), "float32")):
#|         T.func_attr({"op_pattern": 2})
#|         # with T.block("root"):
#|         for i in range(4):
#|             with T.block("C"):
#|                 vi = T.axis.spatial(4, i)
#|                 T.reads(A[3 - vi])
#|                 T.writes(C[vi])
#|                 C[vi] = A[3 - vi]
#|
#|     @T.prim_func(private=True)
#|     def says_so(A: T.Buffer((4,), "float32"), C: T.Buffer((4,), "float32")):
#|         T.func_attr({"op_pattern": 8})
#|         # with T.block("root"):
#|         for i in range(4):
#|             with T.block("C"):
#|                 vi = T.axis.spatial(4, i)
#|                 T.reads(A[vi])
#|                 T.writes(C[vi])
#|                 C[vi] = A[vi]
#|
#|     @T.prim_func(private=True)
#|     def two_stores(A: T.Buffer((4,), "float32"), C: T.Buffer((8,), "float32")):
#|         T.func_attr({"op_pattern": 8})
#|         # with T.block("root"):
#|         for i in range(4):
#|             with T.block("C"):
#|                 vi = T.axis.spatial(4, i)
#|                 T.reads(A[vi])
#|                 T.writes(C[vi:vi + 5])
#|                 C[vi] = A[vi]
#|                 C[vi + 4] = A[vi]
#|
#|     @T.prim_func(private=True)
#|     def window(A: T.Buffer((6,), "float32"), C: T.Buffer((4,), "float32")):
#|         T.func_attr({"op_pattern": 4})
#|         # with T.block("root"):
#|         for i, k in T.grid(4, 3):
#|             with T.block("C"):
#|                 vi, vk = T.axis.remap("SR", [i, k])
#|                 T.reads(A[vi + vk])
#|                 T.writes(C[vi])
#|                 with T.init():
#|                     C[vi] = T.float32(0.0)
#|                 C[vi] = T.max(C[vi], A[vi + vk])
