// SPDX-License-Identifier: Apache-2.0
#include "script.h"

using namespace hammock;

TEST_CASE("unused bindings go away in chains, impure calls and match_casts stay") {
  Module module = read_script(R"(from tvm.script import relax as R, tir as T

@R.function(pure=False)
def main(x: R.Tensor((2, 3), "float32"), z: R.Tensor("float32", ndim=1)):
    n = T.int64()
    a = R.exp(x)
    b = R.log(a)
    c = R.exp(x)
    R.print(c, format="{}")
    d = R.match_cast(z, R.Tensor((n,), "float32"))
    return x
)");
  CHECK(run_passes(module, "DeadCodeElimination") == Changed::yes);
  std::string text = print(module);
  CAPTURE(text);
  CHECK(count(text, "R.exp(") == 1);
  CHECK(count(text, "R.log(") == 0);
  CHECK(count(text, "R.print(") == 1);
  CHECK(count(text, "R.match_cast(") == 1);
  CHECK(run_passes(module, "DeadCodeElimination") == Changed::no);
}

TEST_CASE("functions that nobody reaches go away, in groups that call each other, too") {
  const char* text = R"(from tvm.script import ir as I, relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def unused(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        cls = Module
        gv: R.Tensor((2,), dtype="float32") = cls.unused_too(x)
        return gv

    @R.function(private=True)
    def unused_too(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        cls = Module
        gv: R.Tensor((2,), dtype="float32") = cls.unused(x)
        return gv

    @R.function(private=True)
    def helper(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        gv: R.Tensor((2,), dtype="float32") = R.exp(x)
        return gv

    @R.function
    def main(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        cls = Module
        gv: R.Tensor((2,), dtype="float32") = cls.helper(x)
        return gv
)";
  Module module = read_script(text);
  CHECK(run_passes(module, "DeadCodeElimination") == Changed::yes);
  REQUIRE(module.functions.size() == 2);
  CHECK(print(module).find("cls.helper(x)") != std::string::npos);
  module = read_script(text);
  run_passes(module, "DeadCodeElimination{entry-functions=unused}");
  CHECK(module.functions.size() == 4);
}

TEST_CASE("a pass that found no function says so") {
  Module module(std::make_shared<Context>());
  std::string remarks;
  run_passes(module, "DeadCodeElimination", &remarks);
  CHECK(remarks == "DeadCodeElimination found no function to work on\n");
}
