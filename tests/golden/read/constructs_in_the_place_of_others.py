# test: fails check
# What a construct of kernels takes, and what stands there instead.
@I.ir_module
class Module:
    @T.prim_func
    def buffers(a: T.handle):
        A = T.match_buffer(2, (2,), "float32")

    @T.prim_func
    def regions(A: T.Buffer((4,), "float32")):
        with T.block("b"):
            T.reads(4)
            T.writes(A[0])
            A[0] = 1.0

    @T.prim_func
    def lambdas(A: T.Buffer((4,), "float32")):
        T.func_attr({"layout": T.index_map(4)})
        A[0] = 1.0

    @T.prim_func
    def names(A: T.Buffer((4,), "float32")):
        b = T.evaluate(0)
        A[0] = 1.0

    @T.prim_func
    def loops(A: T.Buffer((4,), "float32")):
        for i in 2:
            A[i] = 1.0

    @T.prim_func
    def bodies(A: T.Buffer((4,), "float32")):
        with T.evaluate(1):
            A[0] = 1.0

    @T.prim_func
    def annotations(A: T.Buffer((4,), "float32")):
        for i in T.serial(4, annotations=[1]):
            A[i] = 1.0

    @R.function
    def main(x: R.Tensor((2,), "float32")):
        R.func_attr({"a": x})
        with R.dataflow():
            y = R.add(x, x)
            R.output("y")
        return y

#| constructs_in_the_place_of_others.py:7:28: error: T.match_buffer takes a parameter or a region of a buffer first, not the integer 2 [E0322]
#|             A = T.match_buffer(2, (2,), "float32")
#|                                ^
#| constructs_in_the_place_of_others.py:12:21: error: a region is a subscript of a buffer, not the integer 4 [E0322]
#|                 T.reads(4)
#|                         ^
#| constructs_in_the_place_of_others.py:18:44: error: an index map is a lambda [E0323]
#|             T.func_attr({"layout": T.index_map(4)})
#|                                                ^
#| constructs_in_the_place_of_others.py:23:9: error: None cannot be given a name [E0324]
#|             b = T.evaluate(0)
#|             ^
#| constructs_in_the_place_of_others.py:28:18: error: a loop runs over range, T.grid, T.serial and the like, not the integer 2 [E0325]
#|             for i in 2:
#|                      ^
#| constructs_in_the_place_of_others.py:33:14: error: 'with' takes a construct that has a body, not None [E0325]
#|             with T.evaluate(1):
#|                  ^~~~~~~~~~~~~
#| constructs_in_the_place_of_others.py:38:42: error: annotations are a dict, not a list [E0326]
#|             for i in T.serial(4, annotations=[1]):
#|                                              ^~~
#| constructs_in_the_place_of_others.py:43:27: error: 'x' cannot be an attribute [E0326]
#|             R.func_attr({"a": x})
#|                               ^
#| constructs_in_the_place_of_others.py:46:22: error: R.output takes variables [E0321]
#|                 R.output("y")
#|                          ^~~
