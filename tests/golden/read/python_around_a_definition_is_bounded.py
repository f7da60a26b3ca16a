# test: fails check
# What Python around the definitions takes is bounded.
loops = [i * j for i in range(100000) for j in range(100000)]
deep = "x" * 10**9
big = 10**100
part = 1 // 0


@R.function
def main(a: R.Tensor((len(loops),), "float32"), b: R.Tensor((len(deep),), "float32"), c: R.Tensor((big,), "float32"), d: R.Tensor((part,), "float32")):
    return R.const(1 / 0, "float32")

#| python_around_a_definition_is_bounded.py:10:27: error: 'loops' is not defined: a container of more than 1048576 items [E0201]
#|     def main(a: R.Tensor((len(loops),), "float32"), b: R.Tensor((len(deep),), "float32"), c: R.Tensor((big,), "float32"), d: R.Tensor((part,), "float32")):
#|                               ^~~~~
#| python_around_a_definition_is_bounded.py:3:1: note: it is bound here
#|     loops = [i * j for i in range(100000) for j in range(100000)]
#|     ^~~~~
#| python_around_a_definition_is_bounded.py:10:66: error: 'deep' is not defined: a string or list of more than 1048576 items [E0201]
#|     def main(a: R.Tensor((len(loops),), "float32"), b: R.Tensor((len(deep),), "float32"), c: R.Tensor((big,), "float32"), d: R.Tensor((part,), "float32")):
#|                                                                      ^~~~
#| python_around_a_definition_is_bounded.py:4:1: note: it is bound here
#|     deep = "x" * 10**9
#|     ^~~~
#| python_around_a_definition_is_bounded.py:10:100: error: 'big' is not defined: the integer is beyond 2**120 [E0201]
#|     def main(a: R.Tensor((len(loops),), "float32"), b: R.Tensor((len(deep),), "float32"), c: R.Tensor((big,), "float32"), d: R.Tensor((part,), "float32")):
#|                                                                                                        ^~~
#| python_around_a_definition_is_bounded.py:5:1: note: it is bound here
#|     big = 10**100
#|     ^~~
#| python_around_a_definition_is_bounded.py:10:132: error: 'part' is not defined: what Python assigns to it is not evaluated [E0201]
#|     def main(a: R.Tensor((len(loops),), "float32"), b: R.Tensor((len(deep),), "float32"), c: R.Tensor((big,), "float32"), d: R.Tensor((part,), "float32")):
#|                                                                                                                                        ^~~~
#| python_around_a_definition_is_bounded.py:6:1: note: it is bound here
#|     part = 1 // 0
#|     ^~~~
#| python_around_a_definition_is_bounded.py:11:20: error: division by zero [E0315]
#|         return R.const(1 / 0, "float32")
#|                        ^~~~~
