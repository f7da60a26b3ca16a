// SPDX-License-Identifier: Apache-2.0
// Numbers and nested lists of numbers as tensor constants.
#include <bit>
#include <cstring>
#include <limits>

#include "elaborate.h"

namespace hammock::read {

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
  uint32_t packed = static_cast<uint32_t>(whole) + (exponent > -14 || whole >= 1024 ? static_cast<uint32_t>(exponent + 14) << 10 : 0);
  return static_cast<uint16_t>(sign | packed);
}

template <class T>
void append(std::vector<std::byte>& data, T value) {
  size_t at = data.size();
  data.resize(at + sizeof value);
  std::memcpy(data.data() + at, &value, sizeof value);
}

bool append_integer(std::vector<std::byte>& data, int64_t value, DType dtype) {
  if (dtype.is_boolean()) {
    append<uint8_t>(data, value != 0);
    return true;
  }
  bool is_unsigned = dtype.code == DType::Code::unsigned_integer;
  if (dtype.bits < 64) {
    int64_t low = is_unsigned ? 0 : -(int64_t{1} << (dtype.bits - 1));
    int64_t high = is_unsigned ? (int64_t{1} << dtype.bits) - 1 : (int64_t{1} << (dtype.bits - 1)) - 1;
    if (value < low || value > high) return false;
  } else if (is_unsigned && value < 0) {
    return false;
  }
  switch (dtype.bytes()) {
    case 1: append(data, static_cast<uint8_t>(value)); break;
    case 2: append(data, static_cast<uint16_t>(value)); break;
    case 4: append(data, static_cast<uint32_t>(value)); break;
    default: append(data, value); break;
  }
  return true;
}

bool append_real(std::vector<std::byte>& data, double value, DType dtype) {
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

}  // namespace

std::optional<double> special_float(std::string_view text) {
  if (text == "inf") return std::numeric_limits<double>::infinity();
  if (text == "-inf") return -std::numeric_limits<double>::infinity();
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (text == "-nan") return -std::numeric_limits<double>::quiet_NaN();
  return std::nullopt;
}

// A number, or nested lists of numbers (R.const).
Value Elaborator::constant_of(Item item, std::optional<DType> dtype) {
  struct Level {
    Item list;
    uint32_t next = 0;
  };
  // The first elements say the shape; all others must agree.
  Constant constant;
  Item probe = item;
  while (probe.is(What::list) || probe.is(What::tuple)) {
    constant.shape.push_back(probe.size);
    if (probe.size == 0) break;
    probe = items_[probe.begin];
  }
  bool has_real = false, all_bool = true;
  std::vector<Item> flat;
  std::vector<Level> stack;
  auto leaf = [&](Item value) {
    if (value.is(What::string)) {
      if (std::optional<double> special = special_float(text(value.name()))) value = make_real(*special, value.span);
    }
    if (value.is(What::prim)) {
      const PrimNode& p = context_.prims[value.prim()];
      if (p.kind == PrimKind::int_imm) value = make_integer(p.value, value.span);
      if (p.kind == PrimKind::float_imm) value = make_real(p.real, value.span);
    }
    bool is_number = value.is(What::integer) || value.is(What::real) || value.is(What::boolean);
    if (!is_number) {
      if (value) bad(Diag::bad_argument, value.span, describe(value) + " is no number");
      return false;
    }
    has_real |= value.is(What::real);
    all_bool &= value.is(What::boolean);
    flat.push_back(value);
    return true;
  };
  if (constant.shape.empty()) {
    if (!leaf(item)) return {};
  } else {
    stack.push_back({item});
    while (!stack.empty()) {
      Level& level = stack.back();
      if (level.next == level.list.size) {
        stack.pop_back();
        continue;
      }
      Item part = items_[level.list.begin + level.next++];
      bool is_list = part.is(What::list) || part.is(What::tuple);
      bool fits = is_list ? stack.size() < constant.shape.size() && constant.shape[stack.size()] == part.size : stack.size() == constant.shape.size();
      if (!fits && part) {
        bad(Diag::bad_argument, part.span, "the lists of a constant must have the same size at each level");
        return {};
      }
      if (is_list) {
        stack.push_back({part});
      } else if (!leaf(part)) {
        return {};
      }
    }
  }
  constant.dtype = dtype.value_or(has_real ? kFloat32 : all_bool && !flat.empty() ? kBool : kInt32);
  for (const Item& value : flat) {
    bool is_good = false;
    if (constant.dtype.is_integral()) {
      double real = value.is(What::real) ? value.real : 0;
      bool is_whole = !value.is(What::real) || (real > -9.2e18 && real < 9.2e18);
      is_good = is_whole && append_integer(constant.data, value.is(What::real) ? static_cast<int64_t>(real) : value.integer, constant.dtype);
      if (!is_good) bad(Diag::too_large, value.span, "the number does not fit into " + to_string(constant.dtype));
    } else {
      is_good = append_real(constant.data, value.is(What::real) ? value.real : static_cast<double>(value.integer), constant.dtype);
      if (!is_good) bad(Diag::unsupported, value.span, "a constant of dtype " + to_string(constant.dtype) + " cannot be written as numbers");
    }
    if (!is_good) return {};
  }
  return fn_->add_constant(context_.constant(std::move(constant)), item.span);
}

}  // namespace hammock::read
