// SPDX-License-Identifier: Apache-2.0
// Scripts as a person writes them and the canonical text, which reads back to itself.
#include <doctest/doctest.h>

#include "hammock/print/print.h"
#include "hammock/read/read.h"

using namespace hammock;

namespace {

std::string canonical(const std::string& text, PrintOptions options = {}) {
  Diagnostics diagnostics(std::make_shared<Source>("script", text));
  std::optional<Module> module = read_module(diagnostics.source(), std::make_shared<Context>(), diagnostics);
  return module ? print(*module, options) : render(diagnostics);
}

}  // namespace

TEST_CASE("functions are ordered, symbols declared at the head, kernels completed") {
  const std::string expected = R"(# from tvm.script import ir as I
# from tvm.script import tir as T
# from tvm.script import relax as R

@I.ir_module
class Halves:
    I.module_attrs({"a": [1, "x"], "b": T.bool(True)})
    @T.prim_func(private=True)
    def halve(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
        # with T.block("root"):
        for i in range(4):
            with T.block("half"):
                vi = T.axis.spatial(4, i)
                T.reads(A[vi])
                T.writes(B[vi])
                B[vi] = A[vi] * T.float32(0.5)

    ext = R.ExternFunc("lib.ext")
    @R.function(private=True)
    def helper(x: R.Tensor(("n",), dtype="float32")) -> R.Tensor(("n",), dtype="float32"):
        n = T.int64()
        R.func_attr({"Primitive": 1})
        return x

    @R.function
    def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
        cls = Halves
        with R.dataflow():
            y = R.call_tir(cls.halve, (x,), out_sinfo=R.Tensor((4,), dtype="float32"))
            z: R.Tensor((4,), dtype="float32") = cls.helper(y)
            R.output(z)
        return z)";
  CHECK(canonical(R"(
@I.ir_module
class Halves:
    I.module_attrs({"b": True, "a": [1, "x"]})
    @R.function
    def main(x: R.Tensor((4,), "float32")):
        cls = Halves
        with R.dataflow():
            y = R.call_tir(cls.halve, (x,), R.Tensor((4,), "float32"))
            z = cls.helper(y)
            R.output(z)
        return z
    ext = R.ExternFunc("lib.ext")
    @R.function(private=True)
    def helper(x: R.Tensor(("n",), "float32")) -> R.Tensor(("n",), "float32"):
        R.func_attr({"Primitive": 1})
        return x
    @T.prim_func(private=True)
    def halve(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
        for i in range(4):
            with T.block("half"):
                vi = T.axis.spatial(4, i)
                T.reads(A[vi])
                T.writes(B[vi])
                B[vi] = A[vi] * T.float32(0.5)
)") == expected);
  CHECK(canonical(expected) == expected);
}

TEST_CASE("every kind of leaf and void statement") {
  const std::string expected = R"(# from tvm.script import tir as T
# from tvm.script import relax as R

@R.function(pure=False)
def main(x: R.Tensor((2,), dtype="float32"), s: R.Shape(ndim=2), c: R.Tensor((), dtype="bool")) -> R.Tensor((2,), dtype="float32"):
    n = T.int64()
    k = T.int64()
    a: R.Tensor((), dtype="float16") = R.const(0.5, "float16")
    b: R.Tuple(R.Prim(value=2), R.Object, R.Tuple(R.Tensor((2,), dtype="float32")), R.Tuple) = R.prim_value(2), R.str("a\n\"b\""), (x,), R.tuple()
    d: R.Shape([n, k]) = R.match_cast(s, R.Shape([n, k]))
    e: R.Object = R.dtype("int8")
    R.print(x, a, format=R.str("{} {}"))
    R.assert_op(c, x, format=R.str("bad"))
    y: R.Tensor((2,), dtype="float32") = R.call_packed("f", x, R.prim_value(3), sinfo_args=(R.Tensor((2,), dtype="float32"),))
    z: R.Tensor((2,), dtype="float32") = R.nn.leakyrelu(y, alpha=0.20000000000000001)
    return z)";
  CHECK(canonical(expected) == expected);
}

TEST_CASE("nested functions and ifs repeat header and result") {
  const std::string expected =
      "# from tvm.script import tir as T\n"
      "# from tvm.script import relax as R\n"
      "\n"
      "@R.function\n"
      "def main(x: R.Tensor((2,), dtype=\"float32\"), c: R.Tensor((), dtype=\"bool\")) -> R.Tensor((2,), "
      "dtype=\"float32\"):\n"
      "    k = T.int64()\n"
      "    # from tvm.script import tir as T\n"
      "    # from tvm.script import relax as R\n"
      "    \n"
      "    @R.function\n"
      "    def inner(y: R.Tensor((k,), dtype=\"float32\")) -> R.Tensor((k,), dtype=\"float32\"):\n"
      "        z: R.Tensor((k,), dtype=\"float32\") = R.add(y, y)\n"
      "        return z\n"
      "\n"
      "    if c:\n"
      "        w_then: R.Tensor((2,), dtype=\"float32\") = inner(x)\n"
      "        w: R.Tensor((2,), dtype=\"float32\") = w_then\n"
      "    else:\n"
      "        w: R.Tensor((2,), dtype=\"float32\") = x\n"
      "    return w";
  CHECK(canonical(R"(
@R.function
def main(x: R.Tensor((2,), "float32"), c: R.Tensor((), "bool")):
    @R.function
    def inner(y: R.Tensor(("k",), "float32")) -> R.Tensor(("k",), "float32"):
        z = y + y
        return z
    if c:
        w = inner(x)
    else:
        w = x
    return w
)") == expected);
  CHECK(canonical(expected).starts_with(
      "# from tvm.script import tir as T\n# from tvm.script import relax as R\n\n@R.function\ndef main"));
}

TEST_CASE("annotations that can be inferred are left out on request") {
  CHECK(canonical(R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    a = x
    b = (a, x)
    c = b[0]
    d = R.const(1.0, "float32")
    return (c, d)
)",
                  {.show_all_struct_info = false}) == R"(# from tvm.script import relax as R

@R.function
def main(x: R.Tensor((2,), dtype="float32")) -> R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((), dtype="float32")):
    a = x
    b = a, x
    c = b[0]
    d: R.Tensor((), dtype="float32") = R.const(1.0, "float32")
    return (c, d))");
}

