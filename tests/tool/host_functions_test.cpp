// SPDX-License-Identifier: Apache-2.0
// Functions of C++ under a script's names, called by both executors.
#include "hammock/runtime/host_functions.h"

#include "../eval/run.h"
#include "hammock/exec/host_program.h"

namespace hammock::test {
namespace {

struct Counter : RuntimeObject {
  int64_t count = 0;
};

Result<RuntimeValue> count(std::span<const RuntimeValue> args) {
  const auto* object = std::get_if<std::shared_ptr<RuntimeObject>>(&args[0].v);
  auto* counter = object ? dynamic_cast<Counter*>(object->get()) : nullptr;
  if (!counter) return Error{Error::Kind::run, "a counter is expected", {}};
  return RuntimeValue{++counter->count};
}

// The smaller and the larger of two vectors, element by element.
Result<RuntimeValue> split_by_size(std::span<const RuntimeValue> args) {
  const Tensor &a = *args[0].tensor(), &b = *args[1].tensor();
  for (int64_t i = 0; i < a.elements(); ++i) {
    args[2].tensor()->as<float>()[i] = std::min(a.as<float>()[i], b.as<float>()[i]);
    args[3].tensor()->as<float>()[i] = std::max(a.as<float>()[i], b.as<float>()[i]);
  }
  return RuntimeValue{};
}

Result<RuntimeValue> set_first(std::span<const RuntimeValue> args) {
  args[0].tensor()->as<float>()[0] = static_cast<float>(std::get<double>(args[1].v));
  return args[0];
}

HostFunctions functions() {
  HostFunctions out;
  out.add("my.counter", [](auto) { return RuntimeValue{std::shared_ptr<RuntimeObject>(std::make_shared<Counter>())}; });
  out.add("my.count", count);
  out.add("my.split_by_size", split_by_size);
  out.add("my.set_first", set_first);
  out.add("vm.builtin.copy", [](auto) { return Error{Error::Kind::run, "it is another one now", {}}; });
  return out;
}

// By both executors, which agree.
std::string by_both(const Script& s, const std::vector<RuntimeValue>& args) {
  const HostFunctions given = functions();
  EvalOptions options;
  options.host_functions = &given;
  const std::string expected = printed(run(s, args, options));
  exec::HostOptions hosted;
  hosted.threads = 1;
  hosted.host_functions = &given;
  exec::HostProgram program(*s.module, *s.module->find("main"), hosted);
  CHECK(printed(program.run(args)) == expected);
  return expected;
}

}  // namespace

TEST_CASE("a function keeps an object between its calls") {
  Script s = read(R"(
@I.ir_module
class Module:
    @R.function(pure=False)
    def main(x: R.Tensor((2,), "float32")):
        counter: R.Object = R.call_packed("my.counter", sinfo_args=(R.Object,))
        a: R.Object = R.call_packed("my.count", counter, sinfo_args=(R.Object,))
        b: R.Prim("int64") = R.call_packed("my.count", counter, sinfo_args=(R.Prim("int64"),))
        return (x, a, b)
)");
  CHECK(by_both(s, {{literal("2xf32=[1 2]")}}) == "([1. 2.],\n 1,\n 2)");
}

TEST_CASE("a function fills several outputs") {
  Script s = read(R"(
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2,), "float32"), y: R.Tensor((2,), "float32")):
        twice = R.add(x, x)
        z = R.call_dps_packed("my.split_by_size", (twice, y), out_sinfo=[R.Tensor((2,), "float32"), R.Tensor((2,), "float32")])
        small = z[0]
        large = z[1]
        d = R.subtract(large, small)
        return d
)");
  CHECK(by_both(s, {{literal("2xf32=[1 5]")}, {literal("2xf32=[5 3]")}}) == "[3. 7.]");
}

TEST_CASE("what a function writes others see, and who gave the arguments does not") {
  Script s = read(R"(
@I.ir_module
class Module:
    @R.function(pure=False)
    def main(x: R.Tensor((2,), "float32")):
        before = R.add(x, x)
        same = R.reshape(x, (2,))
        c = R.const([4.0, 5.0], "float32")
        y: R.Tensor((2,), "float32") = R.call_packed("my.set_first", x, R.prim_value(T.float64(9)), sinfo_args=(R.Tensor((2,), "float32"),))
        z: R.Tensor((2,), "float32") = R.call_packed("my.set_first", c, R.prim_value(T.float64(8)), sinfo_args=(R.Tensor((2,), "float32"),))
        after = R.add(x, R.const([4.0, 5.0], "float32"))
        return (before, same, y, z, after)
)");
  const Tensor x = literal("2xf32=[1 2]");
  CHECK(by_both(s, {{x}}) == "([2. 4.],\n [1. 2.],\n [9. 2.],\n [8. 5.],\n [13.  7.])");
  CHECK(x.as<float>()[0] == 1);
}

TEST_CASE("an error has the place of the call, and a function of the embedder goes first") {
  Script s = read(R"(
@I.ir_module
class Module:
    @R.function(pure=False)
    def main(x: R.Tensor((2,), "float32")):
        y: R.Object = R.call_packed("vm.builtin.copy", x, sinfo_args=(R.Object,))
        return y
)");
  const HostFunctions given = functions();
  EvalOptions options;
  options.host_functions = &given;
  const Result<RuntimeValue> failed = run(s, {{literal("2xf32=[1 2]")}}, options);
  REQUIRE(!failed.ok());
  CHECK(failed.error().text == "vm.builtin.copy: it is another one now");
  CHECK(s.source->text().substr(failed.error().span.begin).starts_with("R.call_packed"));
  CHECK(printed(run(s, {{literal("2xf32=[1 2]")}})) == "[1. 2.]");
}

TEST_CASE("a kernel calls a function, with tensors in its memory") {
  auto script = [](const std::string& call) {
    return read(R"(
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def kernel(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
        for i in range(4):
            y[i] = x[i]
        )" + call +
                R"(

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        cls = Module
        y = R.call_tir(cls.kernel, (x,), out_sinfo=R.Tensor((4,), "float32"))
        return y
)");
  };
  const std::vector<RuntimeValue> x{{literal("4xf32=[1 2 3 4]")}};
  const std::string array = "T.tvm_stack_make_array(y.data, T.tvm_stack_make_shape(2), 0, 1, T.float32(0.0), ";
  CHECK(by_both(script("T.call_packed(\"my.set_first\", y, T.float64(7))"), x) == "[7. 2. 3. 4.]");
  CHECK(by_both(script("T.call_packed(\"my.set_first\", " + array + "2), T.float64(7))"), x) == "[1. 2. 7. 4.]");
  CHECK(by_both(script("T.call_packed(\"my.set_first\", " + array + "3), T.float64(7))"), x)
            .ends_with("lies outside of its memory"));
  CHECK(by_both(script("T.call_packed(\"my.absent\", y)"), x).ends_with("there is no host function 'my.absent'"));
}

}  // namespace hammock::test
