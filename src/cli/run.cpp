// SPDX-License-Identifier: Apache-2.0
// hammock run: one function, on the JIT or on the reference executor, with inputs from anywhere.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "command.h"
#include "hammock/base/suggest.h"
#include "hammock/eval/compare.h"
#include "hammock/eval/eval.h"
#include "hammock/jit/executable.h"
#include "hammock/runtime/guard.h"
#include "hammock/runtime/thread_pool.h"
#include "run_values.h"

namespace hammock::cli {
namespace {

struct RunOptions {
  std::string file, entry = "main", engine = jit::is_available() ? "jit" : "eval", compare, outputs, expect;
  InputOptions inputs;
  GivenBounds bounds;
  bool equal_nan = false;
  std::string module;
  int repeat = 1, warmup = 0, threads = 0;
  int64_t max_elements = 1000, max_steps = 0;
  bool json = false, profile = false, dump_llvm = false, guard = false;
};

struct Timing {
  double parse_ms = 0, compile_ms = 0, first_run_ms = 0;
  std::vector<double> runs_ms;
  int64_t kernels = 0, peak_bytes = 0;
  int threads = 1;

  double median() const {
    if (runs_ms.empty()) return first_run_ms;
    std::vector<double> sorted = runs_ms;
    std::ranges::sort(sorted);
    size_t n = sorted.size();
    return n % 2 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
  }
  double min() const { return runs_ms.empty() ? first_run_ms : *std::ranges::min_element(runs_ms); }
};

class Runner {
 public:
  Runner(Io& io, const RunOptions& options, Script& script, Module& module, GlobalId entry)
      : io_(io), options_(options), script_(script), module_(module), entry_(entry) {}

  int run() {
    if (!options_.outputs.empty()) {
      if (!io_.may_write) return io_.fail(kUsage, kNoWriting);
      if (std::optional<Error> error =
              check_outputs(options_.outputs, *module_[entry_].relax(), options_.inputs, options_.expect))
        return fail(*error);
    }
    Result<RunArguments> made = make_arguments(io_, *module_[entry_].relax(), options_.inputs);
    if (!made) return fail(made.error());
    args_ = std::move(*made);
    time_.parse_ms = script_.read_ms + script_.verify_ms;

    Result<RuntimeValue> result = options_.engine == "jit" ? run_jit() : run_eval();
    if (!result) {
      int code = fail(result.error(), options_.engine == "jit");
      // What fails in one engine must not run in the other.
      bool compares =
          result.error().kind == Error::Kind::run && !options_.compare.empty() && options_.compare != options_.engine;
      if (!compares || !(options_.compare == "jit" ? run_jit() : run_eval())) return code;
      io_.err(options_.engine + " failed, " + options_.compare + " did not\n");
      return kFalse;
    }
    if (options_.dump_llvm) return kFine;

    std::vector<Tensor> leaves = result_leaves(*result);
    std::string wrong;
    if (!options_.compare.empty() && options_.compare != options_.engine) {
      Timing time = time_;  // the comparison is not measured
      Result<RuntimeValue> other = options_.compare == "jit" ? run_jit() : run_eval();
      time_ = time;
      if (!other) return fail(other.error());
      bool is_reference = options_.compare == "eval";
      Agreement found = compare_results(module_, entry_, args_.values, is_reference ? *result : *other,
                                        is_reference ? *other : *result, options_.bounds);
      if (!found.remark.empty()) io_.err(fmt::format("remark: {}\n", found.remark));
      if (!found.difference.empty()) wrong = "jit (actual) and eval (expected) disagree\n" + found.difference;
    }
    if (!options_.expect.empty()) {
      Result<std::vector<Tensor>> expected = read_expected(options_.expect, leaves.size(), options_.inputs.allow_large);
      if (!expected) return fail(expected.error());
      Tolerance tolerance;
      tolerance.rtol = options_.bounds.rtol.value_or(tolerance.rtol);
      tolerance.atol = options_.bounds.atol.value_or(tolerance.atol);
      tolerance.equal_nan = options_.equal_nan;
      wrong += compare_with_expected(leaves, *expected, tolerance);
    }
    if (!options_.outputs.empty()) {
      Result<bool> written = write_results(options_.outputs, *result);
      if (!written) return fail(written.error());
    }
    report(*result);
    if (wrong.empty()) return kFine;
    io_.err(wrong);
    return kFalse;
  }

