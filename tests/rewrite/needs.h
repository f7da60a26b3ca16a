// SPDX-License-Identifier: Apache-2.0
// What items need, written as lists.
#pragma once

#include <cstdint>
#include <vector>

#include "hammock/rewrite/order.h"

namespace hammock {

inline ItemNeeds needs_of(const std::vector<std::vector<uint32_t>>& lists) {
  ItemNeeds needs;
  needs.begin.push_back(0);
  for (const auto& list : lists) {
    needs.items.insert(needs.items.end(), list.begin(), list.end());
    needs.begin.push_back(static_cast<uint32_t>(needs.items.size()));
  }
  return needs;
}

}  // namespace hammock
