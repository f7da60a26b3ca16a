// SPDX-License-Identifier: Apache-2.0
// Kernels for other processors than this one. What it cannot run is only made.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "engines.h"
#include "hammock/eval/compare.h"
#include "hammock/eval/eval.h"
#include "hammock/eval/sample.h"
#include "hammock/jit/executable.h"
#include "hammock/runtime/machine.h"
#include "host.h"
#include "read_text.h"

using namespace hammock;
using namespace hammock::jit;

namespace {

// SSE2, AVX2, AVX-512 without and with dot products.
constexpr const char* kProcessors[] = {"x86-64", "x86-64-v3", "x86-64-v4", "icelake-server"};

bool runs_here(const char* cpu) { return !check_processor(cpu, true); }

// A function of each kind of kernel, with edges that no vector fills.
constexpr const char* kKinds[] = {
    // products: panels packed and in place, rows beside each other, one row
    R"(
@R.function
def main(x: R.Tensor((37, 70), "float32"), w: R.Tensor((70, 83), "float32"), b: R.Tensor((83,), "float32")):
    y = R.nn.gelu(R.add(R.matmul(x, w), b))
    return y
)",
    R"(
@R.function
def main(x: R.Tensor((1, 129), "float32"), w: R.Tensor((65, 129), "float32")):
    y = R.matmul(x, R.permute_dims(w))
    return y
)",
    R"(
@R.function
def main(x: R.Tensor((3, 18, 33), "float64"), w: R.Tensor((3, 33, 20), "float64")):
    y = R.matmul(x, w)
    return y
)",
    R"(
@R.function
def main(x: R.Tensor((19, 66), "int8"), w: R.Tensor((66, 35), "int8"), u: R.Tensor((19, 66), "uint8")):
    y = R.matmul(x, w, out_dtype="int32")
    z = R.matmul(u, w, out_dtype="int32")
    return (y, z)
)",
    R"(
@R.function
def main(x: R.Tensor((18, 40), "float16"), w: R.Tensor((40, 36), "float16"), v: R.Tensor((36, 40), "bfloat16")):
    y = R.matmul(x, w, out_dtype="float32")
    z = R.matmul(v, R.permute_dims(v), out_dtype="float32")
    return (y, z)
)",
    // windows of bytes: pixels and planes, each factor signed or not
    R"(
@R.function
def main(x: R.Tensor((2, 9, 21, 24), "int8"), u: R.Tensor((2, 24, 9, 21), "uint8"), w: R.Tensor((40, 24, 3, 3), "int8"), g: R.Tensor((48, 12, 3, 3), "uint8")):
    y = R.nn.conv2d(x, w, padding=[1, 1], data_layout="NHWC", kernel_layout="OIHW", out_dtype="int32")
    z = R.nn.conv2d(u, w, strides=[1, 2], out_dtype="int32")
    p = R.permute_dims(u, (0, 2, 3, 1))
    r = R.nn.conv2d(p, w, dilation=[1, 2], data_layout="NHWC", kernel_layout="OIHW", out_dtype="int32")
    s = R.nn.conv2d(p, g, groups=2, data_layout="NHWC", kernel_layout="OIHW", out_dtype="int32")
    return (y, z, r, s)
)",
    // windows, and tiles of 3 x 3
    R"(
@R.function
def main(x: R.Tensor((2, 5, 17, 19), "float32"), w: R.Tensor((7, 5, 3, 5), "float32")):
    y = R.nn.conv2d(x, w, strides=[2, 1], padding=[1, 2, 1, 2])
    return y
)",
    R"(
@R.function
def main(x: R.Tensor((1, 48, 18, 18), "float32"), w: R.Tensor((48, 48, 3, 3), "float32")):
    y = R.nn.relu(R.nn.conv2d(x, w, padding=[1, 1, 1, 1]))
    return y
)",
    R"(
@R.function
def main(x: R.Tensor((1, 8, 15, 15), "float32"), w: R.Tensor((8, 1, 3, 3), "float32")):
    y = R.nn.max_pool2d(R.nn.conv2d(x, w, groups=8), pool_size=[3, 3], strides=[2, 2])
    return y
)",
    R"(
@R.function
def main(q: R.Tensor((2, 40, 3, 20), "float32"), k: R.Tensor((2, 53, 3, 20), "float32"), v: R.Tensor((2, 53, 3, 24), "float32")):
    y = R.nn.attention(q, k, v)
    z = R.nn.attention(q, k, v, causal_mask="BottomRight")
    return (y, z)
)",
    // rows, and everything between
    R"(
@R.function
def main(x: R.Tensor((21, 75), "float32"), g: R.Tensor((75,), "float32"), b: R.Tensor((75,), "float32")):
    y = R.nn.layer_norm(x, g, b, axes=[-1])
    z = R.nn.softmax(y, axis=-1)
    s = R.nn.softmax(y, axis=0)
    m = R.max(R.multiply(z, s), axis=[1])
    t = R.sum(s, axis=[0])
    return (z, m, t, R.argmax(x, axis=1))
)",
    R"(
@R.function
def main(x: R.Tensor((13, 27), "float32"), h: R.Tensor((13, 27), "float16"), b: R.Tensor((13, 27), "bfloat16")):
    y = R.add(R.multiply(R.exp(x), R.tanh(x)), R.sigmoid(x))
    z = R.divide(R.log(R.add(R.abs(x), R.const(1, "float32"))), R.erf(y))
    u = R.astype(R.multiply(h, R.astype(b, "float16")), "bfloat16")
    return (R.power(y, z), u, R.astype(x, "int8"), R.sin(x))
)",
    R"(
