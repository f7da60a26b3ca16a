// SPDX-License-Identifier: Apache-2.0
#include "shape.h"

#include <algorithm>

namespace hammock::reference {

int64_t product(std::span<const int64_t> dims) {
  int64_t p = 1;
  for (int64_t d : dims) p *= d;
  return p;
}

Dims row_major_strides(std::span<const int64_t> dims) {
  Dims strides(dims.size(), 1);
  for (size_t d = dims.size(); d-- > 1;) strides[d - 1] = strides[d] * dims[d];
  return strides;
}

std::optional<size_t> normal_axis(int64_t axis, size_t rank) {
  auto r = static_cast<int64_t>(rank);
  if (axis < -r || axis >= r) return std::nullopt;
  return static_cast<size_t>(axis < 0 ? axis + r : axis);
}

std::optional<Dims> broadcast(std::span<const int64_t> a, std::span<const int64_t> b) {
  if (a.size() < b.size()) std::swap(a, b);
  Dims out(a.begin(), a.end());
  for (size_t i = 0; i < b.size(); ++i) {
    int64_t& x = out[out.size() - 1 - i];
    int64_t y = b[b.size() - 1 - i];
    if (x != y && x != 1 && y != 1) return std::nullopt;
    if (x == 1) x = y;
  }
  return out;
}

Dims broadcast_strides(std::span<const int64_t> from, std::span<const int64_t> to) {
  Dims own = row_major_strides(from), strides(to.size(), 0);
  for (size_t i = 0; i < from.size(); ++i) {
    size_t d = to.size() - from.size() + i;
    strides[d] = from[i] == 1 ? 0 : own[i];
  }
  return strides;
}

std::vector<int64_t> view_offsets(std::span<const int64_t> dims, std::span<const int64_t> strides) {
  std::vector<int64_t> offsets;
  offsets.reserve(static_cast<size_t>(product(dims)));
  int64_t inner = dims.empty() ? 1 : dims.back(), step = dims.empty() ? 0 : strides.back();
  for_each_row<1>(dims, {Dims(strides.begin(), strides.end())}, [&](const std::array<int64_t, 1>& row) {
    for (int64_t i = 0; i < inner; ++i) offsets.push_back(row[0] + i * step);
  });
  return offsets;
}

Groups::Groups(std::span<const int64_t> dims, const std::vector<bool>& is_member_axis) {
  Dims strides = row_major_strides(dims), kept, kept_strides, gone, gone_strides;
  for (size_t d = 0; d < dims.size(); ++d) {
    (is_member_axis[d] ? gone : kept).push_back(dims[d]);
    (is_member_axis[d] ? gone_strides : kept_strides).push_back(strides[d]);
  }
  groups = view_offsets(kept, kept_strides);
  members = view_offsets(gone, gone_strides);
}

}  // namespace hammock::reference
