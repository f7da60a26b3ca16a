// SPDX-License-Identifier: Apache-2.0
// `hammock explain CODE`: for every row of diagnostics.def, in its order, what the message means, an example that gets
// it, and the example mended. The examples are scripts for `hammock check`, unless their first line is another command:
// `$ hammock opt --passes=P example.py`. tests/cli/explanations_test.cpp runs them: the wrong one gets this code and no
// other, the right one gets none.

#include "hammock/base/diagnostic.h"

namespace hammock {
namespace {

// The raw strings begin with a line end, so that the scripts stand at the margin.
struct Row {
  Diag id;
  std::string_view text, wrong, right;
};

constexpr Row kRows[] = {
    {Diag::not_text, R"(
A script is UTF-8 text without NUL bytes. The message stands at the first byte that is none, often a letter of an
older encoding such as Latin-1. Nothing else of such a file is read; store it as UTF-8.
)",
     "# caf\xE9\n@R.function\ndef main(x: R.Tensor((2,), \"float32\")):\n    return x\n",
     "# caf\xC3\xA9\n@R.function\ndef main(x: R.Tensor((2,), \"float32\")):\n    return x\n"},
    {Diag::bad_character, R"(
No token of the language begins with this character. Typical are `?`, `$`, a lone `!`, and a backslash that is not the
last character of its line.
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.add(x, $x)
    return y
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.add(x, x)
    return y
)"},
    {Diag::bad_indentation, R"(
Suites are indented as in Python: the lines of a suite begin in the same column, a line that ends a suite begins in
the column of a suite around it, and a ':' at the end of a line opens one. Tabs advance to multiples of 8; a mixture
of tabs and spaces whose meaning depends on that is refused.
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.add(x, x)
      z = R.add(y, y)
    return z
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.add(x, x)
    z = R.add(y, y)
    return z
)"},
    {Diag::bad_literal, R"(
A number or a string is not written as Python writes it: a string that its line does not close, an escape that is cut
short, a number with letters in it or with leading zeros, or a metadata section that is not the JSON it should be.
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.astype(x, "float16)
    return x
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.astype(x, "float16")
    return x
)"},
    {Diag::syntax, R"(
The line does not follow the grammar of the language, which is a subset of Python's. The message says what could stand
at the place, and what does. A bracket that is never closed is reported where it is opened.
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.add(x x)
    return y
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.add(x, x)
    return y
)"},
    {Diag::unsupported_syntax, R"(
This is Python, but no part of the language: loops, assertions, lambdas, comprehensions, augmented assignments,
starred arguments, conditional expressions, assignments to elements, values that nobody uses. A script describes a
graph; it is read, never executed.
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.add(x, x)
    y += x
    return y
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.add(x, x)
    y = R.add(y, x)
    return y
)"},
    {Diag::no_definition, R"(
The file has neither a decorated class nor a decorated function, so that there is nothing to work on.
)",
     R"(
import tvm
from tvm.script import relax as R
)",
     R"(
from tvm.script import relax as R

@R.function
def main(x: R.Tensor((2,), "float32")):
    return x
)"},
    {Diag::undefined_name, R"(
The name is not defined at this place: it is misspelt, it is bound further down, or it was bound in a branch or a
dataflow block that has ended. After an `if` only the variable that both branches end with is visible, after a
dataflow block only what R.output lists.
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    with R.dataflow():
        y = R.add(x, x)
        z = R.add(y, y)
        R.output(z)
    return y
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    with R.dataflow():
        y = R.add(x, x)
        z = R.add(y, y)
        R.output(y, z)
    return y
)"},
    {Diag::duplicate_name, R"(
Two things that need names of their own have the same one: two functions of a module, two parameters, a parameter and
a symbolic dim, two values of one attribute. (A variable may be bound again: that makes a new variable.)
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32"), x: R.Tensor((2,), "float32")):
    return x
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32"), y: R.Tensor((2,), "float32")):
    return x
)"},
    {Diag::unknown_operator, R"(
The namespaces R, T and I have no operator, intrinsic or struct info of this name. `hammock list ops` prints the
operators.
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.ad(x, x)
    return y
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.add(x, x)
    return y
)"},
    {Diag::unknown_function, R"(
`cls.f` names a function of the module, and the module has none of this name.
)",
     R"(
@I.ir_module
class Module:
    @R.function
    def double(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        y = R.add(x, x)
        return y

    @R.function
    def main(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        cls = Module
        y = cls.doubel(x)
        return y
)",
     R"(
@I.ir_module
class Module:
    @R.function
    def double(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        y = R.add(x, x)
        return y

    @R.function
    def main(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        cls = Module
        y = cls.double(x)
        return y
)"},
    {Diag::unknown_attribute, R"(
The operator, intrinsic or struct info has no parameter of this name, or an expression has no such attribute or
method. `hammock list ops` prints the signatures.
)",
     R"(
@R.function
def main(x: R.Tensor((2, 3), "float32")):
    y = R.sum(x, axes=1)
    return y
)",
     R"(
@R.function
def main(x: R.Tensor((2, 3), "float32")):
    y = R.sum(x, axis=1)
    return y
)"},
    {Diag::argument_count, R"(
A call has more arguments than there are parameters, lacks one that has no default, or gives one twice; or a tuple is
unpacked into another number of variables than it has fields.
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.add(x)
    return y
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.add(x, x)
    return y
)"},
    {Diag::bad_attribute_value, R"(
The attribute is of the right kind, but the operator does not take this value: a stride of zero, a layout that does
not exist, a list of another length, an alternative that is not among those it knows.
)",
     R"(
@R.function
def main(x: R.Tensor((1, 3, 8, 8), "float32"), w: R.Tensor((4, 3, 3, 3), "float32")):
    y = R.nn.conv2d(x, w, strides=[0, 1])
    return y
)",
     R"(
