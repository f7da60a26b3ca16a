// SPDX-License-Identifier: Apache-2.0
// Element types with the arithmetic of operators 1.10: computed in the element's own type and rounded once per
// operation.
//
// An operation is written once, as T(a + b): float16 and bfloat16 widen to float and round in the constructor; small
// integers widen to int and wrap in the conversion (the layer is compiled with -fwrapv); bool counts modulo 2.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "hammock/runtime/tensor.h"

namespace hammock::reference {

// To float on the way to float16: to odd where bits are lost, so that both roundings together are one.
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

struct Bool {
  uint8_t value;
  Bool() = default;
  template <class N>
  explicit Bool(N v) : value(static_cast<int64_t>(v) & 1) {}
  operator int() const { return value; }
};

template <class T>
struct Tag {
  using type = T;
};

template <class T>
inline constexpr bool kIsFloat = std::is_same_v<T, Half> || std::is_same_v<T, Bfloat> || std::is_floating_point_v<T>;
template <class T>
inline constexpr bool kIsInteger = std::is_integral_v<T>;  // without bool

// The type in which the C library computes for T.
template <class T>
using Wide = std::conditional_t<kIsFloat<T>, std::conditional_t<std::is_same_v<T, double>, double, float>, T>;

// Sums: floats in float64, so that the reference is the more exact side; every other type in itself.
template <class T>
using Accumulator = std::conditional_t<kIsFloat<T>, double, T>;

template <class T>
Accumulator<T> add_product(Accumulator<T> sum, T a, T b) {
  using A = Accumulator<T>;
  if constexpr (kIsFloat<T>) return sum + static_cast<double>(a) * static_cast<double>(b);
  else return A(sum + A(a * b));
}

// The smallest and the largest value; infinities for floats.
template <class T>
T lowest() {
  if constexpr (kIsFloat<T>) return T(-std::numeric_limits<float>::infinity());
  else if constexpr (std::is_same_v<T, Bool>) return Bool(0);
  else return std::numeric_limits<T>::min();
}
template <class T>
T highest() {
  if constexpr (kIsFloat<T>) return T(std::numeric_limits<float>::infinity());
  else if constexpr (std::is_same_v<T, Bool>) return Bool(1);
  else return std::numeric_limits<T>::max();
}

// Between any two element types, as astype does: toward zero into integers, != 0 into bool. A number that an integer
// type cannot hold becomes the nearest one that it can, and NaN becomes 0: the language leaves both undefined.
template <class To, class From>
To convert(From value) {
  if constexpr (std::is_same_v<To, From>) return value;
  else if constexpr (std::is_same_v<To, Bool>) return Bool(Wide<From>(value) != Wide<From>(0));
  else if constexpr (kIsFloat<From> && kIsInteger<To>) {
    double wide = static_cast<double>(Wide<From>(value));
    if (std::isnan(wide)) return To(0);
    // As doubles the limits of 64 bits round outward, so that equality is out of range too.
    if (wide <= static_cast<double>(std::numeric_limits<To>::min())) return std::numeric_limits<To>::min();
    if (wide >= static_cast<double>(std::numeric_limits<To>::max())) return std::numeric_limits<To>::max();
    return static_cast<To>(wide);
  } else if constexpr (std::is_same_v<From, Bool>) return To(static_cast<int>(value));
  else if constexpr (kIsFloat<From>) return To(Wide<From>(value));
  else return To(value);
}

// f(Tag<T>{}) for the element type of the dtype; false if there is none.
template <class F>
bool for_element(DType dtype, F&& f) {
  using C = DType::Code;
  if (!dtype.is_scalar()) return false;
  switch (dtype.code) {
    case C::floating:
      if (dtype.bits == 16) return f(Tag<Half>{}), true;
      if (dtype.bits == 32) return f(Tag<float>{}), true;
      if (dtype.bits == 64) return f(Tag<double>{}), true;
      return false;
    case C::bfloat: return f(Tag<Bfloat>{}), true;
    case C::integer:
      if (dtype.bits == 8) return f(Tag<int8_t>{}), true;
      if (dtype.bits == 16) return f(Tag<int16_t>{}), true;
      if (dtype.bits == 32) return f(Tag<int32_t>{}), true;
      if (dtype.bits == 64) return f(Tag<int64_t>{}), true;
      return false;
    case C::unsigned_integer:
      if (dtype.bits == 1) return f(Tag<Bool>{}), true;
      if (dtype.bits == 8) return f(Tag<uint8_t>{}), true;
      if (dtype.bits == 16) return f(Tag<uint16_t>{}), true;
      if (dtype.bits == 32) return f(Tag<uint32_t>{}), true;
      if (dtype.bits == 64) return f(Tag<uint64_t>{}), true;
      return false;
    default: return false;
  }
}

template <class F>
bool for_float(DType dtype, F&& f) {
  if (dtype == kFloat16) return f(Tag<Half>{}), true;
  if (dtype == kFloat32) return f(Tag<float>{}), true;
  if (dtype == kFloat64) return f(Tag<double>{}), true;
  if (dtype == kBfloat16) return f(Tag<Bfloat>{}), true;
  return false;
}

}  // namespace hammock::reference