@R.function
def main(x: R.Tensor((9, 31), "float32"), i: R.Tensor((23,), "int64"), n: R.Tensor((31,), "int32")):
    y = R.take(x, R.bitwise_and(i, R.const(7, "int64")), axis=0)
    z = R.concat((R.permute_dims(x), R.permute_dims(R.flip(x, axis=1))), axis=1)
    w = R.floor_divide(n, R.add(R.bitwise_and(n, R.const(15, "int32")), R.const(1, "int32")))
    return (y, z, w, R.cumsum(x, axis=1), R.where(R.greater(x, R.const(0, "float32")), x, R.negative(x)))
)",
};

}  // namespace

TEST_CASE("processors by name: levels, those of LLVM, other architectures") {
  const std::vector<std::string> names = processors();
  for (const char* name : {"native", "x86-64", "x86-64-v3", "znver4", "neoverse-n1"})
    CHECK_MESSAGE(std::ranges::find(names, name) != names.end(), std::string(name));
  CHECK(std::ranges::find(names, "i686") == names.end());  // no 64 bits
  CHECK(Host::named("x86-64").vector_bytes == 16);
  CHECK(Host::named("x86-64-v3").vector_bytes == 32);
  CHECK(Host::named("x86-64-v4").has_masks);
  CHECK_FALSE(Host::named("x86-64-v4").has_vnni);
  CHECK(Host::named("sapphirerapids").has_vnni);
  const Host arm = Host::named("neoverse-n1");
  CHECK(arm.triple.starts_with("aarch64"));
  CHECK(arm.registers(Packed::f32).lanes == 4);
  CHECK(arm.registers(Packed::f32).count == 32);
  const std::optional<Error> unknown = check_processor("haswel", false);
  REQUIRE(unknown);
  CHECK(unknown->kind == Error::Kind::usage);
  CHECK(unknown->text == "there is no processor 'haswel'; did you mean 'haswell'?");
}

TEST_CASE("what this machine does not have is named") {
  CHECK(Host::native().missing_here().empty());
  const char* foreign = Host::native().triple.starts_with("aarch64") ? "haswell" : "neoverse-n1";
  CHECK_FALSE(check_processor(foreign, false));
  const std::optional<Error> error = check_processor(foreign, true);
  REQUIRE(error);
  CHECK(error->text.find("do not run on this machine: it has no ") != std::string::npos);
  Module module = read(kKinds[0]);
  CompileOptions options;
  options.cpu = foreign;
  const auto executable = Executable::compile(module, *module.find("main"), options);
  REQUIRE_FALSE(executable.ok());
  CHECK(executable.error().kind == Error::Kind::usage);
  const auto assembly = Executable::dump(module, *module.find("main"), options, CodeForm::assembly);
  REQUIRE_MESSAGE(assembly.ok(), (assembly.ok() ? "" : assembly.error().text));
  CHECK(assembly->find("gemm_f32_") != std::string::npos);
}

TEST_CASE("every kind of kernel is made for other processors, and agrees with the reference where it runs") {
  for (const char* text : kKinds) {
    Module module = read(text);
    const GlobalId main = *module.find("main");
    const Result<Sample> sample = sample_arguments(module, main, 7, 1e9);
    REQUIRE_MESSAGE(sample.ok(), (sample.ok() ? "" : sample.error().text));
    const Result<RuntimeValue> expected = evaluate(module, main, sample->args);
    REQUIRE_MESSAGE(expected.ok(), (expected.ok() ? "" : expected.error().text));
    for (const char* cpu : {"x86-64", "x86-64-v3", "x86-64-v4", "icelake-server", "neoverse-n1", "apple-m1"}) {
      CAPTURE(cpu);
      CAPTURE(text);
      CompileOptions options;
      options.cpu = cpu;
      options.threads = 2;
      for (CodeForm form : {CodeForm::llvm, CodeForm::assembly}) {
        const auto dump = Executable::dump(module, main, options, form);
        REQUIRE_MESSAGE(dump.ok(), (dump.ok() ? "" : dump.error().text));
      }
      if (!runs_here(cpu)) continue;
      const auto executable = Executable::compile(module, main, options);
      REQUIRE_MESSAGE(executable.ok(), (executable.ok() ? "" : executable.error().text));
      const Result<RuntimeValue> actual = (*executable)->run(sample->args);
      REQUIRE_MESSAGE(actual.ok(), (actual.ok() ? "" : actual.error().text));
      const std::string difference = compare_results(module, main, sample->args, *actual, *expected).difference;
      CHECK_MESSAGE(difference.empty(), difference);
    }
  }
}

TEST_CASE("random programs agree on other processors") {
  for (const char* cpu : kProcessors) {
    if (!runs_here(cpu)) continue;
    generate::Engines engines;
    engines.cpu = cpu;
    for (uint64_t seed = 1; seed <= 25; ++seed) {
      generate::Choices choices(seed);
      const Module module = generate::generate(
          choices, {.runner = &generate::kEngines, .for_executors = true, .functions = 2, .steps = 5});
      const std::string problem = engines.problem(module, seed);
      CHECK_MESSAGE(problem.empty(), cpu << ", seed " << seed << ": " << problem);
    }
    CHECK(engines.agreed > 25);
  }
}

TEST_CASE("the runtime follows the processor") {
  Module module = read(kKinds[0]);
  const GlobalId main = *module.find("main");
  for (const char* cpu : {"x86-64", ""}) {
    if (*cpu != 0 && !runs_here(cpu)) continue;
    CompileOptions options;
    options.cpu = cpu;
    options.threads = 1;
    REQUIRE(Executable::compile(module, main, options).ok());
    if (*cpu != 0) CHECK_FALSE(may_use(kOwnAvx512));
#if defined(__x86_64__)
    else CHECK(may_use(kOwnAvx512) == (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw")));
#endif
  }
}
