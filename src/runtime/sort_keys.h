// SPDX-License-Identifier: Apache-2.0
// Elements as unsigned integers that ascend as a sort wants the elements to stand.
//
// -0 has the key of 0, and each NaN the largest one, which no other float has. A key gives its element back but for
// these, which are called odd.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "hammock/base/element.h"

namespace hammock {

template <size_t bytes>
using UnsignedOf =
    std::conditional_t<bytes == 1, uint8_t,
                       std::conditional_t<bytes == 2, uint16_t, std::conditional_t<bytes == 4, uint32_t, uint64_t>>>;

template <class T>
struct Keys {
  using Bits = UnsignedOf<sizeof(T)>;
  static constexpr int kBits = 8 * sizeof(T);
  static constexpr Bits kSign = Bits(Bits(1) << (kBits - 1)), kAll = Bits(~Bits(0)), kRest = Bits(kAll ^ kSign);
  // The magnitude of infinity: what is larger is no number.
  static constexpr Bits kInfinity = std::is_same_v<T, Half>     ? Bits(0x7c00)
                                    : std::is_same_v<T, Bfloat> ? Bits(0x7f80)
                                    : std::is_same_v<T, float>  ? Bits(0x7f800000)
                                                                : Bits(0x7ff0000000000000 & kAll);

  Bits flip;  // all ones: descending

  explicit Keys(bool descending) : flip(descending ? kAll : 0) {}

  Bits key(Bits x) const {
    if constexpr (kIsFloat<T>) {
      const Bits magnitude = x & kRest, number = magnitude == 0 ? Bits(0) : x;
      const Bits ordered = number ^ Bits(Bits(-(number >> (kBits - 1))) | kSign) ^ flip;
      return magnitude > kInfinity ? kAll : ordered;
    } else {
      return Bits(x ^ (std::is_signed_v<T> ? kSign : Bits(0)) ^ flip);
    }
  }
  static bool is_odd(Bits x) {
    if constexpr (kIsFloat<T>) return bool(int(x == kSign) | int(Bits(x & kRest) > kInfinity));
    else return false;
  }
  Bits element(Bits key) const {
    const Bits x = key ^ flip;
    if constexpr (kIsFloat<T>) return x ^ Bits(Bits((x >> (kBits - 1)) - 1) | kSign);
    else return Bits(x ^ (std::is_signed_v<T> ? kSign : Bits(0)));
  }
};

}  // namespace hammock
