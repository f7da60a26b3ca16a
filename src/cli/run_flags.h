// SPDX-License-Identifier: Apache-2.0
// The flags that say what a function is run on, and how often, of the commands that run one.
#pragma once

#include <string>
#include <vector>

#include "command_line.h"
#include "hammock/tool/run.h"

namespace hammock::cli {

struct InputFlags {
  std::string file, entry = "main", module;
  InputOptions inputs;
  bool allow_large = false;
};
// Whether --dim may name several values.
enum class DimValues : bool { single, ranges };
// FILE, --entry and --module, and the group Inputs.
void declare_inputs(CommandLine& line, const Io& io, InputFlags& flags, DimValues dims = DimValues::ranges);
// Why nothing is written to `output`, if it is one of the files that the function is run on, or of `others`; or "".
std::string overwritten(const InputFlags& flags, std::vector<std::string> others, const std::string& output);
// --cpu.
void declare_processor(CommandLine& line, RunOptions& run);
// --threads, --cpu, --max-steps, --unchecked and --no-winograd.
void declare_threads(CommandLine& line, RunOptions& run, int& threads);
// The same, --repeat and --warmup.
void declare_timed_runs(CommandLine& line, RunOptions& run, int& threads);

// A value for every parameter, as the flags say; tells the progress.
Result<RunArguments> make_arguments(Io& io, InputFlags& flags, const Signature& signature);
// The exit code if kernels for the processor of --cpu cannot be made or run.
int refuse_processor(Io& io, const RunOptions& run);
// `asked`: 0: as many as the command has.
int threads_of(const Io& io, int asked);

}  // namespace hammock::cli
