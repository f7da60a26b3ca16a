// SPDX-License-Identifier: Apache-2.0
#include "hammock/ir/constant.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace hammock {
namespace {

uint16_t to_half(double value) {
  // Round to nearest even, from the double, so that nothing is rounded twice.
  uint64_t bits = std::bit_cast<uint64_t>(value);
  uint16_t sign = static_cast<uint16_t>(bits >> 48 & 0x8000);
  double magnitude = value < 0 ? -value : value;
  if (magnitude != magnitude) return static_cast<uint16_t>(sign | 0x7e00);
  if (magnitude >= 65520.0) return static_cast<uint16_t>(sign | 0x7c00);
  int exponent = static_cast<int>(bits >> 52 & 0x7ff) - 1023;
  if (exponent < -14) exponent = -14;
  double unit = std::bit_cast<double>(static_cast<uint64_t>(exponent - 10 + 1023) << 52);
  double steps = magnitude / unit;  // exact: a power of two
  double whole = static_cast<double>(static_cast<uint64_t>(steps));
  double rest = steps - whole;
  if (rest > 0.5 || (rest == 0.5 && (static_cast<uint64_t>(whole) & 1))) whole += 1;
  // The carry of the fraction into the exponent is the right one.
  uint32_t packed =
      static_cast<uint32_t>(whole) + (exponent > -14 || whole >= 1024 ? static_cast<uint32_t>(exponent + 14) << 10 : 0);
  return static_cast<uint16_t>(sign | packed);
}

template <class T>
void append(std::vector<std::byte>& data, T value) {
  size_t at = data.size();
  data.resize(at + sizeof value);
  std::memcpy(data.data() + at, &value, sizeof value);
}

// The bits of a half are those of a float, but for the width of the exponent.
double from_half(uint16_t bits) {
  int exponent = bits >> 10 & 31, fraction = bits & 1023;
  double magnitude = exponent == 0    ? std::ldexp(fraction, -24)
                     : exponent == 31 ? (fraction ? NAN : INFINITY)
                                      : std::ldexp(fraction + 1024, exponent - 25);
  return bits & 0x8000 ? -magnitude : magnitude;
}

template <class T>
T load(const Constant& c, size_t i) {
  T value;
  std::memcpy(&value, c.data.data() + i * sizeof value, sizeof value);
  return value;
}

bool has_element(const Constant& c, size_t i) {
  return c.dtype.lanes == 1 && c.dtype.bytes() > 0 && i < c.data.size() / static_cast<size_t>(c.dtype.bytes());
}

}  // namespace

std::optional<Wide> integer_element(const Constant& c, size_t i) {
  if (!has_element(c, i) || !c.dtype.is_integral()) return std::nullopt;
  bool is_signed = c.dtype.is_integer();
  switch (c.dtype.bytes()) {
    case 1: return is_signed ? Wide{load<int8_t>(c, i)} : Wide{load<uint8_t>(c, i)};
    case 2: return is_signed ? Wide{load<int16_t>(c, i)} : Wide{load<uint16_t>(c, i)};
    case 4: return is_signed ? Wide{load<int32_t>(c, i)} : Wide{load<uint32_t>(c, i)};
    case 8: return is_signed ? Wide{load<int64_t>(c, i)} : Wide{load<uint64_t>(c, i)};
    default: return std::nullopt;
  }
}

std::optional<double> element(const Constant& c, size_t i) {
  if (!has_element(c, i)) return std::nullopt;
  if (c.dtype == kFloat32) return load<float>(c, i);
  if (c.dtype == kFloat64) return load<double>(c, i);
  if (c.dtype == kFloat16) return from_half(load<uint16_t>(c, i));
  if (c.dtype == kBfloat16) return std::bit_cast<float>(uint32_t{load<uint16_t>(c, i)} << 16);
  std::optional<Wide> whole = integer_element(c, i);
  return whole ? std::optional(static_cast<double>(*whole)) : std::nullopt;
}

bool holds(DType dtype, Wide value) {
  if (dtype.bits > 64) return true;
  if (dtype.code == DType::Code::unsigned_integer) return value >= 0 && value < Wide{1} << dtype.bits;
  return value >= -(Wide{1} << (dtype.bits - 1)) && value < Wide{1} << (dtype.bits - 1);
}

std::optional<double> greatest_real(DType dtype) {
  if (dtype == kFloat64) return std::numeric_limits<double>::max();
  if (dtype == kFloat32) return std::numeric_limits<float>::max();
  if (dtype == kFloat16) return 65504;
  if (dtype == kBfloat16) return 0x1.fep127;
  if (dtype.code == DType::Code::e4m3) return 448;
  if (dtype.code == DType::Code::e5m2) return 57344;
  return std::nullopt;
}

bool append_integer(std::vector<std::byte>& data, Wide value, DType dtype) {
  if (!dtype.is_scalar()) return false;
  if (dtype.is_boolean()) {
    append<uint8_t>(data, value != 0);
    return true;
  }
  if (!holds(dtype, value)) return false;
  switch (dtype.bytes()) {
    case 1: append(data, static_cast<uint8_t>(value)); break;
    case 2: append(data, static_cast<uint16_t>(value)); break;
    case 4: append(data, static_cast<uint32_t>(value)); break;
    case 8: append(data, static_cast<uint64_t>(value)); break;
    default: return false;
  }
  return true;
}

bool append_real(std::vector<std::byte>& data, double value, DType dtype) {
  if (!dtype.is_scalar()) return false;
  if (dtype.code == DType::Code::bfloat && dtype.bits == 16) {
    uint32_t bits = std::bit_cast<uint32_t>(static_cast<float>(value));
    if (value == value) bits += 0x7fff + (bits >> 16 & 1);
    append(data, static_cast<uint16_t>(bits >> 16 | (value == value ? 0 : 0x40)));
    return true;
  }
  if (!dtype.is_float()) return false;
  switch (dtype.bits) {
    case 16: append(data, to_half(value)); return true;
    case 32: append(data, static_cast<float>(value)); return true;
    case 64: append(data, value); return true;
    default: return false;
  }
}

}  // namespace hammock
