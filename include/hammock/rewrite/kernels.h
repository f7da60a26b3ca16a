// SPDX-License-Identifier: Apache-2.0
// What passes ask about the kernels of a module.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "hammock/ir/module.h"

namespace hammock {

// For each function of the module the one that stands for it: of kernels that do the same, whatever they and their
// callers are named, the first that others outside of the module know, or else the first. Kernels that call each other
// in a circle stand for themselves.
std::vector<GlobalId> equal_kernels(const Module& module);

// The kernels of a module by what they do.
class KernelTable {
 public:
  explicit KernelTable(const Module& module);
  // One that does the same, whatever its name. None for what calls other functions.
  std::optional<GlobalId> equal(const tir::Kernel& kernel) const;

 private:
  const Module& module_;
  std::unordered_map<uint64_t, std::vector<GlobalId>> by_hash_;  // in order
};

// Which calls of kernels do more than give their results. Looks at kernels when it is asked.
class KernelEffects {
 public:
  explicit KernelEffects(const Module& module) : module_(module) {}

  // The call may be left out where an equal one was carried out: its kernel does nothing but compute, and writes to
  // nothing but its results. Calls of other functions say it by their operator.
  bool is_repeatable(const Function& fn, Value call);
  // The operands that the call writes to, or may write to: those in place, and what a kernel stores to beside its
  // results.
  void written_operands(const Function& fn, Value call, std::vector<Value>& out);

 private:
  const tir::Kernel* callee(const Function& fn, Value call, uint32_t& number) const;
  bool has_effects(uint32_t kernel);
  std::vector<uint32_t> callees(uint32_t kernel, bool& has_others);

  const Module& module_;
  std::unordered_map<Name, uint32_t> numbers_;               // of functions; empty: nobody asked
  std::unordered_map<uint32_t, bool> effects_;               // by the number of a kernel; of those that are known
  std::unordered_map<uint32_t, std::vector<bool>> written_;  // the same
};

}  // namespace hammock