@R.function
def main(x: R.Tensor((1, 3, 8, 8), "float32"), w: R.Tensor((4, 3, 3, 3), "float32")):
    y = R.nn.conv2d(x, w, strides=[1, 1])
    return y
)"},
    {Diag::not_a_tensor, R"(
An operand must be a tensor, a tuple of tensors or another value of the program, and something else is there. A number
becomes a tensor with R.const; several tensors are a tuple `(x, y)`.
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.add(x, 1)
    return y
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.add(x, R.const(1, "float32"))
    return y
)"},
    {Diag::not_a_shape, R"(
A shape is wanted. A shape is R.shape([2, n]) or a tuple of dims, one of a single dim is written (2,); dims are
integers and the symbols of the signature and of match_casts, not tensors.
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.reshape(x, "2")
    return y
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.reshape(x, (1, 2))
    return y
)"},
    {Diag::not_a_tuple, R"(
The place takes a tuple. Several values are put into one with R.tuple(x, y) or (x, y), a single one with (x,).
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.strided_slice(x, x, (0,), (1,))
    return y
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.strided_slice(x, (0,), (0,), (1,))
    return y
)"},
    {Diag::not_a_prim, R"(
The place takes a primitive value: an integer, a number, a symbolic dim or an expression of these, R.prim_value(...)
where it is an operand. A tensor is none: its elements are not known before the program runs.
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.prim_value("two")
    return x
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.prim_value(2)
    return x
)"},
    {Diag::not_in_place, R"(
What the call does depends on this argument, so that it must be written in the call itself and cannot be a variable.
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.arange(0, x, 1, "int64")
    return y
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.arange(0, 2, 1, "int64")
    return y
)"},
    {Diag::not_a_number, R"(
The place takes a number, and a name, a text or a list is there.
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.add(x, R.const("one", "float32"))
    return y
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.add(x, R.const(1, "float32"))
    return y
)"},
    {Diag::not_an_integer, R"(
The place takes an integer, or True or False, and something else is there: a float, a text or an expression whose value
is not known when the file is read.
)",
     R"(
@R.function
def main(x: R.Tensor(ndim="2", dtype="float32")):
    return x
)",
     R"(
@R.function
def main(x: R.Tensor(ndim=2, dtype="float32")):
    return x
)"},
    {Diag::not_a_string, R"(
The place takes a text in quotes: a dtype is "float32", an external function "namespace.name".
)",
     R"(
@R.function
def main(x: R.Tensor((2,), 32)):
    return x
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    return x
)"},
    {Diag::not_a_function, R"(
Only a function can be called: one of the module, one that is bound to a variable, or an external one. An operator of
the language is R.name.
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = x(x)
    return y
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.add(x, x)
    return y
)"},
    {Diag::out_of_range, R"(
A number is outside of what its place takes, such as a stride or a step of 0 or a size that is negative. The message
says the bound.
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.strided_slice(x, (0,), (0,), (2,), (0,))
    return y
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.strided_slice(x, (0,), (0,), (2,), (1,))
    return y
)"},
    {Diag::undefined_operation, R"(
The operation is not defined on these operands: a division by zero, a comparison of texts with numbers, a function of
Python on values of the program. What is computed from tensors is written with the operators of R.
)",
     R"(
@R.function
def main(x: R.Tensor(("n // 0",), "float32"), y: R.Shape(["n"])):
    return x
)",
     R"(
@R.function
def main(x: R.Tensor(("n // 2",), "float32"), y: R.Shape(["n"])):
    return x
)"},
    {Diag::bad_index, R"(
Square brackets take a field of a tuple, an element of a list or a dim of a shape, by a literal integer below their
number. The parts of a tensor are taken by R.take and R.strided_slice.
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = x[0]
    return y
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.take(x, R.const([0], "int64"), axis=0)
    return y
)"},
    {Diag::bad_new_shape, R"(
In the new shape of R.reshape a 0 copies the dim at its place and one -1 stands for what remains. Both need a tensor
whose dims are known, a 0 one that has such a dim; and no other number is negative.
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.reshape(x, (-1, -1))
    return y
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.reshape(x, (-1, 1))
    return y
)"},
    {Diag::bad_device, R"(
A vdevice is written "kind:number" or I.vdevice(...), a device R.cpu(0), R.cuda(0) or R.device(...), a target as a text
such as "llvm" or as a dict with the key "kind".
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.to_vdevice(x, 1)
    return y
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    return x
)"},
    {Diag::bad_key, R"(
The keys of a dict of attributes are texts in quotes.
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    R.func_attr({1: "main"})
    return x
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    R.func_attr({"global_symbol": "main"})
    return x
)"},
    {Diag::bad_distribution, R"(
Distributed tensors of one call lie on one device mesh, and only operators with a rule of distribution take them. A mesh
has as many places as devices; a placement has a part for each axis of the mesh, "S[axis]" or "R", separated by commas.
)",
     R"(
@R.function
def main(x: R.DTensor((2,), "float32", R.device_mesh((3,), I.Range(0, 2)), "R")):
    return x
)",
     R"(
@R.function
def main(x: R.DTensor((2,), "float32", R.device_mesh((2,), I.Range(0, 2)), "R")):
    return x
)"},
    {Diag::not_a_variable, R"(
The place takes a variable, not an expression or a constant: what a dataflow block gives out, the thread that a loop is
bound to. Bind the value to a variable first.
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    with R.dataflow():
        y = R.add(x, x)
        R.output("y")
    return y
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    with R.dataflow():
        y = R.add(x, x)
        R.output(y)
    return y
)"},
    {Diag::not_a_buffer, R"(
The place takes a buffer, a region of one such as A[0:4, i], or the parameter that a buffer is made of.
)",
     R"(
@T.prim_func
def main(a: T.handle):
    A = T.match_buffer(2, (2,), "float32")
    A[0] = 1.0
)",
     R"(
