# test: fmt --verify-roundtrip
# A buffer gives its pointer its name, as in TVM, and so another one where its text is read again.
@T.prim_func
def f(p: T.handle("float32"), n: T.int32):
    X = T.decl_buffer((n,), data=p)
    for i in range(n):
        X[i] = X[i] + T.float32(1)

#| # from tvm.script import tir as T
#|
#| @T.prim_func
#| def f(X: T.handle("float32", "global"), n: T.int32):
#|     X_1 = T.decl_buffer((n,), data=X)
#|     for i in range(n):
#|         X_1[i] = X_1[i] + T.float32(1.0)
