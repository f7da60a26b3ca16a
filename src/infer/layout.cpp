// SPDX-License-Identifier: Apache-2.0
#include "layout.h"

namespace hammock::rules {

std::optional<Layout> Layout::parse(std::string_view text, std::string_view canonical) {
  Layout out;
  out.canonical_rank_ = canonical.size();
  std::vector<int> outer(canonical.size()), inner(canonical.size());
  int64_t number = 0;
  for (char c : text) {
    if (c >= '0' && c <= '9') {
      number = number * 10 + (c - '0');
      if (number > 1 << 20) return std::nullopt;
      continue;
    }
    bool is_inner = c >= 'a' && c <= 'z';
    size_t letter = canonical.find(is_inner ? static_cast<char>(c - 'a' + 'A') : c);
    if (letter == std::string_view::npos || is_inner != (number > 0)) return std::nullopt;
    if ((is_inner ? inner : outer)[letter]++) return std::nullopt;
    out.axes_.push_back({letter, number});
    number = 0;
  }
  for (int count : outer) {
    if (count != 1) return std::nullopt;
  }
  return number == 0 ? std::optional(out) : std::nullopt;
}

Dims Layout::to_canonical(InferCall& r, const Dims& dims) const {
  Dims out(canonical_rank_);
  for (size_t i = 0; i < axes_.size(); ++i) {
    Prim& d = out[axes_[i].canonical];
    Prim part = axes_[i].inner > 0 ? r.number(axes_[i].inner) : dims[i];
    d = !d ? part : axes_[i].inner > 0 ? r.prims.mul(d, part) : r.prims.mul(part, d);
  }
  return out;
}

Dims Layout::from_canonical(InferCall& r, const Dims& dims) const {
  Dims out;
  for (const Axis& a : axes_) {
    if (a.inner > 0) {
      out.push_back(r.number(a.inner));
      continue;
    }
    int64_t inner = 1;
    for (const Axis& b : axes_) {
      if (b.canonical == a.canonical && b.inner > 0) inner = b.inner;
    }
    Prim d = dims[a.canonical];
    out.push_back(inner == 1 ? d : r.simple(r.ceildiv(d, r.number(inner))));
  }
  return out;
}

bool layout(InferCall& r, std::string_view attribute, std::string_view canonical, Layout& out) {
  std::optional<Layout> parsed = Layout::parse(r.string(attribute), canonical);
  if (!parsed)
    return r.wrong(Diag::bad_attribute_value, r.at(attribute), "=\"", r.string(attribute),
                   "\" is no layout of the axes ", canonical);
  out = std::move(*parsed);
  return true;
}

bool fits_layout(InferCall& r, const TensorInfo& t, size_t i, std::string_view attribute, const Layout& layout) {
  if (!t.has_rank()) return true;
  for (size_t d = 0; t.dims && t.ndim == layout.rank() && d < t.dims->size(); ++d) {
    int64_t piece = layout.piece(d);
    if (piece == 0 || !r.unequal((*t.dims)[d], r.number(piece))) continue;
    return r.wrong(Diag::shape_mismatch, r.at(i), " of shape ", *t.dims, " must have ", piece, " in dim ", d, " as ",
                   attribute, "=\"", r.string(attribute), "\" says, found ", (*t.dims)[d]);
  }
  if (t.ndim == layout.rank()) return true;
  return r.wrong(Diag::shape_mismatch, r.at(i), " must have rank ", layout.rank(), " as ", attribute, "=\"",
                 r.string(attribute), "\" says, found ", t.info);
}

}  // namespace hammock::rules
