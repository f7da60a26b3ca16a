// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace hammock {

// What the elements of a tensor of indices may be: those of an axis of that extent; where there are several extents,
// each is that of one position along the last dim of the tensor.
struct IndexRange {
  std::vector<int64_t> extents;
  bool from_either_end = false;    // negative ones count from the end
  bool is_length = false;          // the extent itself is one, too
  std::optional<int64_t> ignored;  // is no index

  int64_t extent_at(const std::vector<int64_t>& at) const {
    return extents.size() == 1 ? extents[0] : extents[static_cast<size_t>(at.back())];
  }
};

}  // namespace hammock
