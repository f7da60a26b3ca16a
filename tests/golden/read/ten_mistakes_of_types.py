# test: fails check
# Independent mistakes get a message each, and nothing else is said.
@R.function
def main(x: R.Tensor(("n", "m"), "float32"), y: R.Tensor((3,), "float32")):
    n = T.int64()
    m = T.int64()
    q = T.int32()
    a = R.zeros(R.shape([n, q]), "float32")
    b = R.match_cast(y, R.Tensor((2, 2), "float32"))
    c = R.const("abc", "float32")
    d = R.match_cast(x, R.Tensor((n, m, n), "float32"))
    e = R.call_tir(y, (x,), out_sinfo=R.Tensor((n, m), "float32"))
    f = R.call_inplace_packed("f", x)
    g = R.call_dps_packed("f", (x,), out_sinfo=R.Tensr((n, m), "float32"))
    h = R.broadcast_to(y, (2, 4))
    for i in range(4):
        h = R.add(h, h)
    j = x.foo
    k = (x, y)[5]
    l = f(x)
    return R.tuple(h, x

#| ten_mistakes_of_types.py:8:29: error: a dim must be int64, not int32 [E0404]
#|         a = R.zeros(R.shape([n, q]), "float32")
#|                                 ^
#| ten_mistakes_of_types.py:9:25: error: the value is R.Tensor((3,), "float32"), which can never be R.Tensor((2, 2), "float32") [E0402]
#|         b = R.match_cast(y, R.Tensor((2, 2), "float32"))
#|                             ^~~~~~~~~~~~~~~~~~~~~~~~~~~
#| ten_mistakes_of_types.py:10:17: error: a string is no number [E0310]
#|         c = R.const("abc", "float32")
#|                     ^~~~~
#| ten_mistakes_of_types.py:11:25: error: the value is R.Tensor((n, m), "float32"), which can never be R.Tensor((n, m, n), "float32") [E0402]
#|         d = R.match_cast(x, R.Tensor((n, m, n), "float32"))
#|                             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| ten_mistakes_of_types.py:12:20: error: R.call_tir calls a function of the module, not 'y' [E0313]
#|         e = R.call_tir(y, (x,), out_sinfo=R.Tensor((n, m), "float32"))
#|                        ^
#| ten_mistakes_of_types.py:13:9: error: R.call_inplace_packed needs a value for 'inplace_indices' [E0303]
#|         f = R.call_inplace_packed("f", x)
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| ten_mistakes_of_types.py:14:48: error: 'R.Tensr' is no operator or intrinsic; did you mean 'R.Tensor'? [E0203]
#|         g = R.call_dps_packed("f", (x,), out_sinfo=R.Tensr((n, m), "float32"))
#|                                                    ^~~~~~~
#| ten_mistakes_of_types.py:15:27: error: R.broadcast_to: shape (3,) cannot be broadcast to (2, 4): 3 is not 4 [E0403]
#|         h = R.broadcast_to(y, (2, 4))
#|                               ^~~~~~
#| ten_mistakes_of_types.py:16:5: error: 'for' is not part of the language [E0106]
#|         for i in range(4):
#|         ^~~
#| ten_mistakes_of_types.py:18:9: error: 'x' has no attribute 'foo' [E0301]
#|         j = x.foo
#|             ^~~~~
#| ten_mistakes_of_types.py:19:16: error: the index is out of range: there are 2 elements [E0316]
#|         k = (x, y)[5]
#|                    ^
#| ten_mistakes_of_types.py:21:19: error: '(' is never closed [E0105]
#|         return R.tuple(h, x
#|                       ^
