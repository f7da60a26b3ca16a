// SPDX-License-Identifier: Apache-2.0
// Which dtypes the elements of a tensor can have while a program runs. The language has more: int2, float33, float32x4.
#pragma once

#include "hammock/base/dtype.h"

namespace hammock {

// Scalars that a processor computes with, if need be through a wider one.
constexpr bool is_computable(DType d) {
  if (!d.is_scalar()) return false;
  switch (d.code) {
    case DType::Code::integer: return d.bits == 8 || d.bits == 16 || d.bits == 32 || d.bits == 64;
    case DType::Code::unsigned_integer:
      return d.bits == 1 || d.bits == 8 || d.bits == 16 || d.bits == 32 || d.bits == 64;
    case DType::Code::floating: return d.bits == 16 || d.bits == 32 || d.bits == 64;
    case DType::Code::bfloat: return d.bits == 16;
    default: return false;
  }
}

// int4 and uint4: a byte each.
constexpr bool is_nibble(DType d) {
  return d.bits == 4 && d.is_scalar() && (d.code == DType::Code::integer || d.code == DType::Code::unsigned_integer);
}

// Those, the floats of 8 bits and the integers of 4.
constexpr bool is_storable(DType d) {
  bool is_float8 = (d.code == DType::Code::e4m3 || d.code == DType::Code::e5m2) && d.bits == 8;
  return is_computable(d) || (is_float8 && d.is_scalar()) || is_nibble(d);
}

}  // namespace hammock
