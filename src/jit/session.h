// SPDX-License-Identifier: Apache-2.0
// LLVM as a function: modules in, addresses out.
//
// Each member of the pool has a TargetMachine and an LLVMContext of its own, made once (making them costs more than a
// small kernel). Code generation at CodeGenOptLevel::Default after early-cse, LICM and a clean-up: the emitters write
// the vectors, the unrolling and the order themselves. Objects are linked by ORC's JITLink; code lives as long as
// the session. Nothing of LLVM is started before it is needed. Symbols that kernels may call are a table in
// session.cpp, nothing else of the process is visible. Every module is verified.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "hammock/base/result.h"
#include "hammock/base/sanitizer.h"
#include "host.h"

namespace hammock::jit {

// Kernels of a build with AddressSanitizer are instrumented, too; they call the process's.
#ifdef HAMMOCK_ADDRESS_SANITIZER
inline constexpr bool kIsSanitized = true;
#else
inline constexpr bool kIsSanitized = false;
#endif

using Object = llvm::SmallVector<char, 0>;

class Session {
 public:
  Session(const Host& host, int members);
  ~Session();

  // Makes what the members compile with, while they do something else: until it is done, or is to stop.
  void prepare(const std::stop_token& stop);

  // Members work at the same time, each on its own modules.
  std::unique_ptr<llvm::Module> new_module(int member, const std::string& name);
  Result<Object> compile(int member, llvm::Module& module);
  // The same code as text.
  Result<std::string> assembly(int member, llvm::Module& module);

  // One thread. All objects of the program first, then lookups.
  Result<bool> add(Object object);
  // Resolves and links; Error (run) if a symbol is missing.
  Result<std::vector<void*>> lookup(const std::vector<std::string>& names);
  const Host& host() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hammock::jit
