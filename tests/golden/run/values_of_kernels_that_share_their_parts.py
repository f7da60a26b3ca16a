# test: run --entry=pick --compare=eval --input=X=1xi32=[1] --input=A=8xi32=iota
# Written out, each of these values is twice as long as the one before it; no engine and no reader writes them out.
@T.prim_func
def pick(A: T.Buffer((8,), "int32"), X: T.Buffer((1,), "int32"), B: T.Buffer((8,), "int32")):
    n0: T.int32 = X[0]
    n1: T.int32 = n0 * n0 + n0
    n2: T.int32 = n1 * n1 + n1
    n3: T.int32 = n2 * n2 + n2
    n4: T.int32 = n3 * n3 + n3
    n5: T.int32 = n4 * n4 + n4
    n6: T.int32 = n5 * n5 + n5
    n7: T.int32 = n6 * n6 + n6
    n8: T.int32 = n7 * n7 + n7
    n9: T.int32 = n8 * n8 + n8
    n10: T.int32 = n9 * n9 + n9
    n11: T.int32 = n10 * n10 + n10
    n12: T.int32 = n11 * n11 + n11
    n13: T.int32 = n12 * n12 + n12
    n14: T.int32 = n13 * n13 + n13
    n15: T.int32 = n14 * n14 + n14
    n16: T.int32 = n15 * n15 + n15
    n17: T.int32 = n16 * n16 + n16
    n18: T.int32 = n17 * n17 + n17
    n19: T.int32 = n18 * n18 + n18
    n20: T.int32 = n19 * n19 + n19
    n21: T.int32 = n20 * n20 + n20
    n22: T.int32 = n21 * n21 + n21
    n23: T.int32 = n22 * n22 + n22
    n24: T.int32 = n23 * n23 + n23
    n25: T.int32 = n24 * n24 + n24
    n26: T.int32 = n25 * n25 + n25
    n27: T.int32 = n26 * n26 + n26
    n28: T.int32 = n27 * n27 + n27
    n29: T.int32 = n28 * n28 + n28
    n30: T.int32 = n29 * n29 + n29
    n31: T.int32 = n30 * n30 + n30
    n32: T.int32 = n31 * n31 + n31
    n33: T.int32 = n32 * n32 + n32
    n34: T.int32 = n33 * n33 + n33
    n35: T.int32 = n34 * n34 + n34
    n36: T.int32 = n35 * n35 + n35
    n37: T.int32 = n36 * n36 + n36
    n38: T.int32 = n37 * n37 + n37
    n39: T.int32 = n38 * n38 + n38
    n40: T.int32 = n39 * n39 + n39
    n41: T.int32 = n40 * n40 + n40
    n42: T.int32 = n41 * n41 + n41
    n43: T.int32 = n42 * n42 + n42
    n44: T.int32 = n43 * n43 + n43
    n45: T.int32 = n44 * n44 + n44
    n46: T.int32 = n45 * n45 + n45
    n47: T.int32 = n46 * n46 + n46
    n48: T.int32 = n47 * n47 + n47
    n49: T.int32 = n48 * n48 + n48
    n50: T.int32 = n49 * n49 + n49
    for i in range(8):
        with T.block("pick"):
            vi = T.axis.spatial(8, i)
            B[vi] = A[(n50 % 8 + vi) % 8]

#| [6 7 0 1 2 3 4 5]
