// SPDX-License-Identifier: Apache-2.0
// Items, and how messages call them.
#include "items.h"

namespace hammock::read {

Item Items::make(What what, Span span, uint32_t id) {
  Item item;
  item.what = what;
  item.deferred = defers_;
  item.span = span;
  item.id = id;
  return item;
}

Item Items::make_integer(int64_t value, Span span) {
  Item item = make(What::integer, span);
  item.integer = value;
  return item;
}

Item Items::make_whole(Wide value, Span span) {
  if (value >= INT64_MIN && value <= INT64_MAX) return make_integer(static_cast<int64_t>(value), span);
  wides_.push_back(value);
  return make(What::wide, span, static_cast<uint32_t>(wides_.size() - 1));
}

Item Items::narrow(const Item& item) {
  return item.is(What::wide) && !keeps_wide_ ? bad(Diag::too_large, item.span, "the integer does not fit into 64 bits")
                                             : item;
}

std::optional<Wide> Items::whole(const Item& item) const {
  if (item.is(What::integer) || item.is(What::boolean)) return item.integer;
  return item.is(What::wide) ? std::optional(wides_[item.id]) : std::nullopt;
}

Item Items::make_real(double value, Span span) {
  Item item = make(What::real, span);
  item.real = value;
  return item;
}

std::string Items::describe_value(Value v) const {
  const Node& node = (*fn_)[v];
  if (node.name) return quoted(text(node.name));
  switch (node.kind) {
    case NodeKind::constant: return "a constant";
    case NodeKind::shape: return "a shape";
    case NodeKind::prim_value: return "a primitive value";
    case NodeKind::string: return "a string";
    case NodeKind::dtype: return "a dtype";
    case NodeKind::tuple: return "a tuple";
    case NodeKind::global: return "the function " + quoted(text(module_[node.global()].name));
    case NodeKind::extern_func: return "an external function";
    case NodeKind::call_op: return "a call of R." + std::string(hammock::info(node.op).name);
    case NodeKind::call: return "a call";
    default: return "an expression";
  }
}

std::string Items::describe(const Item& item) const {
  switch (item.what) {
    case What::bad: return "this";
    case What::nothing: return "None";
    case What::boolean: return "a bool";
    case What::integer: return "an integer";
    case What::real: return "a float";
    case What::wide: return "an integer beyond 64 bits";
    case What::string: return "a string";
    case What::expr: return describe_value(item.value());
    case What::prim: return "a primitive expression";
    case What::info: return "struct info";
    case What::symbol: return "a declaration of a symbol";
    case What::cast: return "a match_cast";
    case What::list: return "a list";
    case What::tuple: return "a tuple";
    case What::object: return "an object";
    case What::module: return "the module";
    case What::builtin: return quoted(text(item.name()));
    case What::dim_list: return "a shape";
    case What::inspected: return "a dtype";
    case What::array: return "an array of numpy";
    case What::file_symbol: return "a symbolic dim";
    case What::done: return "a statement without a value";
    case What::unknown: return "a name of Python";
    case What::dict: return "an object";
    case What::absent:
    case What::written:
    case What::element: break;
  }
  return "this";
}

Item Items::list_of(What what, std::span<const Item> parts, Span span) {
  Item item = make(what, span);
  item.begin = static_cast<uint32_t>(items_.size());
  item.size = static_cast<uint32_t>(parts.size());
  items_.insert(items_.end(), parts.begin(), parts.end());
  return item;
}

Items::Items(const Source& source, Ast& ast, Module& module, Diagnostics& diagnostics, const ReadOptions& options)
    : source_(source),
      ast_(ast),
      module_(module),
      context_(module.context()),
      diagnostics_(diagnostics),
      options_(options) {}

Item Items::bad(Diag diag, Span span, std::string text, std::vector<Note> notes) {
  diagnostics_.report(diag, span, std::move(text)).notes = std::move(notes);
  Item item;
  item.span = span;
  return item;
}

}  // namespace hammock::read
