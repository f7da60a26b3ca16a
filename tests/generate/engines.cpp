// SPDX-License-Identifier: Apache-2.0
#include "engines.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hammock/eval/compare.h"
#include "hammock/eval/eval.h"
#include "hammock/eval/sample.h"
#include "hammock/exec/host_program.h"
#include "hammock/jit/executable.h"
#include "hammock/loop/program.h"
#include "hammock/loop/tir.h"
#include "hammock/passes/pass.h"
#include "hammock/read/read.h"
#include "hammock/verify/verify.h"
#include "roundtrip.h"

namespace hammock::generate {
namespace {

constexpr double kMaxWork = 3e7;

std::string without_digits(std::string text) {
  std::erase_if(text, [](char c) { return c >= '0' && c <= '9'; });
  return text;
}

GlobalId last_function(const Module& module) { return GlobalId(static_cast<uint32_t>(module.functions.size() - 1)); }

// Of an element that should be an index, or the length of a sequence.
bool is_of_index(const Error& e) {
  return e.text.find(" is outside axis ") != std::string::npos ||
         e.text.find(" is not between 0 and ") != std::string::npos;
}

std::string_view operator_of(std::string_view error) { return error.substr(0, error.find(':')); }

// The JIT knows all dims before it runs anything, eval comes to them in turn: where both dims and indices are wrong,
// each names another.
bool is_same_failure(const Error& eval, const Error& jit) {
  return eval.text == jit.text ? eval.span == jit.span : is_of_index(eval) && !is_of_index(jit);
}

// Whose parameters are those of the last one: a kernel by itself has a function beside it for them.
GlobalId sampled_function(const Module& module) {
  const auto last = std::ranges::find_if(module.functions.rbegin(), module.functions.rend(),
                                         [](const GlobalFunction& f) { return f.relax() != nullptr; });
  return GlobalId(static_cast<uint32_t>(module.functions.rend() - last - 1));
}

// The JIT computes only what is used, and fails for no index that is not.
Module without_dead_code(Module module) {
  Diagnostics diagnostics;
  PassContext context{diagnostics};
  run_pipeline(module, *parse_pipeline("DeadCodeElimination", diagnostics), context, true);
  return module;
}

bool is_computed(const Module& module, std::span<const RuntimeValue> args) {
  return evaluate(module, last_function(module), args).ok();
}

// Does the result depend on the operator that fails? The JIT does not compute a value for its shape, nor for a
// match_cast that nobody uses.
bool uses_what_fails(Module module, std::span<const RuntimeValue> args) {
  Function* relax = module[last_function(module)].relax();
  if (!relax) return true;  // a kernel executes its statements in their order
  Function& fn = *relax;
  for (uint32_t i = 0; i < fn.size(); ++i) fn[Value(i)].span = {i + 1, i + 2};
  const Result<RuntimeValue> failure = evaluate(module, last_function(module), args);
  if (failure) return true;
  const Span place = failure.error().span;
  std::vector<Value> open{fn.body().result};
  std::vector<bool> is_seen(fn.size());
  while (!open.empty()) {
    const Value v = open.back();
    open.pop_back();
    if (is_seen[v.index]) continue;
    is_seen[v.index] = true;
    if (fn[v].kind == NodeKind::call_op && fn[v].op == Op::shape_of) continue;
    if (fn[v].kind == NodeKind::cond || (fn[v].kind == NodeKind::call_op && fn[v].span == place)) return true;
    open.insert(open.end(), fn.args(v).begin(), fn.args(v).end());
  }
  return false;
}

// Has `actual` no number where `expected` has one that is nearly too large? Sums may overflow on the way
// (DEVIATIONS.md).
bool overflows(const RuntimeValue& actual, const RuntimeValue& expected) {
  if (const RuntimeTuple* fields = actual.tuple()) {
    for (size_t i = 0; i < fields->size(); ++i) {
      if (overflows((*fields)[i], (*expected.tuple())[i])) return true;
    }
  }
  const Tensor *a = actual.tensor(), *e = expected.tensor();
  if (!a || a->dtype != kFloat32) return false;
  for (int64_t i = 0; i < a->elements(); ++i) {
    if (!std::isfinite(a->as<float>()[i]) && std::fabs(e->as<float>()[i]) > 1e36f) return true;
  }
  return false;
}

// Results of functions may be unused where their calls are inlined, which no pass sees.
bool has_calls(const Module& module) {
  for (const GlobalFunction& global : module.functions) {
    for (uint32_t i = 0; global.relax() && i < global.relax()->size(); ++i) {
      if ((*global.relax())[Value(i)].kind == NodeKind::call) return true;
    }
  }
  return false;
}

}  // namespace

constinit const Runner kEngines = {
    [](Op op) { return has_reference(op) && loop::has_lowering(op); },
    [](Op op, size_t operand) { return domain_of(op, operand) == Domain::index ? Domain::index : Domain::any; }};

std::string Engines::problem(const Module& module, uint64_t seed) {
  executable_.reset();
  compiler_.reset();
  SampleStyle style;
  style.max_dim = seed % 4 == 0 ? 70 : 9;
  style.min_dim = are_programs && seed % 3 == 0 ? 0 : 1;
  style.has_equal_dims = seed % 2 == 0;
  for (bool is_special : {false, true}) {
    style.elements = is_special ? Elements::special : Elements::suited;
    if (std::string text = compare(module, seed, 2 * seed + is_special, style); !text.empty()) return text;
  }
  style.has_wrong_indices = true;
  Result<Sample> sample = sample_arguments(module, sampled_function(module), seed, kMaxWork, style);
  if (!sample || !sample->has_wrong_index) return {};
  return compare(module, seed, seed, style);
}

std::string Engines::compare(const Module& module, uint64_t seed, uint64_t sample_seed, const SampleStyle& style) {
  const GlobalId entry = last_function(module);
  Result<Sample> sample = sample_arguments(module, sampled_function(module), sample_seed, kMaxWork, style);
  auto skip = [&](const Error& error) {
    ++skipped[without_digits(error.text)];
    return std::string();
  };
  auto problem = [&](std::string_view text) {
    return fmt::format("run {}, arguments {}: {}", sample_seed, sample->text, text);
  };
  if (!sample) return skip(sample.error());
  Result<RuntimeValue> expected = evaluate(module, entry, sample->args);
  if (!expected && expected.error().kind != Error::Kind::run) return skip(expected.error());
  Result<RuntimeValue> actual = run(module, *sample, seed);
  if (!actual && actual.error().kind != Error::Kind::run) return skip(actual.error());
  if (expected.ok() != actual.ok()) {
    bool is_unused = actual && is_of_index(expected.error()) &&
                     (has_calls(module) || !uses_what_fails(module, sample->args) ||
                      is_computed(without_dead_code(module), sample->args));
    if (is_unused) return {};
    return problem(expected ? "eval gives a result, the JIT says: " + actual.error().text
                            : "the JIT gives a result, eval says: " + expected.error().text);
  }
  if (!expected) {
    const std::string &wanted = expected.error().text, &found = actual.error().text;
    const bool is_same_operator = operator_of(wanted) == operator_of(found);
    // The JIT knows constants before it looks at elements, whose places it says.
    const bool is_constant = is_same_operator && found.find(" at (") == found.npos;
    const bool may_be_unused = (has_calls(module) && !is_same_operator) || !uses_what_fails(module, sample->args);
    const bool is_other_index =
        is_of_index(expected.error()) && is_of_index(actual.error()) && (is_constant || may_be_unused);
    if (!is_other_index && !is_same_failure(expected.error(), actual.error()))
      return problem("eval says: " + expected.error().text + "; the JIT says: " + actual.error().text);
    ++(style.has_wrong_indices ? wrong_indices : failed_alike);
    return {};
  }
  std::string text = compare_results(module, entry, sample->args, *actual, *expected).difference;
  if (!text.empty() && overflows(*actual, *expected))
    return skip({Error::Kind::run, "sums that overflow on the way", {}});
  if (!text.empty()) return problem(text);
  ++agreed;
  if (seed / 2 % 8 != 0 || !module[entry].relax()) return {};
  text = dump_problem(module, *sample, *expected);
  return text.empty() ? text : problem("the module of its kernels: " + text);
}

std::string Engines::dump_problem(const Module& module, const Sample& sample, const RuntimeValue& expected) {
  const GlobalId entry = last_function(module);
  std::vector<loop::Binding> dims;
  for (const auto& [symbol, value] : sample.symbols)
    dims.push_back({std::string(module.context().text(module.context().prims[symbol].name())), value});
  Result<loop::Program> program = loop::lower(module, entry, dims);
  if (!program) return program.error().kind == Error::Kind::unsupported ? "" : program.error().text;
  const std::string text = text_of(loop::to_module(module, entry, *program, dims));
  auto source = std::make_shared<Source>("kernels.py", text);
  Diagnostics diagnostics(source);
  std::optional<Module> again = read_module(source, module.shared_context(), diagnostics);
  if (!again || !verify(*again, diagnostics)) return render(diagnostics) + text;
  Result<RuntimeValue> actual = evaluate(*again, *again->find("main"), sample.args);
  if (!actual) return actual.error().text + "\n" + text;
  const std::string difference = compare_results(module, entry, sample.args, *actual, expected).difference;
  return difference.empty() || overflows(*actual, expected) ? "" : difference + "\n" + text;
}

Result<RuntimeValue> Engines::run(const Module& module, const Sample& sample, uint64_t seed) {
  const bool is_kernel = !module[last_function(module)].relax();
  const int threads = 1 + static_cast<int>(seed / 4 % 2);
  if (!compiler_) compiler_ = std::make_shared<jit::Compiler>(threads, "", cpu);
  auto hosted = [&] {
    return exec::HostProgram(module, last_function(module), {threads, 0, {}, compiler_}).run(sample.args);
  };
  if (!is_kernel && seed / 8 % (are_programs ? 2 : 4) == 0) return hosted();
  if (!executable_ || !sample.symbols.empty() || is_kernel) {
    jit::CompileOptions options;
    options.compiler = compiler_;
    options.is_one_of_sizes = !sample.symbols.empty();
    if (is_kernel) options.arguments = sample.args;
    for (const auto& [symbol, value] : sample.symbols)
      options.dims.emplace_back(module.context().text(module.context().prims[symbol].name()), value);
    auto compiled = jit::Executable::compile(module, last_function(module), options);
    if (!compiled && !is_kernel && compiled.error().kind == Error::Kind::unsupported) return hosted();
    if (!compiled) return compiled.error();
    executable_ = std::move(*compiled);
  }
  return executable_->run(sample.args);
}

}  // namespace hammock::generate
