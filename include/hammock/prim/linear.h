// SPDX-License-Identifier: Apache-2.0
// Linear forms over expressions, and the ranges of their values: what index arithmetic, compiled kernels and proofs
// compute with.
//
// Two forms are beside this one. The simplifier's Sum keeps terms in the order of the text, each with the atom as it
// prints. Polynomial has products as terms, found in a map.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "hammock/ir/context.h"
#include "hammock/ir/integers.h"

namespace hammock {

// All integers between two bounds, which belong to it; a bound may be infinite.
struct Range {
  using Wide = __int128;
  static constexpr Wide kInfinity = static_cast<Wide>(1) << 100;

  Wide low = -kInfinity, high = kInfinity;

  bool within(Wide from, Wide to) const { return from <= low && high <= to; }
  bool has_low() const { return low != -kInfinity; }
  bool has_high() const { return high != kInfinity; }
  bool operator==(const Range&) const = default;

  static Wide clamped(Wide v) { return std::clamp(v, -kInfinity, kInfinity); }
  static Wide times(Wide a, Wide b) {
    if (a == 0 || b == 0) return 0;
    const Wide limit = kInfinity / (b < 0 ? -b : b);
    if (a > limit || a < -limit) return (a < 0) == (b < 0) ? kInfinity : -kInfinity;
    return a * b;
  }
};

inline Range operator+(Range a, Range b) {
  return {a.has_low() && b.has_low() ? Range::clamped(a.low + b.low) : -Range::kInfinity,
          a.has_high() && b.has_high() ? Range::clamped(a.high + b.high) : Range::kInfinity};
}
inline Range operator*(Range a, int64_t factor) {
  Range out{Range::times(a.low, factor), Range::times(a.high, factor)};
  if (factor < 0) std::swap(out.low, out.high);
  return out;
}
inline Range operator*(Range a, Range b) {
  const Range from_low{Range::times(a.low, b.low), Range::times(a.low, b.high)},
      from_high{Range::times(a.high, b.low), Range::times(a.high, b.high)};
  return {std::min({from_low.low, from_low.high, from_high.low, from_high.high}),
          std::max({from_low.low, from_low.high, from_high.low, from_high.high})};
}
// Of dims: anything where a side may be negative.
inline Range product(Range a, Range b) {
  return a.low >= 0 && b.low >= 0 ? Range{Range::times(a.low, b.low), Range::times(a.high, b.high)} : Range{};
}
// divisor > 0
inline Range floor_div(Range a, int64_t divisor) {
  return {a.has_low() ? floor_div(a.low, divisor) : a.low, a.has_high() ? floor_div(a.high, divisor) : a.high};
}
inline Range min(Range a, Range b) { return {std::min(a.low, b.low), std::min(a.high, b.high)}; }
inline Range max(Range a, Range b) { return {std::max(a.low, b.low), std::max(a.high, b.high)}; }
// Of the values of either.
inline Range hull(Range a, Range b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }
// Of the values of both; nothing has the values of a range whose low end is above the high one.
inline Range intersect(Range a, Range b) { return {std::max(a.low, b.low), std::min(a.high, b.high)}; }
// All values of an element of this dtype; unbounded unless it is an integer or a bool.
inline Range values_of(DType dtype) {
  if (!dtype.is_integral()) return {};
  const Range::Wide size = static_cast<Range::Wide>(1) << dtype.bits;
  return dtype.is_integer() ? Range{-size / 2, size / 2 - 1} : Range{0, size - 1};
}

// constant + the sum of coefficient * term. Numbers of 64 bits wrap, as a machine's do: indices of data may be any.
struct Linear {
  int64_t constant = 0;
  std::vector<std::pair<Prim, int64_t>> terms;  // sorted by term; no coefficient is 0

  int64_t coefficient(Prim term) const;
  void add(Prim term, int64_t factor);
  void add(const Linear& other, int64_t factor);
};

// `of_term` gives the range of a term; nothing where it has none.
template <class OfTerm>
std::optional<Range> range_of(const Linear& sum, OfTerm&& of_term) {
  Range out{sum.constant, sum.constant};
  for (const auto& [term, coefficient] : sum.terms) {
    std::optional<Range> r = of_term(term);
    if (!r) return std::nullopt;
    out = out + *r * coefficient;
  }
  return out;
}

// The range of a term, which is no sum; `of` gives that of an operand. A clamp bounds even what nothing is known of:
// max(min(x, 9), 0).
template <class OfOperand>
Range range_of_term(const PrimStore& prims, Prim term, const OfOperand& of) {
  const PrimNode& n = prims[term];
  switch (n.kind) {
    case PrimKind::int_imm: return {n.value, n.value};
    case PrimKind::min: return min(of(n.lhs()), of(n.rhs()));
    case PrimKind::max: return max(of(n.lhs()), of(n.rhs()));
    case PrimKind::floordiv:
    case PrimKind::floormod: {
      const std::optional<int64_t> divisor = prims.constant(n.rhs());
      if (!divisor || *divisor <= 0) return {};
      return n.kind == PrimKind::floormod ? Range{0, *divisor - 1} : floor_div(of(n.lhs()), *divisor);
    }
    case PrimKind::select: return hull(of(n.rhs()), of(Prim(n.c)));
    case PrimKind::cast: {  // of an integer of fewer bits
      const DType from = prims[n.lhs()].dtype;
      return n.dtype == kInt64 && from.is_integral() && from.bits < 64 ? values_of(from) : Range{};
    }
    default: return {};
  }
}

}  // namespace hammock
