// SPDX-License-Identifier: Apache-2.0
// Numbers and nested lists of numbers as tensor constants.
#include "hammock/ir/constant.h"

#include <cmath>
#include <limits>

#include "elaborate.h"

namespace hammock::read {

std::optional<double> special_float(std::string_view text) {
  if (text == "inf") return std::numeric_limits<double>::infinity();
  if (text == "-inf") return -std::numeric_limits<double>::infinity();
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (text == "-nan") return -std::numeric_limits<double>::quiet_NaN();
  return std::nullopt;
}

// A number, nested lists of numbers, or an array of numpy, at `span` (R.const) or as it stands.
Value Elaborator::constant_of(Item item, std::optional<DType> dtype, Span span) {
  std::optional<Constant> constant;
  if (item.is(What::array)) constant = dtype ? converted(arrays_[item.id], *dtype, item.span) : arrays_[item.id];
  else constant = numbers_of(item, dtype, kInt32, kFloat32);
  if (!constant) return {};
  Value v = fn_->add_constant(context_.constant(std::move(*constant)), span ? span : item.span);
  (*fn_)[v].is_written = true;
  return v;
}

// `whole_dtype`, `real_dtype`: of integers and of floats where none is given; integers that only uint64 holds are that
// to numpy.
std::optional<Constant> Elaborator::numbers_of(Item item, std::optional<DType> dtype, DType whole_dtype,
                                               DType real_dtype) {
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
  bool has_real = false, all_bool = true, has_wide = false;
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
    bool is_number = whole(value) || value.is(What::real);
    if (!is_number) {
      if (value) bad(Diag::not_a_number, value.span, describe(value) + " is no number");
      return false;
    }
    has_real |= value.is(What::real);
    all_bool &= value.is(What::boolean);
    has_wide |= value.is(What::wide);
    flat.push_back(value);
    return true;
  };
  if (constant.shape.empty()) {
    if (!leaf(item)) return std::nullopt;
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
      bool fits = is_list ? stack.size() < constant.shape.size() && constant.shape[stack.size()] == part.size
                          : stack.size() == constant.shape.size();
      if (!fits && part) {
        bad(Diag::bad_argument, part.span, "the lists of a constant must have the same size at each level");
        return std::nullopt;
      }
      if (is_list) {
        stack.push_back({part});
      } else if (!leaf(part)) {
        return std::nullopt;
      }
    }
  }
  if (has_wide && whole_dtype == kInt64) whole_dtype = DType::unsigned_integer(64);
  constant.dtype = dtype.value_or(has_real ? real_dtype : all_bool && !flat.empty() ? kBool : whole_dtype);
  size_t element_index = 0;
  for (const Item& value : flat) {
    bool is_good = false;
    if (constant.dtype.is_integral()) {
      double real = value.is(What::real) ? value.real : 0;
      bool is_whole = !value.is(What::real) || (real > -9.2e18 && real < 9.2e18 && std::trunc(real) == real);
      const Wide whole_value = !value.is(What::real) ? *whole(value) : is_whole ? static_cast<int64_t>(real) : 0;
      is_good =
          is_whole && holds(constant.dtype, whole_value) && append_integer(constant.data, whole_value, constant.dtype);
      if (!is_good) bad(Diag::too_large, value.span, "the number does not fit into " + to_string(constant.dtype));
    } else {
      const double real = value.is(What::real) ? value.real : static_cast<double>(*whole(value));
      is_good = append_real(constant.data, real, constant.dtype);
      const std::optional<double> held = is_good ? element(constant, element_index) : std::nullopt;
      if (held && std::isfinite(real) && !std::isfinite(*held)) {
        bad(Diag::too_large, value.span, "the number does not fit into " + to_string(constant.dtype));
        return std::nullopt;
      }
      if (!is_good)
        bad(Diag::unsupported, value.span,
            "a constant of dtype " + to_string(constant.dtype) + " cannot be written as numbers");
    }
    if (!is_good) return std::nullopt;
    ++element_index;
  }
  return constant;
}

}  // namespace hammock::read
