// SPDX-License-Identifier: Apache-2.0
// Random programs on both executors: hammock_campaign --engines.
//
// A program runs by the JIT and by eval, in guarded memory (runtime/guard.h), on arguments with special values. Either both fail or
// both give the same: integers, bools, NaN and infinities exactly, floats as far as rounding goes. Where a difference is more than a
// few units in the last place of a tensor's largest element, eval runs again with all rounded results and the arguments moved by random units in the last place;
// the difference must be of the size of what that changes. What an executor cannot do is counted and left out.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "hammock/ir/module.h"

namespace hammock::generate {

class Engines {
 public:
  // Compares runs of the module's last function. What is wrong; empty if nothing is.
  std::string problem(const Module& module, uint64_t seed);

  int agreed = 0, failed_alike = 0;
  std::map<std::string, int> skipped;  // by reason
};

}  // namespace hammock::generate
