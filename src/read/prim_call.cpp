// SPDX-License-Identifier: Apache-2.0
// Calls of primitive functions: `T.int64(...)`, `T.min(...)`, `T.exp(...)` (language 2.2, 2.3).
#include <algorithm>
#include <limits>

#include "hammock/ir/prim_kind.h"
#include "hammock/prim/intrinsics.h"
#include "plain_call.h"

namespace hammock::read {

namespace {

// The operator with a name such as `floordiv` or `FloorDiv`; null if there is none.
const PrimRow* binary_named(std::string_view name) {
  auto is_meant = [&](const PrimRow& r) { return r.is_binary() && (r.node == name || r.folding == name); };
  const PrimRow* found = std::ranges::find_if(kPrimRows, is_meant);
  return found == std::end(kPrimRows) || name.empty() ? nullptr : found;
}

// The functions of numbers among the intrinsics; the others belong to kernels.
bool is_function_of_numbers(const IntrinsicRow& row) {
  return row.scalar != ScalarFunction::none && row.form == IntrinsicForm::plain;
}

}  // namespace

Item PlainCalls::dtype_call(DType dtype, const CallSite& site) {
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
std::span<const PlainCalls::PrimFunction> PlainCalls::prim_rows() {
  using E = PlainCalls;
  static constexpr PrimFunction kRows[] = {
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

Item PlainCalls::prim_call(std::string_view name, const CallSite& site) {
  PrimCall call{name, site, {}, {}};
  auto takes = [&](size_t count) {
    if (site.args.size() == count) return true;
    bad(Diag::argument_count, site.span, std::string(site.name) + " takes " + std::to_string(count) + " arguments");
    return false;
  };
  if (const PrimRow* binary = binary_named(name)) {
    if (!takes(2) || !two_prims(call)) return {};
    const auto [a, b] = std::pair(call.args[0], call.args[1]);
    if (name == binary->folding) return fold(binary->kind, a, b, site.span);
    return node(binary->kind, binary->is_test() ? kBool : context_.prims[a].dtype, a, b, {}, site.span);
  }
  for (const PrimFunction& row : prim_rows()) {
    if (row.name == name) return row.count == 0 || takes(row.count) ? (this->*row.make)(call) : Item();
  }
  if (const IntrinsicRow* row = find_intrinsic(name); row && is_function_of_numbers(*row)) {
    if (!evaluate(call) || !convert(call, 0)) return {};
    if (!row->operands.holds(call.args.size())) return takes(row->operands.least), Item();
    return checked(
        context_.prims.call(context_.name(row->name), result_dtype(context_.prims, *row, call.args), call.args),
        site.span);
  }
  return unknown_builtin(context_.name(site.name), site.callee);
}

// The arguments as items. False after a report.
bool PlainCalls::evaluate(PrimCall& call) {
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
bool PlainCalls::convert(PrimCall& call, size_t from) {
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

bool PlainCalls::two_prims(PrimCall& call) {
  return evaluate(call) && convert(call, 0) && match_dtypes(call.args[0], call.args[1], call.site.span);
}

Item PlainCalls::prim_ceildiv(PrimCall& call) {
  if (!two_prims(call)) return {};
  const Span span = call.site.span;
  Item sum = fold(PrimKind::add, call.args[0], call.args[1], span);
  if (!sum) return {};
  Item less = fold(PrimKind::sub, sum.prim(), context_.prims.integer(1, context_.prims[call.args[0]].dtype), span);
  return less ? fold(PrimKind::floordiv, less.prim(), call.args[1], span) : Item();
}

Item PlainCalls::prim_not(PrimCall& call) {
  if (!evaluate(call) || !convert(call, 0)) return {};
  return node(PrimKind::logical_not, kBool, call.args[0], {}, {}, call.site.span);
}

Item PlainCalls::prim_select(PrimCall& call) {
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
Item PlainCalls::prim_cast(PrimCall& call) {
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

Item PlainCalls::prim_limit(PrimCall& call) {
  std::optional<DType> dtype = dtype_of(positional(call.site.args[0]));
  return dtype ? limit(call.name, *dtype, call.site.span) : Item();
}

Item PlainCalls::prim_reinterpret(PrimCall& call) {
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

Item PlainCalls::prim_extern(PrimCall& call) {
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
Item PlainCalls::limit(std::string_view name, DType dtype, Span span) {
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

std::span<const std::string_view> PlainCalls::prim_names() {
  static const std::vector<std::string_view> kNames = [] {
    std::vector<std::string_view> names;
    for (const IntrinsicRow& row : intrinsics()) {
      if (is_function_of_numbers(row)) names.push_back(row.name);
    }
    for (const PrimRow& kind : kPrimRows) {
      if (!kind.is_binary()) continue;
      names.push_back(kind.node);
      if (!kind.folding.empty()) names.push_back(kind.folding);
    }
    for (const PrimFunction& row : prim_rows()) names.push_back(row.name);
    return names;
  }();
  return kNames;
}

}  // namespace hammock::read
