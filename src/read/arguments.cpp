// SPDX-License-Identifier: Apache-2.0
// What the arguments of calls are, as they are written, before anything is evaluated.
#include "items.h"

namespace hammock::read {

std::optional<double> Items::real_of(const Item& item) const {
  if (item.is(What::real)) return item.real;
  if (item.is(What::integer) || item.is(What::boolean)) return static_cast<double>(item.integer);
  if (item.is(What::string)) return special_float(text(item.name()));
  if (item.is(What::prim)) {
    const PrimNode& p = context_.prims[item.prim()];
    if (p.kind == PrimKind::float_imm) return p.real;
    if (p.kind == PrimKind::int_imm) return static_cast<double>(p.value);
  }
  return std::nullopt;
}

Arg Items::arg(ExprId e) const {
  if (!e) return {};
  const Expr& expr = ast_[e];
  if (expr.kind != ExprKind::keyword) return Arg::of(e, expr.span);
  return Arg::of(e, ast_[ExprId(expr.b)].span, Name(expr.a));
}

void Items::read_args(std::span<const ExprId> list, ArgList& out) {
  if (list.size() > out.few.size()) out.many.resize(list.size());
  const std::span<Arg> args = out.many.empty() ? std::span(out.few).first(list.size()) : std::span(out.many);
  std::ranges::transform(list, args.begin(), [&](ExprId e) { return arg(e); });
  out.all = args;
}

ExprId Items::written(const Arg& arg) const {
  if (!arg.is_written()) return {};
  const ExprId e(arg.item().id);
  return arg.key ? ExprId(ast_[e].b) : e;
}

ExprKind Items::kind(const Arg& arg) const {
  switch (arg.item().what) {
    case What::written: return ast_[written(arg)].kind;
    case What::element: return ExprKind::index;
    case What::integer: return ExprKind::integer;
    case What::real: return ExprKind::real;
    case What::string: return ExprKind::string;
    case What::nothing:
    case What::boolean: return ExprKind::constant;
    case What::list: return ExprKind::list;
    case What::tuple: return ExprKind::tuple;
    case What::dict: return ExprKind::dict;
    default: return ExprKind::name;
  }
}

bool Items::is_none(const Arg& arg) const {
  if (!arg || arg.is(What::nothing)) return true;
  const ExprId e = written(arg);
  return e && ast_[e].kind == ExprKind::constant && ast_[e].sub == static_cast<uint8_t>(Literal::none);
}

Name Items::string(const Arg& arg) const {
  const ExprId e = written(arg);
  return e ? Name(ast_[e].a) : arg.item().name();
}

const Expr* Items::written_name(const Arg& arg) const {
  const ExprId e = written(arg);
  return e && ast_[e].kind == ExprKind::name ? &ast_[e] : nullptr;
}

Arg Items::positional(const Arg& arg) {
  if (!arg.key) return arg;
  return bad(Diag::unsupported_syntax, place(arg), "a keyword argument cannot stand here");
}

size_t Items::part_count(const Arg& list) const {
  const ExprId e = written(list);
  return e ? ast_.list(e).size() : list.item().size;
}

Arg Items::part(const Arg& list, size_t i) const {
  const ExprId e = written(list);
  return e ? arg(ast_.list(e)[i]) : Arg(items_[list.item().begin + i]);
}

}  // namespace hammock::read
