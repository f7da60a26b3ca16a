// SPDX-License-Identifier: Apache-2.0
// The kernels of a module and those that a pass adds to them: of kernels that do the same, one.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "hammock/ir/module.h"

namespace hammock {

class KernelSupply {
 public:
  explicit KernelSupply(Module& module);

  // One that does the same, whatever its name; else this one, under the name `hint`, `hint`1 ... that is free.
  GlobalId add(std::string_view hint, const std::shared_ptr<tir::Kernel>& kernel);

  const std::shared_ptr<const tir::Kernel>& kernel(GlobalId g) const;
  StructInfo info(GlobalId g) const;
  // Moves what was added into the module, behind its own; until then the ids name nothing in it.
  void finish();

 private:
  Name free_name(std::string_view hint);

  Module& module_;
  Context& context_;
  std::vector<std::pair<std::shared_ptr<const tir::Kernel>, StructInfo>> made_;
  std::unordered_map<uint64_t, std::vector<GlobalId>> by_hash_;
  std::unordered_set<std::string> names_;
  std::unordered_map<std::string, int> count_;  // of names that were made of one
};

// The functions of `given` that no other function calls leave the module: kernels that stood there as arguments of a
// pass. True if there were any.
bool remove_uncalled(Module& module, std::span<const GlobalId> given);

}  // namespace hammock
