// SPDX-License-Identifier: Apache-2.0
// A function whose control flow is known only when it runs: branches on data, recursion, closures, shapes that depend
// on elements.
//
// The host program is eval's: frames, calls, branches, tuples, checks of what is declared. Between them, operators that
// the JIT has stand in segments: neighbours in a block that are compiled as one function when they are first met with
// arguments of these dtypes, shapes and numbers, and kept for the next time; kernels that are called as functions
// alike. An operator that the JIT does not have is computed by eval, that step alone.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hammock/base/result.h"
#include "hammock/ir/module.h"
#include "hammock/jit/executable.h"
#include "hammock/runtime/host_functions.h"
#include "hammock/runtime/tensor.h"

namespace hammock::exec {

struct HostOptions {
  int threads = 0;        // 0: usable_cores()
  int64_t max_steps = 0;  // of EvalOptions, both; 0: its own bounds
  // R.print, as of EvalOptions.
  std::function<void(std::string_view format, std::span<const RuntimeValue> values)> print;
  std::shared_ptr<jit::Compiler> compiler;        // null: one of its own
  const HostFunctions* host_functions = nullptr;  // as of EvalOptions
  bool is_unchecked = false;                      // as of CompileOptions
  bool no_winograd = false;                       // the same
  int64_t max_bindings = 0;                       // EvalOptions::max_steps alone, where the one above is not given
  std::string cache;                              // as of CompileOptions
  std::shared_ptr<Trace> trace;                   // as of CompileOptions
  std::string cpu;                                // as of CompileOptions
};

struct HostStats {
  double compile_ms = 0;
  int64_t kernels = 0;                            // of all compiled segments
  int64_t generated = 0, reused = 0, cached = 0;  // of the same, as in CompileStats
  int64_t peak_bytes = 0;                         // of the segment that takes most: arena, packed weights, results
  // Operators that eval computed, each once, and why if the JIT compiles others of them: "R.unique", "R.take of uint8
  // with NaN outside".
  std::vector<std::string> by_eval;
};

// The module must outlive it, and functions among the results.
class HostProgram {
 public:
  HostProgram(const Module& module, GlobalId entry, HostOptions options = {});
  ~HostProgram();

  // Errors are those of eval and of the JIT, with their places in the script. `times` gets each kernel of the segments
  // and each operator by eval, with all its calls.
  Result<RuntimeValue> run(std::span<const RuntimeValue> args, std::vector<jit::StepTime>* times = nullptr);
  HostStats stats() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hammock::exec
