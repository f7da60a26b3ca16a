// SPDX-License-Identifier: Apache-2.0
// How long the text side takes per binding, phase by phase, and whether it is linear.
//
//   hammock_text_bench [LARGEST]      up to LARGEST bindings, 1,000,000 if not given
//
// For N = 1,000 ... LARGEST a function of N bindings is made as canonical text: sums, products and pairs of matmuls of one left
// operand, so that CombineParallelMatmul has N / 4 groups. Every run of a phase has data of its own; a figure is the median of
// the runs. The exit code is 1 if a phase takes, per binding, more than 1.5 times as long at the largest N as at 10,000.
#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include "hammock/infer/infer.h"
#include "hammock/passes/pass.h"
#include "hammock/print/print.h"
#include "hammock/read/read.h"
#include "hammock/rewrite/order.h"
#include "hammock/rewrite/match.h"
#include "hammock/verify/verify.h"

namespace hammock {
namespace {

constexpr size_t kFirst = 1'000, kReference = 10'000;
constexpr double kLinear = 1.5;

std::string script(size_t bindings) {
  constexpr size_t kWeights = 8;
  const std::string tensor = "R.Tensor((8, 8), dtype=\"float32\")";
  std::string text = "# from tvm.script import ir as I\n# from tvm.script import relax as R\n\n@I.ir_module\nclass Module:\n    @R.function\n    def main(x: " + tensor;
  for (size_t w = 0; w < kWeights; ++w) text += fmt::format(", w{}: {}", w, tensor);
  text += ") -> " + tensor + ":\n        with R.dataflow():\n";
  auto name = [](size_t i) { return i == 0 ? std::string("x") : fmt::format("lv{}", i); };
  for (size_t i = 1; i <= bindings; ++i) {
    size_t weight = i % kWeights;
    std::string value;
    switch (i % 4) {
      case 1: value = fmt::format("R.add({}, w{})", name(i - 1), weight); break;
      case 2: value = fmt::format("R.matmul({}, w{}, out_dtype=\"void\")", name(i - 1), weight); break;
      case 3: value = fmt::format("R.matmul({}, w{}, out_dtype=\"void\")", name(i - 2), weight); break;
      default: value = fmt::format("R.multiply({}, {})", name(i - 1), name(i - 2)); break;
    }
    text += fmt::format("            {}: {} = {}\n", name(i), tensor, value);
  }
  return text + fmt::format("            R.output({0})\n        return {0}\n", name(bindings));
}

[[noreturn]] void fail(const Diagnostics& diagnostics) {
  std::fputs(render(diagnostics).c_str(), stderr);
  std::exit(2);
}

Module read(const std::shared_ptr<const Source>& source, bool infer = true) {
  Diagnostics diagnostics(source);
  std::optional<Module> module = read_module(source, std::make_shared<Context>(), diagnostics, {.infer = infer});
  if (!module) fail(diagnostics);
  return std::move(*module);
}

std::function<void()> run_passes(const Module& module, const char* pipeline) {
  return [copy = module, pipeline]() mutable {
    Diagnostics diagnostics;
    auto steps = parse_pipeline(pipeline, diagnostics);
    PassContext context{diagnostics, {}};
    run_pipeline(copy, *steps, context, /*verify_each=*/false);
  };
}

void infer_all(const Module& module) {
  const Function& fn = *module.relax("main");
  Diagnostics diagnostics;
  Infer infer(fn, &module, &diagnostics);
  for_each_binding(fn, fn.self().body, [&](Value v, const Block&) {
    const Node& node = fn[v];
    if (node.kind == NodeKind::call_op) infer.call({node.op, fn.args(v), node.attrs, Attr(node.payload), node.span});
  });
}

void match_all(const Module& module) {
  const Function& fn = *module.relax("main");
  Patterns p(fn.context());
  Pattern sum = p.any() + p.any();
  Matcher matcher(p, ops::matmul(sum, p.any()) * ops::matmul(sum, p.any()));
  Match match;
  size_t found = 0;
  for_each_binding(fn, fn.self().body, [&](Value v, const Block&) { found += matcher.match(fn, v, match); });
  if (found == 0) std::exit(2);
}

// Every binding stands in front of all that it needs.
std::function<void()> order_reversed(const Module& module) {
  return [copy = module]() mutable {
    Function& fn = *copy.relax("main");
    for (Block& block : fn.body().blocks) std::reverse(block.bindings.begin(), block.bindings.end());
    Places places(fn);
    UseTable uses(fn, places);
    if (order_bindings(fn, places, uses)) std::exit(2);
  };
}

// `prepare` is not timed, what it returns is.
struct Phase {
  const char* name;
  std::function<std::function<void()>(const Module&, const std::shared_ptr<const Source>&)> prepare;
};

void verify_or_fail(const Module& module) {
  Diagnostics diagnostics;
  if (!verify(module, diagnostics)) fail(diagnostics);
}

const std::vector<Phase> kPhases = {
    {"read", [](const Module&, const auto& source) { return [source] { read(source, false); }; }},
    {"read and infer", [](const Module&, const auto& source) { return [source] { read(source); }; }},
    {"infer", [](const Module& m, const auto&) { return [&m] { infer_all(m); }; }},
    {"verify", [](const Module& m, const auto&) { return [&m] { verify_or_fail(m); }; }},
    {"match", [](const Module& m, const auto&) { return [&m] { match_all(m); }; }},
    {"combine matmuls", [](const Module& m, const auto&) { return run_passes(m, "CombineParallelMatmul"); }},
    {"eliminate subexpr", [](const Module& m, const auto&) { return run_passes(m, "EliminateCommonSubexpr"); }},
    {"eliminate dead code", [](const Module& m, const auto&) { return run_passes(m, "DeadCodeElimination"); }},
    {"order, reversed", [](const Module& m, const auto&) { return order_reversed(m); }},
    {"print", [](const Module& m, const auto&) { return [&m] { if (print(m).empty()) std::exit(2); }; }},
};

// Processor time: what else the machine does counts less.
double cpu_ns() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

double median_ns(const Phase& phase, const Module& module, const std::shared_ptr<const Source>& source, int runs) {
  std::vector<double> times;
  for (int i = 0; i < runs; ++i) {
    std::function<void()> run = phase.prepare(module, source);
    double start = cpu_ns();
    run();
    times.push_back(cpu_ns() - start);
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

int run(size_t largest) {
  std::vector<size_t> sizes;
  for (size_t n = kFirst; n <= largest; n *= 10) sizes.push_back(n);
  std::vector<std::vector<double>> table(kPhases.size());
  for (size_t n : sizes) {
    auto source = std::make_shared<const Source>("bench", script(n));
    Module module = read(source);
    int runs = n <= kReference ? 21 : n <= 100'000 ? 7 : 5;
    for (size_t p = 0; p < kPhases.size(); ++p) table[p].push_back(median_ns(kPhases[p], module, source, runs) / static_cast<double>(n));
  }
  std::string head = fmt::format("{:<22}", "ns per binding");
  for (size_t n : sizes) head += fmt::format("{:>12}", n);
  fmt::print("{}{:>10}\n", head, "ratio");
  auto reference = std::find(sizes.begin(), sizes.end(), kReference);
  bool is_linear = true;
  for (size_t p = 0; p < kPhases.size(); ++p) {
    std::string row = fmt::format("{:<22}", kPhases[p].name);
    for (double ns : table[p]) row += fmt::format("{:>12.0f}", ns);
    double ratio = reference == sizes.end() ? 1 : table[p].back() / table[p][static_cast<size_t>(reference - sizes.begin())];
    is_linear &= ratio <= kLinear;
    fmt::print("{}{:>10.2f}{}\n", row, ratio, ratio > kLinear ? "  not linear" : "");
  }
  return is_linear ? 0 : 1;
}

}  // namespace
}  // namespace hammock

int main(int argc, char** argv) {
  // Memory is kept between runs, so that large runs do not pay for new pages what small ones get from the allocator.
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, -1);
  return hammock::run(argc > 1 ? std::stoul(argv[1]) : 1'000'000);
}
