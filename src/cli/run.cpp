// SPDX-License-Identifier: Apache-2.0
// hammock run: one function, on the JIT or on the reference executor, with inputs from anywhere.
#include "hammock/tool/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "command_line.h"
#include "hammock/runtime/guard.h"
#include "hammock/tool/sweep.h"
#include "profile.h"
#include "run_flags.h"
#include "run_values.h"

namespace hammock::cli {
namespace {

// What was asked for, as flags.
struct RunFlags : InputFlags {
  std::string engine, compare, outputs, expect, dump, profile;
  bool equal_nan = false, dumps_llvm = false;
  RunOptions run;
  int threads = 0;
  int64_t max_elements = 1000;
  bool json = false, guard = false, no_cache = false;
};

// The first flag that a sweep has no use for; empty: there is none.
std::string without_sweep(const RunFlags& flags) {
  if (!flags.outputs.empty()) return "--outputs";
  if (!flags.expect.empty()) return "--expect";
  if (flags.run.profile) return "--profile";
  if (flags.run.dump != Dump::nothing) return "--dump";
  return flags.run.repeat > 1 && !flags.json ? "--repeat without --json" : "";
}

class Runner {
 public:
  Runner(Io& io, RunFlags& flags, Script& script, EntryPoint entry)
      : io_(io), flags_(flags), script_(script), entry_(entry) {}

  int run() {
    Result<std::vector<SweepSize>> sizes = sizes_of_sweep(flags_.inputs.dims);
    if (!sizes) return fail(sizes.error());
    if (!sizes->empty()) return sweep(*sizes);
    const Signature signature = signature_of(*entry_.module, entry_.function);
    if (!flags_.outputs.empty()) {
      if (!io_.may_write) return io_.fail(kUsage, kNoWriting);
      if (std::optional<Error> error = check_outputs(flags_.outputs, signature, flags_.inputs, flags_.expect))
        return fail(*error);
    }
    Result<RunArguments> arguments = make(signature);
    if (!arguments) return fail(arguments.error());
    return tell_run(execute(*arguments));
  }

 private:
  int tell_run(const Run& result) {
    if (flags_.run.profile && !result.steps.empty()) show_profile(result.steps);
    if (flags_.run.trace) {
      if (int code = write_trace(); code != kFine) return code;
    }
    if (!result.fallback.empty()) io_.err(fmt::format("remark: {}\n", result.fallback));
    if (!result.remark.empty()) io_.err(fmt::format("remark: {}\n", result.remark));
    if (!result.value) {
      const int code = tell(io_, result.outcome);
      io_.err(result.difference);
      io_.out(result.dumped);
      return code;
    }
    return finish(result);
  }

  // A run at every size, each held against the other engine; a line for each, or an object, and what the first one that
  // fails says.
  int sweep(std::span<const SweepSize> sizes) {
    RunOptions& run = flags_.run;
    run.gives_back_weights = false;
    if (std::string flag = without_sweep(flags_); !flag.empty())
      return io_.fail(kUsage,
                      fmt::format("{} cannot be given with a range in --dim: nothing of its runs is kept", flag));
    run.threads = threads();
    run.compiler = std::make_shared<jit::Compiler>(run.threads, "", run.cpu);
    run.is_one_of_sizes = true;
    if (!run.compare && jit::is_available()) run.compare = run.engine == Engine::jit ? Engine::eval : Engine::jit;
    const Signature signature = signature_of(*entry_.module, entry_.function);
    size_t failing = 0;
    std::string first;
    int code = kFine;
    for (const SweepSize& size : sizes) {
      flags_.inputs.dims = size.dims;
      Result<RunArguments> arguments = make(signature);
      if (!arguments) arguments.error().text = fmt::format("{}: {}", size.text, arguments.error().text);
      if (!arguments && status_of(arguments.error()) == kUsage) return fail(arguments.error());
      const Run result = arguments ? execute(*arguments) : unrun(arguments.error());
      const bool differs = !result.difference.empty(), fails = differs || !result.value;
      const std::string_view verdict = differs ? "differs" : fails ? "fails" : run.compare ? "agrees" : "runs";
      if (flags_.json) io_.out(measured(result.times, {{"size", size.text}, {"result", verdict}}));
      else io_.out(fmt::format("{}: {}\n", size.text, verdict));
      if (!fails) continue;
      if (++failing > 1) continue;
      first = size.text;
      code = differs ? kFalse : result.outcome.status;
      tell(io_, result.outcome);
      io_.err(result.difference);
    }
    if (flags_.json) return code;
    const std::string good =
        fmt::format("{} of {} sizes {}", sizes.size() - failing, sizes.size(), run.compare ? "agree" : "run");
    io_.out(failing == 0 ? good + "\n" : fmt::format("{}; the first that does not is {}\n", good, first));
    return code;
  }

  int threads() const { return threads_of(io_, flags_.threads); }

  int fail(const Error& error) { return io_.fail(status_of(error), error.text); }

  static Run unrun(const Error& error) {
    Run out;
    out.outcome = failed(status_of(error), error.text);
    return out;
  }

