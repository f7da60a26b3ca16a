// SPDX-License-Identifier: Apache-2.0
// Calls of operators, by the operator table: arguments to parameters, conversions by the kind of the parameter.
#include <algorithm>
#include <charconv>

#include "hammock/base/check.h"
#include "hammock/base/suggest.h"
#include "operator_call.h"

namespace hammock::read {

namespace {

std::string call_name(const OpInfo& row) { return "R." + std::string(row.name); }

// The default of TVM is None too, whatever it comes to.
bool has_none_as_default(const Param& p) {
  bool is_none = p.default_text == "None" || p.default_text == "[]" || p.default_text == "R.tuple()";
  return p.has_default &&
         (is_none || p.default_param >= 0 || p.kind == ParamKind::float_imms || p.kind == ParamKind::dtype);
}

}  // namespace

// Which argument each parameter gets. False after a report.
bool OperatorCalls::match(Op op, const CallSite& site, Matched& out) {
  const OpInfo& row = info(op);
  HAMMOCK_CHECK(row.params.size() <= out.by_param.size(), "an operator with too many parameters");
  bool is_good = true;
  size_t positional = 0;
  for (const Arg& arg : site.args) {
    if (kind(arg) == ExprKind::starred) {
      eval(arg);  // says what is wrong
      return false;
    }
    if (arg.key) {
      std::string_view key = text(arg.key);
      auto at = std::find_if(row.params.begin(), row.params.end(), [&](const Param& p) { return p.name == key; });
      if (at == row.params.end()) {
        std::vector<std::string_view> names;
        for (const Param& p : row.params) names.push_back(p.name);
        bad(Diag::unknown_attribute, place(arg),
            call_name(row) + " has no parameter '" + std::string(key) + "'" + parameter_hint(key, names));
        is_good = false;
        continue;
      }
      const Arg*& slot = out.by_param[static_cast<size_t>(at - row.params.begin())];
      if (slot) {
        bad(Diag::argument_count, place(arg), call_name(row) + ": '" + std::string(key) + "' is given twice");
        is_good = false;
      }
      slot = &arg;
      continue;
    }
    if (positional < row.params.size() && row.params[positional].kind == ParamKind::variadic) {
      out.rest.push_back(&arg);
    } else if (positional < row.params.size()) {
      out.by_param[positional++] = &arg;
    } else {
      bad(Diag::argument_count, arg.span,
          call_name(row) + " takes at most " + std::to_string(row.params.size()) + " arguments");
      return false;
    }
  }
  if (!is_good) return false;  // what is missing may be what is misspelt
  for (size_t i = 0; i < row.params.size(); ++i) {
    const Param& p = row.params[i];
    if (out.by_param[i] || p.has_default || p.kind == ParamKind::variadic) continue;
    bad(Diag::argument_count, site.span, call_name(row) + " needs a value for '" + std::string(p.name) + "'");
    is_good = false;
  }
  return is_good;
}

Item OperatorCalls::call_operator(Op op, const CallSite& site) {
  Matched matched;
  if (!match(op, site, matched)) {
    evaluate_for_errors(site.args);
    return {};
  }
  return call_matched(op, matched, site);
}

Item OperatorCalls::call_matched(Op op, const Matched& matched, const CallSite& site) {
  const OpInfo& row = info(op);
  std::vector<Value> operands;
  operands.reserve(row.operands.size() + matched.rest.size());
  bool is_good = true;
  for (uint8_t i : row.operands) {
    const Param& p = row.params[i];
    if (p.kind == ParamKind::variadic) {
      for (const Arg* arg : matched.rest) {
        operands.push_back(argument(*arg));
        is_good &= static_cast<bool>(operands.back());
      }
    } else if (matched.by_param[i]) {
      is_good &= operand(row, p, *matched.by_param[i], matched, operands, site.span);
    } else {
      is_good &= default_operand(row, p, matched, operands, site.span);
    }
  }
  Attr record;
  if (!row.attrs.empty()) {
    const std::vector<Attr>& defaults = default_record(op);
    std::array<Attr, 24> values;
    std::copy(defaults.begin(), defaults.end(), values.begin());
    std::array<bool, 24> is_set{};
    for (size_t i = 0; i < row.attrs.size(); ++i) {
      const Param& p = row.params[row.attrs[i]];
      const Arg* arg = matched.by_param[row.attrs[i]];
      if (!arg) continue;
      if (p.since > 0 || p.until != 0xff) note(Spelling::parameter, p.since > 0, arg->span);
      if (is_none(*arg) && !p.is_optional && has_none_as_default(p)) continue;
      std::optional<Attr> value = attribute_value(row, p, *arg);
      is_good &= value.has_value();
      if (value) values[i] = *value;
      is_set[i] = true;
    }
    for (size_t i = 0; i < row.attrs.size(); ++i) {
      const Param& p = row.params[row.attrs[i]];
      if (is_set[i]) continue;
      if (p.newer_default_since > 0) values[i] = changed_default(p, values[i], site.span);
      if (p.default_param < 0) continue;
      int from = row.attr_index(row.params[static_cast<size_t>(p.default_param)].name);
      values[i] = values[static_cast<size_t>(from)];
    }
    record = context_.attrs.list(std::span(values.data(), row.attrs.size()));
  }
  if (!is_good) return {};
  return make_call(op, operands, record, {}, site.span);
}

const std::vector<Attr>& OperatorCalls::default_record(Op op) {
  if (default_records_.empty()) default_records_.resize(kOpCount);
  std::vector<Attr>& record = default_records_[static_cast<size_t>(op)];
  if (record.empty()) {
    const OpInfo& row = info(op);
    std::vector<std::pair<std::string_view, Attr>> required;
    for (uint8_t i : row.attrs) {
      if (!row.params[i].has_default) required.emplace_back(row.params[i].name, context_.attrs.none());
    }
    Attr list = default_attrs(context_, op, required);
    std::span<const Attr> items = context_.attrs.items(list);
    record.assign(items.begin(), items.end());
  }
  return record;
}

// ---- operands ----

bool OperatorCalls::operand(const OpInfo& row, const Param& p, const Arg& arg, const Matched& matched,
                            std::vector<Value>& out, Span span) {
  if (is_none(arg) && p.is_optional) return true;
  if (is_none(arg) && has_none_as_default(p)) return default_operand(row, p, matched, out, span);
  Value v;
  switch (p.kind) {
    case ParamKind::tensor: v = argument(arg, false); break;
    case ParamKind::tensors:
      if (std::optional<std::vector<Arg>> parts = elements(arg)) {
        v = tuple_of(*parts, arg.span);
      } else {
        Item item = eval(arg);
        v = argument(item, item.is(What::list) || item.is(What::tuple));
      }
      break;
    case ParamKind::shape: v = as_shape(arg, p.list_size); break;
    case ParamKind::prim: v = primitive_operand(row, p, eval(arg)); break;
    case ParamKind::constant: {
      Item item = eval(arg);
      v = item.is(What::expr) ? variable_of(item) : item ? constant_of(item, std::nullopt) : Value();
      break;
    }
    case ParamKind::dtype_expr: {
      Item item = eval(arg);
      if (item.is(What::string)) {
        std::optional<DType> dtype = dtype_of(arg);
        if (dtype) v = fn_->add_dtype(*dtype, arg.span);
      } else if (item) {
        v = argument(item, false);
      }
      break;
    }
    case ParamKind::string_expr:
    case ParamKind::expr:
    default: v = argument(arg); break;
  }
  if (!v) return false;
  if (p.is_optional && is_default(p, v)) return true;
  out.push_back(v);
  return true;
}

// An optional primitive operand that is written as its default.
bool OperatorCalls::is_default(const Param& p, Value v) const {
  int64_t number = 0;
  const Node& node = (*fn_)[v];
  if (p.kind != ParamKind::prim || p.default_text == "None" || node.kind != NodeKind::prim_value) return false;
  auto [end, error] = std::from_chars(p.default_text.data(), p.default_text.data() + p.default_text.size(), number);
  return error == std::errc() && context_.prims.is_constant(node.prim(), number);
}

// What a parameter means that is left out, where the versions differ.
Attr OperatorCalls::changed_default(const Param& p, Attr older, Span span) {
  bool is_newer = reads_as_newer(static_cast<Dialect>(p.newer_default_since));
  // Written out before the closing parenthesis it means the same in every version.
  std::string_view value = is_newer ? p.newer_default : p.default_text;
  note(Spelling::default_value, is_newer, {span.end - 1, span.end - 1},
       ", " + std::string(p.name) + "=" + std::string(value));
  if (!is_newer) return older;
  Param newer = p;
  newer.default_text = p.newer_default;
  return default_attr(context_, newer);
}

Value OperatorCalls::primitive_operand(const OpInfo& row, const Param& p, Item item) {
  if (!item) return {};
  if (item.is(What::expr)) return variable_of(item);
  if (item.is(What::boolean) || item.is(What::integer) || item.is(What::real) || item.is(What::prim))
    return argument(item);
  bad(Diag::not_a_prim, item.span,
      call_name(row) + ": '" + std::string(p.name) + "' must be a primitive value, not " + describe(item));
  return {};
}

// A default is a number, True, False, "text", R.tuple(), None, or an earlier parameter.
bool OperatorCalls::default_operand(const OpInfo& row, const Param& p, const Matched& matched, std::vector<Value>& out,
                                    Span span) {
  std::string_view text = p.default_text;
  if (p.default_param >= 0) {
    size_t index = static_cast<size_t>(p.default_param);
    auto at = std::find(row.operands.begin(), row.operands.end(), index);
    size_t position = static_cast<size_t>(at - row.operands.begin());
    if (position >= out.size()) return false;  // the operand was reported
    out.push_back(out[position]);
    return true;
  }
  Value v;
  if (text == "None" || p.is_optional) return true;
  if (text == "True" || text == "False") {
    v = fn_->add_prim(context_.prims.integer(text == "True"), span);
  } else if (text == "R.tuple()") {
    v = fn_->add_tuple({}, span);
  } else if (text.starts_with('"')) {
    std::string_view inner = text.substr(1, text.size() - 2);
    v = p.kind == ParamKind::dtype_expr ? fn_->add_dtype(parse_dtype(inner).value_or(kVoid), span)
                                        : fn_->add_string(context_.name(inner), span);
  } else {
    int64_t value = 0;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    HAMMOCK_CHECK(error == std::errc() && end == text.data() + text.size(),
                  "ops.def: a default of an operand that cannot be read");
    v = p.kind == ParamKind::constant ? constant_of(make_integer(value, span), std::nullopt)
                                      : fn_->add_prim(context_.prims.integer(value), span);
  }
  out.push_back(v);
  return true;
}

// ---- attributes ----

std::optional<Attr> OperatorCalls::wrong_kind(Diag id, const OpInfo& row, const Param& p, const Item& item,
                                              std::string_view wanted) {
  if (item)
    bad(id, item.span,
        call_name(row) + ": '" + std::string(p.name) + "' must be " + std::string(wanted) + ", not " + describe(item));
  return std::nullopt;
}

std::optional<Attr> OperatorCalls::attribute_value(const OpInfo& row, const Param& p, const Arg& arg) {
  AttrStore& attrs = context_.attrs;
  if (p.kind == ParamKind::dtype) {
    std::optional<DType> dtype = dtype_of(arg);
    return dtype ? std::optional(attrs.dtype(*dtype)) : std::nullopt;
  }
  if (p.kind == ParamKind::any_attr) return attr(arg);
  if (p.kind == ParamKind::index_map) return index_map_attr(row, p, arg);
  Item item = eval(arg);
  if (!item) return std::nullopt;
  if (item.is(What::nothing) && p.is_optional)
    return p.kind == ParamKind::boolean ? attrs.boolean(false) : attrs.none();  // as TVM reads it
  if (item.is(What::prim)) {
    if (std::optional<int64_t> value = context_.prims.constant(item.prim()); value && p.kind != ParamKind::prim_imm)
      item = make_integer(*value, item.span);
  }
  bool is_integer = item.is(What::integer) || item.is(What::boolean);
  switch (p.kind) {
    case ParamKind::boolean:
      return is_integer ? std::optional(attrs.boolean(item.integer != 0))
                        : wrong_kind(Diag::not_an_integer, row, p, item, "True or False");
    case ParamKind::integer:
      return is_integer ? std::optional(attrs.integer(item.integer))
                        : wrong_kind(Diag::not_an_integer, row, p, item, "an integer");
    case ParamKind::real:
    case ParamKind::float_imm: {
      std::optional<double> value = real_of(item);
      if (!value) return wrong_kind(Diag::not_a_number, row, p, item, "a number");
      return p.kind == ParamKind::real ? attrs.real(*value) : attrs.prim(real_prim(*value, kFloat32, item.span));
    }
    case ParamKind::string:
      return item.is(What::string) ? std::optional(attrs.string(item.name()))
                                   : wrong_kind(Diag::not_a_string, row, p, item, "a string");
    case ParamKind::int_or_ints:
      if (is_integer) return attrs.integer(item.integer);
      [[fallthrough]];
    case ParamKind::integers: return integer_list(row, p, item);
    case ParamKind::float_imms: {
      std::vector<Attr> values;
      std::vector<Item> parts{item};
      if (item.is(What::list) || item.is(What::tuple)) parts.assign(items(item).begin(), items(item).end());
      for (const Item& part : parts) {
        std::optional<double> value = real_of(part);
        if (!value) return wrong_kind(Diag::not_a_number, row, p, part, "a number or a list of numbers");
        values.push_back(attrs.prim(real_prim(*value, kFloat32, part.span)));
      }
      if (!(item.is(What::list) || item.is(What::tuple)) && p.list_size > 0) values.assign(p.list_size, values[0]);
      return attrs.list(values);
    }
    case ParamKind::prim_imm: {
      if (item.is(What::expr) && (*fn_)[item.value()].kind == NodeKind::prim_value)
        return attrs.prim((*fn_)[item.value()].prim());
      std::optional<Prim> value = to_prim(item);
      return value ? std::optional(attrs.prim(*value))
                   : wrong_kind(Diag::not_a_prim, row, p, item, "a primitive value");
    }
    default: return attr(item);
  }
}

// A list of integers; an integer stands for a list of one. ints[n] takes n, or n/2 twice, or one n times.
std::optional<Attr> OperatorCalls::integer_list(const OpInfo& row, const Param& p, Item item) {
  std::vector<int64_t> values;
  std::vector<Item> parts{item};
  bool is_shape = item.is(What::expr) && (*fn_)[item.value()].kind == NodeKind::shape;
  const bool is_list = item.is(What::list) || item.is(What::tuple);
  if (p.is_whole_list && !is_shape && !is_list) return wrong_kind(Diag::not_a_list, row, p, item, "a list of integers");
  if (is_list) parts.assign(items(item).begin(), items(item).end());
  if (is_shape) {
    parts.clear();
    for (Prim d : context_.infos.dims(fn_->info(item.value()))) parts.push_back(make(What::prim, item.span, d.index));
  }
  for (const Item& part : parts) {
    std::optional<int64_t> value;
    if (part.is(What::integer) || part.is(What::boolean)) value = part.integer;
    if (part.is(What::prim)) value = context_.prims.constant(part.prim());
    if (part.is(What::expr) && (*fn_)[part.value()].kind == NodeKind::prim_value)
      value = context_.prims.constant((*fn_)[part.value()].prim());
    if (!value)
      return wrong_kind(is_list ? Diag::not_an_integer : Diag::not_a_list, row, p, part, "a list of integers");
    values.push_back(*value);
  }
  if (size_t n = p.list_size; n > 0 && values.size() != n) {
    if (values.size() == 1 && !p.is_whole_list) {
      values.assign(n, values[0]);
    } else if (values.size() * 2 == n && !p.is_whole_list) {
      std::vector<int64_t> half = values;
      values.insert(values.end(), half.begin(), half.end());
    } else {
      bad(Diag::bad_attribute_value, item.span,
          call_name(row) + ": '" + std::string(p.name) + "' takes " + std::to_string(n) + " integers, not " +
              std::to_string(values.size()));
      return std::nullopt;
    }
  }
  return context_.attrs.integers(values);
}

std::optional<Attr> OperatorCalls::index_map_attr(const OpInfo& row, const Param& p, const Arg& arg) {
  axis_separators_.clear();
  if (kind(arg) == ExprKind::lambda) return index_map(arg, &axis_separators_);
  Item item = eval(arg);
  if (item.is(What::object) && context_.attrs[item.attr()].kind == AttrKind::index_map) return item.attr();
  return wrong_kind(Diag::not_a_lambda, row, p, item, "an index map such as `lambda i, j: (j, i)`");
}

// lambda i, j: (j, i // 4, i % 4). Where separators of axes may stand among the results, they are counted off.
std::optional<Attr> OperatorCalls::index_map(const Arg& arg, std::vector<int64_t>* separators) {
  if (kind(arg) != ExprKind::lambda) {
    bad(Diag::not_a_lambda, arg.span, "an index map is a lambda");
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
