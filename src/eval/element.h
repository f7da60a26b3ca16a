// SPDX-License-Identifier: Apache-2.0
// The arithmetic of operators 1.10 on elements (base/element.h): computed in the element's own type and rounded once
// per operation.
//
// An operation is written once, as T(a + b): float16 and bfloat16 widen to float and round in the constructor; small
// integers widen to int and wrap in the conversion (the layer is compiled with -fwrapv); bool counts modulo 2.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "hammock/base/element.h"
#include "hammock/runtime/tensor.h"

namespace hammock::reference {

// The type in which the C library computes for T.
template <class T>
using Wide = std::conditional_t<kIsFloat<T>, std::conditional_t<std::is_same_v<T, double>, double, float>, T>;
// Sums of integers before they are divided: not cut to their width.
template <class T>
using WideSum = std::conditional_t<std::is_unsigned_v<T>, uint64_t, int64_t>;

// Sums: floats in more bits than their own, so that the reference is the more exact side; every other type in itself.
template <class T>
using Accumulator =
    std::conditional_t<std::is_same_v<T, double>, long double, std::conditional_t<kIsFloat<T>, double, T>>;

// Sums that have an order, as others take them too: one element after the other.
template <class T>
using RunningSum = std::conditional_t<kIsFloat<T>, double, T>;

// A sum, or a part of one, that others keep in T, or in float32 for the halves: beyond its numbers infinite or 0.
template <class T>
Accumulator<T> in_range_of(Accumulator<T> value) {
  using Kept = std::conditional_t<std::is_same_v<T, double>, double, float>;
  const auto narrow = static_cast<Kept>(value);
  return std::isfinite(narrow) && narrow != 0 ? value : static_cast<Accumulator<T>>(narrow);
}

template <class T>
Accumulator<T> add_product(Accumulator<T> sum, T a, T b) {
  using A = Accumulator<T>;
  if constexpr (kIsFloat<T>) return sum + static_cast<A>(a) * static_cast<A>(b);
  else return A(sum + A(a * b));
}

template <class T>
bool is_nan(T x) {
  return x != x;
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
    return saturated<To>(static_cast<double>(Wide<From>(value)));
  } else if constexpr (std::is_same_v<From, Bool>) return To(static_cast<int>(value));
  else if constexpr (kIsFloat<From>) return To(Wide<From>(value));
  else return To(value);
}

}  // namespace hammock::reference
