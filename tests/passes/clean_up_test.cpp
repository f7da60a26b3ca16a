// SPDX-License-Identifier: Apache-2.0
// What holds for every clean-up pass: numbers stay, and a second run changes nothing.
#include "script.h"

using namespace hammock;

namespace {

constexpr const char* kPasses[] = {"CanonicalizeBindings",
                                   "ConvertToDataflow{min-size=1}",
                                   "DeadCodeElimination",
                                   "EliminateCommonSubexpr",
                                   "FoldConstant",
                                   "Normalize",
                                   "NormalizeGlobalVar",
                                   "ToNonDataflow",
                                   "TopologicalSort",
                                   "TopologicalSort{order=breadth-first}",
                                   "TopologicalSort{direction=from-outputs}",
                                   "TopologicalSort{order=breadth-first,direction=from-outputs}"};

constexpr const char* kScripts[] = {
    R"(from tvm.script import relax as R, tir as T

@R.function
def main(x: R.Tensor((2, 3), "float32"), y: R.Tensor((2, 3), "float32")):
    with R.dataflow():
        a = R.add(x, y)
        b = a
        c = R.add(x, y)
        t = (b, c)
        d = t[1]
        one = R.const(1.0, "float32")
        two = R.add(one, one)
        e = R.multiply(d, two)
        dead = R.exp(e)
        out = e
        R.output(out, d, dead)
    again = out
    u = (again, d)
    return u
)",
    R"(from tvm.script import relax as R, tir as T

@R.function
def main(x: R.Tensor(("n", "m"), "float32"), y: R.Tensor((3, 4), "float32")):
    n = T.int64()
    m = T.int64()
    p = T.int64()
    q = T.int64()
    with R.dataflow():
        a = R.match_cast(y, R.Tensor((p, q), "float32"))
        b = R.exp(x)
        c = R.zeros(R.shape([p, q]), "float32")
        d = R.add(a, c)
        e = d
        R.output(b, e)
    return (b, e)
)",
};

}  // namespace

TEST_CASE("clean-up passes keep the numbers and have nothing to do the second time") {
  for (const char* script : kScripts) {
    for (const char* pass : kPasses) {
      CAPTURE(pass);
      Module before = read_script(script), module = before;
      run_passes(module, pass);
      check_same_numbers(before, module);
      std::string text = print(module);
      CHECK(print(read_script(text)) == text);
      CHECK(run_passes(module, pass) == Changed::no);
      CHECK(print(module) == text);
    }
  }
}

TEST_CASE("a chain of names as long as a program is no deeper than a short one") {
  std::string lines;
  std::string last = "x";
  for (int i = 0; i < 20000; ++i) {
    std::string name = "v" + std::to_string(i);
    lines += name + " = " + last + ";";
    last = name;
  }
  Module module = read_script(dataflow_script("x: R.Tensor((2,), \"float32\")", lines, "R.exp(" + last + ")"));
  run_passes(module, "CanonicalizeBindings");
  CHECK(module.relax("main")->body().blocks[0].bindings.size() == 1);
  run_passes(module, "TopologicalSort,ToNonDataflow,ConvertToDataflow{min-size=1}");
}

TEST_CASE("symbols that are parameters already are parameters enough") {
  Module module = read_script(R"(@I.ir_module
class Module:
    @R.function(private=True)
    def f(x: R.Tensor(("n", "m"), "float32"), y: R.Tensor(("m",), "float32")):
        n = T.int64()
        m = T.int64()
        return R.add(R.zeros(R.shape([n, m]), "float32"), y)

    @R.function
    def main(x: R.Tensor((2, 3), "float32"), y: R.Tensor((3,), "float32")):
        cls = Module
        z = cls.f(x, y)
        return z
)");
  CHECK(run_passes(module, "RemoveUnusedParameters") == Changed::yes);
  CHECK(count(print(module), "param_n: R.Prim(value=\"n\")") == 1);
  CHECK(run_passes(module, "RemoveUnusedParameters") == Changed::no);
}
