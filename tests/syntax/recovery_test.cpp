// SPDX-License-Identifier: Apache-2.0
// A mistake costs its own statement: what stands around it is read, and nothing is said twice.
#include <doctest/doctest.h>

#include "../read/read_test.h"

using namespace hammock;
using hammock::test::kHead;
using hammock::test::problems;
using hammock::test::read;

namespace {

// Every kind of suite, lines that are joined, strings over several lines.
const std::string kSample = R"(# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_attrs({"a": 1})

    @T.prim_func
    def k(a: T.Buffer((4,), "float32"), b: T.Buffer((4,), "float32")):
        for i in range(4):
            b[i] = a[i] + T.float32(1)

    @R.function
    def f(x: R.Tensor(("n", 4), "float32"), c: R.Tensor((), "bool")) -> R.Tensor(("n", 4), "float32"):
        n = T.int64()
        if c:
            y = R.add(x, x)
        else:
            z = R.multiply(x, R.const([1.5, 2, 3, 4], "float32"))
            y = R.subtract(z, x)
        return y

    @R.function
    def main(x: R.Tensor((2, 4), "float32"),
             c: R.Tensor((), "bool")):
        cls = Module
        with R.dataflow():
            a = cls.f(x, c)
            b: R.Tensor((2, 4), "float32") = R.nn.relu(
                a)
            t = (a, b)
            u, w = t
            e = R.call_pure_packed("f", b, """a
b""", sinfo_args=R.Object)
            R.output(b)
        return b
)";

}  // namespace

TEST_CASE("a text that is cut off anywhere gets at most one message") {
  CHECK(problems(kSample) == "");
  for (size_t n = 0; n < kSample.size(); ++n) {
    test::ReadResult result = read(kSample.substr(0, n));
    INFO("cut after: ", kSample.substr(n > 60 ? n - 60 : 0, std::min<size_t>(n, 60)), "\n", render(result.diagnostics));
    CHECK(result.diagnostics.all().size() <= 1);
    CHECK(result.module.has_value() == result.diagnostics.all().empty());
  }
}

TEST_CASE("a bracket or a string that is never closed hides no other mistake") {
  CHECK(problems(kHead + "    a = R.add(x,\n    b = R.add(a, x)\n    c = R.ad(b, b)\n    return c\n") ==
        "3:14 E0105 5:9 E0203");
  CHECK(problems(kHead + "    a = R.add(\n        x, \"abc,\n        q)\n    b = R.ad(a, x)\n    return x\n") ==
        "4:12 E0104 6:9 E0203");
  CHECK(problems(kHead + "    a = R.add(x\n              x)\n    return a\n") == "4:15 E0105");
  CHECK(problems(kHead + "    a = R.add(x\n,x)\n    return a\n") == "");
  CHECK(problems(kHead + "    a = R.foo(\"\"\"x\n  y\n    return x\n") == "3:15 E0104");
}

TEST_CASE("the body of a function whose header is broken is read") {
  CHECK(problems("@R.function\ndef f(x: R.Tensor((2,), \"float32\"):\n    y = R.ad(x, x)\n    return y\n") ==
        "2:6 E0105 3:9 E0203");
  CHECK(problems("@R.function\ndef f(x: R.Tensor((2,), \"float32\"))\n    y = R.ad(x, x)\n    return y\n") ==
        "2:36 E0105 3:9 E0203");
}

TEST_CASE("what a broken statement leaves behind is not complained of") {
  CHECK(problems(kHead + "    retrun x\n") == "3:5 E0105");
  CHECK(problems(kHead + "    y = R.add(x x)\n    z = R.add(y, y)\n    return z\n") == "3:17 E0105");
  CHECK(problems(kHead + "    if x:\n        y = R.ad(x, x)\n    els:\n        y = x\n    return y\n") ==
        "4:13 E0203 5:5 E0105");
  CHECK(problems(kHead + "    if x:\n        y = x\n    else\n        y = x\n    return y\n") == "5:9 E0105");
  CHECK(problems(kHead + "    return x\n    y = x\n    z = y\n    return z\n") == "4:5 E0503");
  CHECK(problems(kHead + "    a, b\n    return x\n") == "3:5 E0106");
  CHECK(problems(kHead + "    with R.dataflow():\n        a = R.add(x, x)\n        R.output(b)\n    return a\n") ==
        "5:18 E0201");
  CHECK(problems(kHead + "    b = R.ad(x, x)\n    if x:\n        y = R.add(b, b)\n    else:\n        y = R.add(x, x)\n "
                         "   return y\n") == "3:9 E0203");
}

TEST_CASE("a line that is out of place does not end the suites around it") {
  CHECK(problems(kHead + "    a = R.add(x, x)\nb = R.ad(a, a)\n    c = R.ad(a, a)\n    return c\n") ==
        "4:1 E0103 5:9 E0203");
  CHECK(problems(kHead + "    a = R.add(x, x)\n  b = R.add(a, a)\n  c = R.ad(a, a)\n  return c\n") ==
        "4:1 E0103 5:7 E0203");
  CHECK(problems("@I.ir_module\nclass M:\n    @R.function\n    def f(x: R.Tensor((2,), \"float32\")): pass\n        y "
                 "= R.ad(x, x)\n        return y\n") == "5:9 E0103 5:13 E0203");
  CHECK(problems("@I.ir_module\nclass M:\n    @R.function\n        y = R.add(x, x)\n        return y\n") ==
        "3:6 E0105");
}
