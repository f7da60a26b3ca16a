// SPDX-License-Identifier: Apache-2.0
// What random kernels reach: --stats of the campaign.
#pragma once

#include <map>
#include <string>

#include "hammock/eval/sample.h"
#include "hammock/ir/module.h"

namespace hammock::generate {

class KernelStats {
 public:
  void add(const Module& module);                       // what its text holds
  void add_steps(const Module& module, uint64_t seed);  // what the JIT takes its steps for
  std::string text() const;

 private:
  int modules_ = 0;
  std::map<std::string, int> holding_;  // modules, by what they hold
  std::map<std::string, int> steps_;    // by form
};

}  // namespace hammock::generate