@T.prim_func
def main(a: T.handle):
    A = T.match_buffer(a, (2,), "float32")
    A[0] = 1.0
)"},
    {Diag::not_a_lambda, R"(
The place takes a lambda that says how its parameters become results: an index map, or what a reduction does.
)",
     R"(
@T.prim_func
def main(A: T.Buffer((4,), "float32")):
    T.func_attr({"layout": T.index_map(4)})
    A[0] = 1.0
)",
     R"(
@T.prim_func
def main(A: T.Buffer((4,), "float32")):
    T.func_attr({"layout": T.index_map(lambda i: (i // 2, i % 2))})
    A[0] = 1.0
)"},
    {Diag::no_value, R"(
What stands on the right side is done, but has no value that a name could stand for. Leave out the name.
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.func_attr({"a": 1})
    return x
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    R.func_attr({"a": 1})
    return x
)"},
    {Diag::misplaced_construct, R"(
In a kernel, `for` takes range, T.grid, T.serial and the like, `with` takes a construct that has a body, such as
T.block, and a line by itself is a store, a call or a construct.
)",
     R"(
@T.prim_func
def main(A: T.Buffer((2,), "float32")):
    for i in 2:
        A[i] = 1.0
)",
     R"(
@T.prim_func
def main(A: T.Buffer((2,), "float32")):
    for i in range(2):
        A[i] = 1.0
)"},
    {Diag::not_an_attribute, R"(
Attributes and annotations are known when the script is read: numbers, strings, lists and dicts of them, index maps and
the like, not values of the program.
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    R.func_attr({"a": x})
    return x
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    R.func_attr({"a": "x"})
    return x
)"},
    {Diag::not_a_list, R"(
The parameter takes a list of integers. A list with brackets or parentheses will do, also a shape; an integer stands
for a list of one except where all of the list must be there, as in the gradients of pooling.
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.expand_dims(x, axis="1")
    return y
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.expand_dims(x, axis=1)
    return y
)"},
    {Diag::not_a_dtype, R"(
The operand is a dtype, written as a string or as R.dtype("float32"); a tensor or another value is not one.
)",
     R"(
@R.function
def main(x: R.Tensor((4,), "float32")):
    y = R.memory.view(x, R.shape([4]), R.shape([4]))
    return y
)",
     R"(
@R.function
def main(x: R.Tensor((4,), "float32")):
    y = R.memory.view(x, R.shape([4]), R.dtype("int32"))
    return y
)"},
    {Diag::bad_annotation, R"(
An annotation is struct info: R.Tensor, R.Shape, R.Prim, R.Tuple, R.Callable or R.Object, with arguments that make
sense together. Every parameter needs one. Dims are strings in signatures only; in a body a symbolic dim is written
without quotes.
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32", ndim=1)):
    return x
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    return x
)"},
    {Diag::struct_info_mismatch, R"(
What is said of a value (an annotation, a declared result, out_sinfo, the struct info of a match_cast) contradicts
what is known of it. It may be less precise than what is inferred, and more precise where inference knows nothing,
which the run then checks; it may not be provably wrong.
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    y: R.Tensor((5,), "float32") = R.add(x, x)
    return y
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    y: R.Tensor((2,), "float32") = R.add(x, x)
    return y
)"},
    {Diag::shape_mismatch, R"(
The ranks or dims of the operands do not fit together as the operator needs them. Two dims broadcast if they are equal
or one of them is 1, counted from the last.
)",
     R"(
@R.function
def main(x: R.Tensor((2, 3), "float32"), y: R.Tensor((2, 4), "float32")):
    z = R.matmul(x, y)
    return z
)",
     R"(
@R.function
def main(x: R.Tensor((2, 3), "float32"), y: R.Tensor((3, 4), "float32")):
    z = R.matmul(x, y)
    return z
)"},
    {Diag::dtype_mismatch, R"(
The operands must have the same dtype, or one that the operator takes; nothing is converted silently. R.astype
converts.
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32"), y: R.Tensor((2,), "float16")):
    z = R.add(x, y)
    return z
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32"), y: R.Tensor((2,), "float16")):
    z = R.add(x, R.astype(y, "float32"))
    return z
)"},
    {Diag::bad_axis, R"(
An axis counts the dims of a tensor from 0, or from the last with -1. It lies outside the tensor's rank, or the same
axis is given twice.
)",
     R"(
@R.function
def main(x: R.Tensor((2, 3), "float32")):
    y = R.sum(x, axis=2)
    return y
)",
     R"(
@R.function
def main(x: R.Tensor((2, 3), "float32")):
    y = R.sum(x, axis=1)
    return y
)"},
    {Diag::unknown_dtype, R"(
There is no dtype of this name. The names are int, uint and float with a number of bits, bfloat16, bool, handle, and
the float8 kinds; "void" stands for an unknown one.
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "flaot32")):
    return x
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    return x
)"},
    {Diag::undefined_symbol, R"(
A symbolic dim gets its value from a parameter that has it as a whole dim, a whole element of a shape or a whole
primitive value, or from a R.match_cast before its use. `n + 1` defines nothing, and a function does not see the
symbols of another.
)",
     R"(
@R.function
def main(x: R.Tensor(ndim=1, dtype="float32")):
    n = T.int64()
    y = R.zeros(R.shape([n]), "float32")
    return y
)",
     R"(
@R.function
def main(x: R.Tensor(ndim=1, dtype="float32")):
    n = T.int64()
    z = R.match_cast(x, R.Tensor((n,), "float32"))
    y = R.zeros(R.shape([n]), "float32")
    return y
)"},
    {Diag::inference_failed, R"(
The struct info of the call depends on something that is not known here, such as the rank or the shape of an operand.
A R.match_cast before the call says what it is, and checks it when the program runs.
)",
     R"(
