// SPDX-License-Identifier: Apache-2.0
// Inside `jit`: what an executable holds, for executable.cpp, which makes it, executable_weights.cpp, which folds and
// packs, and executable_run.cpp, which runs it.
//
// Memory of a run: parameters and results are the caller's tensors, everything between lies in one arena. What depends
// on weights and constants only is computed when the first run with these weights comes, and kept: folded memories
// (steps marked constant) and packed weights (per kernel and address). Weights are told apart by where their bytes
// are; the tensors are held, so that no other can take the place of one.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "band_runner.h"
#include "compiled_kernel.h"
#include "hammock/jit/executable.h"
#include "hammock/loop/program.h"
#include "hammock/runtime/thread_pool.h"
#include "kernel_compiler.h"

namespace hammock::jit {

using loop::Memory;
using loop::Storage;

constexpr uint32_t kNoKernel = UINT32_MAX;  // of a step that only checks

inline Error run_error(std::string text, Span span = {}) { return {Error::Kind::run, std::move(text), span}; }

inline Error no_memory(int64_t bytes, const char* what) {
  return {Error::Kind::memory, "no memory for " + std::to_string(bytes) + " bytes of " + what, {}};
}

// While a function is compiled or runs, its trace is told of the loops.
class Tracing {
 public:
  Tracing(ThreadPool& pool, Trace* trace) : pool_(pool) { pool_.set_trace(trace); }
  ~Tracing() { pool_.set_trace(nullptr); }

 private:
  ThreadPool& pool_;
};

struct Compiler::State {
  ThreadPool pool;
  std::string cache, cpu;
  std::unique_ptr<KernelCompiler> kernels;  // made when there is something to compile
  bool may_run = false;                     // what is made for another processor
  uint32_t instructions = UINT32_MAX;       // of hammock/runtime/machine.h, that it has
  std::mutex starting;                      // of kernels and what follows them
  std::jthread preparing;                   // ends before what it works on

  State(int threads, std::string folder, std::string name)
      : pool(threads), cache(std::move(folder)), cpu(std::move(name)) {}
  Result<KernelCompiler*> start(bool is_run);
};

struct Executable::State {
  std::shared_ptr<Context> context;
  loop::Program program;
  std::vector<loop::BandGroup> groups;  // of its steps
  std::vector<std::string> param_names;
  std::vector<std::optional<Number>> numbers;  // that it was compiled for, by parameter
  std::shared_ptr<Compiler> compiler;
  ThreadPool& pool;
  std::vector<const loop::LoweredKernel*> unique;         // in the program's steps
  std::vector<std::shared_ptr<CompiledKernel>> compiled;  // one per unique kernel
  std::vector<uint32_t> kernel_of;                        // per step
  CompileStats stats;

  std::shared_ptr<std::byte> arena;
  Scratch scratch;
  BandRunner band_runner;
  std::vector<std::shared_ptr<std::byte>> own;  // per memory, where it has a block of its own
  int64_t folded_bytes = 0, packed_bytes = 0, result_bytes = 0;
  std::vector<std::byte*> base;  // per memory, of the current run
  // Blocks of large results, by memory: those that nobody else holds any more are used again, because the system takes
  // as long to clear new pages as many a kernel runs.
  std::vector<std::vector<std::shared_ptr<std::byte>>> made;
  std::vector<Tensor> weights;  // that folded and packed memories were made from, by memory
  bool has_weights = false, gives_back_weights = false;
  double preparation_ms = 0;  // of the last run
  std::map<std::pair<uint32_t, std::pair<size_t, const std::byte*>>, std::shared_ptr<std::byte>>
      packed;                                            // (kernel, (which, address))
  std::vector<std::vector<const std::byte*>> packed_of;  // per step, in the order of packings()
  std::vector<std::vector<MemoryAhead>> following;       // per step, by member: what later ones read first

  // For those who look at a run; made when the first one does.
  std::shared_ptr<Trace> trace;
  std::vector<loop::KernelWork> work;                              // per step
  std::vector<std::shared_ptr<const Trace::Arguments>> described;  // per step

  explicit State(std::shared_ptr<Compiler> c) : compiler(std::move(c)), pool(compiler->state_->pool) {}

  Result<loop::Program> lower(const Module& module, GlobalId entry, const CompileOptions& options);
  // Lowers the function and collects its distinct kernels; their texts.
  Result<std::vector<std::string>> collect(const Module& module, GlobalId entry, const CompileOptions& options);
  std::optional<Error> prepare();
  const Tensor* tensor_of(const Memory& m, std::span<const RuntimeValue> args) const;
  std::string name_of(const Memory& m) const;
  std::optional<Error> check(std::span<const RuntimeValue> args) const;
  std::optional<Error> use_weights(std::span<const RuntimeValue> args);
  std::optional<Error> pack(size_t step);
  void look_ahead();
  std::vector<uint32_t> readers_of_memories() const;
  std::vector<uint32_t> read_before_runs(size_t step) const;
  std::optional<Error> launch(size_t step);
  std::optional<Error> launch_timed(size_t step, std::vector<StepTime>* times);
  std::optional<Error> launch_group(const loop::BandGroup& group, std::vector<StepTime>* times);
  void describe_steps();
  void watch(size_t step);
  Result<RuntimeValue> run(std::span<const RuntimeValue> args, std::vector<StepTime>* times);
  Result<std::vector<Tensor>> make_results();
  Result<Tensor> make_result(size_t memory);
  Result<RuntimeValue> leaf(const loop::ResultLeaf& leaf, std::span<const RuntimeValue> args,
                            const std::vector<Tensor>& results) const;
  RuntimeValue nest(StructInfo info, std::span<const RuntimeValue> leaves, size_t& at) const;
};

}  // namespace hammock::jit
