// SPDX-License-Identifier: Apache-2.0
// A layout as dims: a letter, and for the inner part of a packed axis ("16c" of "NCHW16c") its length. An element of
// the axis C of such a layout is at c / 16 of the dim C and at c % 16 of the dim 16c.
#include "layout.h"

#include <algorithm>
#include <vector>

namespace hammock::reference {
namespace {

struct LayoutDim {
  char axis;      // as the canonical layout names it
  int64_t inner;  // 0: the outer part, or all of the axis
};

// Inference has refused what is no layout.
std::vector<LayoutDim> dims_of(std::string_view layout) {
  std::vector<LayoutDim> out;
  int64_t number = 0;
  for (char c : layout) {
    if (c >= '0' && c <= '9') {
      number = number * 10 + (c - '0');
    } else {
      out.push_back({c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c, number});
      number = 0;
    }
  }
  return out;
}

// At most one inner part per axis.
int64_t inner_of(const std::vector<LayoutDim>& dims, char axis) {
  int64_t inner = 1;
  for (const LayoutDim& d : dims) {
    if (d.axis == axis && d.inner > 0) inner = d.inner;
  }
  return inner;
}

bool fits(const std::vector<LayoutDim>& dims, std::string_view canonical, const Dims& shape) {
  if (dims.size() != shape.size()) return false;
  for (size_t i = 0; i < dims.size(); ++i) {
    if (canonical.find(dims[i].axis) == std::string_view::npos) return false;
    if (dims[i].inner > 0 && dims[i].inner != shape[i]) return false;
    for (size_t j = 0; j < i; ++j) {
      if (dims[i].axis == dims[j].axis && (dims[i].inner > 0) == (dims[j].inner > 0)) return false;
    }
  }
  return true;
}

}  // namespace

int64_t spatial_axes(std::string_view layout) {
  return std::ranges::count_if(layout, [](char c) { return c == 'D' || c == 'H' || c == 'W'; });
}

Tensor to_canonical(const OpCall& call, const Tensor& x, std::string_view layout, std::string_view canonical) {
  const std::vector<LayoutDim> dims = dims_of(layout);
  if (!fits(dims, canonical, x.shape))
    throw call.fail("layout " + std::string(layout) + " does not fit shape " + shape_text(x.shape));
  const Dims own = row_major_strides(x.shape);
  Dims shape, strides, merged;
  for (char axis : canonical) {
    merged.push_back(1);
    for (bool is_inner : {false, true}) {
      auto d = std::ranges::find_if(dims, [&](LayoutDim e) { return e.axis == axis && (e.inner > 0) == is_inner; });
      const auto at = static_cast<size_t>(d - dims.begin());
      shape.push_back(d == dims.end() ? 1 : x.shape[at]);
      strides.push_back(d == dims.end() ? 0 : own[at]);
      merged.back() *= shape.back();
    }
  }
  Tensor out = copy_view(call, x, 0, shape, strides);
  out.shape = merged;
  return out;
}

Tensor from_canonical(const OpCall& call, const Tensor& x, std::string_view layout, std::string_view canonical) {
  const std::vector<LayoutDim> dims = dims_of(layout);
  const Dims own = row_major_strides(x.shape);
  Dims shape, strides;
  for (const LayoutDim& d : dims) {
    const size_t at = canonical.find(d.axis);
    const int64_t inner = inner_of(dims, d.axis);
    if (x.shape[at] % inner != 0) {
      throw call.fail("layout " + std::string(layout) + " does not divide " + std::to_string(x.shape[at]) + " of " +
                      d.axis);
    }
    shape.push_back(d.inner > 0 ? inner : x.shape[at] / inner);
    strides.push_back(d.inner > 0 ? own[at] : own[at] * inner);
  }
  return copy_view(call, x, 0, shape, strides);
}

}  // namespace hammock::reference
