// SPDX-License-Identifier: Apache-2.0
#include "prepared.h"

#include <algorithm>
#include <map>

#include "hammock/base/clock.h"
#include "hammock/eval/eval.h"
#include "hammock/exec/host_program.h"

namespace hammock::tool {
namespace {

// One after the other, on the thread that runs.
class Traced {
 public:
  Traced(Trace* trace, const char* name, const char* category)
      : trace_(trace), name_(name), category_(category), begin_(trace ? now_ms() : 0) {}
  ~Traced() {
    if (trace_) trace_->add({name_, category_, 0, begin_, now_ms()});
  }

 private:
  Trace* trace_;
  const char *name_, *category_;
  double begin_;
};

class Compiled final : public Prepared {
 public:
  Compiled(std::unique_ptr<jit::Executable> executable, double compile_ms, const RunArguments& arguments, Trace* trace)
      : executable_(std::move(executable)), compile_ms_(compile_ms), arguments_(arguments), trace_(trace) {}

  Result<RuntimeValue> run(std::vector<jit::StepTime>* steps) override {
    const Traced traced(trace_, "run", "run");
    return executable_->run(arguments_.values, steps);
  }
  double apart_ms() const override { return executable_->preparation_ms(); }
  void describe(RunTimes& times) const override {
    times.compile_ms = compile_ms_;
    times.kernels = executable_->stats().kernels;
    times.generated = executable_->stats().generated;
    times.reused = executable_->stats().reused;
    times.cached = executable_->stats().cached;
    times.peak_bytes = executable_->peak_bytes();
  }

 private:
  std::unique_ptr<jit::Executable> executable_;
  double compile_ms_;
  const RunArguments& arguments_;
  Trace* trace_;
};

// What the JIT does not compile as a whole.
class Hosted final : public Prepared {
 public:
  Hosted(const Module& module, GlobalId entry, const RunArguments& arguments, const RunOptions& options,
         double compile_ms)
      : program_(module, entry,
                 {options.threads, options.max_steps, options.print, options.compiler, nullptr, options.is_unchecked,
                  options.no_winograd, options.max_bindings, options.cache, options.trace, options.cpu}),
        compile_ms_(compile_ms),
        arguments_(arguments),
        trace_(options.trace.get()) {}

  Result<RuntimeValue> run(std::vector<jit::StepTime>* steps) override {
    const Traced traced(trace_, "run", "run");
    const double before = program_.stats().compile_ms;
    Result<RuntimeValue> value = program_.run(arguments_.values, steps);
    apart_ms_ = program_.stats().compile_ms - before;
    return value;
  }
  double apart_ms() const override { return apart_ms_; }
  void describe(RunTimes& times) const override {
    const exec::HostStats stats = program_.stats();
    times.compile_ms = compile_ms_ + stats.compile_ms;
    times.kernels = stats.kernels;
    times.generated = stats.generated;
    times.reused = stats.reused;
    times.cached = stats.cached;
    times.peak_bytes = stats.peak_bytes;
  }
  bool is_hosted() const override { return true; }
  std::vector<std::string> by_eval() const override { return program_.stats().by_eval; }

 private:
  exec::HostProgram program_;
  double compile_ms_, apart_ms_ = 0;
  const RunArguments& arguments_;
  Trace* trace_;
};

class Evaluated final : public Prepared {
 public:
  Evaluated(const Module& module, GlobalId entry, const RunArguments& arguments, const RunOptions& options)
      : module_(module), entry_(entry), arguments_(arguments) {
    if (options.max_bindings > 0) eval_.max_steps = options.max_bindings;
    if (options.max_steps > 0) eval_.max_steps = eval_.max_kernel_steps = options.max_steps;
    eval_.print = options.print;
    eval_.preparation_ms = &preparation_ms_;
  }

  Result<RuntimeValue> run(std::vector<jit::StepTime>*) override {
    return evaluate(module_, entry_, arguments_.values, eval_);
  }
  double apart_ms() const override { return preparation_ms_; }
  void describe(RunTimes&) const override {}

 private:
  const Module& module_;
  GlobalId entry_;
  const RunArguments& arguments_;
  EvalOptions eval_;
  double preparation_ms_ = 0;
};

}  // namespace

Outcome outcome_of(const Script& script, EntryPoint entry, const Error& error, bool eval_may_help) {
  if (!error.span) return failed(status_of(error), error.text);
  Diagnostics diagnostics(script.source);
  const bool is_unsupported = error.kind == Error::Kind::unsupported;
  const bool says_eval = is_unsupported && eval_may_help && can_evaluate(*entry.module, entry.function);
  Diagnostic& shown = diagnostics.report(is_unsupported ? Diag::unsupported : Diag::run_failed, error.span,
                                         error.text + (says_eval ? "; --engine=eval may run it" : ""));
  if (error.declared && error.declared != error.span) shown.notes.push_back({error.declared, "it is declared here"});
  as_written(diagnostics, script.definitions);
  Outcome out;
  out.add(std::move(diagnostics));
  out.status = status_of(error);
  return out;
}

jit::CompileOptions compile_options(const RunArguments& arguments, const RunOptions& options) {
  jit::CompileOptions compile;
  compile.compiler = options.compiler;
  compile.is_one_of_sizes = options.is_one_of_sizes;
  compile.threads = options.threads;
  compile.is_unchecked = options.is_unchecked;
  compile.no_winograd = options.no_winograd;
  compile.gives_back_weights = options.gives_back_weights;
  compile.cache = options.cache;
  compile.cpu = options.cpu;
  compile.trace = options.trace;
  compile.arguments = arguments.values;
  for (const NamedDim& d : arguments.dims) compile.dims.emplace_back(d.name, d.value);
  return compile;
}

Result<std::unique_ptr<Prepared>> Prepared::make(const Module& module, GlobalId entry, const RunArguments& arguments,
                                                 const RunOptions& options, Engine engine) {
  if (engine == Engine::eval) return std::unique_ptr<Prepared>(new Evaluated(module, entry, arguments, options));
  const double start = now_ms();
  Result<std::unique_ptr<jit::Executable>> executable = [&] {
    const Traced traced(options.trace.get(), "compile", "compile");
    return jit::Executable::compile(module, entry, compile_options(arguments, options));
  }();
  const double compile_ms = now_ms() - start;
  if (executable)
    return std::unique_ptr<Prepared>(new Compiled(std::move(*executable), compile_ms, arguments, options.trace.get()));
  const bool may_run =
      executable.error().kind == Error::Kind::unsupported && jit::is_available() && module[entry].relax();
  if (!may_run) return executable.error();
  return std::unique_ptr<Prepared>(new Hosted(module, entry, arguments, options, compile_ms));
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  const size_t n = values.size();
  return n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

std::vector<jit::StepTime> medians(std::span<const std::vector<jit::StepTime>> runs) {
  std::map<uint64_t, std::pair<jit::StepTime, std::vector<double>>> steps;
  for (const std::vector<jit::StepTime>& run : runs) {
    for (const jit::StepTime& step : run) {
      auto& [first, times] = steps.try_emplace(step.id, step, std::vector<double>()).first->second;
      times.push_back(step.ms);
    }
  }
  std::vector<jit::StepTime> out;
  for (auto& [id, step] : steps) {
    step.first.ms = median(std::move(step.second));
    out.push_back(std::move(step.first));
  }
  std::ranges::stable_sort(out, [](const auto& a, const auto& b) { return a.ms > b.ms; });
  return out;
}

}  // namespace hammock::tool
