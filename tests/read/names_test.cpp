// SPDX-License-Identifier: Apache-2.0
// Names, calls and blocks: every mistake is reported once, at its place, and its neighbours are still read.
#include <doctest/doctest.h>

#include "read_test.h"

using namespace hammock;
using hammock::test::canonical;
using hammock::test::problems;
using hammock::test::read;

namespace {

std::string function(const std::string& body) {
  return "@R.function\ndef f(x: R.Tensor((2, 3), \"float32\"), c: R.Tensor((), \"bool\")):\n" + body;
}

std::string message(std::string text) {
  auto result = read(std::move(text));
  return result.diagnostics.all().empty() ? "" : result.diagnostics.all()[0].text;
}

}  // namespace

TEST_CASE("ten mistakes are ten messages") {
  CHECK(problems(function(R"(    a = R.ad(x, x)
    b = R.add(a, x)
    d = R.sum(x, axes=1)
    e = R.add(x, 1)
    g = R.matmul(x, x)
    h = R.concat([x, x], axis=7)
    i = x + 1
    k = R.nn.softmx(x)
    l = R.add(x, x, x)
    m = R.add(x, e)
    n: R.Tensor((2, 3), "float3q") = R.add(x, x)
    o = R.permute_dims(x, axes=[0, "a"])
    return q
)")) == "3:9 E0203 5:18 E0301 6:18 E0305 7:9 E0403 8:26 E0405 9:13 E0305 10:9 E0203 11:21 E0303 13:25 E0406 14:36 "
        "E0311 15:12 E0201");
}

TEST_CASE("suggestions") {
  CHECK(message(function("    y = R.nn.softmx(x)\n    return y\n")) ==
        "'R.nn.softmx' is no operator or intrinsic; did you mean 'R.nn.softmax'?");
  CHECK(message(function("    y = R.sum(x, keepdim=True)\n    return y\n")) ==
        "R.sum has no parameter 'keepdim'; did you mean 'keepdims'?");
  CHECK(message(function("    weight = x\n    return weigth\n")) == "'weigth' is not defined; did you mean 'weight'?");
  CHECK(message(function("    y = R.astype(x, \"flaot32\")\n    return y\n")) ==
        "there is no dtype 'flaot32'; did you mean 'float32'?");
}

TEST_CASE("names end with their scope") {
  CHECK(problems(function(
            "    with R.dataflow():\n        a = R.add(x, x)\n        b = a\n        R.output(b)\n    return a\n")) ==
        "7:12 E0201");
  CHECK(problems(function("    if c:\n        a = x\n        y = a\n    else:\n        y = x\n    return a\n")) ==
        "8:12 E0201");
  CHECK(problems(function("    with R.dataflow():\n        a = R.add(x, x)\n        R.output(x)\n    return x\n")) ==
        "5:18 E0503");
}

TEST_CASE("blocks, branches and returns that break their rules") {
  CHECK(problems(function("    return x\n    return x\n")) == "4:5 E0503");
  CHECK(problems(function("    y = x\n")) == "2:5 E0503");
  CHECK(problems(function("    if c:\n        y = x\n    return x\n")) == "3:5 E0503");
  CHECK(problems(function("    if c:\n        y = x\n    else:\n        z = x\n    return x\n")) == "6:9 E0503");
  CHECK(problems(function("    if c:\n        return x\n    else:\n        y = x\n    return x\n")) == "4:9 E0503");
  CHECK(problems(function("    with R.dataflow():\n        if c:\n            y = x\n        else:\n            y = "
                          "x\n        R.output(y)\n    return y\n")) == "4:9 E0503");
  CHECK(problems(function("    with R.dataflow():\n        a = R.add(x, x)\n        R.output(a)\n        b = R.add(a, "
                          "a)\n    return a\n")) == "6:13 E0503");
  CHECK(problems(function("    R.add(x, x)\n    return x\n")) == "3:5 E0106");
}

TEST_CASE("Python that is not part of the language") {
  CHECK(problems(function("    for i in range(3):\n        y = x\n    return x\n")) == "3:5 E0106");
  CHECK(problems(function("    x += 1\n    a = b = x\n    x[0] = x\n    x.y = x\n    return x\n")) ==
        "3:5 E0106 4:5 E0106 5:5 E0106 6:5 E0106");
  CHECK(problems(function("    y = x if c else x\n    return x\n")) == "3:14 E0106");
  CHECK(problems(function("    y = R.add(*x)\n    return x\n")) == "3:15 E0106");
  CHECK(problems("@R.function\ndef f(x):\n    return x\n") == "2:7 E0401");
  CHECK(problems("def f(x: R.Object):\n    return x\n") == "1:5 E0106");
}

TEST_CASE("a module's functions") {
  CHECK(problems(R"(@I.ir_module
class M:
    @R.function
    def f(x: R.Tensor((2,), "float32")):
        cls = M
        y = cls.h(x)
        z = cls.missing(x)
        return y
    @R.function
    def f(x: R.Object):
        return x
    @R.function
    def h(x: R.Tensor((2,), "float32")):
        return q
)") == "7:13 E0204 10:9 E0202 14:16 E0201");
  CHECK(canonical("@I.ir_module\nclass M:\n    pass\n") ==
        "# from tvm.script import ir as I\n\n@I.ir_module\nclass M:\n    pass");
}

TEST_CASE("symbolic dims") {
  CHECK(canonical(R"(@R.function
def f(x: R.Tensor(("n", "m + 1"), "float32"), s: R.Shape(["m"])):
    n = T.int64(is_size_var=True)
    k = n * 2
    y = R.match_cast(x, R.Tensor((n, k), "float32"))
    return R.shape([k, n + 0])
)") == R"(# from tvm.script import tir as T
# from tvm.script import relax as R

@R.function
def f(x: R.Tensor(("n", "m + 1"), dtype="float32"), s: R.Shape(["m"])) -> R.Shape(["n * 2", "n"]):
    n = T.int64(is_size_var=True)
    m = T.int64()
    y: R.Tensor((n, n * 2), dtype="float32") = R.match_cast(x, R.Tensor((n, n * 2), dtype="float32"))
    return R.shape([n * 2, n]))");
  CHECK(problems("@R.function\ndef f(x: R.Tensor((\"m + 1\",))):\n    return x\n") == "2:20 E0201");
  CHECK(problems("@R.function\ndef f(x: R.Tensor((\"m +\", \"n\"))):\n    return x\n") == "2:20 E0105");
  CHECK(
      problems(
          "@R.function\ndef f(x: R.Tensor((\"n\",))):\n    y = R.match_cast(x, R.Tensor((\"n\",)))\n    return x\n") ==
      "3:35 E0401");
}

TEST_CASE("conversions of arguments") {
  CHECK(canonical(R"(@R.function
def f(x: R.Tensor((1, 4, 8, 8), "float32"), w: R.Tensor((4, 4, 3, 3), "float32")):
    a = R.nn.conv2d(x, w, padding=(1, 2))
    b = -a * R.const(0.5)
    t = (b, 2, "s", ())
    return R.reshape(b, (1, -1))
)") == R"(# from tvm.script import relax as R

@R.function
def f(x: R.Tensor((1, 4, 8, 8), dtype="float32"), w: R.Tensor((4, 4, 3, 3), dtype="float32")) -> R.Tensor((1, 320), dtype="float32"):
    a: R.Tensor((1, 4, 8, 10), dtype="float32") = R.nn.conv2d(x, w, strides=[1, 1], padding=[1, 2, 1, 2], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
    gv1: R.Tensor((1, 4, 8, 10), dtype="float32") = R.negative(a)
    b: R.Tensor((1, 4, 8, 10), dtype="float32") = R.multiply(gv1, R.const(0.5, "float32"))
    t: R.Tuple(R.Tensor((1, 4, 8, 10), dtype="float32"), R.Prim(value=2), R.Object, R.Tuple) = b, R.prim_value(2), R.str("s"), R.tuple()
    gv4: R.Tensor((1, 320), dtype="float32") = R.reshape(b, R.shape([1, 320]))
    return gv4)");
}

TEST_CASE("the elements that stars stand for are added while expressions are held") {
  std::string text = "@R.function\ndef f(t: R.Tuple(R.Tensor((2,), \"float32\"), R.Tensor((2,), \"float32\"))):\n";
  std::string stars = "*t", indices = "t[0], t[1]";
  for (int i = 0; i < 300; ++i) {
    stars += ", *t";
    indices += ", t[0], t[1]";
  }
  CHECK(canonical(text + "    y = R.concat([" + stars + "])\n    return y\n") ==
        canonical(text + "    y = R.concat([" + indices + "])\n    return y\n"));
}
