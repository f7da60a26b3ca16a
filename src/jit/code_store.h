// SPDX-License-Identifier: Apache-2.0
// Machine code that kernels of several sizes share.
//
// Modules that say the same but for their numbers (module_form.h) are compiled once as they are, for the numbers of the
// first one, and once more when others come: then the numbers that differ between them are read from a table, and a
// stub per size passes its table to the code. A number that differs from all before where that code has it fixed costs
// one more compilation, which leaves fewer such places. Of modules that are announced, the first one is compiled for
// all of them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "hammock/base/result.h"
#include "kernel_cache.h"
#include "session.h"

namespace hammock::jit {

class CodeStore {
 public:
  enum class Use {
    sizes,   // of a function: whatever can be shared, and none of it is kept for later runs
    program  // many kernels: what costs nothing when it runs
  };
  // The functions of a module, whose names begin with `prefix`.
  struct Unit {
    std::string prefix;
    std::string code;                  // names the code; a KernelCache has it under this key
    std::span<const std::byte> table;  // empty: it needs none

    // Of the code, for a function of the module; empty: it is of another one.
    std::string symbol(std::string_view name) const;
  };

  CodeStore(Session& session, KernelCache& cache, Use use);
  ~CodeStore();

  // Members of the pool call these two at the same time. A module that is announced will be added.
  void announce(llvm::Module& module);
  // Compiles the module if there is no code that does.
  Result<Unit> add(int member, llvm::Module& module, std::string_view prefix);
  // What add() gave in an earlier run; none: its code is not there any more.
  std::optional<Unit> find(std::string_view prefix, const std::string& code, std::string_view table);
  // Links what came since the last time; or forgets it.
  std::optional<Error> link();
  void forget();
  // Of a function, from that of its symbol. After all of them: seal().
  Result<void*> address(const Unit& unit, void* target);
  std::optional<Error> seal();

  int64_t compiled() const;  // modules so far
  int64_t reused() const;
  int64_t cached() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hammock::jit
