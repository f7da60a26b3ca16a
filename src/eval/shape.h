// SPDX-License-Identifier: Apache-2.0
// Shapes at run time: axes, strides, broadcasting, and the walk over the elements of a view.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "hammock/runtime/tensor.h"

namespace hammock::reference {

using Dims = std::vector<int64_t>;

int64_t product(std::span<const int64_t> dims);
Dims row_major_strides(std::span<const int64_t> dims);  // in elements

// -1 is the last axis; nothing if it lies outside.
std::optional<size_t> normal_axis(int64_t axis, size_t rank);

// numpy's rule; nothing if the shapes do not fit together.
std::optional<Dims> broadcast(std::span<const int64_t> a, std::span<const int64_t> b);
// Strides that make a tensor of shape `from` look like one of shape `to` (which it broadcasts to): 0 where it repeats.
Dims broadcast_strides(std::span<const int64_t> from, std::span<const int64_t> to);

// The offset of every element of a view in row-major order.
std::vector<int64_t> view_offsets(std::span<const int64_t> dims, std::span<const int64_t> strides);

// A tensor as lines along one axis: element k of line (o, i) lies at (o * length + k) * inner + i.
struct Lines {
  int64_t outer, length, inner;
  Lines(std::span<const int64_t> dims, size_t axis)
      : outer(product(dims.first(axis))), length(dims[axis]), inner(product(dims.subspan(axis + 1))) {}
};

// A tensor as groups of elements, those that differ in the member axes only: element j of group i lies at groups[i] +
// members[j].
struct Groups {
  std::vector<int64_t> groups, members;
  Groups(std::span<const int64_t> dims, const std::vector<bool>& is_member_axis);
};

// f(offsets) for each row (the last axis) of several views of one shape, in row-major order; `offsets` has one entry
// for each view. A shape without axes is one row of one element.
template <size_t N, class F>
void for_each_row(std::span<const int64_t> dims, const std::array<Dims, N>& strides, F&& f) {
  for (int64_t d : dims) {
    if (d == 0) return;
  }
  std::array<int64_t, N> offsets{};
  size_t outer = dims.empty() ? 0 : dims.size() - 1;
  Dims index(outer, 0);
  while (true) {
    f(offsets);
    size_t d = outer;
    while (d-- > 0) {
      for (size_t k = 0; k < N; ++k) offsets[k] += strides[k][d];
      if (++index[d] < dims[d]) break;
      for (size_t k = 0; k < N; ++k) offsets[k] -= strides[k][d] * dims[d];
      index[d] = 0;
    }
    if (d == static_cast<size_t>(-1)) return;
  }
}

}  // namespace hammock::reference