  Result<RunArguments> make(const Signature& signature) { return cli::make_arguments(io_, flags_, signature); }

  Run execute(const RunArguments& arguments) {
    std::optional<Progress> progress;
    RunOptions& options = flags_.run;
    options.threads = threads();
    options.print = [this](std::string_view format, std::span<const RuntimeValue> values) {
      io_.err(printed_line(format, values, flags_.max_elements));
    };
    options.progress = [&](bool is_last) {
      if (!progress) progress.emplace(io_, "run", static_cast<size_t>(options.repeat));
      progress->step();
      if (is_last) progress.reset();
    };
    return run_function(script_, entry_, arguments, options);
  }

  // What was computed, held against what is expected, and put where it belongs; the exit code.
  int finish(const Run& result) {
    std::string wrong = result.difference;
    if (!flags_.expect.empty()) {
      const std::vector<Tensor> leaves = result_leaves(*result.value);
      Result<std::vector<Tensor>> expected = read_expected(flags_.expect, leaves.size(), flags_.allow_large);
      if (!expected) return fail(expected.error());
      Tolerance tolerance;
      tolerance.rtol = flags_.run.bounds.rtol.value_or(tolerance.rtol);
      tolerance.atol = flags_.run.bounds.atol.value_or(tolerance.atol);
      tolerance.equal_nan = flags_.equal_nan;
      wrong += compare_with_expected(leaves, *expected, tolerance);
    }
    if (!flags_.outputs.empty()) {
      Result<bool> written = write_results(flags_.outputs, *result.value);
      if (!written) return fail(written.error());
    }
    report(result);
    io_.err(wrong);
    return wrong.empty() ? kFine : kFalse;
  }

  void show_profile(std::span<const jit::StepTime> steps) {
    const Machine machine = probe(io_);
    if (machine.is_measured)
      io_.err(fmt::format("remark: the speed of this machine is measured{}\n",
                          machine.file.empty() ? "" : ", and kept in " + machine.file));
    io_.err(table(profile(steps, machine.speed, flags_.run.threads)));
  }

  int write_trace() {
    if (flags_.run.trace->is_full()) io_.err(fmt::format("remark: the trace ends after {} events\n", Trace::kMost));
    return write_text(io_, flags_.profile, trace_text(*flags_.run.trace));
  }

  int threads_used() const { return flags_.run.engine == Engine::jit ? flags_.run.threads : 1; }

  // A line with `object` and the times of a run.
  std::string measured(const RunTimes& times, nlohmann::ordered_json object) const {
    object["parse_ms"] = script_.read_ms + script_.verify_ms;
    object["compile_ms"] = times.compile_ms;
    object["first_run_ms"] = times.first_run_ms;
    object["median_ms"] = times.median();
    object["min_ms"] = times.min();
    object["runs"] = std::max<size_t>(1, times.runs_ms.size());
    object["threads"] = threads_used();
    object["kernels"] = times.kernels;
    object["generated"] = times.generated;
    object["reused"] = times.reused;
    object["cached"] = times.cached;
    object["peak_bytes"] = times.peak_bytes;
    return object.dump() + "\n";
  }

  void report(const Run& result) {
    const RunTimes& times = result.times;
    if (flags_.json) return io_.out(measured(times, nlohmann::ordered_json::object()));
    if (flags_.run.repeat > 1) {
      io_.err(
          fmt::format("{} runs: median {:.3f} ms, min {:.3f} ms, first {:.3f} ms; compile {:.1f} ms; {} kernels, {} "
                      "threads, {:.1f} MiB\n",
                      times.runs_ms.size(), times.median(), times.min(), times.first_run_ms, times.compile_ms,
                      times.kernels, threads_used(), static_cast<double>(times.peak_bytes) / 1048576));
    }
    if (flags_.outputs.empty() && flags_.expect.empty())
      io_.out(format_value(*result.value, flags_.max_elements) + "\n");
  }

