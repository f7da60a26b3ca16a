// SPDX-License-Identifier: Apache-2.0
#include "hammock/tool/bound.h"

#include <doctest/doctest.h>

#include "hammock/loop/program.h"
#include "hammock/tool/cost.h"
#include "hammock/tool/script.h"

using namespace hammock;
using namespace hammock::tool;

namespace {

struct Both {
  int64_t of_operators = 0;  // their kernels of TIR
  loop::KernelWork of_kernels;
};

Both operations(const std::string& parameters, const std::string& call) {
  const Script script =
      read_script("test.py", "@R.function\ndef main(" + parameters + "):\n    z = " + call + "\n    return z\n", {});
  REQUIRE(script);
  const Module& module = script.definitions.modules[0];
  Both out;
  out.of_operators = number(cost_of(module, GlobalId(0), {}).sum.operations).value_or(-1);
  const Result<loop::Program> program = loop::lower(module, GlobalId(0), {});
  REQUIRE(program.ok());
  int64_t sum = 0;
  for (const loop::Step& step : program->steps) {
    const loop::KernelWork work = loop::work_of(module.context(), step.kernel);
    REQUIRE(work.operations.has_value());
    sum += *work.operations;
    out.of_kernels.bytes += work.bytes;
    out.of_kernels.dtype = work.dtype;
  }
  out.of_kernels.operations = sum;
  return out;
}

// `of_rows`: what kernels compute for a whole row, as the reciprocal of its sum, and operators do not.
void check_same(const std::string& parameters, const std::string& call, int64_t expected, int64_t of_rows = 0) {
  const Both both = operations(parameters, call);
  CHECK_MESSAGE(both.of_kernels.operations == expected + of_rows, call);
  CHECK_MESSAGE(both.of_operators == expected, call);
}

}  // namespace

TEST_CASE("kernels of the JIT take the operations that operators cost") {
  check_same("x: R.Tensor((8, 16), 'float32'), y: R.Tensor((16, 4), 'float32')", "R.matmul(x, y)", 2 * 8 * 16 * 4);
  check_same("x: R.Tensor((1, 3, 8, 8), 'float32'), y: R.Tensor((4, 3, 3, 3), 'float32')",
             "R.nn.conv2d(x, y, padding=(1, 1))", 2 * 27 * 4 * 64);
  check_same("x: R.Tensor((8, 16), 'float32')", "R.nn.softmax(x)", 5 * 8 * 16, 8);
  check_same("x: R.Tensor((8, 16), 'float32')", "R.add(R.exp(x), x)", 2 * 8 * 16);
}

TEST_CASE("bytes are of elements, each once, and no more than are read") {
  const std::string table = "x: R.Tensor((1000, 16), 'float32'), i: R.Tensor((4,), 'int64')";
  CHECK(operations(table, "R.take(x, i, axis=0)").of_kernels.bytes <= 2 * 4 * 16 * 4 + 4 * 16 * 8);
  const Both product = operations("x: R.Tensor((8, 16), 'float32'), y: R.Tensor((16, 4), 'float32')", "R.matmul(x, y)");
  CHECK(product.of_kernels.bytes == 4 * (8 * 16 + 16 * 4 + 8 * 4));
  CHECK(product.of_kernels.dtype == kFloat32);
}

TEST_CASE("a bound is the longer of the time for operations and for bytes") {
  MachineSpeed speed;
  speed.threads = 2;
  speed.caches = {1000, 10000, 0};
  speed[Speed::f32] = {100, 150, ""};
  speed[Speed::l1] = {50, 100, ""};
  speed[Speed::memory] = {5, 8, ""};
  CHECK(speed.rate(Speed::f32, 1) == 100);
  CHECK(speed.rate(Speed::f32, 2) == 150);
  CHECK(speed.rate(Speed::f32, 3) == 150);
  CHECK(speed.level(1000, 1) == Speed::l1);
  CHECK(speed.level(1001, 1) == Speed::l2);
  CHECK(speed.level(2000, 2) == Speed::l1);
  CHECK(speed.level(30000, 2) == Speed::memory);
  CHECK(bound(speed, {1000, 100, kFloat32}, 1) == 10);
  CHECK(bound(speed, {1000, 1000, kFloat32}, 1) == 20);
  CHECK(bound(speed, {1000, 40000, kFloat32}, 2) == 5000);
  CHECK(bound(speed, {1000, 100, kInt64}, 1) == 2);
  CHECK(!bound(speed, {1000, 5000, kFloat64}, 1));
}
