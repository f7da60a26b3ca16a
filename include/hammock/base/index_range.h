// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hammock {

// What the elements of a tensor of indices may be: those of an axis of that extent; where there are several extents,
// each is that of one position along the last dim of the tensor, and their axes follow each other.
struct IndexRange {
  std::vector<int64_t> extents;
  size_t axis = 0;                 // of the first extent, among those of what is indexed
  bool from_either_end = false;    // negative ones count from the end
  bool is_length = false;          // the extent itself is one, too
  std::optional<int64_t> ignored;  // is no index

  int64_t extent_at(const std::vector<int64_t>& at) const { return extents[place(at)]; }
  size_t axis_at(const std::vector<int64_t>& at) const { return axis + place(at); }

 private:
  size_t place(const std::vector<int64_t>& at) const {
    return extents.size() == 1 ? 0 : static_cast<size_t>(at.back());
  }
};

// What is wrong with an index: " is outside axis 1 of size 5"
inline std::string outside_axis(size_t axis, int64_t extent) {
  return " is outside axis " + std::to_string(axis) + " of size " + std::to_string(extent);
}

}  // namespace hammock