  Io& io_;
  RunFlags& flags_;
  Script& script_;
  EntryPoint entry_;
};

constexpr FlagRule kRunRules[] = {
    {"--threads --cpu --profile --unchecked --no-winograd", FlagRule::not_with, "--engine=eval", "the JIT does not run",
     "--compare=jit"},
    {"--dump --dump-llvm", FlagRule::not_with, "--engine=eval", "eval compiles nothing"},
    {"--dump-llvm", FlagRule::not_with, "--dump", "it is --dump=llvm"},
    {"--dump --dump-llvm", FlagRule::not_with,
     "--compare --expect --outputs --repeat --warmup --json --profile --max-elements", "nothing is run"},
    {"--compare=eval", FlagRule::not_with, "--engine=eval", "an engine agrees with itself"},
    {"--compare=jit", FlagRule::only_with, "--engine=eval", "an engine agrees with itself"},
    {"--rtol --atol --equal-nan", FlagRule::only_with, "--expect --compare"},
    {"--warmup", FlagRule::only_with, "--repeat --json"},
    {"--allow-large", FlagRule::only_with, "--inputs --expect"},
};

std::string is_tolerance(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  const bool is_number = !text.empty() && end == text.c_str() + text.size();
  return is_number && value >= 0 && std::isfinite(value) ? "" : fmt::format("'{}' is not a number from 0", text);
}

void declare_results(CommandLine& line, RunFlags& flags) {
  line.group("Results");
  line.option("--outputs", &flags.outputs,
              "write output_<i>.npy to this folder, an .npz, or an .npy for one result; all or nothing", is_path);
  line.option("--max-elements", &flags.max_elements, "print longer tensors shortened (1000)", FromTo{0, INT64_MAX});
  line.option("--expect", &flags.expect, "compare with a folder, an .npz or an .npy; exit with 1 if it differs",
              is_path);
  line.option("--rtol", &flags.run.bounds.rtol,
              "relative tolerance of --expect (1e-5), and of --compare instead of what rounding explains",
              is_tolerance);
  line.option("--atol", &flags.run.bounds.atol, "absolute tolerance of the same (1e-8)", is_tolerance);
  line.flag("--equal-nan", flags.equal_nan, "NaN equals NaN in --expect; in --compare it always does");
}

void declare_execution(CommandLine& line, RunFlags& flags) {
  line.group("Execution");
  line.option("--engine", &flags.engine, "jit or eval (jit)", OneOf{{"jit", "eval"}});
  line.option("--compare", &flags.compare,
              "jit or eval: also run the other engine; exit with 1 if they differ by more than rounding explains, "
              "or than --rtol and --atol allow",
              OneOf{{"jit", "eval"}});
  declare_timed_runs(line, flags.run, flags.threads);
  line.flag("--json", flags.json, "print times and sizes as one JSON object, of a sweep one for each size");
  line.flag_or_value("--profile", flags.profile,
                     "the time of every kernel, to standard error, its operations and bytes per second, and how much "
                     "of the machine's bound that is (see hammock machine); --profile=FILE: also all that happens, as "
                     "a trace that ui.perfetto.dev and chrome://tracing show");
  line.flag("--no-cache", flags.no_cache,
            "neither look for the code of kernels among what earlier runs kept, nor keep it (see hammock cache)");
  line.flag("--guard", flags.guard,
            "look for accesses outside of tensors: each lies between guard pages; exit with 70 where there is one");
  line.option("--dump", &flags.dump,
              "instead of running them, print what the JIT compiles for these shapes: kernels (a script: T.prim_func "
              "and the function that calls them), llvm (their LLVM IR) or assembly, of --cpu's processor",
              OneOf{{"kernels", "llvm", "assembly"}});
  line.flag("--dump-llvm", flags.dumps_llvm, "the same as --dump=llvm");
}

}  // namespace

int run_script_command(Io& io, const Command& self, const Arguments& args) {
  CommandLine line(self, io);
  RunFlags flags;
  flags.engine = name(flags.run.engine);
  declare_inputs(line, io, flags);
  declare_results(line, flags);
  declare_execution(line, flags);
  line.add_roundtrip();
  if (std::optional<int> over = line.parse(args, kRunRules)) return *over;

  flags.run.engine = flags.engine == "jit" ? Engine::jit : Engine::eval;
  if (!flags.compare.empty()) flags.run.compare = flags.compare == "jit" ? Engine::jit : Engine::eval;
  if (flags.dump == "kernels") flags.run.dump = Dump::kernels;
  else if (flags.dump == "llvm" || flags.dumps_llvm) flags.run.dump = Dump::llvm;
  else if (flags.dump == "assembly") flags.run.dump = Dump::assembly;
  if (int code = refuse_processor(io, flags.run); code != kFine) return code;
  if (flags.guard) guard_memory();
  if (!flags.no_cache) flags.run.cache = kernel_folder(io).value_or("");
  flags.run.profile = line.is_given("--profile");
  flags.run.gives_back_weights = !flags.run.compare;
  const bool has_trace = flags.run.profile && flags.profile != CommandLine::kNoValue;
  if (has_trace && !io.may_write) return io.fail(kUsage, kNoWriting);
  if (std::string why = has_trace ? overwritten(flags, {flags.expect, flags.outputs}, flags.profile) : ""; !why.empty())
    return io.fail(kUsage, "--profile=" + why);
  if (has_trace) flags.run.trace = std::make_shared<Trace>();
  flags.run.threads = threads_of(io, flags.threads);
  if (flags.run.engine == Engine::jit && flags.run.dump == Dump::nothing && flags.run.cache.empty()) {
    flags.run.compiler = std::make_shared<jit::Compiler>(flags.run.threads, "", flags.run.cpu);
    flags.run.compiler->begin();
  }
  const double start = now_ms();
  Script script = load_script(io, input_or_stdin(io, flags.file));
  if (!script) return script.outcome.status;
  if (has_trace) flags.run.trace->add({"read", "script", 0, start, now_ms()});
  if (line.verify_roundtrip) {
    if (int code = tell(io, check_roundtrip(script, print(script, Form::canonical, {}))); code != kFine) return code;
  }
  Result<EntryPoint> entry = find_entry(script, flags.entry, flags.module);
  if (!entry) return io.fail(kUsage, entry.error().text);
  return Runner(io, flags, script, *entry).run();
}

}  // namespace hammock::cli
