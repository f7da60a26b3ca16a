// SPDX-License-Identifier: Apache-2.0
// Intervals of integers, and what operations make of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>

#include "hammock/ir/context.h"
#include "hammock/ir/integers.h"

namespace hammock {

// All integers between two bounds, which belong to it; a bound may be infinite.
struct Interval {
  using Wide = __int128;
  static constexpr Wide kInfinity = static_cast<Wide>(1) << 100;

  Wide low = -kInfinity, high = kInfinity;

  bool within(Wide from, Wide to) const { return from <= low && high <= to; }
  bool within(const Interval& other) const { return within(other.low, other.high); }
  // The only value, if it fits.
  std::optional<int64_t> value() const {
    return low == high && within(INT64_MIN, INT64_MAX) ? std::optional(static_cast<int64_t>(low)) : std::nullopt;
  }
  bool has_low() const { return low != -kInfinity; }
  bool has_high() const { return high != kInfinity; }
  bool operator==(const Interval&) const = default;

  static Wide clamped(Wide v) { return std::clamp(v, -kInfinity, kInfinity); }
  static Wide times(Wide a, Wide b) {
    if (a == 0 || b == 0) return 0;
    const Wide limit = kInfinity / (b < 0 ? -b : b);
    if (a > limit || a < -limit) return (a < 0) == (b < 0) ? kInfinity : -kInfinity;
    return a * b;
  }
};

inline Interval operator+(Interval a, Interval b) {
  return {a.has_low() && b.has_low() ? Interval::clamped(a.low + b.low) : -Interval::kInfinity,
          a.has_high() && b.has_high() ? Interval::clamped(a.high + b.high) : Interval::kInfinity};
}
inline Interval operator*(Interval a, int64_t factor) {
  Interval out{Interval::times(a.low, factor), Interval::times(a.high, factor)};
  if (factor < 0) std::swap(out.low, out.high);
  return out;
}
inline Interval operator*(Interval a, Interval b) {
  const Interval from_low{Interval::times(a.low, b.low), Interval::times(a.low, b.high)},
      from_high{Interval::times(a.high, b.low), Interval::times(a.high, b.high)};
  return {std::min({from_low.low, from_low.high, from_high.low, from_high.high}),
          std::max({from_low.low, from_low.high, from_high.low, from_high.high})};
}
// Of dims: anything where a side may be negative.
inline Interval product(Interval a, Interval b) {
  return a.low >= 0 && b.low >= 0 ? Interval{Interval::times(a.low, b.low), Interval::times(a.high, b.high)}
                                  : Interval{};
}
inline Interval min(Interval a, Interval b) { return {std::min(a.low, b.low), std::min(a.high, b.high)}; }
inline Interval max(Interval a, Interval b) { return {std::max(a.low, b.low), std::max(a.high, b.high)}; }
// Of the values of either.
inline Interval hull(Interval a, Interval b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }
// Of the values of both; nothing has the values of a range whose low end is above the high one.
inline Interval intersect(Interval a, Interval b) { return {std::max(a.low, b.low), std::min(a.high, b.high)}; }
// All values of an element of this dtype; unbounded unless it is an integer or a bool.
inline Interval values_of(DType dtype) {
  if (!dtype.is_integral()) return {};
  const Interval::Wide size = static_cast<Interval::Wide>(1) << dtype.bits;
  return dtype.is_integer() ? Interval{-size / 2, size / 2 - 1} : Interval{0, size - 1};
}

// Of a division that does not fail: it rounds down, or towards zero.
Interval quotient(Interval a, Interval b, bool rounds_down);
Interval remainder(Interval a, Interval b, bool rounds_down);
// Of a binary operator; tests give 0 and 1. Infinite if nothing is known.
Interval interval_of(PrimKind kind, Interval a, Interval b);
// Of an expression, before it wraps to its dtype; `of` says that of an operand. `intrinsic` is the name of what a call
// calls. Nothing if the operation says nothing of its values.
std::optional<Interval> interval_of(const PrimStore& prims, Prim e, std::string_view intrinsic,
                                    const std::function<Interval(Prim)>& of);

}  // namespace hammock
