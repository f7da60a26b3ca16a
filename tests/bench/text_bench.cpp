// SPDX-License-Identifier: Apache-2.0
// How long the text side takes per binding, phase by phase, and whether it is linear.
//
//   hammock_text_bench [LARGEST]      up to LARGEST bindings, 1,000,000 if not given
//
// For N = 1,000 ... LARGEST a function of N bindings is made as canonical text: sums, products and pairs of matmuls of
// one left operand, so that CombineParallelMatmul has N / 4 groups. Every run of a phase has data of its own; a figure
// is the median of the runs. The exit code is 1 if a phase takes, per binding, more than 1.5 times as long at the
// largest N as at 10,000.
#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <ctime>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "hammock/infer/infer.h"
#include "hammock/passes/pass.h"
#include "hammock/passes/rules.h"
#include "hammock/print/print.h"
#include "hammock/read/read.h"
#include "hammock/rewrite/drive.h"
#include "hammock/rewrite/order.h"
#include "hammock/verify/verify.h"

namespace hammock {
namespace {

constexpr size_t kFirst = 1'000, kReference = 10'000;
constexpr double kLinear = 1.5;

std::string script(size_t bindings) {
  constexpr size_t kWeights = 8;
  const std::string tensor = "R.Tensor((8, 8), dtype=\"float32\")";
  std::string text =
      "# from tvm.script import ir as I\n# from tvm.script import relax as R\n\n@I.ir_module\nclass Module:\n    "
      "@R.function\n    def main(x: " +
      tensor;
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

// The worst case for binding order: pairs of matmuls of one left operand, the right operand of the second computed only
// behind all first ones.
std::string late_script(size_t bindings) {
  const std::string tensor = "R.Tensor((8, 8), dtype=\"float32\")";
  std::string text = fmt::format("@R.function\ndef main(x: {0}, w: {0}) -> {0}:\n    with R.dataflow():\n", tensor);
  size_t pairs = bindings / 6;
  auto bind = [&](const char* name, size_t i, const std::string& value) {
    text += fmt::format("        {}{}: {} = {}\n", name, i, tensor, value);
  };
  for (size_t i = 0; i < pairs; ++i)
    bind("x", i, fmt::format("R.add({}, w)", i == 0 ? "x" : fmt::format("x{}", i - 1)));
  for (size_t i = 0; i < pairs; ++i) bind("a", i, fmt::format("R.matmul(x{}, w)", i));
  for (size_t i = pairs; i-- > 0;) bind("t", i, fmt::format("R.permute_dims(x{})", i));
  for (size_t i = 0; i < pairs; ++i) bind("b", i, fmt::format("R.matmul(x{0}, t{0})", i));
  for (size_t i = 0; i < pairs; ++i) bind("s", i, fmt::format("R.multiply(a{0}, b{0})", i));
  for (size_t i = 0; i < pairs; ++i)
    bind("c", i, fmt::format("R.add({}, s{})", i == 0 ? "x" : fmt::format("c{}", i - 1), i));
  return text + fmt::format("        R.output(c{0})\n    return c{0}\n", pairs - 1);
}

// A sum of N / 10 terms times c: with the rule below one product in each round moves into the sum, and enables the
// next.
std::string chain_script(size_t bindings) {
  const std::string tensor = "R.Tensor((8, 8), dtype=\"float32\")";
  std::string text =
      fmt::format("@R.function\ndef main(s0: {0}, c: {0}, v: {0}, w: {0}) -> {0}:\n    with R.dataflow():\n", tensor);
  size_t terms = bindings / 10;
  for (size_t i = 1; i <= terms; ++i)
    text += fmt::format("        s{}: {} = R.add(s{}, {})\n", i, tensor, i - 1, i % 3 == 0 ? "v" : "w");
  return text + fmt::format("        y: {} = R.multiply(s{}, c)\n        R.output(y)\n    return y\n", tensor, terms);
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
    if (node.kind == NodeKind::call_op) infer.call({node.op, fn.args(v), node.attrs, node.sinfo_args(), node.span});
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

// One in four bindings is a product of two matmuls, and becomes a sum.
Rule products_to_sums(Context& context) {
  Rule r("product to sum", context);
  Pattern a = ops::matmul(r.patterns().any(), r.patterns().any()),
          b = ops::matmul(r.patterns().any(), r.patterns().any());
  return r.rewrite(a * b, a + b);
}

// Two matmuls of one left operand become one and its halves.
Rule pairs_to_one(Context& context) {
  Rule r("two matmuls to one", context);
  Patterns& p = r.patterns();
  Pattern x = p.any(), u = p.any(), v = p.any(), a = ops::matmul(x, u), b = ops::matmul(x, v);
  PatternGraph graph(p);
  graph.add_call(a);
  graph.add_call(b);
  Pattern wide = ops::matmul(x, ops::concat(p.tuple({u, v})).has_attr("axis", 1));
  AttrTest sections{context.name("indices_or_sections"), context.attrs.integer(2), {}, {}, {}},
      axis{context.name("axis"), context.attrs.integer(1), {}, {}, {}};
  Pattern both = p.has_attrs(ops::split(wide), {sections, axis});
  return r.rewrite(std::move(graph), std::vector<std::pair<PatternId, PatternId>>{{a, both[0]}, {b, both[1]}});
}

// (a + b) * c becomes a * c + b * c.
Rule distribute(Context& context) {
  Rule r("distribute", context);
  Pattern a = r.patterns().any(), b = r.patterns().any(), c = r.patterns().any();
  return r.rewrite((a + b) * c, a * c + b * c);
}

std::function<void()> run_rule(const Module& module, Rule (*make)(Context&), bool cleans = false) {
  return [copy = module, make, cleans]() mutable {
    std::vector<Rule> rules{make(copy.context())};
    RewriteOptions options;
    if (cleans) options.clean = [&](Function& fn) { return clean_after_rewrite(copy, fn); };
    RewriteResult result = rewrite(copy, rules, options);
    if (!result.changed || result.end != RewriteEnd::fixed_point) std::exit(2);
  };
}

// `prepare` is not timed, what it returns is.
struct Phase {
  const char* name;
  std::function<std::function<void()>(const Module&, const std::shared_ptr<const Source>&)> prepare;
  std::string (*script_of)(size_t) = script;
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
    {"rewrite values", [](const Module& m, const auto&) { return run_rule(m, products_to_sums); }},
    {"rewrite groups", [](const Module& m, const auto&) { return run_rule(m, pairs_to_one); }},
    {"groups, late weights", [](const Module& m, const auto&) { return run_rule(m, pairs_to_one); }, late_script},
    {"rewrite chain", [](const Module& m, const auto&) { return run_rule(m, distribute, true); }, chain_script},
    {"order, reversed", [](const Module& m, const auto&) { return order_reversed(m); }},
    {"print",
     [](const Module& m, const auto&) {
       return [&m] {
         if (print(m).empty()) std::exit(2);
       };
     }},
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
    struct Input {
      std::shared_ptr<const Source> source;
      Module module;
    };
    std::map<std::string (*)(size_t), Input> inputs;
    int runs = n <= kReference ? 21 : n <= 100'000 ? 7 : 5;
    for (size_t p = 0; p < kPhases.size(); ++p) {
      auto make = [&] {
        auto source = std::make_shared<const Source>("bench", kPhases[p].script_of(n));
        return Input{source, read(source)};
      };
      auto found = inputs.find(kPhases[p].script_of);
      const Input& input =
          found != inputs.end() ? found->second : inputs.emplace(kPhases[p].script_of, make()).first->second;
      table[p].push_back(median_ns(kPhases[p], input.module, input.source, runs) / static_cast<double>(n));
    }
  }
  std::string head = fmt::format("{:<22}", "ns per binding");
  for (size_t n : sizes) head += fmt::format("{:>12}", n);
  fmt::print("{}{:>10}\n", head, "ratio");
  auto reference = std::find(sizes.begin(), sizes.end(), kReference);
  bool is_linear = true;
  for (size_t p = 0; p < kPhases.size(); ++p) {
    std::string row = fmt::format("{:<22}", kPhases[p].name);
    for (double ns : table[p]) row += fmt::format("{:>12.0f}", ns);
    double ratio =
        reference == sizes.end() ? 1 : table[p].back() / table[p][static_cast<size_t>(reference - sizes.begin())];
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
