// SPDX-License-Identifier: Apache-2.0
// How long the JIT takes for a function of one operator: threads, LLVM and all that a process has to begin with.
//
//   hammock_compile_bench [SEEDS [OPERATOR]]
//
// Calls come from random programs of SEEDS seeds, 20,000 if not given.
//
// An operator's figure is the median over at most 15 of its calls (dtypes, ranks, attributes and sizes differ), each of
// them compiled five times, of which the quickest one counts. Prints the distribution over the operators, the slowest
// ones, and those of which no call came up; of OPERATOR its slowest call.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "calls.h"
#include "hammock/eval/eval.h"
#include "hammock/eval/sample.h"
#include "hammock/jit/executable.h"
#include "hammock/loop/program.h"
#include "hammock/print/print.h"

namespace hammock {
namespace {

constexpr size_t kCalls = 15;
constexpr int kTries = 5;
constexpr double kBound = 15;  // ms

constexpr generate::Runner kRunner = {[](Op op) { return has_reference(op) && loop::has_lowering(op); }, domain_of};

struct Measured {
  double ms;
  jit::CompileStats stats;
  std::string text;
};

// The only operator of the last function; none if it has several or none.
Op only_operator(const Module& module) {
  const Function* fn = module.functions.back().relax();
  Op found = Op::none;
  if (fn == nullptr) return found;
  for (uint32_t i = 0; i < fn->size(); ++i) {
    const Node& node = (*fn)[Value(i)];
    if (node.kind != NodeKind::call_op) continue;
    if (found != Op::none) return Op::none;
    found = node.op;
  }
  return found;
}

std::optional<Measured> measure(const Module& module) {
  const GlobalId entry(static_cast<uint32_t>(module.functions.size() - 1));
  Result<Sample> sample = sample_arguments(module, entry, 1);
  if (!sample) return std::nullopt;
  std::optional<Measured> best;
  for (int i = 0; i < kTries; ++i) {
    jit::CompileOptions options;
    for (const auto& [symbol, value] : sample->symbols)
      options.dims.emplace_back(module.context().text(module.context().prims[symbol].name()), value);
    auto executable = jit::Executable::compile(module, entry, options);
    if (!executable) return std::nullopt;
    const jit::CompileStats& stats = (*executable)->stats();
    if (stats.kernels == 0) return std::nullopt;  // a view
    if (!best || stats.total_ms < best->ms) best = {stats.total_ms, stats, {}};
  }
  best->text = print(module);
  return best;
}

double at(const std::vector<double>& sorted, double part) {
  return sorted[static_cast<size_t>(part * static_cast<double>(sorted.size() - 1))];
}

int run(uint64_t seeds, std::string_view shown) {
  std::map<Op, std::vector<Measured>> calls;
  for (uint64_t seed = 0; seed < seeds; ++seed) {
    generate::Choices choices(seed);
    const Module module =
        generate::generate(choices, {.runner = &kRunner, .for_executors = true, .functions = 1, .steps = 1});
    const Op op = only_operator(module);
    if (op == Op::none || calls[op].size() >= kCalls) continue;
    if (auto measured = measure(module)) calls[op].push_back(std::move(*measured));
  }
  std::vector<std::pair<double, const Measured*>> operators;
  std::map<const Measured*, Op> names;
  for (auto& [op, all] : calls) {
    if (all.empty()) continue;
    std::ranges::sort(all, {}, &Measured::ms);
    const Measured& median = all[all.size() / 2];
    operators.emplace_back(median.ms, &median);
    names[&median] = op;
  }
  std::ranges::sort(operators);
  std::vector<double> times;
  for (const auto& [ms, call] : operators) times.push_back(ms);
  if (times.empty()) return 1;
  const auto under = std::ranges::count_if(times, [](double ms) { return ms < kBound; });
  fmt::print("{} operators; ms: median {:.1f}, 90 % {:.1f}, 95 % {:.1f}, most {:.1f}; under {} ms: {:.1f} %\n",
             times.size(), at(times, 0.5), at(times, 0.9), at(times, 0.95), times.back(), kBound,
             100 * static_cast<double>(under) / static_cast<double>(times.size()));
  fmt::print("      ms   lower    LLVM    link  calls  slowest call  operator\n");
  for (size_t i = operators.size(); i-- > 0 && operators.size() - i <= 30;) {
    const auto& [ms, call] = operators[i];
    const Op op = names[call];
    fmt::print("{:8.1f}{:8.2f}{:8.2f}{:8.2f}{:7}{:14.1f}  R.{}\n", ms, call->stats.lower_ms, call->stats.codegen_ms,
               call->stats.link_ms, calls[op].size(), calls[op].back().ms, info(op).name);
  }
  std::string missing;
  for (Op op : generate::guessable_ops(&kRunner)) {
    if (calls[op].empty()) missing += fmt::format("{}R.{}", missing.empty() ? "" : ", ", info(op).name);
  }
  if (!missing.empty()) fmt::print("not called alone, or nothing to compile: {}\n", missing);
  for (const auto& [op, all] : calls) {
    if (info(op).name == shown && !all.empty()) fmt::print("{:.1f} ms\n{}\n", all.back().ms, all.back().text);
  }
  return 0;
}

}  // namespace
}  // namespace hammock

int main(int argc, char** argv) {
  return hammock::run(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 20000, argc > 2 ? argv[2] : "");
}
