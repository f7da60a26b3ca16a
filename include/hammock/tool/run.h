// SPDX-License-Identifier: Apache-2.0
// A function of a script, run on the JIT or on the reference executor, or on both.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hammock/eval/compare.h"
#include "hammock/jit/executable.h"
#include "hammock/tool/arguments.h"
#include "hammock/tool/script.h"

namespace hammock::tool {

enum class Engine : uint8_t { jit, eval };
std::string_view name(Engine engine);

// What the JIT makes of a function, as text, instead of running it: the LLVM IR or the assembly of its kernels, or a
// script, in which they are kernels of TIR around which a function calls them.
enum class Dump : uint8_t { nothing, llvm, assembly, kernels };

struct EntryPoint {
  Module* module;
  GlobalId function;
};
// The Relax function or kernel of that name, in the class of that name if it is not empty. A file with one function
// needs no name, "main". Error (usage): there is none, or several modules have one.
Result<EntryPoint> find_entry(Script& script, std::string_view function, std::string_view module);

struct RunOptions {
  Engine engine = jit::is_available() ? Engine::jit : Engine::eval;
  std::optional<Engine> compare;  // the other one runs, too
  GivenBounds bounds;             // of the comparison
  int repeat = 1;                 // timed runs
  int warmup = 0;                 // before them
  int threads = 1;
  std::shared_ptr<jit::Compiler> compiler;         // null: one of its own
  bool is_one_of_sizes = false;                    // as of jit::CompileOptions
  int64_t max_steps = 0;                           // of eval and of the host program; 0: its own bound
  int64_t max_bindings = 0;                        // likewise, of bindings only, where max_steps is not given
  bool profile = false;                            // of the timed runs, or, where there are none, of one more
  bool is_unchecked = false, no_winograd = false;  // as of jit::CompileOptions
  bool gives_back_weights = false;                 // the same
  std::string cache, cpu;                          // the same
  std::shared_ptr<Trace> trace;                    // the same
  Dump dump = Dump::nothing;
  // What the program prints with R.print, and that a run is done.
  std::function<void(std::string_view format, std::span<const RuntimeValue> values)> print;
  std::function<void(bool is_last)> progress;
};

struct RunTimes {
  double compile_ms = 0, first_run_ms = 0;
  std::vector<double> runs_ms;  // of the timed runs, if there are several or some before them
  int64_t kernels = 0, generated = 0, reused = 0, cached = 0, peak_bytes = 0;

  double median() const;
  double min() const;
};

struct Run {
  Outcome outcome;                    // kFalse: the engines disagree
  std::optional<RuntimeValue> value;  // none: it failed, or was not run (dump)
  RunTimes times;
  std::string dumped;                // of dump
  std::vector<jit::StepTime> steps;  // of profile: the medians, the longest first
  std::string remark;                // on the comparison
  std::string fallback;              // operators that eval computed for the JIT
  std::string difference;            // between the engines
};
// What R.print writes, a line: each `{}` of the format is the next value; without a format, the values with blanks
// between. Longer tensors are shortened.
std::string printed_line(std::string_view format, std::span<const RuntimeValue> values, int64_t max_elements);
Run run_function(const Script& script, EntryPoint entry, const RunArguments& arguments, const RunOptions& options);

}  // namespace hammock::tool
