// SPDX-License-Identifier: Apache-2.0
// Values as attributes: what may stand in dicts, lists, R.func_attr and untyped parameters (language 6.10).
#include "expression.h"

namespace hammock::read {

std::optional<Attr> Expressions::attr(const Arg& arg) {
  if (kind(arg) == ExprKind::dict) return dict_attr(arg);
  std::optional<std::vector<Arg>> list = elements(arg);
  if (!list) return attr(eval(arg));
  std::vector<Attr> parts;
  for (const Arg& part : *list) {
    std::optional<Attr> value = attr(part);
    if (!value) return std::nullopt;
    parts.push_back(*value);
  }
  return context_.attrs.list(parts);
}

std::optional<Attr> Expressions::dict_attr(const Arg& dict) {
  std::vector<std::pair<Name, Attr>> entries;
  for (size_t i = 0; i + 1 < part_count(dict); i += 2) {
    Item key = eval(part(dict, i));
    if (!key) return std::nullopt;
    if (!key.is(What::string)) {
      bad(Diag::bad_key, key.span, "a key of a dict must be a string, not " + describe(key));
      return std::nullopt;
    }
    std::optional<Attr> value = attr(part(dict, i + 1));
    if (!value) return std::nullopt;
    entries.emplace_back(key.name(), *value);
  }
  return context_.sorted_dict(std::move(entries));
}

std::optional<Attr> Expressions::attr(const Item& item) {
  AttrStore& attrs = context_.attrs;
  switch (item.what) {
    case What::bad: return std::nullopt;
    case What::nothing: return attrs.none();
    case What::boolean: return attrs.boolean(item.integer != 0);
    case What::integer: return attrs.integer(item.integer);
    case What::real: return attrs.real(item.real);
    case What::string: return attrs.string(item.name());
    case What::prim: {
      const PrimNode& p = context_.prims[item.prim()];
      if (p.kind == PrimKind::int_imm && p.dtype.is_boolean()) return attrs.boolean(p.value != 0);
      return attrs.prim(item.prim());
    }
    case What::info: return attrs.info(item.info());
    case What::object: return item.attr();
    case What::dict: return dict_attr(item);
    case What::list:
    case What::tuple: {
      std::vector<Item> parts(items(item).begin(), items(item).end());
      std::vector<Attr> values;
      for (const Item& part : parts) {
        std::optional<Attr> value = attr(part);
        if (!value) return std::nullopt;
        values.push_back(*value);
      }
      return attrs.list(values);
    }
    case What::expr: {
      const Node& node = (*fn_)[item.value()];
      if (node.kind == NodeKind::prim_value) return attrs.prim(node.prim());
      if (node.kind == NodeKind::string) return attrs.string(node.text());
      if (node.kind == NodeKind::dtype) return attrs.dtype(node.dtype());
      break;
    }
    case What::builtin:
      if (builtin(item.name()).kind == Builtin::Kind::dtype) return attrs.dtype(DType::unpack(builtin(item.name()).id));
      break;
    default: break;
  }
  bad(Diag::not_an_attribute, item.span, describe(item) + " cannot be an attribute");
  return std::nullopt;
}

}  // namespace hammock::read
