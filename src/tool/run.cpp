// SPDX-License-Identifier: Apache-2.0
#include "hammock/tool/run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "hammock/base/clock.h"
#include "hammock/base/suggest.h"
#include "hammock/eval/eval.h"
#include "hammock/exec/host_program.h"
#include "hammock/loop/tir.h"
#include "hammock/print/print.h"

namespace hammock::tool {
namespace {

// What Python calls the definition.
std::string_view name_of(const Module& module) {
  return module.context().text(module.is_lone_function ? module.functions[0].name : module.class_name);
}

bool is_runnable(const GlobalFunction& f) { return f.relax() || f.kernel(); }

std::string no_entry(std::span<Module* const> modules, std::string_view function, std::string_view module_name) {
  if (modules.empty()) return fmt::format("there is no module '{}'", module_name);
  std::vector<std::string_view> names;
  std::string all;
  for (const Module* module : modules) {
    for (const GlobalFunction& f : module->functions) {
      if (!is_runnable(f)) continue;
      names.push_back(module->context().text(f.name));
      all += fmt::format("{}'{}'", all.empty() ? "" : ", ", names.back());
    }
  }
  std::string hint = did_you_mean(function, names);
  if (hint.empty() && !all.empty()) hint = fmt::format("; it has {} (--entry=NAME)", all);
  return fmt::format("the module has no function '{}'{}", function, hint);
}

class Runner {
 public:
  Runner(const Script& script, EntryPoint entry, const RunArguments& arguments, const RunOptions& options)
      : script_(script), module_(*entry.module), entry_(entry.function), args_(arguments), options_(options) {}

  Run run() {
    if (options_.dump != Dump::nothing) {
      if (std::optional<Error> error = dump()) fail(*error, false);
      return std::move(out_);
    }
    const bool compares = options_.compare && *options_.compare != options_.engine;
    Result<RuntimeValue> result = run_on(options_.engine);
    if (!result) {
      fail(result.error(), options_.engine == Engine::jit && !is_hosted_);
      // What fails in one engine must not run in the other.
      if (compares && result.error().kind == Error::Kind::run && run_on(*options_.compare)) {
        out_.outcome.status = kFalse;
        out_.difference = fmt::format("{} failed, {} did not\n", name(options_.engine), name(*options_.compare));
      }
      return std::move(out_);
    }
    out_.value = std::move(*result);
    if (compares) compare();
    return std::move(out_);
  }

 private:
  void compare() {
    const RunTimes times = out_.times;  // the comparison is not measured
    is_measured_ = false;
    Result<RuntimeValue> other = run_on(*options_.compare);
    out_.times = times;
    if (!other) {
      out_.value.reset();
      return fail(other.error(), false);
    }
    const bool is_reference = *options_.compare == Engine::eval;
    Agreement found = compare_results(module_, entry_, args_.values, is_reference ? *out_.value : *other,
                                      is_reference ? *other : *out_.value, options_.bounds);
    out_.remark = std::move(found.remark);
    if (found.difference.empty()) return;
    out_.difference = "jit (actual) and eval (expected) disagree\n" + found.difference;
    out_.outcome.status = kFalse;
  }

  // A failure with a place in the script is a diagnostic. `eval_may_help`: it is one of the JIT.
  void fail(const Error& error, bool eval_may_help) {
    if (!error.span) {
      out_.outcome.add(failed(status_of(error), error.text));
      return;
    }
    Diagnostics diagnostics(script_.source);
    const bool is_unsupported = error.kind == Error::Kind::unsupported;
    const bool says_eval = is_unsupported && eval_may_help && can_evaluate(module_, entry_);
    Diagnostic& shown = diagnostics.report(is_unsupported ? Diag::unsupported : Diag::run_failed, error.span,
                                           error.text + (says_eval ? "; --engine=eval may run it" : ""));
    if (error.declared && error.declared != error.span) shown.notes.push_back({error.declared, "it is declared here"});
    as_written(diagnostics, script_.definitions);
    out_.outcome.add(std::move(diagnostics));
    out_.outcome.status = status_of(error);
  }

