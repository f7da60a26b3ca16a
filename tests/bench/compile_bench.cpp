// SPDX-License-Identifier: Apache-2.0
// How long the JIT takes for a function of one operator: threads, LLVM and all that a process has to begin with.
//
//   hammock_compile_bench [SEEDS [OPERATOR]]
//
// Calls come from random programs of SEEDS seeds, 20,000 if not given, and of operators that seldom stand there alone
// from a script. The time is the processor's, so that other work does not count.
//
// An operator's figure is the median over at most 15 of its calls (dtypes, ranks, attributes and sizes differ), each of
// them compiled five times, of which the quickest one counts. Prints the distribution over the operators, the slowest
// ones, and those of which no call came up; of OPERATOR its slowest call.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
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
#include "hammock/read/read.h"

namespace hammock {
namespace {

constexpr size_t kCalls = 15;
constexpr int kTries = 5;
constexpr double kBound = 15;  // ms

constexpr generate::Runner kRunner = {[](Op op) { return has_reference(op) && loop::has_lowering(op); }, domain_of};

constexpr std::string_view kSeldom = R"(
@I.ir_module
class Module:
    @R.function
    def a(x: R.Tensor((4, 8), "bool")):
        return R.logical_not(x)
    @R.function
    def b(x: R.Tensor((2, 8, 16), "float32"), y: R.Tensor((2, 16, 4), "float32")):
        return R.einsum((x, y), subscripts="bij,bjk->bik")
    @R.function
    def c(p: R.Tensor((4, 32), "float32"), u: R.Tensor((8, 1), "float32"), i: R.Tensor((8, 1), "int64")):
        return R.multinomial_from_uniform(p, u, i)
    @R.function
    def d(x: R.Tensor((1, 3, 8, 8, 8), "float32"), w: R.Tensor((4, 3, 3, 3, 3), "float32")):
        return R.nn.conv3d(x, w, padding=[1, 1, 1])
    @R.function
    def e(x: R.Tensor((1, 3, 8, 8), "float32"), w: R.Tensor((3, 4, 3, 3), "float32")):
        return R.nn.conv2d_transpose(x, w, strides=[2, 2], padding=[1, 1])
    @R.function
    def f(x: R.Tensor((1, 3, 4, 4, 4), "float32"), w: R.Tensor((3, 4, 3, 3, 3), "float32")):
        return R.nn.conv3d_transpose(x, w, strides=[2, 2, 2])
    @R.function
    def g(x: R.Tensor((1, 3, 9, 9), "float32")):
        return R.nn.adaptive_avg_pool2d(x, output_size=[4, 4])
    @R.function
    def h(x: R.Tensor((1, 3, 9, 9, 9), "float32")):
        return R.nn.adaptive_avg_pool3d(x, output_size=[4, 4, 4])
    @R.function
    def i(x: R.Tensor((4, 32), "float32"), y: R.Tensor((4, 32), "float32")):
        return R.nn.cross_entropy_with_logits(x, y)
    @R.function
    def j(p: R.Tensor((4, 8), "float32"), t: R.Tensor((4,), "int64"), w: R.Tensor((8,), "float32")):
        return R.nn.nll_loss(p, t, w)
    @R.function
    def k(g: R.Tensor((), "float32"), p: R.Tensor((4, 8), "float32"), t: R.Tensor((4,), "int64"), w: R.Tensor((8,), "float32")):
        return R.grad.nll_loss_backward(g, p, t, w)
    @R.function
    def l(x: R.Tensor((4, 8), "int8"), s: R.Tensor((8,), "float32"), z: R.Tensor((8,), "int8")):
        return R.dequantize(x, s, z, axis=1)
    @R.function
    def m(g: R.Tensor((1, 3, 4, 4), "float32"), x: R.Tensor((1, 3, 8, 8), "float32")):
        return R.grad.max_pool2d_backward(g, x, pool_size=[2, 2], strides=[2, 2])
    @R.function
    def n(g: R.Tensor((1, 3, 4, 4), "float32"), x: R.Tensor((1, 3, 8, 8), "float32")):
        return R.grad.avg_pool2d_backward(g, x, pool_size=[2, 2], strides=[2, 2])
    @R.function
    def o(x: R.Tensor((8, 4), "float32"), i: R.Tensor((3,), "int64"), v: R.Tensor((3, 4), "float32")):
        return R.index_put(x, (i,), v)
    @R.function
    def p(x: R.Tensor((4, 8, 2), "float32"), n: R.Tensor((4,), "int64")):
        return R.reverse_sequence(x, n, seq_axis=1, batch_axis=0)
    @R.function
    def q(x: R.Tensor((2, 3, 8, 8), "float32"), c: R.Tensor((3,), "float32")):
        return R.nn.instance_norm(x, c, c, channel_axis=1, axes=[2, 3])
    @R.function
    def r(x: R.Tensor((1, 3, 4, 4, 4), "float32")):
        return R.image.resize3d(x, (8, 8, 8), method="linear")
    @R.function
    def s(x: R.Tensor((1, 3, 8, 8), "float32"), g: R.Tensor((1, 2, 4, 4), "float32")):
        return R.image.grid_sample(x, g)
    @R.function
    def t(m: R.Tensor((2, 2, 3), "float32")):
        return R.image.affine_grid(m, (8, 8))
)";

struct Measured {
  double ms;
  jit::CompileStats stats;
  std::string text;
};

// The only operator of the function; none if it has several or none.
Op only_operator(const Function* fn) {
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

std::optional<Measured> measure(const Module& module, GlobalId entry) {
  Result<Sample> sample = sample_arguments(module, entry, 1);
  if (!sample) return std::nullopt;
  std::optional<Measured> best;
  for (int i = 0; i < kTries; ++i) {
    jit::CompileOptions options;
    for (const auto& [symbol, value] : sample->symbols)
      options.dims.emplace_back(module.context().text(module.context().prims[symbol].name()), value);
    const std::clock_t begin = std::clock();
    auto executable = jit::Executable::compile(module, entry, options);
    const double ms = 1e3 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    if (!executable) return std::nullopt;
    const jit::CompileStats& stats = (*executable)->stats();
    if (stats.kernels == 0) return std::nullopt;  // a view
    if (!best || ms < best->ms) best = {ms, stats, {}};
  }
  best->text = print(module);
  return best;
}

double at(const std::vector<double>& sorted, double part) {
  return sorted[static_cast<size_t>(part * static_cast<double>(sorted.size() - 1))];
}

using Calls = std::map<Op, std::vector<Measured>>;

void add(Calls& calls, const Module& module, GlobalId entry) {
  const Op op = only_operator(module[entry].relax());
  if (op == Op::none || calls[op].size() >= kCalls) return;
  if (auto measured = measure(module, entry)) calls[op].push_back(std::move(*measured));
}

int run(uint64_t seeds, std::string_view shown) {
  Calls calls;
  for (uint64_t seed = 0; seed < seeds; ++seed) {
    generate::Choices choices(seed);
    const Module module =
        generate::generate(choices, {.runner = &kRunner, .for_executors = true, .functions = 1, .steps = 1});
    add(calls, module, GlobalId(static_cast<uint32_t>(module.functions.size() - 1)));
  }
  Diagnostics diagnostics;
  const auto seldom = read_module(std::make_shared<Source>("seldom.py", std::string(kSeldom)),
                                  std::make_shared<Context>(), diagnostics);
  for (uint32_t i = 0; seldom && i < seldom->functions.size(); ++i) add(calls, *seldom, GlobalId(i));
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