@R.function
def main(x: R.Tensor(ndim=2, dtype="float32")):
    y = R.eye_like(x)
    return y
)",
     R"(
@R.function
def main(x: R.Tensor(ndim=2, dtype="float32")):
    n = T.int64()
    m = T.int64()
    z = R.match_cast(x, R.Tensor((n, m), "float32"))
    y = R.eye_like(z)
    return y
)"},
    {Diag::ill_formed, R"(
A rule of well-formedness is broken that has no code of its own: attributes that contradict the function, a kernel
that is called with other arguments than it takes, arguments of a kernel that are not written out as a tuple, a
parameter that belongs to two functions.
)",
     R"(
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2,), "float32")):
        R.func_attr({"global_symbol": "other"})
        return x
)",
     R"(
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2,), "float32")):
        R.func_attr({"global_symbol": "main"})
        return x
)"},
    {Diag::impure, R"(
A function is pure unless it is declared otherwise, and a pure function calls nothing that has effects or that is not
known to have none: R.print, R.assert_op, R.call_packed, impure functions. A dataflow block is pure even in an impure
function.
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    R.print(x, format="{}")
    return x
)",
     R"(
@R.function(pure=False)
def main(x: R.Tensor((2,), "float32")):
    R.print(x, format="{}")
    return x
)"},
    {Diag::bad_block, R"(
A function ends with its only return. Both branches of an `if` bind the same variable last, and neither returns. A
dataflow block holds neither another one nor an `if`; R.output is its last statement and lists variables of this
block.
)",
     R"(
@R.function
def main(c: R.Tensor((), "bool"), x: R.Tensor((2,), "float32")):
    if c:
        y = R.add(x, x)
    else:
        z = R.multiply(x, x)
    return x
)",
     R"(
@R.function
def main(c: R.Tensor((), "bool"), x: R.Tensor((2,), "float32")):
    if c:
        y = R.add(x, x)
    else:
        y = R.multiply(x, x)
    return y
)"},
    {Diag::outer_loop_variable, R"(
A block with variables (T.axis) stands for itself: what it needs of the loops around it, it gets through them. So its
regions and its body may use the variables of loops inside of it and its own, but not those of a loop around it. A note
names the loop and the block.
)",
     R"(
@T.prim_func
def copy(A: T.Buffer((8, 8), "float32"), B: T.Buffer((8, 8), "float32")):
    for i, j in T.grid(8, 8):
        with T.block("copy"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[i, vj]
)",
     R"(
@T.prim_func
def copy(A: T.Buffer((8, 8), "float32"), B: T.Buffer((8, 8), "float32")):
    for i, j in T.grid(8, 8):
        with T.block("copy"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj]
)"},
    {Diag::undefined_variable, R"(
A variable of a kernel has its value from a parameter, a loop, a block, a let, or from a buffer of a parameter, where
it stands alone as a dim, a stride or the offset: a shape (n * 2,) gives n no value. It has it as long as the construct
lasts. A buffer has its memory from a parameter, T.alloc_buffer, T.allocate, T.decl_buffer, or from `data` of another.
)",
     R"(
@T.prim_func
def double(a: T.handle):
    n = T.int32()
    A = T.match_buffer(a, (n * 2,))
    for i in range(n * 2):
        A[i] = A[i] * T.float32(2)
)",
     R"(
@T.prim_func
def double(a: T.handle):
    n = T.int32()
    A = T.match_buffer(a, (n,))
    for i in range(n):
        A[i] = A[i] * T.float32(2)
)"},
    {Diag::redefined_variable, R"(
A variable of a kernel is defined once, in the whole module. Texts make a new one for each name that they bind, except
where they hand one over: T.LetStmt(value, var=x), T.Let, T.iter_var.
)",
     R"(
@T.prim_func
def twice(A: T.Buffer((2,), "int32")):
    x = T.int32()
    with T.LetStmt(1, var=x):
        A[0] = x
    with T.LetStmt(2, var=x):
        A[1] = x
)",
     R"(
@T.prim_func
def twice(A: T.Buffer((2,), "int32")):
    x = T.int32()
    with T.LetStmt(1, var=x):
        A[0] = x
    y = T.int32()
    with T.LetStmt(2, var=y):
        A[1] = y
)"},
    {Diag::bad_kernel, R"(
The conditions of `if` and `while` are scalars, bounds and indices are integers, what is returned has the dtype
that the kernel declares and does not leave a parallel loop, and a predicate has as many lanes as what it guards.
A buffer has as many strides as dims, and a constant as many elements as are given. TVM accepts most of this, and
fails later or computes something else.
)",
     R"(
@T.prim_func
def sign(n: T.int32) -> T.int32:
    if n > 0:
        return T.float32(1)
    return 0
)",
     R"(
@T.prim_func
def sign(n: T.int32) -> T.int32:
    if n > 0:
        return 1
    return 0
)"},
    {Diag::unknown_pass, R"(
The pipeline names a pass that does not exist. `hammock list passes` prints those that do.
)",
     R"(
$ hammock opt --passes=DeadCodeElimination,CombineParalelMatmul example.py
@R.function
def main(x: R.Tensor((2,), "float32")):
    return x
)",
     R"(
$ hammock opt --passes=DeadCodeElimination,CombineParallelMatmul example.py
@R.function
def main(x: R.Tensor((2,), "float32")):
    return x
)"},
    {Diag::bad_pipeline, R"(
A pipeline is a list of passes with commas between them: options in braces, groups that repeat until nothing changes
in brackets with a bound. `hammock list passes` prints the options of each pass.
)",
     R"(
$ hammock opt --passes=CombineParallelMatmul{min-branch=3} example.py
@R.function
def main(x: R.Tensor((2,), "float32")):
    return x
)",
     R"(