  Result<RuntimeValue> run_on(Engine engine) { return engine == Engine::jit ? run_jit() : run_eval(); }

  // One run is measured by itself; with more, the first one (which packs weights) is not among them. `apart` is the
  // time in the last run that does not count.
  template <class F, class G>
  Result<RuntimeValue> repeat(F&& once, G&& apart) {
    RunTimes& times = out_.times;
    double start = now_ms();
    Result<RuntimeValue> result = once();
    times.first_run_ms = now_ms() - start - apart();
    for (int i = 1; is_measured_ && result.ok() && i < options_.warmup; ++i) result = once();
    const bool is_timed = is_measured_ && (options_.repeat > 1 || options_.warmup > 0);
    for (int i = 0; result.ok() && is_timed && i < options_.repeat; ++i) {
      start = now_ms();
      result = once();
      times.runs_ms.push_back(now_ms() - start - apart());
      if (options_.progress) options_.progress(i + 1 == options_.repeat);
    }
    return result;
  }

  Result<RuntimeValue> run_eval() {
    EvalOptions eval;
    if (options_.max_bindings > 0) eval.max_steps = options_.max_bindings;
    if (options_.max_steps > 0) eval.max_steps = eval.max_kernel_steps = options_.max_steps;
    eval.print = options_.print;
    double preparation_ms = 0;
    eval.preparation_ms = &preparation_ms;
    return repeat([&] { return evaluate(module_, entry_, args_.values, eval); }, [&] { return preparation_ms; });
  }

  std::optional<Error> dump() {
    if (options_.dump == Dump::llvm) {
      auto executable = jit::Executable::compile(module_, entry_, compile_options());
      if (!executable) return executable.error();
      out_.dumped = (*executable)->dump_llvm();
      return std::nullopt;
    }
    std::vector<loop::Binding> dims;
    for (const NamedDim& d : args_.dims) dims.push_back({d.name, d.value});
    auto program = loop::lower(module_, entry_, dims);
    if (!program) return program.error();
    out_.dumped = hammock::print(loop::to_module(module_, entry_, *program, dims)) + "\n";
    return std::nullopt;
  }

  jit::CompileOptions compile_options() const {
    jit::CompileOptions compile;
    compile.compiler = options_.compiler;
    compile.is_one_of_sizes = options_.compiler != nullptr;
    compile.threads = options_.threads;
    compile.is_unchecked = options_.is_unchecked;
    compile.cache = options_.cache;
    compile.no_winograd = options_.no_winograd;
    compile.arguments = args_.values;
    for (const NamedDim& d : args_.dims) compile.dims.emplace_back(d.name, d.value);
    return compile;
  }

  Result<RuntimeValue> run_jit() {
    const jit::CompileOptions compile = compile_options();
    const double start = now_ms();
    Result<std::unique_ptr<jit::Executable>> executable = jit::Executable::compile(module_, entry_, compile);
    out_.times.compile_ms = now_ms() - start;
    if (!executable) {
      const bool may_run =
          executable.error().kind == Error::Kind::unsupported && jit::is_available() && module_[entry_].relax();
      return may_run ? run_host() : executable.error();
    }
    Result<RuntimeValue> result =
        repeat([&] { return (*executable)->run(args_.values); }, [&] { return (*executable)->preparation_ms(); });
    out_.times.kernels = (*executable)->stats().kernels;
    out_.times.generated = (*executable)->stats().generated;
    out_.times.reused = (*executable)->stats().reused;
    out_.times.cached = (*executable)->stats().cached;
    out_.times.peak_bytes = (*executable)->peak_bytes();
    profile(**executable);
    return result;
  }

  template <class Program>
  void profile(Program& program) {
    if (!options_.profile) return;
    out_.steps = program.profile(args_.values);
    std::ranges::stable_sort(out_.steps, [](const auto& a, const auto& b) { return a.ms > b.ms; });
  }

