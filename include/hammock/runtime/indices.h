// SPDX-License-Identifier: Apache-2.0
// Indices from data: held against the axis that they go into before anybody reads there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hammock/base/dtype.h"
#include "hammock/base/index_range.h"
#include "hammock/runtime/thread_pool.h"

namespace hammock {

// Where element `flat`, in row-major order, of a tensor of that shape stands.
std::vector<int64_t> index_of(int64_t flat, std::span<const int64_t> shape);

// An element of a tensor of indices that lies outside of its axis.
struct OutsideIndex {
  std::string value;
  std::vector<int64_t> at;  // where it stands; empty for a scalar
  size_t axis = 0;          // that it goes into
  int64_t extent = 0;
  bool is_length = false;  // see IndexRange
};

// The first one, in row-major order, of a view of int or uint elements; strides in elements. Nothing if all lie inside.
std::optional<OutsideIndex> find_outside(DType dtype, const std::byte* data, std::span<const int64_t> shape,
                                         std::span<const int64_t> strides, const IndexRange& range, ThreadPool& pool);

// "index 7 at (0, 3) is outside axis 1 of size 4", "length 7 at (2,) is not between 0 and 4, the size of axis 1"
std::string outside_text(const OutsideIndex& index);

}  // namespace hammock
