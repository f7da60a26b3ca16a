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
// Anything where a side may be negative.
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

}  // namespace hammock
