// SPDX-License-Identifier: Apache-2.0
#include "hammock/ir/constant.h"

#include <cstring>
#include <limits>

#include "hammock/base/element.h"

namespace hammock {
namespace {

template <class T>
void append(std::vector<std::byte>& data, T value) {
  size_t at = data.size();
  data.resize(at + sizeof value);
  std::memcpy(data.data() + at, &value, sizeof value);
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

std::optional<uint64_t> element_count(std::span<const int64_t> shape) {
  uint64_t count = 1;
  for (int64_t d : shape) {
    if (__builtin_mul_overflow(count, static_cast<uint64_t>(d), &count)) return std::nullopt;
  }
  return count;
}

std::optional<double> element(const Constant& c, size_t i) {
  if (!has_element(c, i)) return std::nullopt;
  if (c.dtype == kFloat32) return load<float>(c, i);
  if (c.dtype == kFloat64) return load<double>(c, i);
  if (c.dtype == kFloat16) return load<Half>(c, i);
  if (c.dtype == kBfloat16) return load<Bfloat>(c, i);
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
  return for_float(dtype, [&](auto tag) { append(data, typename decltype(tag)::type(value)); });
}

}  // namespace hammock
