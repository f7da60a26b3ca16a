// SPDX-License-Identifier: Apache-2.0
// Functions of Python that are predefined (language 1.4): what they make of plain values. Nothing else of Python is
// called.
#include <algorithm>
#include <cmath>

#include "expression.h"

namespace hammock::read {

const Expressions::PythonFunction* Expressions::python_function(std::string_view name) {
  using E = Expressions;
  static constexpr PythonFunction kFunctions[] = {
      {"abs", 1, 1, &E::python_abs},        {"bool", 1, 1, &E::python_bool}, {"float", 1, 1, &E::python_float},
      {"int", 1, 1, &E::python_int},        {"len", 1, 1, &E::python_len},   {"max", 1, SIZE_MAX, &E::python_max},
      {"min", 1, SIZE_MAX, &E::python_min}, {"sum", 1, 2, &E::python_sum},
  };
  auto at = std::ranges::find(kFunctions, name, &PythonFunction::name);
  return at == std::end(kFunctions) ? nullptr : at;
}

// Of the name of a callee that nothing in the file binds.
const Expressions::PythonFunction* Expressions::python_function(ExprId callee) const {
  const Expr& c = ast_[callee];
  return c.kind == ExprKind::name && c.b == Name::kNone && !scopes_.in_scope(Name(c.a))
             ? python_function(text(Name(c.a)))
             : nullptr;
}

Item Expressions::call_python(const PythonFunction& row, const CallSite& site) {
  const std::string name(row.name);
  std::vector<Item> args;
  for (const Arg& arg : site.args) {
    args.push_back(eval(positional(arg)));
    if (!args.back()) return {};
    if (!args.back().is(What::expr)) continue;
    const std::string op = "R." + name;
    return bad(Diag::undefined_operation, args.back().span,
               "Python's " + name + " takes values of Python, not " + describe(args.back()) +
                   (knows(context_.name(op)) ? "; did you mean '" + op + "'?" : ""));
  }
  if (args.size() < row.least || args.size() > row.most) {
    return bad(Diag::argument_count, site.span,
               "Python's " + name +
                   (row.most == 1   ? " takes one argument here"
                    : row.most == 2 ? " takes one or two arguments"
                                    : " needs an argument"));
  }
  for (Item& arg : args) arg = python_number(arg);
  Item result = (this->*row.call)(args, site.span);
  return result.is(What::nothing)
             ? bad(Diag::undefined_operation, site.span, "Python's " + name + " is not defined on " + describe(args[0]))
             : result;
}

// A primitive constant is the number that it holds.
Item Expressions::python_number(Item item) {
  if (!item.is(What::prim)) return item;
  const PrimNode& p = context_.prims[item.prim()];
  return p.kind == PrimKind::int_imm     ? make_integer(p.value, item.span)
         : p.kind == PrimKind::float_imm ? make_real(p.real, item.span)
                                         : item;
}

// ---- the functions; None says that a value is of no kind that they take ----

Item Expressions::python_float(std::span<const Item> args, Span span) {
  const Item& x = args[0];
  if (x.is(What::real) || x.is(What::integer) || x.is(What::boolean)) return make_real(*real_of(x), span);
  if (!x.is(What::string)) return make(What::nothing, span);
  std::string_view word = text(x.name());
  python::Outcome result = python::to_real(word);
  if (!result) return bad(Diag::not_a_number, x.span, "this text is no number");
  if (std::isinf(result.value.real) && word.find_first_of("0123456789") != std::string_view::npos)
    return bad(Diag::too_large, x.span, "the number does not fit into float64");
  return make_number(result.value, span);
}

Item Expressions::python_int(std::span<const Item> args, Span span) {
  const Item& x = args[0];
  if (std::optional<python::Number> value = number(x)) {
    python::Outcome result = python::to_integer(*value);
    return result ? narrow(make_number(result.value, span))
                  : bad(Diag::too_large, x.span, "the number does not fit into 64 bits");
  }
  if (!x.is(What::string)) return make(What::nothing, span);
  python::Outcome result = python::to_integer(text(x.name()));
  return result ? narrow(make_number(result.value, span))
                : bad(Diag::not_a_number, x.span, "this text is no integer of 64 bits");
}

Item Expressions::python_bool(std::span<const Item> args, Span span) {
  const std::optional<bool> is_true = truth(args[0]);
  return is_true ? make_number(python::Number::of(*is_true), span) : make(What::nothing, span);
}

Item Expressions::python_len(std::span<const Item> args, Span span) {
  const Item& x = args[0];
  if (x.is(What::string)) {
    auto begins_character = [](char c) { return (c & 0xc0) != 0x80; };
    return make_integer(std::ranges::count_if(text(x.name()), begins_character), span);
  }
  return x.is(What::list) || x.is(What::tuple) ? make_integer(x.size, span) : make(What::nothing, span);
}

Item Expressions::python_abs(std::span<const Item> args, Span span) {
  const Item& x = args[0];
  if (x.is(What::real)) return make_real(std::abs(x.real), span);
  if (!x.is(What::integer) && !x.is(What::boolean)) return make(What::nothing, span);
  return narrow(x.integer < 0 ? prim_unary(Operator::minus, x, span) : make_integer(x.integer, span));
}

// Of a list, which may be looked through again and again. None after a report.
std::optional<std::vector<Item>> Expressions::python_elements(const Item& list) {
  counted_ += list.size;
  if (counted_ > kMaxSearched) {
    bad(Diag::too_large, list.span,
        "functions of Python go through more than " + std::to_string(kMaxSearched) + " elements in all");
    return std::nullopt;
  }
  std::vector<Item> values(items(list).begin(), items(list).end());
  for (Item& value : values) value = python_number(value);
  return values;
}

// The first of those that no other is beyond.
Item Expressions::python_extreme(std::span<const Item> args, Operator beyond, Span span) {
  if (args.size() == 1) {
    if (!args[0].is(What::list) && !args[0].is(What::tuple)) return make(What::nothing, span);
    std::optional<std::vector<Item>> values = python_elements(args[0]);
    if (!values) return {};
    return values->size() == 1 ? values->front() : python_extreme(*values, beyond, span);
  }
  if (args.empty()) return bad(Diag::undefined_operation, span, "there is no greatest or least of nothing");
  for (const Item& value : args) {
    if (value.is(What::prim))
      return bad(Diag::undefined_operation, value.span,
                 "the greatest and the least of primitive expressions are T.max and T.min");
  }
  Item best = args[0];
  for (const Item& value : args.subspan(1)) {
    Item is_beyond = python_binary(beyond, value, best, span);
    if (!is_beyond) return {};
    if (is_beyond.integer != 0) best = value;
  }
  best.span = span;
  return best;
}

Item Expressions::python_max(std::span<const Item> args, Span span) {
  return python_extreme(args, Operator::greater, span);
}

Item Expressions::python_min(std::span<const Item> args, Span span) {
  return python_extreme(args, Operator::less, span);
}

Item Expressions::python_sum(std::span<const Item> args, Span span) {
  if (!args[0].is(What::list) && !args[0].is(What::tuple)) return make(What::nothing, span);
  std::optional<std::vector<Item>> values = python_elements(args[0]);
  if (!values) return {};
  Item total = args.size() > 1 ? args[1] : make_integer(0, span);
  if (total.is(What::list) || total.is(What::tuple))
    return bad(Diag::undefined_operation, total.span, "lists are added by '+'");
  for (const Item& value : *values) {
    if (total) total = apply(Operator::add, false, total, value, span);
  }
  return narrow(total);
}

}  // namespace hammock::read
