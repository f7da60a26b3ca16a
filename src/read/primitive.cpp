// SPDX-License-Identifier: Apache-2.0
// Primitive expressions and numbers of Python (language 2.2, 2.3).
//
// Operands of unequal dtypes are matched before an operator is built. The depth of an expression is bounded, because
// what reads it later recurses over it.
#include <algorithm>
#include <cmath>
#include <limits>

#include "elaborate.h"
#include "hammock/ir/constant.h"
#include "hammock/ir/prim_kind.h"

namespace hammock::read {

// A number that the dtype does not hold is reported, and stays.
Prim Elaborator::real_prim(double value, DType dtype, Span span) {
  std::optional<double> greatest = greatest_real(dtype);
  if (greatest && std::isfinite(value) && std::abs(value) > *greatest)
    bad(Diag::too_large, span, "the number does not fit into " + to_string(dtype));
  return context_.prims.real(value, dtype);
}

std::optional<Prim> Elaborator::to_prim(const Item& item, DType like) {
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
std::optional<Prim> Elaborator::prim_operand(const Item& item, DType like) {
  if (item.is(What::integer) && like.is_integral() && !holds(like, item.integer)) {
    bad(Diag::too_large, item.span, "the number does not fit into " + to_string(like));
    return std::nullopt;
  }
  std::optional<Prim> p = to_prim(item, like);
  if (!p) bad(Diag::not_a_prim, item.span, describe(item) + " cannot be an operand of a primitive expression");
  return p;
}

// None after a report: a constant is not changed silently.
std::optional<Prim> Elaborator::cast(Prim a, DType dtype, Span span) {
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
bool Elaborator::match_dtypes(Prim& a, Prim& b, Span span) {
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

namespace {

bool is_zero(const PrimNode& n) {
  return (n.kind == PrimKind::int_imm && n.value == 0) || (n.kind == PrimKind::float_imm && n.real == 0);
}

}  // namespace

Item Elaborator::checked(Prim p, Span span) {
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

Item Elaborator::fold(PrimKind kind, Prim a, Prim b, Span span) {
  const PrimGroup group = row(kind).group;
  if (group == PrimGroup::division && is_zero(context_.prims[b]))
    return bad(Diag::undefined_operation, span, "a division by zero");
  if (group == PrimGroup::arithmetic && context_.prims.constant(a) && context_.prims.constant(b) &&
      !context_.prims.folds(kind, a, b)) {
    return bad(Diag::too_large, span, "the result does not fit into 64 bits with a sign");
  }
  return checked(context_.prims.fold(kind, a, b), span);
}

Item Elaborator::node(PrimKind kind, DType dtype, Prim a, Prim b, Prim c, Span span) {
  return checked(context_.prims.node(kind, dtype, a, b, c), span);
}

Item Elaborator::prim_binary(Operator op, Item lhs, Item rhs, Span span) {
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

Item Elaborator::prim_unary(Operator op, Item x, Span span) {
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

std::optional<python::Number> Elaborator::number(const Item& item) const {
  if (item.is(What::real)) return python::Number::of(item.real);
  if (item.is(What::boolean)) return python::Number::of(item.integer != 0);
  std::optional<Wide> value = whole(item);
  return value ? std::optional(python::Number::of(*value)) : std::nullopt;
}

Item Elaborator::make_number(const python::Number& number, Span span) {
  if (number.is_real()) return make_real(number.real, span);
  if (number.kind == python::Number::Kind::integer) return make_whole(number.integer, span);
  Item item = make(What::boolean, span);
  item.integer = number.integer != 0;
  return item;
}

// Numbers of Python, and lists and tuples of it.
Item Elaborator::python_binary(Operator op, const Item& lhs, const Item& rhs, Span span) {
  if (std::optional<python::Number> x = number(lhs), y = number(rhs); x && y) {
    python::Outcome result = python::binary(op, *x, *y);
    return result ? make_number(result.value, span)
                  : bad(Diag::too_large, span, "the result of this operator is no number of 64 bits");
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

// ---- T.<dtype>(...), T.min(...) and the like ----

namespace {

// The operator with a name such as `floordiv` or `FloorDiv`; null if there is none.
const hammock::PrimRow* binary_named(std::string_view name) {
  auto is_meant = [&](const hammock::PrimRow& r) { return r.is_binary() && (r.node == name || r.folding == name); };
  const hammock::PrimRow* found = std::ranges::find_if(kPrimRows, is_meant);
  return found == std::end(kPrimRows) || name.empty() ? nullptr : found;
}

// Intrinsics whose result has the dtype of their first argument.
constexpr std::string_view kIntrinsics[] = {
    "abs",         "acos",        "acosh",      "asin",        "asinh", "atan",  "atan2",      "atanh",
    "bitwise_and", "bitwise_not", "bitwise_or", "bitwise_xor", "ceil",  "clz",   "copysign",   "cos",
    "cosh",        "erf",         "exp",        "exp10",       "exp2",  "fabs",  "floor",      "fmod",
    "hypot",       "ldexp",       "likely",     "log",         "log10", "log1p", "log2",       "nearbyint",
    "nextafter",   "popcount",    "pow",        "power",       "round", "rsqrt", "shift_left", "shift_right",
    "sigmoid",     "sin",         "sinh",       "sqrt",        "tan",   "tanh",  "trunc"};

}  // namespace

Item Elaborator::dtype_call(DType dtype, const CallSite& site) {
  Arg value;
  bool is_size_var = false;
  for (const Arg& arg : site.args) {
    std::string_view key = arg.key ? text(arg.key) : &arg == site.args.data() ? "expr" : "";
    if (key == "is_size_var") {
      std::optional<bool> flag = boolean_of(arg, "is_size_var");
      if (!flag) return {};
      is_size_var = *flag;
    } else if (key == "expr" && !value) {
      value = arg;
    } else {
      return bad(Diag::argument_count, place(arg), std::string(site.name) + " takes a value and is_size_var");
    }
  }
  if (is_none(value)) {
    Item item = make(What::symbol, site.span, dtype.pack());
    item.flag = is_size_var;
    return item;
  }
  Item item = eval(value);
  if (!item) return {};
  std::optional<Prim> p =
      to_prim(item, dtype.is_any_float() && !item.is(What::prim) && !item.is(What::expr) ? dtype : kVoid);
  if (!p) return bad(Diag::not_a_prim, item.span, describe(item) + " is no primitive value");
  p = cast(*p, dtype, item.span);
  return p ? checked(*p, site.span) : Item();
}

// Functions of T. that are no plain operators: by name, how many arguments they take (0: any number), what makes them.
std::span<const Elaborator::PrimRow> Elaborator::prim_rows() {
  using E = Elaborator;
  static constexpr PrimRow kRows[] = {
      {"ceildiv", 2, &E::prim_ceildiv},
      {"Not", 1, &E::prim_not},
      {"Select", 3, &E::prim_select},
      {"if_then_else", 3, &E::prim_select},
      {"Cast", 2, &E::prim_cast},
      {"cast", 2, &E::prim_cast},
      {"max_value", 1, &E::prim_limit},
      {"min_value", 1, &E::prim_limit},
      {"infinity", 1, &E::prim_limit},
      {"reinterpret", 2, &E::prim_reinterpret},
      {"call_pure_extern", 0, &E::prim_extern},
  };
  return kRows;
}

Item Elaborator::prim_call(std::string_view name, const CallSite& site) {
  PrimCall call{name, site, {}, {}};
  auto takes = [&](size_t count) {
    if (site.args.size() == count) return true;
    bad(Diag::argument_count, site.span, std::string(site.name) + " takes " + std::to_string(count) + " arguments");
    return false;
  };
  if (const hammock::PrimRow* binary = binary_named(name)) {
    if (!takes(2) || !two_prims(call)) return {};
    const auto [a, b] = std::pair(call.args[0], call.args[1]);
    if (name == binary->folding) return fold(binary->kind, a, b, site.span);
    return node(binary->kind, binary->is_test() ? kBool : context_.prims[a].dtype, a, b, {}, site.span);
  }
  for (const PrimRow& row : prim_rows()) {
    if (row.name == name) return row.count == 0 || takes(row.count) ? (this->*row.make)(call) : Item();
  }
  if (std::ranges::find(kIntrinsics, name) != std::end(kIntrinsics)) {
    if (!evaluate(call) || !convert(call, 0)) return {};
    if (call.args.empty()) return bad(Diag::argument_count, site.span, std::string(site.name) + " needs an argument");
    return checked(context_.prims.call(context_.name(name), context_.prims[call.args[0]].dtype, call.args), site.span);
  }
  return unknown_builtin(context_.name(site.name), site.callee);
}

// The arguments as items. False after a report.
bool Elaborator::evaluate(PrimCall& call) {
  for (const Arg& arg : call.site.args) {
    if (arg.key) {
      bad(Diag::argument_count, place(arg), std::string(call.site.name) + " takes its arguments by position");
      return false;
    }
    call.written.push_back(eval(arg));
    if (!call.written.back()) return false;
  }
  return true;
}

// The items from here on as primitive expressions; numbers get the dtype of the first expression.
bool Elaborator::convert(PrimCall& call, size_t from) {
  DType like = kVoid;
  for (size_t i = from; i < call.written.size(); ++i) {
    const Item& item = call.written[i];
    if (item.is(What::prim) && like.is_unknown()) like = context_.prims[item.prim()].dtype;
  }
  for (size_t i = from; i < call.written.size(); ++i) {
    std::optional<Prim> p = prim_operand(call.written[i], like);
    if (!p) return false;
    call.args.push_back(*p);
  }
  return true;
}

bool Elaborator::two_prims(PrimCall& call) {
  return evaluate(call) && convert(call, 0) && match_dtypes(call.args[0], call.args[1], call.site.span);
}

Item Elaborator::prim_ceildiv(PrimCall& call) {
  if (!two_prims(call)) return {};
  const Span span = call.site.span;
  Item sum = fold(PrimKind::add, call.args[0], call.args[1], span);
  if (!sum) return {};
  Item less = fold(PrimKind::sub, sum.prim(), context_.prims.integer(1, context_.prims[call.args[0]].dtype), span);
  return less ? fold(PrimKind::floordiv, less.prim(), call.args[1], span) : Item();
}

Item Elaborator::prim_not(PrimCall& call) {
  if (!evaluate(call) || !convert(call, 0)) return {};
  return node(PrimKind::logical_not, kBool, call.args[0], {}, {}, call.site.span);
}

Item Elaborator::prim_select(PrimCall& call) {
  if (!evaluate(call)) return {};
  const Item& written = call.written[0];
  std::optional<Prim> condition = to_prim(written, kBool);
  if (!condition) return bad(Diag::not_a_prim, written.span, describe(written) + " is no condition");
  std::vector<Prim>& args = call.args;
  args.push_back(*condition);
  if (!convert(call, 1) || !match_dtypes(args[1], args[2], call.site.span)) return {};
  DType dtype = context_.prims[args[1]].dtype;
  if (call.name == "Select") return node(PrimKind::select, dtype, args[0], args[1], args[2], call.site.span);
  return checked(context_.prims.call(context_.name(call.name), dtype, args), call.site.span);
}

// T.Cast(dtype, value), and T.cast(value, dtype), which folds.
Item Elaborator::prim_cast(PrimCall& call) {
  const size_t value_at = call.name == "Cast" ? 1 : 0;
  std::optional<DType> dtype = dtype_of(positional(call.site.args[1 - value_at]));
  Item item = eval(positional(call.site.args[value_at]));
  if (!dtype || !item) return {};
  std::optional<Prim> p = to_prim(item);
  if (!p) return bad(Diag::not_a_prim, item.span, describe(item) + " is no primitive expression");
  if (call.name == "Cast") return node(PrimKind::cast, *dtype, *p, {}, {}, call.site.span);
  p = cast(*p, *dtype, item.span);
  return p ? checked(*p, call.site.span) : Item();
}

Item Elaborator::prim_limit(PrimCall& call) {
  std::optional<DType> dtype = dtype_of(positional(call.site.args[0]));
  return dtype ? limit(call.name, *dtype, call.site.span) : Item();
}

Item Elaborator::prim_reinterpret(PrimCall& call) {
  const Span span = call.site.span;
  std::optional<DType> dtype = dtype_of(positional(call.site.args[0]));
  Item item = eval(positional(call.site.args[1]));
  if (!dtype || !item) return {};
  // A number has the width that is asked for, since its printed form does not say another one.
  std::optional<Prim> p =
      prim_operand(item, item.is(What::real) ? DType::floating(dtype->bits) : DType::integer(dtype->bits));
  if (!p) return {};
  DType from = context_.prims[*p].dtype;
  if (from == *dtype) return make(What::prim, span, p->index);
  if (from.bits * from.lanes != dtype->bits * dtype->lanes) {
    return bad(
        Diag::dtype_mismatch, span,
        "T.reinterpret of a value of " + to_string(from) + " as " + to_string(*dtype) + ", which has another width");
  }
  return checked(context_.prims.call(context_.name(call.name), *dtype, std::span(&*p, 1)), span);
}

Item Elaborator::prim_extern(PrimCall& call) {
  const CallSite& site = call.site;
  if (site.args.size() < 2)
    return bad(Diag::argument_count, site.span, std::string(site.name) + " needs a dtype and the name of a function");
  std::optional<DType> dtype = dtype_of(positional(site.args[0]));
  if (!dtype) return {};
  for (const Arg& arg : site.args.subspan(1)) {
    Item item = eval(positional(arg));
    if (!item) return {};
    std::optional<Prim> p = item.is(What::string) ? context_.prims.string(item.name())
                                                  : prim_operand(item, item.is(What::integer) ? kInt32 : kVoid);
    if (!p) return {};
    call.args.push_back(*p);
  }
  if (context_.prims[call.args[0]].kind != PrimKind::string_imm)
    return bad(Diag::not_a_string, place(site.args[1]), "the name of an external function is a string");
  return checked(context_.prims.call(context_.name(call.name), *dtype, call.args), site.span);
}

// T.max_value("int32") and the like, which are numbers at once.
Item Elaborator::limit(std::string_view name, DType dtype, Span span) {
  const bool is_least = name == "min_value";
  auto real = [&](double value) {
    return make(What::prim, span, real_prim(is_least ? -value : value, dtype, span).index);
  };
  if (name == "infinity") {
    if (dtype.is_float()) return real(std::numeric_limits<double>::infinity());
    return bad(Diag::undefined_operation, span, to_string(dtype) + " has no infinity");
  }
  if (dtype.is_integral() && dtype.bits >= 1 && dtype.bits <= 64) {
    const bool is_unsigned = dtype.code == DType::Code::unsigned_integer;
    if (is_unsigned && dtype.bits == 64 && !is_least)
      return bad(Diag::too_large, span, "the integer does not fit into 64 bits with a sign");
    const int value_bits = is_unsigned ? dtype.bits : dtype.bits - 1;
    const uint64_t greatest = (uint64_t{1} << value_bits) - 1;
    int64_t value = static_cast<int64_t>(!is_least ? greatest : is_unsigned ? 0 : ~greatest);
    return make(What::prim, span, context_.prims.integer(value, dtype).index);
  }
  if (std::optional<double> value = greatest_real(dtype)) return real(*value);
  return bad(Diag::undefined_operation, span, to_string(dtype) + " has no greatest value");
}

std::span<const std::string_view> Elaborator::prim_names() {
  static const std::vector<std::string_view> kNames = [] {
    std::vector<std::string_view> names(std::begin(kIntrinsics), std::end(kIntrinsics));
    for (const hammock::PrimRow& kind : kPrimRows) {
      if (!kind.is_binary()) continue;
      names.push_back(kind.node);
      if (!kind.folding.empty()) names.push_back(kind.folding);
    }
    for (const PrimRow& row : prim_rows()) names.push_back(row.name);
    return names;
  }();
  return kNames;
}

}  // namespace hammock::read
