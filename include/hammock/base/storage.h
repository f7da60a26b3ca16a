// SPDX-License-Identifier: Apache-2.0
// Which dtypes the elements of a tensor can have while a program runs. The language has more: int4, float33, float32x4.
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

// Those, and the floats of 8 bits.
constexpr bool is_storable(DType d) {
  bool is_float8 = (d.code == DType::Code::e4m3 || d.code == DType::Code::e5m2) && d.bits == 8;
  return is_computable(d) || (is_float8 && d.is_scalar());
}

}  // namespace hammock
