# test: run --engine=eval --compare=jit --entry=f --input=A=80xf32=iota
# test: run --engine=eval --compare=jit --entry=rearranged --input=A=80xf32=iota
# test: run --engine=eval --compare=jit --entry=chosen --input=A=80xf32=iota --input=n=4
# test: fails run --engine=eval --entry=outside --input=A=80xf32=iota
# test: fails run --engine=jit --entry=outside --input=A=80xf32=iota
# test: run --engine=eval --compare=jit --entry=many --input=A=40000xf32=ones
# The JIT compiles them as loops over their lanes. All lanes are read before the first one is written.
@I.ir_module
class Module:
    @T.prim_func
    def f(A: T.Buffer((80,), "float32"), D: T.Buffer((2,), "float32")):
        A[T.Ramp(1, 1, 79)] = A[T.Ramp(0, 1, 79)] + A[T.Ramp(1, 1, 79)]
        v: T.bfloat16x80 = T.Cast("bfloat16x80", A[0:80] / T.Broadcast(T.float32(3.0), 80))
        A.vstore([T.Ramp(79, -1, 80)], T.Cast("float32x80", v), predicate=T.get_active_lane_mask("uint1x80", 3, 79))
        for i in range(2):
            D[i] = T.Shuffle([A[0:80]], [7]) + T.isnullptr(T.address_of(A[T.Ramp(i, 2, 70)]))

    @T.prim_func
    def rearranged(A: T.Buffer((80,), "float32"), B: T.Buffer((8,), "int32"), C: T.Buffer((72,), "float32")):
        E = T.alloc_buffer((3,), "float32x36")
        bytes: T.uint8x288 = T.reinterpret("uint8x288", A[8:80])
        B[0:4] = T.Cast("int32x4", T.Shuffle([bytes], [2, 3, 286, 287]))
        C[0:72] = T.Cast("float32x72", T.reinterpret("uint32x72", bytes) >> T.Broadcast(T.uint32(20), 72))
        B[4:8] = T.Cast("int32x4", T.vectorlow("float32x4", T.Shuffle([A[0:70], C[0:2], A[5]], [72, 71, 70, 69, 0, 1, 2, 3])))
        E[0] = T.Broadcast(T.float32(2.0), 36)
        E[T.Ramp(1, 1, 2)] = T.vectorcombine("float32x72", T.vectorhigh("float32x36", A[0:72]), E[0])
        C[0:72] = E[T.Ramp(2, -1, 2)] + T.vectorcombine("float32x72", E[0], E[1])

    @T.prim_func
    def chosen(A: T.Buffer((80,), "float32"), n: T.int32, B: T.Buffer((66,), "int64")):
        A[0:66] = T.if_then_else(n > 3, A[10:76], A[T.Ramp(60, 1, 66)])
        A[2:68] = T.if_then_else(n > 4, A[T.Ramp(60, 1, 66)], A[0:66] + A[1:67])
        A[8:74] = T.Select(A[0:66] < T.Broadcast(T.float32(90.0), 66), A[0:66], A[7:73])
        B[0:66] = T.Cast("int64x66", A[0:66]) // T.Broadcast(T.int64(7), 66) % T.Broadcast(T.int64(5), 66)

    @T.prim_func
    def outside(A: T.Buffer((80,), "float32")):
        A[0:70] = A[T.Ramp(50, 1, 70)]

    @T.prim_func
    def many(A: T.Buffer((40000,), "float32")):
        A[T.Ramp(0, 1, 32767)] = T.sqrt(A[T.Ramp(7233, 1, 32767)]) + T.Broadcast(A[0], 32767)

#| $ run --engine=eval --compare=jit --entry=f --input=A=80xf32=iota
#| ([ 0.          1.          3.          5.         49.75       49.
#|   48.25       47.75       47.         46.25       45.75       45.
#|   44.25       43.75       43.         42.25       41.75       41.
#|   40.25       39.75       39.         38.25       37.75       37.
#|   36.25       35.75       35.         34.25       33.75       33.
#|   32.25       31.625      31.         30.375      29.625      29.
#|   28.375      27.625      27.         26.375      25.625      25.
#|   24.375      23.625      23.         22.375      21.625      21.
#|   20.375      19.625      19.         18.375      17.625      17.
#|   16.375      15.6875     15.         14.3125     13.6875     13.
#|   12.3125     11.6875     11.         10.3125      9.6875      9.
#|    8.3125      7.65625     7.          6.34375     5.65625     5.
#|    4.34375     3.671875    3.          2.328125    1.6640625   1.
#|    0.33398438  0.        ],
#|  [47.75 47.75])
#| $ run --engine=eval --compare=jit --entry=rearranged --input=A=80xf32=iota
#| ([   0   65  158   66    5 1041 1040   69],
#|  [  4.   4.   4.   4.   4.   4.   4.   4.   4.   4.   4.   4.   4.   4.
#|     4.   4.   4.   4.   4.   4.   4.   4.   4.   4.   4.   4.   4.   4.
#|     4.   4.   4.   4.   4.   4.   4.   4.  72.  74.  76.  78.  80.  82.
#|    84.  86.  88.  90.  92.  94.  96.  98. 100. 102. 104. 106. 108. 110.
#|   112. 114. 116. 118. 120. 122. 124. 126. 128. 130. 132. 134. 136. 138.
#|   140. 142.])
#| $ run --engine=eval --compare=jit --entry=chosen --input=A=80xf32=iota --input=n=4
#| ([ 10.  11.  21.  23.  25.  27.  29.  31.  10.  11.  21.  23.  25.  27.
#|    29.  31.  33.  35.  37.  39.  41.  43.  45.  47.  49.  51.  53.  55.
#|    57.  59.  61.  63.  65.  67.  69.  71.  73.  75.  77.  79.  81.  83.
#|    85.  87.  89. 105. 107. 109. 111. 113. 115. 117. 119. 121. 123. 125.
#|   127. 129. 131. 133. 135. 137. 139. 141. 143. 145. 147. 149. 141.  68.
#|    69.  70.  71.  72.  74.  75.  76.  77.  78.  79.],
#|  [1 1 3 3 3 3 4 4 1 1 3 3 3 3 4 4 4 0 0 0 0 1 1 1 2 2 2 2 3 3 3 4 4 4 4 0 0
#|   0 1 1 1 1 2 2 2 0 0 0 0 1 1 1 2 2 2 2 3 3 3 4 4 4 4 0 0 0])
#| $ fails run --engine=eval --entry=outside --input=A=80xf32=iota
#| vectors_of_many_lanes.py:38:9: error: kernel 'outside': A[80] is outside of its buffer: the index must be within [0, 80) [E0701]
#|             A[0:70] = A[T.Ramp(50, 1, 70)]
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --engine=jit --entry=outside --input=A=80xf32=iota
#| vectors_of_many_lanes.py:38:9: error: kernel 'outside': A[80] is outside of its buffer: the index must be within [0, 80) [E0701]
#|             A[0:70] = A[T.Ramp(50, 1, 70)]
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ run --engine=eval --compare=jit --entry=many --input=A=40000xf32=ones
#| [2. 2. 2. ... 1. 1. 1.]