$ hammock opt --passes=CombineParallelMatmul{min-branches=3} example.py
@R.function
def main(x: R.Tensor((2,), "float32")):
    return x
)"},
    {Diag::bad_rule, R"(
A rule is a pattern and a replacement that take the same parameters and have the same struct info. What the
replacement uses must occur in the pattern; a script must have at least one rule.
)",
     R"(
$ hammock rules list example.py
@R.rewriter
class DoubleIsSum:
    @R.function
    def pattern(x: R.Tensor(("n",), "float32"), y: R.Tensor(("n",), "float32")):
        z = R.multiply(x, R.const(2, "float32"))
        return z

    @R.function
    def replacement(x: R.Tensor(("n",), "float32"), y: R.Tensor(("n",), "float32")):
        z = R.add(x, y)
        return z
)",
     R"(
$ hammock rules list example.py
@R.rewriter
class DoubleIsSum:
    @R.function
    def pattern(x: R.Tensor(("n",), "float32")):
        z = R.multiply(x, R.const(2, "float32"))
        return z

    @R.function
    def replacement(x: R.Tensor(("n",), "float32")):
        z = R.add(x, x)
        return z
)"},
    {Diag::script_failed, R"(
A rule script made a mistake while it ran: an index out of range, an assertion that does not hold, values that an
operator is not defined for. The notes say which calls led there.
)",
     R"(
$ hammock rules list example.py
x = wildcard()
pattern = is_op("relax.add")([x, x][0], [x, x][2])

def rewriter(orig, matchings):
    return R.multiply(matchings[x], R.const(2, "float32"))
)",
     R"(
$ hammock rules list example.py
x = wildcard()
pattern = is_op("relax.add")([x, x][0], [x, x][1])

def rewriter(orig, matchings):
    return R.multiply(matchings[x], R.const(2, "float32"))
)"},
    {Diag::wrong_rule, R"(
`hammock rules check` makes programs that a rule matches, with random shapes and values, and runs them before and
after. This rule changes what they compute. The message names the first element that differs and how to make the same
program again.
)",
     R"(
$ hammock rules check example.py
@R.rewriter
class SubtractionIsCommutative:
    @R.function
    def pattern(x: R.Tensor(("n",), "float32"), y: R.Tensor(("n",), "float32")):
        z = R.subtract(x, y)
        return z

    @R.function
    def replacement(x: R.Tensor(("n",), "float32"), y: R.Tensor(("n",), "float32")):
        z = R.subtract(y, x)
        return z
)",
     R"(
$ hammock rules check example.py
@R.rewriter
class SubtractionIsSum:
    @R.function
    def pattern(x: R.Tensor(("n",), "float32"), y: R.Tensor(("n",), "float32")):
        z = R.subtract(x, y)
        return z

    @R.function
    def replacement(x: R.Tensor(("n",), "float32"), y: R.Tensor(("n",), "float32")):
        negated = R.negative(y)
        z = R.add(x, negated)
        return z
)"},
    {Diag::not_expressible, R"(
hammock migrate was asked for a version of TVM that has no words for something in the script: a newer operator or
parameter for tvm-0.19, a Prim parameter with a value for tvm-0.26. The file is left as it is.
)",
     R"(
$ hammock migrate --to=tvm-0.19 --check example.py
@R.function
def main(x: R.Tensor((4,), "float32")):
    y = R.trunc(x)
    return y
)",
     R"(
$ hammock migrate --to=tvm-0.19 --check example.py
@R.function
def main(x: R.Tensor((4,), "float32")):
    y = R.floor(x)
    return y
)"},
    {Diag::ambiguous_version, R"(
A parameter that is left out has another default in TVM 0.19 than in TVM 0.26, and no spelling in the file says for
which it was written. Write the parameter, or say --from=tvm-0.19 or --from=tvm-0.26.
)",
     R"(
$ hammock migrate --check example.py
@R.function
def main(x: R.Tensor((1, 2, 8), "float32")):
    y = R.nn.avg_pool1d(x, pool_size=2, padding=1)
    return y
)",
     R"(
$ hammock migrate --check example.py
@R.function
def main(x: R.Tensor((1, 2, 8), "float32")):
    y = R.nn.avg_pool1d(x, pool_size=2, padding=1, count_include_pad=True)
    return y
)"},
    {Diag::bad_pattern, R"(
A pattern is wanted, and something else is there; or patterns are connected where they cannot be. Patterns are made by
wildcard(), is_op(...), is_const() and such; a PatternContext connects those that were made in it, each two once.
)",
     R"(
$ hammock rules list example.py
x = wildcard()
pattern = is_op("relax.add")(x, 1)

def rewriter(orig, matchings):
    return R.multiply(matchings[x], R.const(2, "float32"))
)",
     R"(
$ hammock rules list example.py
x = wildcard()
pattern = is_op("relax.add")(x, x)

def rewriter(orig, matchings):
    return R.multiply(matchings[x], R.const(2, "float32"))
)"},
    {Diag::wrong_script_value, R"(
A place of a rule script takes one kind of value (a rewriter, a variable of the match, struct info, a dict), and another
is there. The message names both.
)",
     R"(
$ hammock rules list example.py
x = wildcard()
pattern = wildcard().has_struct_info(1)

def rewriter(orig, matchings):
    return R.multiply(matchings[x], R.const(2, "float32"))
)",
     R"(
$ hammock rules list example.py
x = wildcard()
pattern = is_op("relax.add")(x, x)

def rewriter(orig, matchings):
    return R.multiply(matchings[x], R.const(2, "float32"))
)"},
    {Diag::outside_of_match, R"(
The values of a match live as long as the call of the rewriter or of the check that gets them: they cannot be kept for
the next one, and calls can be built only there.
)",
     R"(
$ hammock rules list example.py
x = wildcard()
pattern = is_op("relax.add")(x, x)
call = relax.Call(is_op, [])

