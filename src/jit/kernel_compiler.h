// SPDX-License-Identifier: Apache-2.0
// Kernels to code, on all threads of a pool; the code lives as long as the compiler.
#pragma once

#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "compiled_kernel.h"
#include "hammock/base/result.h"
#include "hammock/runtime/thread_pool.h"
#include "host.h"

namespace hammock::jit {

struct CompileTimes {
  double codegen_ms = 0, link_ms = 0;
  // Pieces of code: made, taken from the CodeStore, and from the cache of earlier runs.
  int64_t generated = 0, reused = 0, cached = 0;
};

using CompiledKernels = std::vector<std::shared_ptr<CompiledKernel>>;

class KernelCompiler {
 public:
  // `cache`: the folder of a KernelCache, or empty.
  KernelCompiler(const Host& host, ThreadPool& pool, const std::string& cache = {});
  ~KernelCompiler();

  const Host& host() const;

  // Makes LLVM ready for kernels to come; from any thread, until it is done, or is to stop.
  void prepare(const std::stop_token& stop);

  // One compiled kernel for each, in order. `texts` are the kernels' (loop::to_text), and distinct. One that was
  // compiled before is the same object, and every member of the pool takes the others until there are none left, then
  // what is left of those that others are at. Where they are many, those that are alike but for numbers that cost
  // nothing to read share their code.
  Result<CompiledKernels> compile(const Context& context, std::span<const loop::LoweredKernel* const> kernels,
                                  std::span<const std::string> texts, CompileTimes& times);
  // The same with code for any number that another size may change. None of it is kept for later runs.
  Result<CompiledKernels> compile_shared(const Context& context, std::span<const loop::LoweredKernel* const> kernels,
                                         std::span<const std::string> texts, CompileTimes& times);

  // The LLVM IR of the kernels as the emitters make it, and the assembly that it becomes: each kernel behind its number
  // and kind, functions that several kernels share once.
  Result<std::string> llvm(const Context& context, std::span<const loop::LoweredKernel* const> kernels);
  Result<std::string> assembly(const Context& context, std::span<const loop::LoweredKernel* const> kernels);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hammock::jit
