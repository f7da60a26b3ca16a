// SPDX-License-Identifier: Apache-2.0
// Kernels of a module in a compiled program: shared where they are equal, told apart where they fail, run by
// themselves.
#include <doctest/doctest.h>

#include "../child_process.h"
#include "hammock/jit/executable.h"
#include "read_text.h"

using namespace hammock;
using namespace hammock::jit;

namespace {

Result<std::unique_ptr<Executable>> compile(const Module& module, std::string_view entry,
                                            std::span<const RuntimeValue> arguments = {}) {
  CompileOptions options;
  options.threads = 2;
  options.arguments = arguments;
  return Executable::compile(module, *module.find(entry), options);
}

RuntimeValue iota(int64_t n) {
  Tensor t = *Tensor::make(kFloat32, {n});
  for (int64_t i = 0; i < n; ++i) t.as<float>()[i] = static_cast<float>(i);
  return {t};
}

// Prefix sums are not recognised; `up` and `down` are equal up to their names.
const char* kSums = R"(
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def up(a: T.handle, b: T.handle):
        n = T.int64()
        A = T.match_buffer(a, (n,))
        B = T.match_buffer(b, (n,))
        for i in range(n):
            B[i] = A[i] + T.if_then_else(i > T.int64(0), B[i - T.int64(1)], T.float32(0.0))

    @T.prim_func(private=True)
    def down(a: T.handle, b: T.handle):
        n = T.int64()
        A = T.match_buffer(a, (n,))
        B = T.match_buffer(b, (n,))
        for i in range(n):
            B[i] = A[i] + T.if_then_else(i > T.int64(0), B[i - T.int64(1)], T.float32(0.0))

    @R.function
    def main(x: R.Tensor((3,), "float32"), y: R.Tensor((5,), "float32")):
        cls = Module
        a = R.call_tir(cls.up, (x,), out_sinfo=R.Tensor((3,), "float32"))
        b = R.call_tir(cls.up, (a,), out_sinfo=R.Tensor((3,), "float32"))
        c = R.call_tir(cls.down, (b,), out_sinfo=R.Tensor((3,), "float32"))
        d = R.call_tir(cls.up, (y,), out_sinfo=R.Tensor((5,), "float32"))
        return (c, d)
)";

const char* kChecks = R"(
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def first(A: T.Buffer((3,), "float32"), B: T.Buffer((3,), "float32")):
        for i in range(3):
            assert A[i] >= T.float32(0.0), "negative"
            B[i] = A[i] - T.float32(1.0)

    @T.prim_func(private=True)
    def second(A: T.Buffer((3,), "float32"), B: T.Buffer((3,), "float32")):
        for i in range(3):
            assert A[i] >= T.float32(0.0), "negative"
            B[i] = A[i] - T.float32(1.0)

    @R.function
    def main(x: R.Tensor((3,), "float32")):
        cls = Module
        a = R.call_tir(cls.first, (x,), out_sinfo=R.Tensor((3,), "float32"))
        b = R.call_tir(cls.second, (a,), out_sinfo=R.Tensor((3,), "float32"))
        return b
)";

const char* kMean = R"(
@T.prim_func
def mean(A: T.Buffer((4,), "float32"), k: T.int32) -> T.float32:
    s = T.alloc_buffer((1,))
    s[0] = T.float32(0.0)
    for i in range(k):
        s[0] = s[0] + A[i]
    if k > 0:
        return s[0] / T.Cast("float32", k)
)";

}  // namespace

TEST_CASE("a kernel is compiled once for the same shapes, whatever it is called") {
  const Module module = read(kSums);
  auto executable = compile(module, "main");
  REQUIRE_MESSAGE(executable.ok(), executable.error().text);
  CHECK((*executable)->stats().kernels == 4);
  CHECK((*executable)->stats().unique_kernels == 2);
  const std::vector<RuntimeValue> args{iota(3), iota(5)};
  auto result = (*executable)->run(args);
  REQUIRE_MESSAGE(result.ok(), result.error().text);
  CHECK((*result->tuple())[0].tensor()->as<float>()[2] == 5.0f);   // 0 1 3, 0 1 4, 0 1 5
  CHECK((*result->tuple())[1].tensor()->as<float>()[4] == 10.0f);  // 0 1 3 6 10
}

TEST_CASE("equal kernels fail under their own names, at their own places") {
  const Module module = read(kChecks);
  auto executable = compile(module, "main");
  REQUIRE_MESSAGE(executable.ok(), executable.error().text);
  CHECK((*executable)->stats().unique_kernels == 1);
  const std::vector<RuntimeValue> args{iota(3)};
  auto result = (*executable)->run(args);
  REQUIRE(!result.ok());
  CHECK(result.error().kind == Error::Kind::run);
  CHECK(result.error().text == "kernel 'second': assertion failed: negative");
  const std::string text(kChecks);
  CHECK(result.error().span.begin > text.find("def second"));
}

