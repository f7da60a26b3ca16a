// SPDX-License-Identifier: Apache-2.0
// The types of elements in memory, and the one dispatch over them.
//
// float16, bfloat16 and the float8 types widen to float and are rounded once, to nearest even, by the constructor; a
// bool is a byte that counts modulo 2, an int4 or uint4 one that counts modulo 16; other integers are those of C++.
// Other types below 8 bits and vectors have no element type.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "hammock/base/dtype.h"
#include "hammock/base/storage.h"

namespace hammock {

// IEEE half and bfloat16 in software.
float half_to_float(uint16_t bits);
uint16_t float_to_half(float value);  // nearest even
inline float bfloat_to_float(uint16_t bits) { return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16); }
uint16_t float_to_bfloat(float value);
// e4m3_float8 (no infinity: overflow is NaN) and e5m2_float8; nearest even.
float float8_to_float(DType dtype, uint8_t bits);
uint8_t float_to_float8(DType dtype, float value);

// To float on the way to fewer bits: to odd where bits are lost, so that both roundings together are one.
inline float narrowed(double value) {
  auto near = static_cast<float>(value);
  if (static_cast<double>(near) == value || !std::isfinite(near)) return near;
  if (std::fabs(static_cast<double>(near)) > std::fabs(value)) near = std::nextafter(near, 0.0f);
  return std::bit_cast<float>(std::bit_cast<uint32_t>(near) | 1);
}

struct Half {
  uint16_t bits;
  Half() = default;
  template <class N>
  explicit Half(N value) : bits(float_to_half(static_cast<float>(value))) {}
  explicit Half(double value) : bits(float_to_half(narrowed(value))) {}
  operator float() const { return half_to_float(bits); }
};

struct Bfloat {
  uint16_t bits;
  Bfloat() = default;
  template <class N>
  explicit Bfloat(N value) : bits(float_to_bfloat(static_cast<float>(value))) {}
  operator float() const { return bfloat_to_float(bits); }
};

template <DType::Code code>
struct Float8 {
  static constexpr DType kDtype = DType::make(code, 8);
  uint8_t bits;
  Float8() = default;
  template <class N>
  explicit Float8(N value) : bits(float_to_float8(kDtype, static_cast<float>(value))) {}
  operator float() const { return float8_to_float(kDtype, bits); }
};

struct Bool {
  uint8_t value;
  Bool() = default;
  template <class N>
  explicit Bool(N v) : value(static_cast<int64_t>(v) & 1) {}
  operator int() const { return value; }
};

// The byte is that of the number as int8 or uint8. Floats outside go to the nearest end, NaN to 0.
template <bool has_sign>
struct Nibble {
  using Byte = std::conditional_t<has_sign, int8_t, uint8_t>;
  static constexpr int kLow = has_sign ? -8 : 0, kHigh = kLow + 15;
  Byte byte;
  Nibble() = default;
  template <class N>
  explicit Nibble(N value) {
    if constexpr (std::is_floating_point_v<N>)
      byte = std::isnan(value) ? Byte(0) : static_cast<Byte>(std::clamp<N>(value, kLow, kHigh));
    else byte = static_cast<Byte>(((static_cast<int64_t>(value) - kLow) & 15) + kLow);
  }
  operator int() const { return byte; }
};

template <class T>
struct Tag {
  using type = T;
};

template <class T>
inline constexpr bool kIsFloat8 = false;
template <DType::Code code>
inline constexpr bool kIsFloat8<Float8<code>> = true;
template <class T>
inline constexpr bool kIsFloat =
    std::is_same_v<T, Half> || std::is_same_v<T, Bfloat> || kIsFloat8<T> || std::is_floating_point_v<T>;
template <class T>
inline constexpr bool kIsInteger = std::is_integral_v<T>;  // without bool
template <class T>
inline constexpr bool kIsNibble = std::is_same_v<T, Nibble<true>> || std::is_same_v<T, Nibble<false>>;

// f(Tag<T>{}) for the element type of the dtype; false if there is none.
template <class F>
bool for_float(DType dtype, F&& f) {
  if (dtype == kFloat16) return f(Tag<Half>{}), true;
  if (dtype == kFloat32) return f(Tag<float>{}), true;
  if (dtype == kFloat64) return f(Tag<double>{}), true;
  if (dtype == kBfloat16) return f(Tag<Bfloat>{}), true;
  return false;
}

template <class F>
bool for_integer(DType dtype, F&& f) {
  if (!dtype.is_scalar() || !dtype.is_integral()) return false;
  const bool has_sign = dtype.is_integer();
  switch (dtype.bits) {
    case 8: return has_sign ? f(Tag<int8_t>{}) : f(Tag<uint8_t>{}), true;
    case 16: return has_sign ? f(Tag<int16_t>{}) : f(Tag<uint16_t>{}), true;
    case 32: return has_sign ? f(Tag<int32_t>{}) : f(Tag<uint32_t>{}), true;
    case 64: return has_sign ? f(Tag<int64_t>{}) : f(Tag<uint64_t>{}), true;
    default: return false;
  }
}

// Those that executors compute with.
template <class F>
bool for_element(DType dtype, F&& f) {
  if (dtype == kBool) return f(Tag<Bool>{}), true;
  return for_float(dtype, f) || for_integer(dtype, f);
}

// Those that tensors hold: float8 and integers of four bits, too.
template <class F>
bool for_stored(DType dtype, F&& f) {
  using E4m3 = Float8<DType::Code::e4m3>;
  using E5m2 = Float8<DType::Code::e5m2>;
  if (dtype == E4m3::kDtype) return f(Tag<E4m3>{}), true;
  if (dtype == E5m2::kDtype) return f(Tag<E5m2>{}), true;
  if (is_nibble(dtype)) return dtype.is_integer() ? f(Tag<Nibble<true>>{}) : f(Tag<Nibble<false>>{}), true;
  return for_element(dtype, f);
}

// A number that an integer type cannot hold becomes the nearest one that it can, and NaN becomes 0.
template <class T>
T saturated(double value) {
  if (std::isnan(value)) return T(0);
  // As doubles the limits of 64 bits round outward, so that equality is out of range too.
  if (value <= static_cast<double>(std::numeric_limits<T>::min())) return std::numeric_limits<T>::min();
  if (value >= static_cast<double>(std::numeric_limits<T>::max())) return std::numeric_limits<T>::max();
  return static_cast<T>(value);
}

}  // namespace hammock