  // What the JIT does not compile as a whole.
  Result<RuntimeValue> run_host() {
    is_hosted_ = true;
    exec::HostProgram program(module_, entry_,
                              {options_.threads, options_.max_steps, options_.print, options_.compiler, nullptr,
                               options_.is_unchecked, options_.no_winograd, options_.max_bindings, options_.cache});
    Result<RuntimeValue> result = repeat([&] { return program.run(args_.values); }, [] { return 0.0; });
    exec::HostStats stats = program.stats();
    RunTimes& times = out_.times;
    times.first_run_ms = std::max(0.0, times.first_run_ms - stats.compile_ms);
    times.compile_ms += stats.compile_ms;
    times.kernels = stats.kernels;
    times.generated = stats.generated;
    times.reused = stats.reused;
    times.cached = stats.cached;
    times.peak_bytes = stats.peak_bytes;
    profile(program);
    if (!stats.by_eval.empty())
      out_.fallback = fmt::format("the JIT does not compile {}: eval computed {}", fmt::join(stats.by_eval, ", "),
                                  stats.by_eval.size() == 1 ? "it" : "them");
    return result;
  }

  const Script& script_;
  const Module& module_;
  GlobalId entry_;
  const RunArguments& args_;
  const RunOptions& options_;
  bool is_hosted_ = false;   // the JIT did not compile it as a whole
  bool is_measured_ = true;  // as often as asked for; a comparison runs once
  Run out_;
};

}  // namespace

std::string_view name(Engine engine) { return engine == Engine::jit ? "jit" : "eval"; }

double RunTimes::median() const {
  if (runs_ms.empty()) return first_run_ms;
  std::vector<double> sorted = runs_ms;
  std::ranges::sort(sorted);
  const size_t n = sorted.size();
  return n % 2 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

double RunTimes::min() const { return runs_ms.empty() ? first_run_ms : *std::ranges::min_element(runs_ms); }

Result<EntryPoint> find_entry(Script& script, std::string_view function, std::string_view module_name) {
  std::vector<Module*> modules;
  for (Module& module : script.definitions.modules) {
    if (module_name.empty() || name_of(module) == module_name) modules.push_back(&module);
  }
  std::vector<EntryPoint> found;
  for (Module* module : modules) {
    std::optional<GlobalId> entry = module->find(function);
    if (!entry && module->is_lone_function && modules.size() == 1 && function == "main") entry = GlobalId(0);
    if (entry && is_runnable((*module)[*entry])) found.push_back({module, *entry});
  }
  if (found.size() == 1) return found[0];
  std::string why;
  if (found.empty()) {
    why = no_entry(modules, function, module_name);
  } else {
    for (const EntryPoint& entry : found) why += fmt::format("{}'{}'", why.empty() ? "" : ", ", name_of(*entry.module));
    why = fmt::format("the function '{}' is in several modules: {} (--module=NAME)", function, why);
  }
  return Error{Error::Kind::usage, fmt::format("{}: {}", script.source->name(), why), {}};
}

std::string printed_line(std::string_view format, std::span<const RuntimeValue> values, int64_t max_elements) {
  std::string text;
  size_t next = 0;
  auto value = [&] { return next < values.size() ? format_value(values[next++], max_elements) : std::string("{}"); };
  for (size_t i = 0; i < format.size(); ++i) {
    bool is_slot = format.substr(i, 2) == "{}";
    text += is_slot ? value() : std::string(1, format[i]);
    i += is_slot;
  }
  while (format.empty() && next < values.size()) {
    if (next > 0) text += ' ';
    text += value();
  }
  return text.ends_with('\n') ? text : text + "\n";
}

Run run_function(const Script& script, EntryPoint entry, const RunArguments& arguments, const RunOptions& options) {
  return Runner(script, entry, arguments, options).run();
}

}  // namespace hammock::tool