TEST_CASE("a kernel by itself: a number goes in and comes out, or nothing") {
  const Module module = read(kMean);
  for (int64_t k : {4, 0}) {
    const std::vector<RuntimeValue> args{iota(4), {k}};
    auto executable = compile(module, "mean", args);
    REQUIRE_MESSAGE(executable.ok(), executable.error().text);
    auto result = (*executable)->run(args);
    REQUIRE_MESSAGE(result.ok(), result.error().text);
    if (k == 0) CHECK(result->tuple()->empty());
    else CHECK(std::get<double>(result->v) == 1.5);
    const std::vector<RuntimeValue> others{iota(4), {int64_t{3}}};
    CHECK(!(*executable)->run(others).ok());  // it is compiled for k
  }
}

TEST_CASE("many statements on end are those statements") {
  constexpr int64_t kStatements = 300;
  std::string text = "@T.prim_func\ndef f(A: T.Buffer((300,), \"float32\"), B: T.Buffer((300,), \"float32\")):\n";
  for (int64_t i = 0; i < kStatements; ++i) {
    const std::string to = std::to_string(i), from = std::to_string((7 * i + 1) % kStatements);
    text += "    B[" + to + "] = A[" + from + "] + " + (i > 0 ? "B[" + std::to_string(i - 1) + "]\n" : "A[0]\n");
  }
  const Module module = read(text);
  const std::vector<RuntimeValue> arguments{iota(kStatements), iota(kStatements)};
  auto executable = compile(module, "f", arguments);
  REQUIRE_MESSAGE(executable, executable.error().text);
  Result<RuntimeValue> out = (*executable)->run(arguments);
  REQUIRE_MESSAGE(out, out.error().text);
  float sum = 0;
  for (int64_t i = 0; i < kStatements; ++i) {
    sum += static_cast<float>((7 * i + 1) % kStatements);
    CHECK(out->tensor()->as<float>()[i] == sum);
  }
}

TEST_CASE("kernels of very many loops get plain code, of very many calls are functions") {
  std::string loops = "@T.prim_func\ndef f(A: T.Buffer((6000,), \"int64\")):\n";
  for (int i = 0; i < 5000; ++i) {
    loops += "    for i in range(4):\n";
    loops += "        A[i + " + std::to_string(i) + "] = A[0]\n";
    loops += "    while A[5999] < " + std::to_string(i) + ":\n        A[5999] = T.int64(" + std::to_string(i) + ")\n";
  }
  std::string calls =
      "@I.ir_module\nclass Module:\n    @T.prim_func\n    def f0(n: T.int32) -> T.int32:\n        return n\n";
  for (int i = 1; i < 14; ++i) {
    const std::string callee = "Module.f" + std::to_string(i - 1);
    calls += "    @T.prim_func\n    def f" + std::to_string(i) + "(n: T.int32) -> T.int32:\n";
    calls += "        return " + callee + "(n) + " + callee + "(n + 1)\n";
  }
  Tensor a = *Tensor::make(kInt64, {6000});
  const std::vector<RuntimeValue> tensor{{a}}, number{{int64_t{1}}};
  auto first = compile(read(loops), "f", tensor);
  REQUIRE_MESSAGE(first.ok(), first.error().text);
  a.as<int64_t>()[0] = 7;
  a.as<int64_t>()[5999] = 0;
  Result<RuntimeValue> filled = (*first)->run(tensor);
  REQUIRE_MESSAGE(filled.ok(), filled.error().text);
  CHECK(filled->tensor()->as<int64_t>()[5002] == 7);
  CHECK(filled->tensor()->as<int64_t>()[5999] == 4999);
  auto second = compile(read(calls), "f13", number);
  REQUIRE_MESSAGE(second.ok(), second.error().text);
  Result<RuntimeValue> sum = (*second)->run(number);  // of 1 + the bits of every number of 13 bits
  REQUIRE_MESSAGE(sum.ok(), sum.error().text);
  CHECK(std::get<int64_t>(sum->v) == 8192 + 13 * 4096);
}

TEST_CASE("a chain of very many kernels is compiled as plain code") {
  constexpr int kKernels = 3000;
  std::string text =
      "@I.ir_module\nclass Module:\n    @T.prim_func\n    def f0(n: T.int32) -> T.int32:\n        return n\n";
  for (int i = 1; i < kKernels; ++i) {
    text += "    @T.prim_func\n    def f" + std::to_string(i) + "(n: T.int32) -> T.int32:\n";
    text += "        return Module.f" + std::to_string(i - 1) + "(n + 1)\n";
  }
  const std::vector<RuntimeValue> number{{int64_t{1}}};
  auto chain = compile(read(text), "f" + std::to_string(kKernels - 1), number);
  REQUIRE_MESSAGE(chain.ok(), chain.error().text);
  Result<RuntimeValue> sum = (*chain)->run(number);
  REQUIRE_MESSAGE(sum.ok(), sum.error().text);
  CHECK(std::get<int64_t>(sum->v) == kKernels);
}

TEST_CASE("a loop that cannot be vectorised is no news") {
  const Module module = read(R"(
@T.prim_func
def kernel(A: T.Buffer((64,), "float32"), B: T.Buffer((64,), "float32"), n: T.Buffer((1,), "int32")):
    while n[0] < 3:
        n[0] = n[0] + 1
        for i in T.vectorized(64):
            B[i] = T.hypot(A[i], A[i])
)");
  const auto [code, text] = run_in_child([&] { CHECK(compile(module, "kernel").ok()); });
  CHECK(code == 0);
  CHECK(text == "");
}