 private:
  // A failure with a place in the script is shown as a diagnostic. `eval_may_help`: it is one of the JIT.
  int fail(const Error& error, bool eval_may_help = false) {
    if (!error.span) return io_.fail(status_of(error), error.text);
    Diagnostics diagnostics(script_.source);
    const bool is_unsupported = error.kind == Error::Kind::unsupported;
    const bool says_eval = is_unsupported && eval_may_help && can_evaluate(module_, entry_);
    Diagnostic& shown = diagnostics.report(is_unsupported ? Diag::unsupported : Diag::run_failed, error.span,
                                           error.text + (says_eval ? "; --engine=eval may run it" : ""));
    if (error.declared && error.declared != error.span) shown.notes.push_back({error.declared, "it is declared here"});
    as_written(diagnostics, script_.definitions);
    show(io_, diagnostics);
    return status_of(error);
  }

  template <class F>
  Result<RuntimeValue> repeat(F&& once) {
    Progress progress(io_, "run", static_cast<size_t>(options_.repeat));
    double start = now_ms();
    Result<RuntimeValue> result = once();
    time_.first_run_ms = now_ms() - start;
    for (int i = 1; result.ok() && i < options_.warmup; ++i) result = once();
    // One run is measured by itself; with more, the first one (which packs weights) is not among them.
    for (int i = 0; result.ok() && (options_.repeat > 1 || options_.warmup > 0) && i < options_.repeat; ++i) {
      start = now_ms();
      result = once();
      time_.runs_ms.push_back(now_ms() - start);
      progress.step();
    }
    return result;
  }

  Result<RuntimeValue> run_eval() {
    EvalOptions options;
    if (options_.max_steps > 0) options.max_steps = options_.max_steps;
    options.print = [this](std::string_view format, std::span<const RuntimeValue> values) {
      print_values(format, values);
    };
    return repeat([&] { return evaluate(module_, entry_, args_.values, options); });
  }

  // What the program prints with R.print: each `{}` of the format is the next value; without a format, the values with
  // blanks between.
  void print_values(std::string_view format, std::span<const RuntimeValue> values) {
    std::string text;
    size_t next = 0;
    auto value = [&] {
      return next < values.size() ? format_value(values[next++], options_.max_elements) : std::string("{}");
    };
    for (size_t i = 0; i < format.size(); ++i) {
      bool is_slot = format.substr(i, 2) == "{}";
      text += is_slot ? value() : std::string(1, format[i]);
      i += is_slot;
    }
    while (format.empty() && next < values.size()) text += (next ? " " : "") + value();
    io_.err(text.ends_with('\n') ? text : text + "\n");
  }

  Result<RuntimeValue> run_jit() {
    jit::CompileOptions compile;
    compile.threads = time_.threads = options_.threads > 0 ? options_.threads
                                      : io_.threads > 0    ? io_.threads
                                                           : usable_cores();
    for (const NamedDim& d : args_.dims) compile.dims.emplace_back(d.name, d.value);
    double start = now_ms();
    Result<std::unique_ptr<jit::Executable>> executable = jit::Executable::compile(module_, entry_, compile);
    time_.compile_ms = now_ms() - start;
    if (!executable) return executable.error();
    if (options_.dump_llvm) {
      io_.out((*executable)->dump_llvm());
      return RuntimeValue{};
    }
    Result<RuntimeValue> result = repeat([&] { return (*executable)->run(args_.values); });
    time_.kernels = (*executable)->stats().kernels;
    time_.peak_bytes = (*executable)->peak_bytes();
    if (options_.profile) profile(**executable);
    return result;
  }

  void profile(jit::Executable& executable) {
    std::vector<jit::StepTime> steps = executable.profile(args_.values);
    double total = 0;
    for (const jit::StepTime& s : steps) total += s.ms;
    std::ranges::stable_sort(steps, [](const auto& a, const auto& b) { return a.ms > b.ms; });
    io_.err("      ms      %  step\n");
    for (const jit::StepTime& s : steps)
      io_.err(fmt::format("{:8.3f} {:5.1f}%  {}\n", s.ms, total > 0 ? 100 * s.ms / total : 0, s.name));
    io_.err(fmt::format("{:8.3f}         {} steps\n", total, steps.size()));
  }

