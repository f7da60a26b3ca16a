// SPDX-License-Identifier: Apache-2.0
// What packing of panels and of pixels share: element types, and runs of elements.
#pragma once

#include <algorithm>
#include <cstring>
#include <type_traits>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "hammock/base/element.h"
#include "hammock/runtime/machine.h"
#include "hammock/runtime/pack.h"

namespace hammock {

// f(To{}, From{}) for the element types; false if the conversion is not made.
template <class F>
bool with_types(Packed type, DType from, F&& f) {
  auto to = [&](auto zero) { return [&f, zero](auto tag) { f(zero, typename decltype(tag)::type{}); }; };
  // A bool is packed as the byte that it is.
  const DType stored = from == kBool ? kUint8 : from;
  switch (type) {
    case Packed::f32: return for_float(from, to(float{}));
    case Packed::f64: return for_float(from, to(double{})) || for_integer(stored, to(double{}));
    case Packed::i32: return for_integer(stored, to(int32_t{}));
    case Packed::i64: return for_integer(stored, to(int64_t{}));
    case Packed::quads: return from == kInt8 || from == kUint8;
    case Packed::pairs: return from == kBfloat16;
    case Packed::shorts: return (stored.bits == 8 || from == kInt16) && for_integer(stored, to(uint16_t{}));
  }
  return false;
}

struct PackJob {
  Packed type;
  const PackSource& source;
  int64_t k_begin, k_count, w_begin, w_count, width;
  std::byte* to;
  int64_t panel_bytes;
};

// Every `step`th element; loops of their own for the usual steps, which become vectors then.
template <class T>
void copy_each(const T* from, int64_t step, int64_t count, T* to) {
  if (step == 1) {
    std::copy_n(from, count, to);
  } else if (step == 2) {
    for (int64_t i = 0; i < count; ++i) to[i] = from[2 * i];
  } else {
    for (int64_t i = 0; i < count; ++i) to[i] = from[i * step];
  }
}

// A run of elements to float.
template <class From>
void convert_run(const From* from, int64_t count, float* to) {
  for (int64_t i = 0; i < count; ++i) to[i] = static_cast<float>(from[i]);
}

#if defined(__x86_64__)
__attribute__((target("avx,f16c"))) inline void convert_halves(const Half* from, int64_t count, float* to) {
  int64_t i = 0;
  for (; i + 8 <= count; i += 8)
    _mm256_storeu_ps(to + i, _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from + i))));
  for (; i < count; ++i) to[i] = static_cast<float>(from[i]);
}
template <>
inline void convert_run(const Half* from, int64_t count, float* to) {
  if (may_use(kOwnF16c)) return convert_halves(from, count, to);
  for (int64_t i = 0; i < count; ++i) to[i] = static_cast<float>(from[i]);
}
#endif

template <class To, class From>
void copy_run(const From* from, int64_t count, To* to) {
  if constexpr (std::is_same_v<To, From>) std::memcpy(to, from, static_cast<size_t>(count) * sizeof(To));
  else if constexpr (std::is_same_v<To, float>) convert_run(from, count, to);
  else
    for (int64_t i = 0; i < count; ++i) to[i] = static_cast<To>(from[i]);
}

}  // namespace hammock
