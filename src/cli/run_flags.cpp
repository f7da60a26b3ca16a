// SPDX-License-Identifier: Apache-2.0
#include "run_flags.h"

#include <fmt/format.h>

#include <filesystem>

#include "hammock/runtime/thread_pool.h"
#include "run_values.h"

namespace hammock::cli {

void declare_inputs(CommandLine& line, const Io& io, InputFlags& flags, DimValues dims) {
  line.argument("FILE", &flags.file, "a script; '-' or none: standard input");
  line.option("--entry", &flags.entry,
              "the function or kernel to run (main); of a kernel the results are the buffers that it writes, which "
              "begin with zeros where no value is given, and then what it returns");
  line.suggest("--entry", suggest_entries(io));
  line.option("--module", &flags.module, "the class that has it, in a file of several");
  line.group("Inputs");
  line.option("--input", &flags.inputs.input,
              "NAME=SPEC: @x.npy, 2x3xf32=[1 2 3][4 5 6], zeros, ones, iota, full(0.5), rand(normal,seed=7); a fill "
              "may say its type, 2x3xf32=rand");
  line.option("--inputs", &flags.inputs.paths, "a folder with NAME.npy or input_<i>.npy, or an .npz with NAME",
              is_path);
  std::string fill =
      "SPEC for every parameter without a value; float32 where its dtype is not known; rand(std=he) makes large "
      "matrices small, so that the numbers of many layers stay finite";
  if (!flags.inputs.fill.empty()) fill += fmt::format(" ({})", flags.inputs.fill);
  line.option("--fill", &flags.inputs.fill, fill);
  std::string help = "NAME=8: the value of a symbolic dim";
  if (dims == DimValues::ranges)
    help += "; NAME=1..512:7: a run at each of 1, 8, 15 ... up to 512, held against the other engine";
  line.option("--dim", &flags.inputs.dims, help);
  line.flag("--allow-large", flags.allow_large,
            "take an .npz that expands to more than 1 GiB and 1,000 times its size");
}

std::string overwritten(const InputFlags& flags, std::vector<std::string> others, const std::string& output) {
  namespace fs = std::filesystem;
  if (output.empty() || output == "-") return "";
  std::vector<std::string>& read = others;
  read.insert(read.end(), flags.inputs.paths.begin(), flags.inputs.paths.end());
  read.push_back(flags.file);
  for (const std::string& input : flags.inputs.input) {
    if (size_t at = input.find("=@"); at != std::string::npos) read.push_back(input.substr(at + 2));
  }
  const fs::path folder = fs::path(output).has_parent_path() ? fs::path(output).parent_path() : fs::path(".");
  for (const std::string& path : read) {
    std::error_code absent;
    const bool is_same = !path.empty() && (path == output || fs::equivalent(path, output, absent));
    const bool is_inside = fs::path(output).extension() == ".npy" && fs::equivalent(path, folder, absent);
    if (is_same || is_inside) return fmt::format("{}: it would replace what the command is given", output);
  }
  return "";
}

void declare_processor(CommandLine& line, RunOptions& run) {
  run.cpu = "native";
  line.option("--cpu", &run.cpu,
              "the processor that kernels are made for (native, this one): x86-64, x86-64-v2, x86-64-v3, x86-64-v4, or "
              "one of x86-64 or AArch64 as LLVM calls it: haswell, znver4, neoverse-n1; to run them, this machine must "
              "have what it has");
  line.suggest("--cpu", [](const Arguments&) {
    std::vector<Suggestion> names;
    for (std::string& name : jit::processors()) names.push_back({std::move(name), ""});
    return names;
  });
}

void declare_threads(CommandLine& line, RunOptions& run, int& threads) {
  line.option("--threads", &threads, "threads (all cores)", FromTo{1, 1024});
  declare_processor(line, run);
  line.option(
      "--max-steps", &run.max_steps,
      "bindings executed one by one (by eval, or where the run decides what comes next), and steps of kernels in "
      "eval, before it gives up (268435456 and 4294967296); what the JIT compiles is not counted",
      FromTo{1, INT64_MAX});
  line.flag("--unchecked", run.is_unchecked,
            "the JIT trusts the indices of operators (take, scatter_nd, ...): one that is outside of its axis reads or "
            "writes anywhere");
  line.flag(
      "--no-winograd", run.no_winograd,
      "the JIT adds up convolutions as they are defined; else it may take those of 3 x 3 by Winograd's way, whose "
      "results differ by rounding");
}

void declare_timed_runs(CommandLine& line, RunOptions& run, int& threads) {
  declare_threads(line, run, threads);
  line.option("--repeat", &run.repeat, fmt::format("timed runs ({})", run.repeat), FromTo{1, 1000000});
  line.option("--warmup", &run.warmup, "runs before the timed ones (1 with --repeat)", FromTo{0, 1000000});
}

Result<RunArguments> make_arguments(Io& io, InputFlags& flags, const Signature& signature) {
  Progress progress(io, "input", signature.parameters.size());
  flags.inputs.progress = [&] { progress.step(); };
  flags.inputs.open = [&](const std::string& path) { return open_store(path, flags.allow_large); };
  return tool::make_arguments(signature, flags.inputs);
}

int refuse_processor(Io& io, const RunOptions& run) {
  if (run.cpu == "native") return kFine;
  const bool is_run = run.dump == Dump::nothing;
  const std::optional<Error> error = jit::check_processor(run.cpu, is_run);
  return error ? io.fail(status_of(*error), fmt::format("--cpu={}: {}", run.cpu, error->text)) : kFine;
}

int threads_of(const Io& io, int asked) { return asked > 0 ? asked : io.threads > 0 ? io.threads : usable_cores(); }

}  // namespace hammock::cli
