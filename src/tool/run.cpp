// SPDX-License-Identifier: Apache-2.0
#include "hammock/tool/run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "hammock/base/clock.h"
#include "hammock/base/suggest.h"
#include "hammock/eval/eval.h"
#include "hammock/loop/tir.h"
#include "hammock/print/print.h"
#include "prepared.h"

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

  void fail(const Error& error, bool eval_may_help) {
    out_.outcome.add(outcome_of(script_, {&module_, entry_}, error, eval_may_help));
  }

  Result<RuntimeValue> run_on(Engine engine) {
    Result<std::unique_ptr<Prepared>> prepared = Prepared::make(module_, entry_, args_, options_, engine);
    if (!prepared) return prepared.error();
    is_hosted_ |= (*prepared)->is_hosted();
    Result<RuntimeValue> result = repeat(**prepared, options_.profile && engine == Engine::jit);
    (*prepared)->describe(out_.times);
    if (const std::vector<std::string> by_eval = (*prepared)->by_eval(); !by_eval.empty())
      out_.fallback = fmt::format("the JIT does not compile {}: eval computed {}", fmt::join(by_eval, ", "),
                                  by_eval.size() == 1 ? "it" : "them");
    return result;
  }

  // One run is measured by itself; with more, the first one (which packs weights) is not among them.
  Result<RuntimeValue> repeat(Prepared& prepared, bool is_profiled) {
    RunTimes& times = out_.times;
    double start = now_ms();
    Result<RuntimeValue> result = prepared.run(nullptr);
    times.first_run_ms = std::max(0.0, now_ms() - start - prepared.apart_ms());
    for (int i = 1; is_measured_ && result.ok() && i < options_.warmup; ++i) result = prepared.run(nullptr);
    const bool is_timed = is_measured_ && (options_.repeat > 1 || options_.warmup > 0);
    std::vector<std::vector<jit::StepTime>> profiles;
    auto run = [&] { return prepared.run(is_profiled ? &profiles.emplace_back() : nullptr); };
    for (int i = 0; result.ok() && is_timed && i < options_.repeat; ++i) {
      start = now_ms();
      result = run();
      times.runs_ms.push_back(now_ms() - start - prepared.apart_ms());
      if (options_.progress) options_.progress(i + 1 == options_.repeat);
    }
    if (result.ok() && is_profiled && !is_timed) result = run();
    if (is_profiled) out_.steps = medians(profiles);
    return result;
  }

  std::optional<Error> dump() {
    if (options_.dump != Dump::kernels) {
      const auto form = options_.dump == Dump::llvm ? jit::CodeForm::llvm : jit::CodeForm::assembly;
      auto text = jit::Executable::dump(module_, entry_, compile_options(args_, options_), form);
      if (!text) return text.error();
      out_.dumped = std::move(*text);
      return std::nullopt;
    }
    std::vector<loop::Binding> dims;
    for (const NamedDim& d : args_.dims) dims.push_back({d.name, d.value});
    auto program = loop::lower(module_, entry_, dims);
    if (!program) return program.error();
    out_.dumped = hammock::print(loop::to_module(module_, entry_, *program, dims)) + "\n";
    return std::nullopt;
  }

  const Script& script_;
  Module& module_;
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
  return tool::median(runs_ms);
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
