// SPDX-License-Identifier: Apache-2.0
// The small floating-point formats in software.
#include "hammock/base/element.h"

#include <algorithm>

namespace hammock {
namespace {

// A format of 8 bits: sign, exponent, mantissa. e4m3 has no infinity and one NaN (all ones); e5m2 is a shortened half.
struct Format {
  int mantissa_bits, bias, max_bits;
  bool has_infinity;
};
constexpr Format kE4m3{3, 7, 0x7e, false};
constexpr Format kE5m2{2, 15, 0x7b, true};

float decode(const Format& f, uint8_t bits) {
  int magnitude = bits & 0x7f;
  float sign = bits & 0x80 ? -1.0f : 1.0f;
  if (magnitude > f.max_bits) {
    bool infinite = f.has_infinity && magnitude == f.max_bits + 1;
    return infinite ? sign * std::numeric_limits<float>::infinity() : std::numeric_limits<float>::quiet_NaN();
  }
  int exponent = magnitude >> f.mantissa_bits;
  int mantissa = magnitude & ((1 << f.mantissa_bits) - 1);
  if (exponent == 0) return sign * std::ldexp(static_cast<float>(mantissa), 1 - f.bias - f.mantissa_bits);
  return sign * std::ldexp(static_cast<float>(mantissa + (1 << f.mantissa_bits)), exponent - f.bias - f.mantissa_bits);
}

uint8_t encode(const Format& f, float value) {
  auto sign = static_cast<uint8_t>(std::signbit(value) ? 0x80 : 0);
  if (std::isnan(value)) return sign | 0x7f;
  float magnitude = std::fabs(value);
  int exponent = magnitude == 0 || std::isinf(magnitude) ? 1 - f.bias : std::max(std::ilogb(magnitude), 1 - f.bias);
  // In units of the last place, to nearest even; a carry into the next binade is right as it stands.
  double units = std::nearbyint(std::ldexp(static_cast<double>(magnitude), f.mantissa_bits - exponent));
  int first = (exponent + f.bias - 1) << f.mantissa_bits;
  bool overflows = std::isinf(magnitude) || first + units > f.max_bits;
  if (overflows) return sign | static_cast<uint8_t>(f.has_infinity ? f.max_bits + 1 : 0x7f);
  return sign | static_cast<uint8_t>(first + static_cast<int>(units));
}

}  // namespace

float half_to_float(uint16_t bits) {
  uint32_t sign = static_cast<uint32_t>(bits & 0x8000) << 16;
  uint32_t magnitude = static_cast<uint32_t>(bits & 0x7fff) << 13;  // exponent and mantissa at their places in a float
  if (magnitude >= 0x0f800000) return std::bit_cast<float>(sign | 0x70000000 | magnitude);  // infinity, NaN
  // The exponent is 112 too small; a product rights it for subnormal numbers too, exactly.
  float value = std::bit_cast<float>(magnitude) * 0x1p112f;
  return std::bit_cast<float>(sign | std::bit_cast<uint32_t>(value));
}

uint16_t float_to_half(float value) {
  auto bits = std::bit_cast<uint32_t>(value);
  uint32_t sign = bits >> 16 & 0x8000, magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000) return static_cast<uint16_t>(sign | 0x7e00);
  if (magnitude >= 0x477ff000) return static_cast<uint16_t>(sign | 0x7c00);  // 65520 is halfway to the next power
  if (magnitude < 0x38800000) {
    // Below 2^-14: the last place of 0.5f is that of a subnormal half, so this sum is rounded as it should be.
    float sum = std::bit_cast<float>(magnitude) + 0.5f;
    return static_cast<uint16_t>(sign | (std::bit_cast<uint32_t>(sum) - 0x3f000000));
  }
  return static_cast<uint16_t>(sign | ((magnitude - 0x38000000 + 0xfff + (magnitude >> 13 & 1)) >> 13));
}

uint16_t float_to_bfloat(float value) {
  auto bits = std::bit_cast<uint32_t>(value);
  if ((bits & 0x7fffffff) > 0x7f800000) return static_cast<uint16_t>(bits >> 16 | 0x40);
  return static_cast<uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

float float8_to_float(DType dtype, uint8_t bits) {
  return decode(dtype.code == DType::Code::e4m3 ? kE4m3 : kE5m2, bits);
}
uint8_t float_to_float8(DType dtype, float value) {
  return encode(dtype.code == DType::Code::e4m3 ? kE4m3 : kE5m2, value);
}

}  // namespace hammock
