// SPDX-License-Identifier: Apache-2.0
// Numbers and nested lists of numbers as tensor constants.
#include "hammock/ir/constant.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "blocks.h"

namespace hammock::read {

std::optional<double> special_float(std::string_view text) {
  if (text == "inf") return std::numeric_limits<double>::infinity();
  if (text == "-inf") return -std::numeric_limits<double>::infinity();
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (text == "-nan") return -std::numeric_limits<double>::quiet_NaN();
  return std::nullopt;
}

// A number, nested lists of numbers, or an array of numpy, at `span` (R.const) or as it stands.
Value Blocks::constant_of(Item item, std::optional<DType> dtype, Span span) {
  std::optional<Constant> constant;
  if (item.is(What::array)) constant = dtype ? converted(arrays_[item.id], *dtype, item.span) : arrays_[item.id];
  else constant = numbers_of(item, dtype, kInt32, kFloat32);
  if (!constant) return {};
  Value v = fn_->add_constant(context_.constant(std::move(*constant)), span ? span : item.span);
  (*fn_)[v].is_written = true;
  return v;
}

// A number as an integer, a real, a boolean, or a wide integer. None after a report.
std::optional<Item> Blocks::number_in_list(Item value) {
  if (value.is(What::string)) {
    if (std::optional<double> special = special_float(text(value.name()))) value = make_real(*special, value.span);
  }
  if (value.is(What::prim)) {
    const PrimNode& p = context_.prims[value.prim()];
    if (p.kind == PrimKind::int_imm) value = make_integer(p.value, value.span);
    if (p.kind == PrimKind::float_imm) value = make_real(p.real, value.span);
  }
  if (whole(value) || value.is(What::real)) return value;
  if (value) bad(Diag::not_a_number, value.span, describe(value) + " is no number");
  return std::nullopt;
}

// The numbers of nested lists, in order, and the shape. The first elements say the shape; all others must agree.
bool Blocks::flatten(Item item, std::vector<int64_t>& shape, std::vector<Item>& flat) {
  struct Level {
    Item list;
    uint32_t next = 0;
  };
  auto is_list = [](const Item& i) { return i.is(What::list) || i.is(What::tuple); };
  for (Item probe = item; is_list(probe); probe = items_[probe.begin]) {
    shape.push_back(probe.size);
    if (probe.size == 0) break;
  }
  auto leaf = [&](const Item& value) {
    if (std::optional<Item> number = number_in_list(value)) return flat.push_back(*number), true;
    return false;
  };
  if (shape.empty()) return leaf(item);
  std::vector<Level> stack{{item}};
  while (!stack.empty()) {
    Level& level = stack.back();
    if (level.next == level.list.size) {
      stack.pop_back();
      continue;
    }
    const Item part = items_[level.list.begin + level.next++];
    const bool fits =
        is_list(part) ? stack.size() < shape.size() && shape[stack.size()] == part.size : stack.size() == shape.size();
    if (!fits && part) {
      bad(Diag::shape_mismatch, part.span, "the lists of a constant must have the same size at each level");
      return false;
    }
    if (is_list(part)) stack.push_back({part});
    else if (!leaf(part)) return false;
  }
  return true;
}

// Appends a number to the constant's bytes. False after a report.
bool Blocks::append_number(Constant& constant, const Item& value, size_t number) {
  const auto too_large = [&] {
    bad(Diag::too_large, value.span, "the number does not fit into " + to_string(constant.dtype));
    return false;
  };
  if (constant.dtype.is_integral()) {
    const double real = value.is(What::real) ? value.real : 0;
    const bool is_whole = !value.is(What::real) || (real > -9.2e18 && real < 9.2e18 && std::trunc(real) == real);
    const Wide wide = !value.is(What::real) ? *whole(value) : is_whole ? static_cast<int64_t>(real) : 0;
    const bool is_held = is_whole && holds(constant.dtype, wide);
    return (is_held && append_integer(constant.data, wide, constant.dtype)) || too_large();
  }
  const double real = value.is(What::real) ? value.real : static_cast<double>(*whole(value));
  if (!append_real(constant.data, real, constant.dtype)) {
    bad(Diag::unsupported, value.span,
        "a constant of dtype " + to_string(constant.dtype) + " cannot be written as numbers");
    return false;
  }
  const std::optional<double> held = element(constant, number);
  return !(held && std::isfinite(real) && !std::isfinite(*held)) || too_large();
}

// `whole_dtype`, `real_dtype`: of integers and of floats where none is given; integers that only uint64 holds are that
// to numpy.
std::optional<Constant> Blocks::numbers_of(Item item, std::optional<DType> dtype, DType whole_dtype, DType real_dtype) {
  Constant constant;
  std::vector<Item> flat;
  if (!flatten(item, constant.shape, flat)) return std::nullopt;
  const auto has = [&](What what) { return std::ranges::any_of(flat, [&](const Item& i) { return i.is(what); }); };
  const bool all_bool = std::ranges::all_of(flat, [](const Item& i) { return i.is(What::boolean); });
  if (whole_dtype == kInt64 && has(What::wide)) whole_dtype = DType::unsigned_integer(64);
  constant.dtype = dtype.value_or(has(What::real) ? real_dtype : all_bool && !flat.empty() ? kBool : whole_dtype);
  for (size_t i = 0; i < flat.size(); ++i) {
    if (!append_number(constant, flat[i], i)) return std::nullopt;
  }
  return constant;
}

// As numpy's astype does it: floats are cut off; a number that the dtype cannot hold is an error here.
std::optional<Constant> Blocks::converted(const Constant& constant, DType dtype, Span span) {
  if (constant.dtype == dtype) return constant;
  Constant out;
  out.dtype = dtype;
  out.shape = constant.shape;
  const size_t count = *element_count(constant.shape);
  for (size_t i = 0; i < count; ++i) {
    const std::optional<Wide> whole = integer_element(constant, i);
    const std::optional<double> real = whole ? static_cast<double>(*whole) : element(constant, i);
    bool is_good = real.has_value();
    if (dtype == kBool) is_good = is_good && append_integer(out.data, *real != 0, dtype);
    else if (!dtype.is_integral()) is_good = is_good && append_real(out.data, *real, dtype);
    else
      is_good =
          whole ? append_integer(out.data, *whole, dtype)
                : is_good && std::abs(*real) < 9.2e18 && append_integer(out.data, static_cast<int64_t>(*real), dtype);
    if (is_good) continue;
    bad(Diag::too_large, span, "a number of the array does not fit into " + to_string(dtype));
    return std::nullopt;
  }
  return out;
}

}  // namespace hammock::read
