// SPDX-License-Identifier: Apache-2.0
// Kernels to code, on all threads of a pool; the code lives as long as the compiler.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "compiled_kernel.h"
#include "hammock/base/result.h"
#include "hammock/runtime/thread_pool.h"
#include "host.h"

namespace hammock::jit {

struct CompileTimes {
  double codegen_ms = 0, link_ms = 0;
  int64_t generated = 0, reused = 0;  // pieces of code: modules, or those of the CodeStore
};

using CompiledKernels = std::vector<std::shared_ptr<CompiledKernel>>;

class KernelCompiler {
 public:
  static Result<std::unique_ptr<KernelCompiler>> make(const Host& host, ThreadPool& pool);
  ~KernelCompiler();

  // One compiled kernel for each, in order; the caller has made them distinct (loop::to_text). Several kernels share
  // a module, and every member of the pool takes modules until there are none left.
  Result<CompiledKernels> compile(const Context& context, std::span<const loop::LoweredKernel* const> kernels,
                                  CompileTimes& times);
  // The same with code that kernels of other sizes have, and for them. `texts` are the kernels': one that was compiled
  // before is the same object.
  Result<CompiledKernels> compile_shared(const Context& context, std::span<const loop::LoweredKernel* const> kernels,
                                         std::span<const std::string> texts, CompileTimes& times);

  // The LLVM IR of the kernels as the emitters make it.
  std::string dump(const Context& context, std::span<const loop::LoweredKernel* const> kernels);

 private:
  struct State;
  explicit KernelCompiler(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace hammock::jit
