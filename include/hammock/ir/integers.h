// SPDX-License-Identifier: Apache-2.0
// Integers as the language computes with them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "hammock/base/dtype.h"

namespace hammock {

// Integers wrap to the width of their dtype.
inline int64_t wrap(__int128 value, DType dtype) {
  if (dtype.is_boolean()) return value != 0;
  int64_t low = static_cast<int64_t>(static_cast<unsigned __int128>(value));
  if (dtype.bits >= 64) return low;
  int shift = 64 - dtype.bits;
  if (dtype.code == DType::Code::unsigned_integer)
    return static_cast<int64_t>(static_cast<uint64_t>(low) << shift >> shift);
  return static_cast<int64_t>(static_cast<uint64_t>(low) << shift) >> shift;
}

// Rounds down; b is not 0.
inline __int128 floor_div(__int128 a, __int128 b) {
  __int128 q = a / b;
  return q - (a % b != 0 && (a < 0) != (b < 0));
}

// Are these increasing places between so many dims, as axis separators are?
inline bool are_separators(std::span<const int64_t> places, size_t dims) {
  const auto last = static_cast<int64_t>(dims);
  return std::ranges::is_sorted(places) && (places.empty() || (places.front() >= 0 && places.back() <= last));
}

}  // namespace hammock
