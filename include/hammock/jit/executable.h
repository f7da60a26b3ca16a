// SPDX-License-Identifier: Apache-2.0
// A function compiled for this machine, or as another one would have it.
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
  // it is not empty. `cpu`: see CompileOptions.
  explicit Compiler(int threads, std::string cache = {}, std::string cpu = {});
  ~Compiler();

  // LLVM is made ready on a thread beside the caller's, for what will be compiled: where nothing is in the cache, and a
  // core has nothing else to do.
  void begin();

 private:
  friend class Executable;
  struct State;
  std::unique_ptr<State> state_;
};

struct CompileOptions {
  std::shared_ptr<Compiler> compiler;  // null: one of its own
  int threads = 0;                     // of that
  std::string cache;                   // of that
  // Of that: the processor that kernels are made for, one of processors(); empty: "native". Error (usage): there is
  // none of that name, or, but for a dump, this machine cannot do what it does.
  std::string cpu;
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
  // The caller reads no weight of a file again once it ran: memory of those that are packed goes back
  // (runtime/file_memory.h).
  bool gives_back_weights = false;
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

// The code of a function's distinct kernels, as text.
enum class CodeForm : uint8_t { llvm, assembly };

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
  // Instead of compiling it. Assembly says which loops are in which, and what goes to the stack and back.
  static Result<std::string> dump(const Module& module, GlobalId entry, const CompileOptions& options, CodeForm form);
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
  int64_t peak_bytes() const;  // arena, packed weights, results

 private:
  struct State;
  explicit Executable(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// Whether this build has the JIT. Without (HAMMOCK_JIT=OFF) `compile` fails with Error unsupported.
bool is_available();
// "native", levels of x86-64, and the processors of x86-64 and AArch64 by LLVM's names.
std::vector<std::string> processors();
// Why kernels for it are not made, or not run here (`is_run`); none: they are.
std::optional<Error> check_processor(const std::string& cpu, bool is_run);
// "LLVM 19.1.7, znver5, avx512f ..." for --version.
std::string target_description();

}  // namespace hammock::jit
