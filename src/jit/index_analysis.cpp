// SPDX-License-Identifier: Apache-2.0
#include "index_analysis.h"

#include <algorithm>
#include <limits>

namespace hammock::jit {

namespace {

// Ranges beyond this are of no use to anybody, and sums of them cannot overflow.
constexpr int64_t kHuge = int64_t{1} << 56;

std::optional<Range> bounded(__int128 low, __int128 high) {
  if (low < -kHuge || high > kHuge) return std::nullopt;
  return Range{static_cast<int64_t>(low), static_cast<int64_t>(high)};
}

// Wrapping, as the machine does: indices of data may be any numbers.
int64_t plus(int64_t a, int64_t b) { return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b)); }
int64_t times(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}

int64_t floor_div(int64_t a, int64_t b) {
  int64_t q = a / b;
  return q - (a % b != 0 && (a < 0) != (b < 0));
}

}  // namespace

int64_t Affine::coefficient(Prim term) const {
  for (const auto& [t, c] : terms) {
    if (t == term) return c;
  }
  return 0;
}

void Affine::add(const Affine& other, int64_t factor) {
  constant = plus(constant, times(other.constant, factor));
  for (const auto& [term, c] : other.terms) {
    auto at = std::lower_bound(terms.begin(), terms.end(), term, [](const auto& x, Prim t) { return x.first < t; });
    if (at == terms.end() || at->first != term) at = terms.insert(at, {term, 0});
    at->second = plus(at->second, times(c, factor));
    if (at->second == 0) terms.erase(at);
  }
}

IndexAnalysis::IndexAnalysis(const Context& context, const loop::Kernel& kernel) : context_(context) {
  auto know = [&](const loop::Axis& axis) {
    if (axis.var) extents_[axis.var.index] = {0, std::max<int64_t>(axis.extent - 1, 0)};
  };
  if (const auto* nest = std::get_if<loop::Nest>(&kernel.body)) {
    for (const loop::Axis& a : nest->outer) know(a);
    for (const loop::Stage& s : nest->stages) {
      for (const loop::Axis& a : s.axes) know(a);
    }
  } else if (const auto* contraction = std::get_if<loop::Contraction>(&kernel.body)) {
    for (const loop::Axis& a : contraction->batch) know(a);
    know(contraction->m);
    know(contraction->n);
  }
}

const Affine& IndexAnalysis::affine(Prim e) const {
  auto found = affines_.find(e.index);
  if (found == affines_.end()) found = affines_.emplace(e.index, make_affine(e)).first;
  return found->second;
}

Affine IndexAnalysis::split(Affine& sum, int64_t divisor) const {
  Affine quotient;
  quotient.constant = floor_div(sum.constant, divisor);
  sum.constant = plus(sum.constant, -times(quotient.constant, divisor));
  for (auto& [term, c] : sum.terms) {
    int64_t q = c / divisor;
    if (q == 0) continue;
    quotient.terms.push_back({term, q});
    c -= q * divisor;
  }
  std::erase_if(sum.terms, [](const auto& t) { return t.second == 0; });
  return quotient;
}

