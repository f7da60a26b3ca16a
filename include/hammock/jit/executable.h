// SPDX-License-Identifier: Apache-2.0
// A function compiled for this machine.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hammock/base/result.h"
#include "hammock/ir/module.h"
#include "hammock/loop/bands.h"
#include "hammock/loop/cost.h"
#include "hammock/runtime/tensor.h"
#include "hammock/runtime/trace.h"

namespace hammock::jit {

// Threads and machine code that executables of one context share, of which one at a time is compiled or runs: those of
// a function for several sizes, or of many small functions.
class Compiler {
 public:
  // Threads: 0 is usable_cores(). In the folder `cache` the code of kernels is kept for later runs of this program, if
  // it is not empty.
  explicit Compiler(int threads, std::string cache = {});
  ~Compiler();

 private:
  friend class Executable;
  struct State;
  std::unique_ptr<State> state_;
};

struct CompileOptions {
  std::shared_ptr<Compiler> compiler;                 // null: one of its own
  int threads = 0;                                    // of that
  std::string cache;                                  // of that
  std::vector<std::pair<std::string, int64_t>> dims;  // values of symbols, by name
  // What is known of the arguments: it is compiled for the dtypes and shapes that the signature leaves open, and for
  // their numbers. A kernel needs all of them.
  std::span<const RuntimeValue> arguments;
  // The function is compiled for other sizes, too, by the same compiler: code is kept that serves them.
  bool is_one_of_sizes = false;
  // Indices of operators are trusted: one outside of its axis reads or writes anywhere.
  bool is_unchecked = false;
  // Convolutions are added up as they are defined, none by Winograd's way (runtime/winograd.h).
  bool no_winograd = false;
  // Which steps run band by band; those that pay on this machine, if nothing is said.
  std::optional<loop::BandLimits> bands;
  std::shared_ptr<Trace> trace;  // of compiling and of all runs; null: nobody looks
};

struct CompileStats {
  double lower_ms = 0, codegen_ms = 0, link_ms = 0, total_ms = 0;
  int64_t kernels = 0;         // steps of the program
  int64_t banded = 0;          // of them those that run band by band
  int64_t unique_kernels = 0;  // equal kernels are one
  int64_t generated = 0;       // pieces of machine code made for them
  int64_t reused = 0;          // those that kernels of other sizes had
  int64_t cached = 0;          // those that earlier runs made
  int64_t arena_bytes = 0;
};

// What a step of a program took.
struct StepTime {
  uint64_t id = 0;  // the same in each run
  std::string name;
  double ms = 0;  // of all its calls
  int64_t calls = 1;
  loop::KernelWork work;  // of a call
};

class Executable {
 public:
  static Result<std::unique_ptr<Executable>> compile(const Module& module, GlobalId entry,
                                                     const CompileOptions& options);
  ~Executable();

  // Arguments in parameter order, shapes and dtypes as compiled for (checked: Error run). Weights (parameters from
  // `num_input` on) are packed on the first run with a given tensor and reused while the same bytes are passed. `times`
  // gets each step but preparations.
  Result<RuntimeValue> run(std::span<const RuntimeValue> args, std::vector<StepTime>* times = nullptr);
  // How many tensors and numbers the result has, tuples flattened.
  size_t results() const;
  // Of the last run: the time of copies that are no part of the kernel that is run by itself.
  double preparation_ms() const;

  const CompileStats& stats() const;
  int64_t peak_bytes() const;     // arena, packed weights, results
  std::string dump_llvm() const;  // LLVM IR of the unique kernels, for `hammock run --dump-llvm`

 private:
  struct State;
  explicit Executable(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// Whether this build has the JIT. Without (HAMMOCK_JIT=OFF) `compile` fails with Error unsupported.
bool is_available();
// "LLVM 19.1.7, znver5, avx512f ..." for --version.
std::string target_description();

}  // namespace hammock::jit
