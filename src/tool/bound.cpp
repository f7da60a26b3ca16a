// SPDX-License-Identifier: Apache-2.0
#include "hammock/tool/bound.h"

#include <algorithm>

namespace hammock::tool {
namespace {

// Of the products and sums of this type; none: nothing is known.
std::optional<Speed> arithmetic(const MachineSpeed& speed, DType dtype) {
  if (dtype == kFloat64) return Speed::f64;
  if (dtype.is_any_float()) {
    const bool has_bf16 = dtype == kBfloat16 && speed[Speed::bf16].one > 0;
    return has_bf16 ? Speed::bf16 : Speed::f32;
  }
  const bool is_int8 = dtype.bytes() == 1 && !dtype.is_boolean() && dtype != kVoid;
  return is_int8 && speed[Speed::i8].one > 0 ? std::optional(Speed::i8) : std::nullopt;
}

}  // namespace

std::optional<double> bound(const MachineSpeed& speed, const loop::KernelWork& work, int threads) {
  const auto bytes = static_cast<double>(work.bytes);
  const Speed level = speed.level(bytes, threads);
  double rate = speed.rate(level, threads);
  if (level == Speed::memory) rate = std::max(rate, speed.rate(Speed::copy, threads));
  std::optional<double> out;
  if (rate > 0 && work.bytes > 0) out = bytes / rate;
  const std::optional<Speed> unit = arithmetic(speed, work.dtype);
  if (unit && work.operations && speed.rate(*unit, threads) > 0)
    out = std::max(out.value_or(0), static_cast<double>(*work.operations) / speed.rate(*unit, threads));
  return out && *out > 0 ? out : std::nullopt;
}

}  // namespace hammock::tool
