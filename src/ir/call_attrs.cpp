// SPDX-License-Identifier: Apache-2.0
#include "hammock/ir/call_attrs.h"

#include <string>

#include "hammock/base/check.h"

namespace hammock {

std::optional<double> number_of(const Context& context, Attr attr) {
  const AttrNode& node = context.attrs[attr];
  if (node.kind == AttrKind::boolean || node.kind == AttrKind::integer) return static_cast<double>(node.value);
  if (node.kind == AttrKind::real) return node.real;
  if (node.kind != AttrKind::prim) return std::nullopt;
  const PrimNode& prim = context.prims[Prim(node.id)];
  if (prim.kind == PrimKind::int_imm) return static_cast<double>(prim.value);
  if (prim.kind == PrimKind::float_imm) return prim.real;
  return std::nullopt;
}

Attr CallAttrs::find(std::string_view name) const {
  int index = info(op_).attr_index(name);
  return index < 0 || !record_ ? Attr() : context_->attrs.items(record_)[static_cast<size_t>(index)];
}

Attr CallAttrs::attr(std::string_view name) const {
  Attr a = find(name);
  HAMMOCK_CHECK(a, "R." + std::string(info(op_).name) + " has no attribute " + std::string(name));
  return a;
}

bool CallAttrs::is_none(std::string_view name) const { return context_->attrs[attr(name)].kind == AttrKind::none; }
bool CallAttrs::is_list(std::string_view name) const { return context_->attrs[attr(name)].kind == AttrKind::list; }

std::optional<int64_t> CallAttrs::maybe_integer(Attr a) const {
  if (!a) return std::nullopt;
  const AttrNode& node = context_->attrs[a];
  if (node.kind == AttrKind::boolean || node.kind == AttrKind::integer) return node.value;
  return node.kind == AttrKind::prim ? context_->prims.constant(Prim(node.id)) : std::nullopt;
}

double CallAttrs::real(std::string_view name) const { return number_of(*context_, attr(name)).value_or(0); }

double CallAttrs::real(std::string_view name, double fallback) const {
  Attr a = find(name);
  return a ? number_of(*context_, a).value_or(fallback) : fallback;
}

std::string_view CallAttrs::string(Attr a, std::string_view fallback) const {
  if (!a || context_->attrs[a].kind != AttrKind::string) return fallback;
  return context_->text(Name(context_->attrs[a].id));
}

std::optional<std::vector<int64_t>> CallAttrs::maybe_integers(std::string_view name) const {
  Attr a = attr(name);
  if (context_->attrs[a].kind == AttrKind::none) return std::nullopt;
  if (context_->attrs[a].kind != AttrKind::list) return std::vector{maybe_integer(a).value_or(0)};
  std::vector<int64_t> out;
  for (Attr item : context_->attrs.items(a)) out.push_back(maybe_integer(item).value_or(0));
  return out;
}

std::vector<int64_t> CallAttrs::integers(std::string_view name) const {
  return maybe_integers(name).value_or(std::vector<int64_t>());
}

std::vector<double> CallAttrs::reals(std::string_view name) const {
  std::vector<double> out;
  for (Attr item : context_->attrs.items(attr(name))) out.push_back(number_of(*context_, item).value_or(0));
  return out;
}

}  // namespace hammock
