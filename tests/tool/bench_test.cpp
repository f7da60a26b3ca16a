// SPDX-License-Identifier: Apache-2.0
#include "hammock/tool/bench.h"

#include <doctest/doctest.h>

#include <vector>

using namespace hammock;
using namespace hammock::tool;

namespace {

// A clock that goes on by a second whenever somebody looks.
double g_now = 0;
double next_second() { return g_now += 1000; }

constexpr const char* kChain = R"(
@R.function
def main(x: R.Tensor((8, 16), "float32"), w: R.Tensor((16, 4), "float32")):
    y = R.matmul(x, w)
    z = R.nn.softmax(y)
    return z
)";
constexpr const char* kMissing = R"(
@R.function
def main(x: R.Tensor((4,), "float32"), i: R.Tensor((2,), "int64")):
    y = R.take(x, i, axis=0, mode="fast")
    return y
)";

struct Case {
  Script script;
  RunArguments arguments;

  Case(const char* text, const char* fill) : script(read_script("test.py", text)) {
    REQUIRE(script);
    InputOptions inputs;
    inputs.fill = fill;
    arguments = *make_arguments(signature_of(*entry().module, entry().function), inputs);
  }
  EntryPoint entry() { return *find_entry(script, "main", ""); }
  BenchCase bench_case() { return {&script, entry(), &arguments}; }
};

}  // namespace

TEST_CASE("functions run in turn, as often as asked for or as the time allows") {
  Case a(kChain, "rand"), b(kChain, "rand");
  const BenchCase cases[] = {a.bench_case(), b.bench_case()};
  BenchOptions options;
  options.runs = 7;
  options.run.profile = options.run.engine == Engine::jit;
  for (const BenchResult& r : bench(cases, options)) {
    REQUIRE(r.outcome.is_fine());
    CHECK(r.times.runs_ms.size() == 7);
    if (!options.run.profile) continue;
    REQUIRE(!r.steps.empty());
    for (size_t i = 1; i < r.steps.size(); ++i) CHECK(r.steps[i - 1].ms >= r.steps[i].ms);
    CHECK(r.times.kernels == static_cast<int64_t>(r.steps.size()));
  }
  options.runs = 0;
  options.seconds = 20;
  options.now = next_second;
  CHECK(bench(cases, options)[1].times.runs_ms.size() == kFewestRuns + 20 - 1);
  options.seconds = 0;
  CHECK(bench(cases, options)[0].times.runs_ms.size() == kFewestRuns);
}

TEST_CASE("what fails says why, and nothing is measured") {
  Case a(kChain, "rand"), b(kMissing, "full(9)");
  const BenchCase cases[] = {a.bench_case(), b.bench_case()};
  BenchOptions options;
  options.runs = 1;
  const std::vector<BenchResult> results = bench(cases, options);
  CHECK(results[0].outcome.is_fine());
  CHECK(results[1].outcome.status == kRunFailed);
}

TEST_CASE("spreads and ratios of times") {
  CHECK(spread({}).low == 0);
  CHECK(spread({3}).high == 3);
  const Spread middle = spread({5, 1, 2, 4, 3});
  CHECK(middle.low == 2);
  CHECK(middle.high == 4);
  const std::vector<double> once(100, 2.0);
  std::vector<double> other;
  for (int i = 0; i < 100; ++i) other.push_back(i < 40 ? 1.0 : i < 60 ? 4.0 : 8.0);
  const Ratio r = ratio(once, other);
  CHECK(r.median == 2);
  CHECK(r.low == 0.5);  // the 40th
  CHECK(r.high == 4);   // the 61st
  const std::vector<double> few{1, 2, 4};
  CHECK(ratio({&once[0], 3}, few).low == 0.5);
  CHECK(ratio({&once[0], 3}, few).high == 2);
  CHECK(ratio(once, once).median == 1);
}
