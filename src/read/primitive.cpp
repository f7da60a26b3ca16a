// SPDX-License-Identifier: Apache-2.0
// Primitive expressions and numbers of Python (language 2.2, 2.3).
//
// Operands of unequal dtypes are matched before an operator is built. The depth of an expression is bounded, because
// what reads it later recurses over it.
#include <algorithm>
#include <cmath>
#include <limits>

#include "hammock/ir/constant.h"
#include "hammock/ir/prim_kind.h"
#include "prim_items.h"

namespace hammock::read {

// A number that the dtype does not hold is reported, and stays.
Prim PrimItems::real_prim(double value, DType dtype, Span span) {
  std::optional<double> greatest = greatest_real(dtype);
  if (greatest && std::isfinite(value) && std::abs(value) > *greatest)
    bad(Diag::too_large, span, "the number does not fit into " + to_string(dtype));
  return context_.prims.real(value, dtype);
}

std::optional<Prim> PrimItems::to_prim(const Item& item, DType like) {
  PrimStore& prims = context_.prims;
  switch (item.what) {
    case What::integer:
      return like.is_any_float() ? real_prim(static_cast<double>(item.integer), like, item.span)
                                 : prims.integer(item.integer, like.is_unknown() ? kInt64 : like);
    case What::boolean: return prims.integer(item.integer, like.is_unknown() ? kBool : like);
    case What::real: return real_prim(item.real, like.is_any_float() ? like : kFloat32, item.span);
    case What::prim: return item.prim();
    case What::string:
      if (std::optional<double> value = special_float(text(item.name())); value && like.is_any_float())
        return prims.real(*value, like);
      return std::nullopt;
    case What::expr: {
      const Node& node = (*fn_)[item.value()];
      if (node.kind == NodeKind::prim_value) return node.prim();
      return std::nullopt;
    }
    default: return std::nullopt;
  }
}

// Of an operator beside one of dtype `like`, which a number takes. None after a report.
std::optional<Prim> PrimItems::prim_operand(const Item& item, DType like) {
  if (item.is(What::integer) && like.is_integral() && !holds(like, item.integer)) {
    bad(Diag::too_large, item.span, "the number does not fit into " + to_string(like));
    return std::nullopt;
  }
  std::optional<Prim> p = to_prim(item, like);
  if (!p) bad(Diag::not_a_prim, item.span, describe(item) + " cannot be an operand of a primitive expression");
  return p;
}

// None after a report: a constant is not changed silently.
std::optional<Prim> PrimItems::cast(Prim a, DType dtype, Span span) {
  PrimStore& prims = context_.prims;
  const PrimNode n = prims[a];
  if (n.dtype == dtype) return a;
  if (n.kind == PrimKind::int_imm && dtype.is_any_float()) return real_prim(static_cast<double>(n.value), dtype, span);
  if (n.kind == PrimKind::float_imm && dtype.is_any_float()) return real_prim(n.real, dtype, span);
  const bool is_number = n.kind == PrimKind::int_imm || (n.kind == PrimKind::float_imm && std::abs(n.real) < 9e18);
  if (!is_number || !dtype.is_integral()) return prims.node(PrimKind::cast, dtype, a);
  int64_t value = n.kind == PrimKind::int_imm ? n.value : static_cast<int64_t>(n.real);
  if (holds(dtype, value)) return prims.integer(value, dtype);
  bad(Diag::too_large, span, "the number does not fit into " + to_string(dtype));
  return std::nullopt;
}

// Language 2.3, matching. False after a report.
bool PrimItems::match_dtypes(Prim& a, Prim& b, Span span) {
  DType x = context_.prims[a].dtype, y = context_.prims[b].dtype;
  if (x == y) return true;
  bool has_prims = (x.is_integral() || x.is_any_float()) && (y.is_integral() || y.is_any_float());
  if (!has_prims || x.lanes != y.lanes) {
    bad(Diag::dtype_mismatch, span,
        "operands of dtype " + to_string(x) + " and " + to_string(y) + " do not fit together");
    return false;
  }
  DType to;
  if (x.is_any_float() != y.is_any_float()) {
    to = x.is_any_float() ? x : y;
  } else if (x.bits != y.bits) {
    to = x.bits > y.bits ? x : y;
  } else {
    to = x.code == DType::Code::unsigned_integer ? x : y;  // of the same width: the signed one is cast
  }
  std::optional<Prim> left = cast(a, to, span), right = left ? cast(b, to, span) : std::nullopt;
  if (!right) return false;
  a = *left;
  b = *right;
  return true;
}

Item PrimItems::checked(Prim p, Span span) {
  if (prim_depths_.size() <= p.index)
    prim_depths_.resize(std::max<size_t>(context_.prims.size(), prim_depths_.size() * 2), 0);
  uint16_t& depth = prim_depths_[p.index];
  if (depth == 0) {
    std::vector<Prim> parts;
    context_.prims.operands(p, parts);
    uint16_t deepest = 0;
    for (Prim part : parts)
      deepest = std::max(deepest, part.index < prim_depths_.size() ? prim_depths_[part.index] : uint16_t{0});
    depth = static_cast<uint16_t>(deepest + 1);
  }
  if (depth > kMaxDepth) {
    depth = static_cast<uint16_t>(kMaxDepth + 1);
    return bad(Diag::too_deep, span, "a primitive expression is nested deeper than " + std::to_string(kMaxDepth));
  }
  return make(What::prim, span, p.index);
}

Item PrimItems::fold(PrimKind kind, Prim a, Prim b, Span span) {
  const PrimGroup group = row(kind).group;
  if (group == PrimGroup::division && is_zero(context_.prims[b]))
    return bad(Diag::undefined_operation, span, "a division by zero");
  if (group == PrimGroup::arithmetic && context_.prims.constant(a) && context_.prims.constant(b) &&
      !context_.prims.folds(kind, a, b)) {
    return bad(Diag::too_large, span, "the result does not fit into 64 bits with a sign");
  }
  return checked(context_.prims.fold(kind, a, b), span);
}

Item PrimItems::node(PrimKind kind, DType dtype, Prim a, Prim b, Prim c, Span span) {
  return checked(context_.prims.node(kind, dtype, a, b, c), span);
}

Item PrimItems::prim_binary(Operator op, Item lhs, Item rhs, Span span) {
  std::optional<Prim> a = prim_operand(lhs, rhs.is(What::prim) ? context_.prims[rhs.prim()].dtype : kVoid);
  std::optional<Prim> b =
      a ? prim_operand(rhs, lhs.is(What::prim) ? context_.prims[lhs.prim()].dtype : kVoid) : std::nullopt;
  if (!b) return {};
  bool is_logical = op == Operator::and_ || op == Operator::or_;
  if (is_logical) {
    if (!context_.prims[*a].dtype.is_boolean() || !context_.prims[*b].dtype.is_boolean())
      return bad(Diag::dtype_mismatch, span, "'and' and 'or' take bools");
    return fold(op == Operator::and_ ? PrimKind::logical_and : PrimKind::logical_or, *a, *b, span);
  }
  if (!match_dtypes(*a, *b, span)) return {};
  bool is_float = context_.prims[*a].dtype.is_any_float();
  static constexpr std::pair<Operator, PrimKind> kArithmetic[] = {{Operator::add, PrimKind::add},
                                                                  {Operator::sub, PrimKind::sub},
                                                                  {Operator::mul, PrimKind::mul},
                                                                  {Operator::floordiv, PrimKind::floordiv},
                                                                  {Operator::mod, PrimKind::floormod}};
  static constexpr std::pair<Operator, PrimKind> kComparisons[] = {
      {Operator::equal, PrimKind::eq},   {Operator::not_equal, PrimKind::ne},
      {Operator::less, PrimKind::lt},    {Operator::less_equal, PrimKind::le},
      {Operator::greater, PrimKind::gt}, {Operator::greater_equal, PrimKind::ge}};
  static constexpr std::pair<Operator, std::string_view> kBits[] = {{Operator::shift_left, "shift_left"},
                                                                    {Operator::shift_right, "shift_right"},
                                                                    {Operator::bit_and, "bitwise_and"},
                                                                    {Operator::bit_or, "bitwise_or"},
                                                                    {Operator::bit_xor, "bitwise_xor"}};
  for (auto [written, kind] : kArithmetic) {
    if (written == op) return fold(kind, *a, *b, span);
  }
  for (auto [written, kind] : kComparisons) {
    if (written == op) return node(kind, kBool, *a, *b, {}, span);
  }
  for (auto [written, name] : kBits) {
    if (written != op || is_float) continue;
    Prim args[] = {*a, *b};
    return checked(context_.prims.call(context_.name(name), context_.prims[*a].dtype, args), span);
  }
  if (op == Operator::div && is_float) return fold(PrimKind::div, *a, *b, span);
  return bad(Diag::unsupported_syntax, span,
             op == Operator::div ? "'/' is not defined on integers; use '//'"
                                 : "this operator is not defined on primitive expressions");
}

// None: no value of Python.
std::optional<bool> PrimItems::truth(const Item& item) const {
  if (std::optional<python::Number> value = number(item)) return value->as_real() != 0;
  switch (item.what) {
    case What::nothing: return false;
    case What::string: return !text(item.name()).empty();
    case What::list:
    case What::tuple: return item.size != 0;
    default: return std::nullopt;
  }
}

Item PrimItems::prim_unary(Operator op, Item x, Span span) {
  if (std::optional<bool> is_true = truth(x); is_true && op == Operator::not_)
    return make_number(python::Number::of(!*is_true), span);
  if (std::optional<python::Number> value = number(x)) {
    python::Outcome result = python::unary(op, *value);
    if (result) return make_number(result.value, span);
  }
  if (x.is(What::prim)) {
    Prim p = x.prim();
    const PrimNode n = context_.prims[p];
    if (op == Operator::plus) return x;
    if (op == Operator::minus) {
      if (n.kind == PrimKind::int_imm && n.value != std::numeric_limits<int64_t>::min())
        return make(What::prim, span, context_.prims.integer(-n.value, n.dtype).index);
      if (n.kind == PrimKind::float_imm) return make(What::prim, span, context_.prims.real(-n.real, n.dtype).index);
      Prim minus_one = n.dtype.is_any_float() ? context_.prims.real(-1, n.dtype) : context_.prims.integer(-1, n.dtype);
      return fold(PrimKind::mul, p, minus_one, span);
    }
    if (op == Operator::not_ && n.dtype.is_boolean()) return fold(PrimKind::logical_not, p, {}, span);
    if (op == Operator::invert && n.dtype.is_integral())
      return checked(context_.prims.call(context_.name("bitwise_not"), n.dtype, std::span(&p, 1)), span);
  }
  return bad(Diag::undefined_operation, span, "this operator is not defined on " + describe(x));
}

std::optional<python::Number> PrimItems::number(const Item& item) const {
  if (item.is(What::real)) return python::Number::of(item.real);
  if (item.is(What::boolean)) return python::Number::of(item.integer != 0);
  std::optional<Wide> value = whole(item);
  return value ? std::optional(python::Number::of(*value)) : std::nullopt;
}

Item PrimItems::make_number(const python::Number& number, Span span) {
  if (number.is_real()) return make_real(number.real, span);
  if (number.kind == python::Number::Kind::integer) return make_whole(number.integer, span);
  Item item = make(What::boolean, span);
  item.integer = number.integer != 0;
  return item;
}

// Values of Python: numbers, strings, lists and tuples.
Item PrimItems::python_binary(Operator op, const Item& lhs, const Item& rhs, Span span) {
  if (op == Operator::and_ || op == Operator::or_) {
    if (std::optional<bool> is_true = truth(lhs); is_true && truth(rhs))
      return *is_true == (op == Operator::and_) ? rhs : lhs;
  }
  if (std::optional<python::Number> x = number(lhs), y = number(rhs); x && y) {
    using python::Failure;
    const python::Outcome result = python::binary(op, *x, *y);
    if (result) return make_number(result.value, span);
    const bool is_large = result.failure == Failure::integer_too_large || result.failure == Failure::real_too_large;
    if (result.failure != Failure::undefined)
      return bad(is_large ? Diag::too_large : Diag::undefined_operation, span, python::describe(result.failure));
  }
  bool are_lists = (lhs.is(What::list) && rhs.is(What::list)) || (lhs.is(What::tuple) && rhs.is(What::tuple));
  if (are_lists && op == Operator::add) {
    if (items_.size() + lhs.size + rhs.size > kMaxItems)
      return bad(Diag::too_large, span, "the lists have more than " + std::to_string(kMaxItems) + " elements in all");
    std::vector<Item> parts(items(lhs).begin(), items(lhs).end());
    parts.insert(parts.end(), items(rhs).begin(), items(rhs).end());
    Item item = make(lhs.what, span);
    item.begin = static_cast<uint32_t>(items_.size());
    item.size = static_cast<uint32_t>(parts.size());
    items_.insert(items_.end(), parts.begin(), parts.end());
    return item;
  }
  if (lhs.is(What::string) && rhs.is(What::string) && op == Operator::add) {
    string_bytes_ += text(lhs.name()).size() + text(rhs.name()).size();
    if (string_bytes_ > kMaxString)
      return bad(Diag::too_large, span,
                 "strings that are added have more than " + std::to_string(kMaxString) + " bytes in all");
    return make(What::string, span, context_.name(std::string(text(lhs.name())) + std::string(text(rhs.name()))).index);
  }
  return bad(Diag::unsupported_syntax, span,
             "this operator is not defined on " + describe(lhs) + " and " + describe(rhs));
}

}  // namespace hammock::read
