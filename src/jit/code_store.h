// SPDX-License-Identifier: Apache-2.0
// Machine code that kernels of several sizes share.
//
// Modules that say the same but for their numbers (module_form.h) are compiled once as they are, for the numbers of the
// first one, and once more when others come: then the numbers that differ between them are read from a table, and a
// stub per size passes its table to the code. A number that differs from all before where that code has it fixed costs
// one more compilation, which leaves fewer such places.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "hammock/base/result.h"
#include "session.h"

namespace hammock::jit {

class CodeStore {
 public:
  struct Variant;
  // Where the functions of a module are, whose names begin with `prefix`.
  struct Unit {
    std::string prefix;
    Variant* variant = nullptr;
    const std::byte* table = nullptr;  // null: it needs none
  };

  explicit CodeStore(Session& session);
  ~CodeStore();

  // Compiles the module if there is no code that does. Members of the pool call this at the same time.
  Result<Unit> add(int member, llvm::Module& module, std::string_view prefix);
  // Links what was compiled since the last time; or forgets it.
  std::optional<Error> link();
  void forget();
  // Of a function, when it is linked; null: it is of another module. After all of them: seal().
  Result<void*> address(const Unit& unit, std::string_view name);
  std::optional<Error> seal();

  int64_t compiled() const;  // modules so far
  int64_t reused() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hammock::jit
