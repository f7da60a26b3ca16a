// SPDX-License-Identifier: Apache-2.0
// Values as attributes: what may stand in dicts, lists, R.func_attr and untyped parameters (language 6.10).
#include "elaborate.h"

namespace hammock::read {

std::optional<Attr> Elaborator::attr(const Arg& arg) {
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

std::optional<Attr> Elaborator::dict_attr(const Arg& dict) {
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

std::optional<Attr> Elaborator::attr(const Item& item) {
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
  bad(Diag::bad_argument, item.span, describe(item) + " cannot be an attribute");
  return std::nullopt;
}

std::optional<Attr> Elaborator::index_map_attr(const OpInfo& row, const Param& p, const Arg& arg) {
  axis_separators_.clear();
  if (kind(arg) == ExprKind::lambda) return index_map(arg, &axis_separators_);
  Item item = eval(arg);
  if (item.is(What::object) && context_.attrs[item.attr()].kind == AttrKind::index_map) return item.attr();
  return wrong_kind(row, p, item, "an index map such as `lambda i, j: (j, i)`");
}

// lambda i, j: (j, i // 4, i % 4). Where separators of axes may stand among the results, they are counted off.
std::optional<Attr> Elaborator::index_map(const Arg& arg, std::vector<int64_t>* separators) {
  if (kind(arg) != ExprKind::lambda) {
    bad(Diag::bad_argument, arg.span, "an index map is a lambda");
    return std::nullopt;
  }
  const ExprId lambda = written(arg);
  std::vector<ExprId> list(ast_.list(lambda).begin(), ast_.list(lambda).end());
  std::vector<Attr> parts;
  scopes_.open();
  for (size_t i = 1; i < list.size(); ++i) {
    Name name(ast_[list[i]].a);
    Prim var = context_.prims.var(name);
    scopes_.bind(name, make(What::prim, ast_[list[i]].span, var.index));
    parts.push_back(context_.attrs.prim(var));
  }
  std::vector<Arg> results{this->arg(list[0])};
  if (std::optional<std::vector<Arg>> tuple = elements(results[0])) results = *tuple;
  bool is_good = true;
  const size_t inputs = parts.size();
  for (const Arg& r : results) {
    if (const Expr* name = written_name(r);
        separators && name && text(Name(name->a)).ends_with("IndexMap.AXIS_SEPARATOR")) {
      separators->push_back(static_cast<int64_t>(parts.size() - inputs));
      continue;
    }
    Item item = eval(r);
    std::optional<Prim> p = item ? to_prim(item, kInt64) : std::nullopt;
    if (item && !p) bad(Diag::not_a_prim, item.span, describe(item) + " is no index");
    is_good &= p.has_value();
    if (p) parts.push_back(context_.attrs.prim(*p));
  }
  scopes_.close();
  if (!is_good) return std::nullopt;
  return context_.attrs.other(AttrKind::index_map, static_cast<int64_t>(inputs), parts);
}

}  // namespace hammock::read
