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

namespace hammock {

// Where element `flat`, in row-major order, of a tensor of that shape stands.
std::vector<int64_t> index_of(int64_t flat, std::span<const int64_t> shape);

// An element of a tensor of indices that lies outside of [0, extent).
struct OutsideIndex {
  std::string value;
  std::vector<int64_t> at;  // where it stands; empty for a scalar
};

// The first one, in row-major order, of a view of int or uint elements; strides in elements. Nothing if all lie inside.
std::optional<OutsideIndex> find_outside(DType dtype, const std::byte* data, std::span<const int64_t> shape,
                                         std::span<const int64_t> strides, int64_t extent);

// "index 7 at (0, 3) is outside an axis of 4"
std::string outside_text(const OutsideIndex& index, int64_t extent);

}  // namespace hammock