def rewriter(orig, matchings):
    return R.multiply(matchings[x], R.const(2, "float32"))
)",
     R"(
$ hammock rules list example.py
x = wildcard()
pattern = is_op("relax.add")(x, x)

def rewriter(orig, matchings):
    return R.multiply(matchings[x], R.const(2, "float32"))
)"},
    {Diag::run_failed, R"(
The script is valid, but this run of it failed: a value is not what a match_cast or a function declares, an assertion
does not hold, an index lies outside its tensor. The exit code is 4.
)",
     R"(
$ hammock run --engine=eval --input=x=3xf32=[0,1,2] example.py
@R.function
def main(x: R.Tensor(("n",), "float32")):
    y = R.match_cast(x, R.Tensor((2,), "float32"))
    return y
)",
     R"(
$ hammock run --engine=eval --input=x=2xf32=[0,1] example.py
@R.function
def main(x: R.Tensor(("n",), "float32")):
    y = R.match_cast(x, R.Tensor((2,), "float32"))
    return y
)"},
    {Diag::too_deep, R"(
Brackets, suites, tuples, struct info and the like may be nested up to a bound that no program reaches, so that no
input can exhaust the machine. The bound is in the message.
)",
     R"(
$ hammock opt --passes=[[[[[[[[[[[[[[[[[[[[[DeadCodeElimination]]]]]]]]]]]]]]]]]]]]] example.py
@R.function
def main(x: R.Tensor((2,), "float32")):
    return x
)",
     R"(
$ hammock opt --passes=[DeadCodeElimination] example.py
@R.function
def main(x: R.Tensor((2,), "float32")):
    return x
)"},
    {Diag::too_large, R"(
A number, a count or a size is beyond what can be carried out: integers have 64 bits, tuples, ranks and lists of
attributes a bound that is in the message.
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "int64")):
    y = R.add(x, R.const(9223372036854775808, "int64"))
    return y
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "int64")):
    y = R.add(x, R.const(9223372036854775807, "int64"))
    return y
)"},
    {Diag::unsupported, R"(
The text is part of the language, but this version of Hammock does not carry it out. The message names what it is;
nothing is ignored silently.
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.emit_te(x)
    return y
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.add(x, x)
    return y
)"},
    {Diag::ran_on_nothing, R"(
The module has no Relax function, or for passes that work on kernels no kernel either, so that a pass of the pipeline
had nothing to do. This is a warning: perhaps it is the wrong file.
)",
     R"(
$ hammock opt --passes=FoldConstant example.py
@I.ir_module
class Module:
    @T.prim_func
    def copy(a: T.Buffer((2,), "float32"), b: T.Buffer((2,), "float32")):
        for i in range(2):
            b[i] = a[i]
)",
     R"(
$ hammock opt --passes=FoldConstant example.py
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2,), "float32")):
        return x
)"},
    {Diag::not_in_dialect, R"(
The module says something that the version of TVM for which its text is printed (--dialect) has no words for: a newer
operator or parameter, or an older one that is gone. It is printed as another version spells it: Hammock reads it
back, that version of TVM does not.
)",
     R"(
$ hammock fmt --dialect=tvm-0.19 example.py
@R.function
def main(x: R.Tensor((4,), "float32"), i: R.Tensor((2,), "int64")):
    y = R.take(x, i, axis=0, mode="clip")
    return y
)",
     R"(
$ hammock fmt --dialect=tvm-0.26 example.py
@R.function
def main(x: R.Tensor((4,), "float32"), i: R.Tensor((2,), "int64")):
    y = R.take(x, i, axis=0, mode="clip")
    return y
)"},
    {Diag::loose_rule, R"(
A warning about a rule: its pattern matches calls whatever some of their attributes are, though the replacement is
right for some values only; or it matches, and the replacement is something that the variable cannot hold. Attributes
are tested with `.has_attr({...})`.
)",
     R"(
$ hammock rules check example.py
x = wildcard()
pattern = is_op("relax.permute_dims")(is_op("relax.permute_dims")(x))

def rewriter(orig, matchings):
    return R.permute_dims(R.permute_dims(orig))
)",
     R"(
$ hammock rules check example.py
x = wildcard()
inner = is_op("relax.permute_dims")(x).has_attr({"axes": [1, 0]})
pattern = is_op("relax.permute_dims")(inner).has_attr({"axes": [1, 0]})

def rewriter(orig, matchings):
    return matchings[x]
)"},
    {Diag::missing_import, R"(
A file of Python is edited in place (`-i`, and what `--check` and `--diff` look at): only the lines of its definitions
change. The canonical text writes I., T. and R., and `metadata = tvm.ir.load_json(...)` for constants; where the
Python around imports one of these names not, or under another name, running the file would fail. Add the import.
)",
     R"(
$ hammock fmt --diff example.py
from tvm.script import relax as R

@R.function
def main(x: R.Tensor(("n",), "float32")):
    return x
)",
     R"(
$ hammock fmt --diff example.py
from tvm.script import relax as R, tir as T

