// SPDX-License-Identifier: Apache-2.0
// Functions that the replacements of rules call.
//
// A rule may bring functions of a module of its own along (RuleCalls). As long as a Subroutines lives they stand in the
// module at hand, behind its own functions, under names that are free there; where the module has such a function, name
// and all, or a kernel that does the same, that one serves. Behind it, what nothing has come to call is taken out
// again.
#pragma once

#include <span>

#include "hammock/rewrite/kernels.h"
#include "hammock/rewrite/rule.h"

namespace hammock {

struct RuleCalls {
  std::shared_ptr<const Module> from;
  std::vector<GlobalId> here;  // by number of a function in `from`: where it is in the module at hand; none for others
};

class Subroutines {
 public:
  Subroutines(Module& module, std::span<const Rule> rules);
  ~Subroutines();
  Subroutines(const Subroutines&) = delete;
  Subroutines& operator=(const Subroutines&) = delete;

  // The functions that rules are applied to: those that were there before.
  std::span<GlobalFunction> own() const { return std::span(module_.functions).first(own_); }

 private:
  void add(RuleCalls& calls);
  std::optional<GlobalId> serving(const Module& from, GlobalId f);
  void undo_class();

  Module& module_;
  size_t own_;
  bool was_lone_function_;
  Name lone_name_;
  Attr lone_attrs_;
  std::vector<std::shared_ptr<RuleCalls>> calls_;
  std::optional<KernelTable> kernels_;  // as they were before functions came; none: no rule brought a kernel
};

}  // namespace hammock
