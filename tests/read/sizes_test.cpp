// SPDX-License-Identifier: Apache-2.0
// Files that are long in one respect: read in time proportional to their length. What were quadratic would take minutes
// here.
#include <doctest/doctest.h>

#include "hammock/ir/module.h"
#include "read_test.h"

namespace hammock::test {
namespace {

const std::string kHead = "@R.function\ndef main(x: R.Tensor((2, 3), \"float32\")):\n";

std::string repeated(size_t count, auto piece) {
  std::string out;
  for (size_t i = 0; i < count; ++i) out += piece(std::to_string(i));
  return out;
}

size_t errors(const std::string& text) { return read(text).diagnostics.error_count(); }

TEST_CASE("many mistakes") {
  CHECK(errors(kHead + repeated(100'000, [](auto i) { return "    y = qq" + i + "\n"; }) + "    return x\n") ==
        100'000);
  CHECK(errors(kHead + repeated(100'000, [](auto i) { return "    y = R.foo" + i + "(x)\n"; }) + "    return x\n") ==
        100'000);
  CHECK(errors(kHead + "    y = R.add(" + repeated(50'000, [](auto i) { return "a" + i + "=x, "; }) +
               ")\n    return x\n") == 50'000);
}

TEST_CASE("many attributes, dims, parameters and functions") {
  ReadResult r = read(kHead + "    R.func_attr({" + repeated(100'000, [](auto i) { return "\"k" + i + "\": 1, "; }) +
                      "})\n    return x\n");
  REQUIRE(r.module);
  CHECK(r.module->context().attrs.items(r.module->functions[0].relax()->self().attrs).size() == 200'000);
  r = read("@R.function\ndef main(" +
           repeated(50'000, [](auto i) { return "x" + i + ": R.Tensor((\"n" + i + "\",), \"float32\"), "; }) +
           "):\n    return x0\n");
  REQUIRE(r.module);
  CHECK(r.module->functions[0].relax()->self().params.size() == 50'000);
  r = read("@R.function\ndef main(x: R.Tensor(ndim=1)):\n" +
           repeated(20'000,
                    [](auto i) {
                      return "    n" + i + " = T.int64()\n    y" + i + " = R.match_cast(x, R.Tensor((n" + i +
                             ",), \"float32\"))\n";
                    }) +
           "    return x\n");
  REQUIRE(r.module);
  CHECK(r.module->functions[0].relax()->body().blocks[0].bindings.size() == 20'000);
  CHECK(problems("@R.function\ndef main(x: R.Tensor((" + repeated(1'001, [](auto) { return "1, "; }) +
                 "), \"float32\")):\n    return x\n") == "2:22 E0902");
  CHECK(problems("@R.function\ndef main(f: R.Callable([" +
                 repeated(50'000, [](auto i) { return "R.Tensor((\"n" + i + "\",), \"float32\"), "; }) +
                 "], R.Object)):\n    return f\n") == "");
  r = read("@I.ir_module\nclass Module:\n" + repeated(30'000, [](auto i) {
             return "    @R.function\n    def f" + i + "(x: R.Object):\n        return x\n";
           }));
  REQUIRE(r.module);
  CHECK(r.module->functions.size() == 30'000);
}

// Nodes are copied for them where what they mean is to be found anew.
TEST_CASE("annotations that repeat behind a mistake") {
  const std::string a = "R.Tensor((1, 1, 1, 1), dtype=\"int8\")";
  CHECK(errors("@R.function\ndef f(x: " + a + "):\n    v: " + a + " = R.add(x, x)\n    R = x\n" +
               repeated(1000, [&](auto i) { return "    v" + i + ": " + a + " = x\n"; }) + "    return x\n") == 1000);
}

TEST_CASE("an annotation where R is another module is another one") {
  const std::string lines =
      "    y: R.Tensor((8,), dtype=\"float32\") = rx.add(x, x)\n    z: R.Tensor((8,), dtype=\"float32\") = rx.add(x, "
      "x)\n";
  CHECK(errors("from tvm.script import relax as rx\nfrom tvm.script import tir as R\n@rx.function\n"
               "def f(x: rx.Tensor((8,), \"float32\")):\n" +
               lines +
               "    return x\nfrom tvm.script import relax as R\n@R.function\n"
               "def g(x: R.Tensor((8,), dtype=\"float32\")):\n" +
               lines + "    return z\n") == 2);
}

TEST_CASE("long lines, strings and lists") {
  CHECK(problems(kHead + "    y = R.add(" + std::string(5'000'000, ' ') + "x, x)\n    return y\n") == "");
  CHECK(problems(kHead + "    y = R.str(\"" + std::string(5'000'000, 'a') + "\")\n    return y\n") == "");
  CHECK(problems(kHead + "    y = R.const([" + repeated(300'000, [](auto) { return "1, "; }) +
                 "], \"int32\")\n    return y\n") == "");
  CHECK(problems(kHead + "    t = (" + repeated(1000, [](auto) { return "x, "; }) + ")\n    y = (" +
                 repeated(2000, [](auto) { return "*t, "; }) + ")\n    return y\n") == "4:4006 E0902");
}

TEST_CASE("Python around a definition") {
  const std::string function = kHead + "    return x\n";
  CHECK(problems("x = " + repeated(100'000, [](auto) { return "lambda "; }) + "\n" + function) == "");
  CHECK(problems("x = [" + repeated(100'000, [](auto) { return "for a "; }) + "]\n" + function) == "");
  CHECK(problems("N = " + repeated(100'000, [](auto) { return "\"a\" + "; }) + "\"b\"\n" + function) == "");
  CHECK(problems("N0 = [1, 2]\n" + repeated(100, [](auto i) { return "N1" + i + " = [N0, N0]\nN0 = N1" + i + "\n"; }) +
                 function) == "");
  const std::string lost =
      "@R.function\ndef main(" + repeated(50'000, [](auto i) { return "x" + i + ": R.Object, "; }) + "y z):\n";
  CHECK(errors(lost + repeated(50'000, [](auto i) { return "    a = R.add(q" + i + ", x" + i + ")\n"; }) +
               "    return x0\n") > 50'000);
}

}  // namespace
}  // namespace hammock::test
