// SPDX-License-Identifier: Apache-2.0
// Values that were seen since the set was cleared, which costs nothing.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "hammock/ir/function.h"

namespace hammock {

class ValueSet {
 public:
  void clear() { ++round_; }
  bool contains(Value v) const { return v.index < seen_.size() && seen_[v.index] == round_; }
  bool insert(Value v) {
    if (v.index >= seen_.size()) seen_.resize(std::max<size_t>(v.index + 1, 2 * seen_.size()), 0);
    return std::exchange(seen_[v.index], round_) != round_;
  }

 private:
  std::vector<uint32_t> seen_;
  uint32_t round_ = 1;
};

}  // namespace hammock