TEST_CASE("a lone function is called as its global_symbol says, if that is a name") {
  auto named = [](const std::string& symbol) {
    std::string text = canonical("@R.function\ndef f(x: R.Object):\n    R.func_attr({\"global_symbol\": \"" + symbol +
                                 "\"})\n    return x\n");
    CHECK(canonical(text) == text);
    return text.substr(text.find("def "));
  };
  CHECK(named("g") == "def g(x: R.Object) -> R.Object:\n    return x");
  CHECK(named("g#n") == "def f(x: R.Object) -> R.Object:\n    R.func_attr({\"global_symbol\": \"g#n\"})\n    return x");
}

TEST_CASE("constants come back from the metadata section") {
  std::string text = canonical(R"(
@R.function
def main(x: R.Tensor((2,), "float32")):
    c = R.const([1.0, 2.0], "float32")
    y = R.add(x, c)
    return y
)",
                               {.constants = Constants::metadata});
  CHECK(text.starts_with("metadata = tvm.ir.load_json("));
  CHECK(canonical(text, {.constants = Constants::metadata}) == text);
}

TEST_CASE("a class keeps its name, but for TVM's forms, and one named cls needs no other name for itself") {
  const std::string text = R"(
@I.ir_module
class cls:
    @R.function
    def f(x: R.Object) -> R.Object:
        return x

    @R.function
    def main(x: R.Object) -> R.Object:
        y: R.Object = cls.f(x)
        return y
)";
  auto body = [](std::string printed) { return printed.substr(printed.find("class ")); };
  std::string kept = body(canonical(text)), tvms = body(canonical(text, {.constants = Constants::metadata}));
  CHECK(kept.starts_with("class cls:\n"));
  CHECK(kept.find("        y: R.Object = cls.f(x)\n") != std::string::npos);
  CHECK(kept.find("cls = ") == std::string::npos);
  CHECK(tvms.starts_with("class Module:\n"));
  CHECK(tvms.find("        cls = Module\n        y: R.Object = cls.f(x)\n") != std::string::npos);
  CHECK(body(canonical(text, {.name = "Net"})).starts_with("class Net:\n"));
}
