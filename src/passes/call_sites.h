// SPDX-License-Identifier: Apache-2.0
// Where the functions of a module are called, for passes that change what a function takes.
#pragma once

#include <vector>

#include "hammock/ir/module.h"
#include "hammock/prim/symbols.h"

namespace hammock {

struct CallSite {
  uint32_t in;  // the number of a function
  Value call;   // args: the callee, and as many arguments as it has parameters
};

class CallSites {
 public:
  explicit CallSites(const Module& module);

  const std::vector<CallSite>& of(GlobalId f) const { return sites_[f.index]; }
  // Nothing but these calls mentions it.
  bool are_all(GlobalId f) const { return !has_others_[f.index]; }
  // And nobody outside of the module can.
  bool are_all_of_private(const Module& module, GlobalId f) const;

 private:
  void mention(GlobalId f) { has_others_[f.index] = 1; }
  void look(const Module& module, uint32_t number);

  std::vector<std::vector<CallSite>> sites_;  // by number of a function
  std::vector<uint8_t> has_others_;
};

// What the symbols that the parameters of `callee` define are at the call; those that no argument tells lack.
PrimMap symbols_at(const Function& callee, const Function& fn, Value call);

}  // namespace hammock