@R.function
def main(x: R.Tensor(("n",), "float32")):
    return x
)"},
    {Diag::left_out, R"(
TVM's text has no numbers for tensor constants, nor for scalars of dtypes such as uint8 and bfloat16: they stand in a
metadata section, and where that is not asked for the text ends with "Metadata omitted" and cannot be read back.
`--no-meta` prints it so; `-i` and `-o` refuse to, for the file would lose its constants. By itself Hammock leaves out
nothing of that, and `--show-meta` prints TVM's text with the section. The default of a parameter, `x: R.Tensor((2,),
"float32") = y`, has no meaning: TVM reads over it, and it is not printed.
)",
     R"(
$ hammock fmt --no-meta example.py
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.add(x, R.const([1.5, 2.5], "float32"))
    return y
)",
     R"(
$ hammock fmt --show-meta example.py
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.add(x, R.const([1.5, 2.5], "float32"))
    return y
)"},
    {Diag::renamed, R"(
TVM's importer of ONNX prints the names of the model, and some begin with a digit: `1_weight`, which Python cannot
read. Such a name gets a `_` in front, everywhere in the file (or several, where the file has that name already).
Parameters are found in `.npz` files by either name.
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32"), 1_bias: R.Tensor((2,), "float32")):
    return R.add(x, 1_bias)
)",
     R"(
@R.function
def main(x: R.Tensor((2,), "float32"), _1_bias: R.Tensor((2,), "float32")):
    return R.add(x, _1_bias)
)"},
    {Diag::index_out_of_bounds, R"(
Whenever the statement runs, or for some iteration of its loops that surely runs, the index is below 0 or not below the
extent of its dim. `hammock run --engine=eval` would stop there; compiled code reads or writes another's memory. The
bounds of loops and of block variables are taken into account, and symbolic dims are taken as not negative.
)",
     R"(
@T.prim_func
def shift(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i in range(16):
        B[i] = A[i + 1]
)",
     R"(
@T.prim_func
def shift(A: T.Buffer((17,), "float32"), B: T.Buffer((16,), "float32")):
    for i in range(16):
        B[i] = A[i + 1]
)"},
    {Diag::outside_of_region, R"(
T.reads and T.writes say what a block touches, and whatever moves or fuses blocks believes them. Here the block touches
an element, or a whole buffer, that they leave out. Without T.reads and T.writes the regions are found.
)",
     R"(
@T.prim_func
def sum_pairs(A: T.Buffer((17,), "float32"), B: T.Buffer((16,), "float32")):
    for i in range(16):
        with T.block("pair"):
            vi = T.axis.spatial(16, i)
            T.reads(A[vi])
            T.writes(B[vi])
            B[vi] = A[vi] + A[vi + 1]
)",
     R"(
@T.prim_func
def sum_pairs(A: T.Buffer((17,), "float32"), B: T.Buffer((16,), "float32")):
    for i in range(16):
        with T.block("pair"):
            vi = T.axis.spatial(16, i)
            T.reads(A[vi:vi + 2])
            T.writes(B[vi])
            B[vi] = A[vi] + A[vi + 1]
)"},
    {Diag::read_before_written, R"(
A buffer that the kernel allocates holds anything at first. Here nothing but the statement itself writes what it reads,
so the first sum begins with whatever was in the memory: a reduction needs T.init, or a store before it.
)",
     R"(
@T.prim_func
def total(A: T.Buffer((16,), "float32"), B: T.Buffer((1,), "float32")):
    s = T.alloc_buffer((1,), "float32")
    for i in range(16):
        with T.block("sum"):
            vi = T.axis.reduce(16, i)
            s[0] = s[0] + A[vi]
    B[0] = s[0]
)",
     R"(
@T.prim_func
def total(A: T.Buffer((16,), "float32"), B: T.Buffer((1,), "float32")):
    s = T.alloc_buffer((1,), "float32")
    for i in range(16):
        with T.block("sum"):
            vi = T.axis.reduce(16, i)
            with T.init():
                s[0] = T.float32(0)
            s[0] = s[0] + A[vi]
    B[0] = s[0]
)"},
    {Diag::fails_when_run, R"(
An integer is divided by an expression that is always 0, or shifted by a number of bits that its dtype does not have, or
an index is a float.
The reference executor stops there; what compiled code does is undefined.
)",
     R"(
@T.prim_func
def scale(A: T.Buffer((16,), "int32")):
    for i in range(16):
        A[i] = T.shift_left(A[i], 32 + i)
)",
     R"(
@T.prim_func
def scale(A: T.Buffer((16,), "int32")):
    for i in range(16):
        A[i] = T.shift_left(A[i], i)
)"},
    {Diag::never_runs, R"(
A loop whose extent is never above 0 does nothing. The init of a block runs where all its reduction variables are at the
beginnings of their domains; if no iteration has them there, a reduction adds to what was in the buffer before.
)",
     R"(
@T.prim_func
def total(A: T.Buffer((16,), "float32"), B: T.Buffer((1,), "float32")):
    for i in range(15):
        with T.block("sum"):
            vi = T.axis.reduce(16, i + 1)
            with T.init():
                B[0] = T.float32(0)
            B[0] = B[0] + A[vi]
)",
     R"(
@T.prim_func
def total(A: T.Buffer((16,), "float32"), B: T.Buffer((1,), "float32")):
    for i in range(15):
        with T.block("sum"):
            vi = T.axis.reduce((1, 16), i + 1)
            with T.init():
                B[0] = T.float32(0)
            B[0] = B[0] + A[vi]
)"},
    {Diag::unused_buffer, R"(
The kernel allocates a buffer, or matches one with a region, and no statement loads from it, stores to it or uses its
pointer.
)",
     R"(
@T.prim_func
def double(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    t = T.alloc_buffer((16,), "float32")
    for i in range(16):
        B[i] = A[i] * T.float32(2)
)",
     R"(
@T.prim_func
def double(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i in range(16):
        B[i] = A[i] * T.float32(2)
)"},
    {Diag::not_vectorizable, R"(
The iterations of a T.vectorized loop become the lanes of vectors: there must be a constant number of them, without a
`while`, another vectorized loop or an allocation of varying size in them. TVM fails to compile such a loop; Hammock
runs it one iteration after the other.
)",
     R"(
@T.prim_func
def double(n: T.int32, A: T.Buffer((16,), "float32")):
    for i in T.vectorized(n):
        A[i] = A[i] * T.float32(2)
)",
     R"(
@T.prim_func
def double(n: T.int32, A: T.Buffer((16,), "float32")):
    for i in range(n):
        A[i] = A[i] * T.float32(2)
)"},
    {Diag::data_race, R"(
The iterations of a T.parallel loop run at the same time and in any order, and all of them store to the same element:
what is there at the end is that of any iteration, and sums lose some.
)",
     R"(
@T.prim_func
def total(A: T.Buffer((16,), "float32"), B: T.Buffer((1,), "float32")):
    B[0] = T.float32(0)
    for i in T.parallel(16):
        B[0] = B[0] + A[i]
)",
     R"(
@T.prim_func
def total(A: T.Buffer((16,), "float32"), B: T.Buffer((1,), "float32")):
    B[0] = T.float32(0)
    for i in range(16):
        B[0] = B[0] + A[i]
)"},
    {Diag::narrowing_store, R"(
A kernel stores a float to a buffer of integers, and it is cast: what stands behind the point is lost. TVM does so, too,
and warns. A cast that is written says that it is meant.
)",
     R"(
@T.prim_func
def rounded(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32")):
    for i in range(16):
        B[i] = A[i] + T.float32(0.5)
)",
     R"(
@T.prim_func
def rounded(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "int32")):
    for i in range(16):
        B[i] = T.Cast("int32", A[i] + T.float32(0.5))
)"},
    {Diag::shared_symbol, R"(
Two functions of a module are called the same by those who link it: the attribute global_symbol of a kernel is that of
another, or the name of another function that is not private. Only one of them can be found.
)",
     R"(
@I.ir_module
class Module:
    @T.prim_func
    def first(A: T.Buffer((4,), "float32")):
        T.func_attr({"global_symbol": "kernel"})
        A[0] = T.float32(1)

    @T.prim_func
    def second(A: T.Buffer((4,), "float32")):
        T.func_attr({"global_symbol": "kernel"})
        A[0] = T.float32(2)
)",
     R"(
@I.ir_module
class Module:
    @T.prim_func
    def first(A: T.Buffer((4,), "float32")):
        T.func_attr({"global_symbol": "kernel_1"})
        A[0] = T.float32(1)

    @T.prim_func
    def second(A: T.Buffer((4,), "float32")):
        T.func_attr({"global_symbol": "kernel_2"})
        A[0] = T.float32(2)
)"},
    {Diag::ends_without_value, R"(
A kernel says what it returns, but not every way through it meets a `return`. Who asks for the value of a call that ends
without one fails when it is run; in TVM the value may be anything.
)",
     R"(
@T.prim_func
def sign(x: T.int32) -> T.int32:
    if x > 0:
        return 1
    if x < 0:
        return -1
)",
     R"(
@T.prim_func
def sign(x: T.int32) -> T.int32:
    if x > 0:
        return 1
    if x < 0:
        return -1
    return 0
)"},
    {Diag::pass_remark, R"(
A remark (--remarks): a pass found a place that it could rewrite in general, left it alone, and says why. Nothing is
wrong.
)",
     R"(
$ hammock opt --remarks --passes=CombineParallelMatmul example.py
@R.function
def main(x: R.Tensor((4,), "float32"), v: R.Tensor((4,), "float32")):
    with R.dataflow():
        p = R.matmul(x, v)
        q = R.matmul(x, v)
        R.output(p, q)
    return (p, q)
)",
     R"(
$ hammock opt --remarks --passes=CombineParallelMatmul example.py
@R.function
def main(x: R.Tensor((2, 4), "float32"), a: R.Tensor((4, 3), "float32"), b: R.Tensor((4, 5), "float32")):
    with R.dataflow():
        p = R.matmul(x, a)
        q = R.matmul(x, b)
        R.output(p, q)
    return (p, q)
)"},
    {Diag::not_compared, R"(
A remark of `--check-each`: a function could not be run before and after a pass, or not as often as wanted, and why.
It takes something that cannot be made at random, calls something that the reference executor does not know, or a run
takes more operations than the bound (`--check-work`). Nothing is known to be wrong.
)",
     R"(
$ hammock opt --check-each=2 --passes=DeadCodeElimination example.py
@R.function
def main(x: R.Tensor((4,), "float32"), f: R.Object):
    with R.dataflow():
        p = R.add(x, x)
        q = R.add(p, p)
        R.output(p)
    return p
)",
     R"(
$ hammock opt --check-each=2 --passes=DeadCodeElimination example.py
@R.function
def main(x: R.Tensor((4,), "float32")):
    with R.dataflow():
        p = R.add(x, x)
        q = R.add(p, p)
        R.output(p)
    return p
)"},
    {Diag::not_executable, R"(
The kernel is in order, but made for a GPU or for the inside of TVM's compiler: it calls an intrinsic such as
T.tvm_storage_sync, or has a construct that TVM lowers before it runs anything. It can be checked and printed, but
neither executor runs it.
)",
     R"(
@T.prim_func
def wait(A: T.Buffer((16,), "float32")):
    T.tvm_storage_sync("shared")
    A[0] = T.float32(0)
)",
     R"(
@T.prim_func
def wait(A: T.Buffer((16,), "float32")):
    A[0] = T.float32(0)
)"},
};

consteval bool has_every_row() {
  size_t i = 0;
  for (const Row& row : kRows) {
    if (row.id != static_cast<Diag>(i++) || row.text.empty() || row.wrong.empty() || row.right.empty()) return false;
  }
  return i == static_cast<size_t>(Diag::count);
}
static_assert(has_every_row(),
              "a row of diagnostics.def has no explanation here, or it does not stand in the order of that table");

std::string_view without_first_line_end(std::string_view text) { return text.substr(text.starts_with('\n')); }

}  // namespace

Explanation explanation(Diag diag) {
  const Row& row = kRows[static_cast<size_t>(diag)];
  return {without_first_line_end(row.text), without_first_line_end(row.wrong), without_first_line_end(row.right)};
}

}  // namespace hammock