Affine IndexAnalysis::make_affine(Prim e) const {
  const PrimNode& n = context_.prims[e];
  Affine out;
  switch (n.kind) {
    case PrimKind::int_imm: out.constant = n.value; return out;
    case PrimKind::add:
    case PrimKind::sub:
      if (n.dtype != kInt64) break;
      out = affine(n.lhs());
      out.add(affine(n.rhs()), n.kind == PrimKind::add ? 1 : -1);
      return out;
    case PrimKind::mul: {
      if (n.dtype != kInt64) break;
      const Affine &a = affine(n.lhs()), &b = affine(n.rhs());
      if (!a.terms.empty() && !b.terms.empty()) break;
      bool constant_left = a.terms.empty();
      out.add(constant_left ? b : a, constant_left ? a.constant : b.constant);
      return out;
    }
    case PrimKind::floordiv:
    case PrimKind::floormod: {
      std::optional<int64_t> divisor = context_.prims.constant(n.rhs());
      if (n.dtype != kInt64 || !divisor || *divisor <= 0) break;
      Affine rest = affine(n.lhs());
      Affine quotient = split(rest, *divisor);
      std::optional<Range> r = range(rest);
      if (!r || !r->within(0, *divisor - 1)) break;
      return n.kind == PrimKind::floordiv ? quotient : rest;
    }
    case PrimKind::min:
    case PrimKind::max: {  // a clamp that clamps nothing
      std::optional<Range> a = range(affine(n.lhs())), b = range(affine(n.rhs()));
      if (n.dtype != kInt64 || !a || !b) break;
      if (a->high <= b->low) return affine(n.kind == PrimKind::min ? n.lhs() : n.rhs());
      if (b->high <= a->low) return affine(n.kind == PrimKind::min ? n.rhs() : n.lhs());
      break;
    }
    default: break;
  }
  out.terms.push_back({e, 1});
  return out;
}

std::optional<Range> IndexAnalysis::range(const Affine& sum) const {
  __int128 low = sum.constant, high = sum.constant;
  for (const auto& [term, c] : sum.terms) {
    std::optional<Range> r = make_range(term);
    if (!r) return std::nullopt;
    low += static_cast<__int128>(c) * (c > 0 ? r->low : r->high);
    high += static_cast<__int128>(c) * (c > 0 ? r->high : r->low);
  }
  return bounded(low, high);
}

std::optional<Range> IndexAnalysis::range(Prim e) const { return range(affine(e)); }

// Of a term.
std::optional<Range> IndexAnalysis::make_range(Prim e) const {
  const PrimNode& n = context_.prims[e];
  switch (n.kind) {
    case PrimKind::var: {
      auto found = extents_.find(e.index);
      return found == extents_.end() ? std::nullopt : std::optional(found->second);
    }
    case PrimKind::min:
    case PrimKind::max: {
      Range r = limits(e);
      return bounded(r.low, r.high);
    }
    case PrimKind::floordiv:
    case PrimKind::floormod: {
      std::optional<int64_t> divisor = context_.prims.constant(n.rhs());
      if (!divisor || *divisor <= 0) return std::nullopt;
      if (n.kind == PrimKind::floormod) return Range{0, *divisor - 1};
      std::optional<Range> a = range(n.lhs());
      if (!a) return std::nullopt;
      return Range{floor_div(a->low, *divisor), floor_div(a->high, *divisor)};
    }
    case PrimKind::select: {
      std::optional<Range> a = range(n.rhs()), b = range(Prim(n.c));
      if (!a || !b) return std::nullopt;
      return Range{std::min(a->low, b->low), std::max(a->high, b->high)};
    }
    default: return std::nullopt;
  }
}

// A clamp bounds even what nothing is known of: max(min(x, 9), 0).
Range IndexAnalysis::limits(Prim e) const {
  const PrimNode& n = context_.prims[e];
  if (n.kind == PrimKind::min || n.kind == PrimKind::max) {
    Range a = limits(n.lhs()), b = limits(n.rhs());
    if (n.kind == PrimKind::min) return {std::min(a.low, b.low), std::min(a.high, b.high)};
    return {std::max(a.low, b.low), std::max(a.high, b.high)};
  }
  return range(e).value_or(Range{std::numeric_limits<int64_t>::min(), std::numeric_limits<int64_t>::max()});
}

Affine IndexAnalysis::address(const loop::Buffer& buffer, std::span<const Prim> index) const {
  Affine out;
  for (size_t d = 0; d < index.size(); ++d) out.add(affine(index[d]), buffer.strides[d]);
  return out;
}

bool IndexAnalysis::inside(const loop::Buffer& buffer, std::span<const Prim> index) const {
  for (size_t d = 0; d < index.size(); ++d) {
    std::optional<Range> r = range(index[d]);
    if (!r || !r->within(0, buffer.shape[d] - 1)) return false;
  }
  return true;
}

}  // namespace hammock::jit