  void report(const RuntimeValue& result) {
    if (options_.json) {
      nlohmann::ordered_json object;
      object["parse_ms"] = time_.parse_ms;
      object["compile_ms"] = time_.compile_ms;
      object["first_run_ms"] = time_.first_run_ms;
      object["median_ms"] = time_.median();
      object["min_ms"] = time_.min();
      object["runs"] = std::max<size_t>(1, time_.runs_ms.size());
      object["threads"] = time_.threads;
      object["kernels"] = time_.kernels;
      object["peak_bytes"] = time_.peak_bytes;
      io_.out(object.dump() + "\n");
      return;
    }
    if (options_.repeat > 1) {
      io_.err(
          fmt::format("{} runs: median {:.3f} ms, min {:.3f} ms, first {:.3f} ms; compile {:.1f} ms; {} kernels, {} "
                      "threads, {:.1f} MiB\n",
                      time_.runs_ms.size(), time_.median(), time_.min(), time_.first_run_ms, time_.compile_ms,
                      time_.kernels, time_.threads, static_cast<double>(time_.peak_bytes) / 1048576));
    }
    if (options_.outputs.empty() && options_.expect.empty())
      io_.out(format_value(result, options_.max_elements) + "\n");
  }

  Io& io_;
  const RunOptions& options_;
  Script& script_;
  Module& module_;
  GlobalId entry_;
  RunArguments args_;
  Timing time_;
};

}  // namespace

namespace {

// What Python calls the definition.
std::string_view name_of(const Module& module) {
  return module.context().text(module.is_lone_function ? module.functions[0].name : module.class_name);
}

std::string no_entry(std::span<const Module> modules, const RunOptions& options) {
  if (modules.empty()) return fmt::format("there is no module '{}'", options.module);
  std::vector<std::string_view> names;
  std::string all;
  for (const Module& module : modules) {
    for (const GlobalFunction& f : module.functions) {
      if (!f.relax()) continue;
      names.push_back(module.context().text(f.name));
      all += fmt::format("{}'{}'", all.empty() ? "" : ", ", names.back());
    }
  }
  std::string hint = did_you_mean(options.entry, names);
  if (hint.empty() && !all.empty()) hint = fmt::format("; it has {} (--entry=NAME)", all);
  return fmt::format("the module has no Relax function '{}'{}", options.entry, hint);
}

std::string several_entries(std::span<const std::pair<Module*, GlobalId>> found, const RunOptions& options) {
  std::string all;
  for (const auto& [module, entry] : found) all += fmt::format("{}'{}'", all.empty() ? "" : ", ", name_of(*module));
  return fmt::format("the function '{}' is in several modules: {} (--module=NAME)", options.entry, all);
}

constexpr FlagRule kRules[] = {
    {"--threads --profile", FlagRule::not_with, "--engine=eval", "the JIT does not run", "--compare=jit"},
    {"--dump-llvm", FlagRule::not_with, "--engine=eval", "eval makes no LLVM IR"},
    {"--dump-llvm", FlagRule::not_with,
     "--compare --expect --outputs --repeat --warmup --json --profile --max-elements", "nothing is run"},
    {"--compare=eval", FlagRule::not_with, "--engine=eval", "an engine agrees with itself"},
    {"--compare=jit", FlagRule::only_with, "--engine=eval", "an engine agrees with itself"},
    {"--rtol --atol --equal-nan", FlagRule::only_with, "--expect --compare"},
    {"--warmup", FlagRule::only_with, "--repeat --json"},
    {"--allow-large", FlagRule::only_with, "--inputs --expect"},
    {"--max-steps", FlagRule::only_with, "--engine=eval --compare=eval"},
};

std::string is_tolerance(const std::string& text) {
  double value = 0;
  bool is_good = CLI::detail::lexical_cast(text, value) && value >= 0 && std::isfinite(value);
  return is_good ? std::string() : fmt::format("'{}' is not a number from 0", text);
}

void declare_inputs(CLI::App& app, RunOptions& options) {
  app.add_option("FILE", options.file, "a script; '-' or none: standard input");
  app.add_option("--entry", options.entry, "the function to run (main)");
  app.add_option("--module", options.module, "the class that has it, in a file of several");
  app.add_option("--input", options.inputs.input,
                 "NAME=SPEC: @x.npy, 2x3xf32=[1 2 3][4 5 6], zeros, ones, iota, full(0.5), rand(normal,seed=7); a fill "
                 "may say its type, 2x3xf32=rand")
      ->allow_extra_args(false)
      ->group("Inputs");
  app.add_option("--inputs", options.inputs.paths, "a folder with NAME.npy or input_<i>.npy, or an .npz with NAME")
      ->check(CommandLine::is_path)
      ->allow_extra_args(false)
      ->group("Inputs");
  app.add_option("--fill", options.inputs.fill, "SPEC for every parameter without a value")->group("Inputs");
  app.add_option("--dim", options.inputs.dims, "NAME=8: the value of a symbolic dim")
      ->allow_extra_args(false)
      ->group("Inputs");
  app.add_flag("--allow-large", options.inputs.allow_large,
               "take an .npz that expands to more than 1 GiB and 1,000 times its size")
      ->group("Inputs");
}

void declare_results(CLI::App& app, RunOptions& options) {
  app.add_option("--outputs", options.outputs,
                 "write output_<i>.npy to this folder, an .npz, or an .npy for one result; all or nothing")
      ->check(CommandLine::is_path)
      ->group("Results");
  app.add_option("--max-elements", options.max_elements, "print longer tensors shortened (1000)")
      ->check(CLI::Range(int64_t{0}, std::numeric_limits<int64_t>::max()))
      ->group("Results");
  app.add_option("--expect", options.expect, "compare with a folder, an .npz or an .npy; exit with 1 if it differs")
      ->check(CommandLine::is_path)
      ->group("Results");
  app.add_option("--rtol", options.bounds.rtol,
                 "relative tolerance of --expect (1e-5), and of --compare instead of what rounding explains")
      ->check(is_tolerance)
      ->group("Results");
  app.add_option("--atol", options.bounds.atol, "absolute tolerance of the same (1e-8)")
      ->check(is_tolerance)
      ->group("Results");
  app.add_flag("--equal-nan", options.equal_nan, "NaN equals NaN in --expect; in --compare it always does")
      ->group("Results");
}

void declare_execution(CLI::App& app, RunOptions& options) {
  app.add_option("--engine", options.engine, "jit or eval (jit)")
      ->check(CLI::IsMember({"jit", "eval"}))
      ->group("Execution");
  app.add_option("--compare", options.compare,
                 "jit or eval: also run the other engine; exit with 1 if they differ by more than rounding explains, "
                 "or than --rtol and --atol allow")
      ->check(CLI::IsMember({"jit", "eval"}))
      ->group("Execution");
  app.add_option("--threads", options.threads, "threads (all cores)")->check(CLI::Range(1, 1024))->group("Execution");
  app.add_option("--max-steps", options.max_steps, "bindings that eval executes before it gives up (268435456)")
      ->check(CLI::Range(INT64_C(1), INT64_MAX))
      ->group("Execution");
  app.add_option("--repeat", options.repeat, "timed runs (1)")->check(CLI::Range(1, 1000000))->group("Execution");
  app.add_option("--warmup", options.warmup, "runs before the timed ones (1 with --repeat)")
      ->check(CLI::Range(0, 1000000))
      ->group("Execution");
  app.add_flag("--json", options.json, "print times and sizes as one JSON object")->group("Execution");
  app.add_flag("--profile", options.profile, "the time of every kernel, to standard error")->group("Execution");
  app.add_flag("--guard", options.guard,
               "look for accesses outside of tensors: each lies between guard pages; exit with 70 where there is one")
      ->group("Execution");
  app.add_flag("--dump-llvm", options.dump_llvm, "print the LLVM IR of the kernels instead of running them")
      ->group("Execution");
}

}  // namespace

int run_script_command(Io& io, const Command& self, const Arguments& args) {
  CommandLine line(self, io);
  RunOptions options;
  declare_inputs(line.app, options);
  declare_results(line.app, options);
  declare_execution(line.app, options);
  line.add_roundtrip();
  if (std::optional<int> over = line.parse(args, kRules)) return *over;

  if (options.guard) guard_memory();
  Script script = load_script(io, input_or_stdin(io, options.file));
  if (!script) return script.outcome.status;
  if (line.verify_roundtrip) {
    if (int code = tell(io, check_roundtrip(script, print(script, Form::canonical, {}))); code != kFine) return code;
  }

  std::vector<Module>& modules = script.definitions.modules;
  if (!options.module.empty()) std::erase_if(modules, [&](const Module& m) { return name_of(m) != options.module; });
  std::vector<std::pair<Module*, GlobalId>> found;
  for (Module& module : modules) {
    std::optional<GlobalId> entry = module.find(options.entry);
    // A file with one function needs no name.
    if (!entry && module.is_lone_function && modules.size() == 1 && options.entry == "main") entry = GlobalId(0);
    if (entry && module[*entry].relax()) found.emplace_back(&module, *entry);
  }
  if (found.size() == 1) return Runner(io, options, script, *found[0].first, found[0].second).run();
  return io.fail(kUsage, fmt::format("{}: {}", script.source->name(),
                                     found.empty() ? no_entry(modules, options) : several_entries(found, options)));
}

}  // namespace hammock::cli
