// SPDX-License-Identifier: Apache-2.0
// Symbols get values, calls are inlined, and what cannot be compiled is named.
#include <doctest/doctest.h>

#include "hammock/read/read.h"
#include "interpreter.h"

using namespace hammock;
using namespace hammock::loop;

namespace {

struct Lowered {
  std::shared_ptr<Context> context = std::make_shared<Context>();
  std::optional<Module> module;
  Result<Program> program = Error{};

  explicit Lowered(std::string text, std::vector<Binding> dims = {}) {
    auto source = std::make_shared<Source>("test.py", std::move(text));
    Diagnostics diagnostics(source);
    module = read_module(source, context, diagnostics);
    REQUIRE_MESSAGE(module.has_value(), render(diagnostics));
    program = lower(*module, *module->find("main"), dims);
  }
};

const char* kSymbolic = R"(
@R.function
def main(x: R.Tensor(("n", 4), "float32"), y: R.Tensor(("n", 4), "float32")) -> R.Tensor(("n * 2", 4), "float32"):
    n = T.int64()
    with R.dataflow():
        z = R.concat((x, y), axis=0)
        R.output(z)
    return z
)";

const char* kCalls = R"(
@I.ir_module
class Module:
    @R.function
    def twice(x: R.Tensor(("m",), "float32")) -> R.Tensor(("m",), "float32"):
        y = R.add(x, x)
        return y

    @R.function
    def main(x: R.Tensor((3,), "float32"), y: R.Tensor((5,), "float32")) -> R.Tuple(R.Tensor((3,), "float32"), R.Tensor((5,), "float32")):
        cls = Module
        a = cls.twice(x)
        b = cls.twice(y)
        c = cls.twice(a)
        return (c, b)
)";

const char* kUnsupported = R"(
@R.function
def main(x: R.Tensor((3,), "float32")):
    y = R.nonzero(x)
    return y
)";

// f1 .. fn, each calling the one before twice.
std::string levels(int n) {
  std::string out;
  for (int i = 1; i <= n; ++i) {
    std::string f = std::to_string(i), g = std::to_string(i - 1);
    out += "\n    @R.function\n    def f" + f +
           "(x: R.Tensor((3,), \"float32\")) -> R.Tensor((3,), \"float32\"):\n        y = Module.f" + g +
           "(x)\n        z = Module.f" + g + "(y)\n        return z\n";
  }
  return out;
}

}  // namespace

TEST_CASE("symbols take the values given by name") {
  Lowered bound(kSymbolic, {{"n", 3}});
  REQUIRE_MESSAGE(bound.program.ok(), bound.program.error().text);
  CHECK(bound.program->memories[bound.program->results[0].memory].shape == std::vector<int64_t>{6, 4});

  Lowered open(kSymbolic);
  REQUIRE(!open.program.ok());
  CHECK(open.program.error().kind == Error::Kind::usage);
  CHECK(open.program.error().text.find("--dim=n=") != std::string::npos);
}

TEST_CASE("functions of the module are inlined, each time with the shapes of its arguments") {
  Lowered calls(kCalls);
  REQUIRE_MESSAGE(calls.program.ok(), calls.program.error().text);
  CHECK(calls.program->results.size() == 2);
  Tensor x = *Tensor::make(kFloat32, {3}), y = *Tensor::make(kFloat32, {5});
  for (int i = 0; i < 5; ++i) (i < 3 ? x : y).as<float>()[i] = y.as<float>()[i] = static_cast<float>(i);
  auto results = interpret(*calls.context, *calls.program, std::vector<RuntimeValue>{{x}, {y}});
  REQUIRE(results.ok());
  for (int i = 0; i < 3; ++i) CHECK((*results)[0].as<float>()[i] == 4.0f * static_cast<float>(i));
  for (int i = 0; i < 5; ++i) CHECK((*results)[1].as<float>()[i] == 2.0f * static_cast<float>(i));
}

TEST_CASE("an operator without a lowering is named, with its place") {
  Lowered nonzero(kUnsupported);
  REQUIRE(!nonzero.program.ok());
  CHECK(nonzero.program.error().kind == Error::Kind::unsupported);
  CHECK(nonzero.program.error().text == "cannot compile R.nonzero");
  CHECK(static_cast<bool>(nonzero.program.error().span));
}

TEST_CASE("a recursive function ends with a bound") {
  Lowered endless(R"(
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((3,), "float32")) -> R.Tensor((3,), "float32"):
        y: R.Tensor((3,), "float32") = Module.main(x)
        return y
)");
  REQUIRE(!endless.program.ok());
  CHECK(endless.program.error().text.find("64") != std::string::npos);
  Lowered branching(R"(
@I.ir_module
class Module:
    @R.function
    def f0(x: R.Tensor((3,), "float32")) -> R.Tensor((3,), "float32"):
        return x
)" + levels(40) + R"(
    @R.function
    def main(x: R.Tensor((3,), "float32")) -> R.Tensor((3,), "float32"):
        y = Module.f40(x)
        return y
)");
  REQUIRE(!branching.program.ok());
  CHECK(branching.program.error().text.find("inline") != std::string::npos);
}
