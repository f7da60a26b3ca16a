// SPDX-License-Identifier: Apache-2.0
// The operator table, made from the signatures of ops.def when it is first asked for.
#include "hammock/ir/op.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <utility>

#include "hammock/base/check.h"

namespace hammock {
namespace {

struct Row {
  Op id;
  std::string_view signature;
  uint32_t traits;
  std::string_view suits;
};

constexpr Row kRows[] = {
#define OP(id, signature, traits, infer, eval, lower, ...) {Op::id, signature, traits, "" __VA_ARGS__},
#include "hammock/ir/ops.def"
#undef OP
};

struct Kind {
  std::string_view text;
  ParamKind kind;
  bool is_optional;
};

constexpr Kind kKinds[] = {
    {"T", ParamKind::tensor, false},
    {"T?", ParamKind::tensor, true},
    {"Ts", ParamKind::tensors, false},
    {"S", ParamKind::shape, false},
    {"S?", ParamKind::shape, true},
    {"P", ParamKind::prim, false},
    {"P?", ParamKind::prim, true},
    {"C", ParamKind::constant, false},
    {"R.dtype", ParamKind::dtype_expr, false},
    {"R.str", ParamKind::string_expr, false},
    {"E", ParamKind::expr, false},
    {"E?", ParamKind::expr, true},
    {"*E", ParamKind::variadic, false},
    {"bool", ParamKind::boolean, false},
    {"bool?", ParamKind::boolean, true},
    {"int", ParamKind::integer, false},
    {"int?", ParamKind::integer, true},
    {"float", ParamKind::real, false},
    {"str", ParamKind::string, false},
    {"str?", ParamKind::string, true},
    {"dtype", ParamKind::dtype, true},
    {"ints", ParamKind::integers, false},
    {"ints?", ParamKind::integers, true},
    {"int|ints", ParamKind::int_or_ints, false},
    {"T.float?", ParamKind::float_imm, true},
    {"T.floats", ParamKind::float_imms, false},
    {"T.value?", ParamKind::prim_imm, true},
    {"map", ParamKind::index_map, false},
    {"any", ParamKind::any_attr, true},
    {"list", ParamKind::integers, false},
};

std::string_view trim(std::string_view s) {
  while (!s.empty() && s.front() == ' ') s.remove_prefix(1);
  while (!s.empty() && s.back() == ' ') s.remove_suffix(1);
  return s;
}

// Up to the next `stop` outside quotes and brackets; the rest begins behind it.
std::string_view take_until(std::string_view& rest, char stop) {
  int depth = 0;
  bool quoted = false;
  for (size_t i = 0; i < rest.size(); ++i) {
    char c = rest[i];
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (c == stop && depth == 0) {
      std::string_view head = rest.substr(0, i);
      rest.remove_prefix(i + 1);
      return head;
    }
    depth += (c == '(' || c == '[') - (c == ')' || c == ']');
  }
  return std::exchange(rest, {});
}

// The minor version of `0.26`.
uint8_t parse_version(std::string_view text) {
  HAMMOCK_CHECK(text.size() == 4 && text.starts_with("0."),
                "ops.def: a version is written 0.26, not " + std::string(text));
  return static_cast<uint8_t>((text[2] - '0') * 10 + (text[3] - '0'));
}

Param parse_param(std::string_view text, const std::vector<Param>& earlier) {
  Param p;
  std::string_view versioned = trim(take_until(text, ':'));
  p.name = take_until(versioned, '@');
  if (versioned.starts_with('-')) p.until = parse_version(versioned.substr(1));
  else if (!versioned.empty()) p.since = parse_version(versioned);
  std::string_view kind = trim(take_until(text, '='));
  p.default_text = trim(take_until(text, '|'));
  if (std::string_view changed = trim(text); !changed.empty()) {
    p.newer_default = take_until(changed, '@');
    p.newer_default_since = parse_version(changed);
  }
  p.has_default = !p.default_text.empty();
  for (size_t i = 0; i < earlier.size(); ++i) {
    if (earlier[i].name == p.default_text) p.default_param = static_cast<int8_t>(i);
  }
  if (size_t open = kind.find('['); open != std::string_view::npos) {
    p.list_size = static_cast<uint8_t>(kind[open + 1] - '0');
    kind = kind.substr(0, open);
  }
  for (const Kind& k : kKinds) {
    if (k.text != kind) continue;
    p.kind = k.kind;
    p.is_whole_list = kind == "list";
    p.is_optional = k.is_optional;
    return p;
  }
  HAMMOCK_CHECK(false, "ops.def: unknown parameter kind '" + std::string(kind) + "'");
}

constexpr std::pair<std::string_view, Domain> kDomains[] = {
    {"shift", Domain::shift}, {"positive", Domain::positive}, {"unit", Domain::unit}, {"index", Domain::index}};

// The next word, and the blanks behind it.
std::string_view take_word(std::string_view& rest) {
  std::string_view word = take_until(rest, ' ');
  rest = trim(rest);
  return word;
}

bool take_word(std::string_view& rest, std::string_view word) {
  if (rest != word && !rest.starts_with(std::string(word) + " ")) return false;
  take_word(rest);
  return true;
}

void parse_domain(std::string_view text, OpInfo& row, Param& param) {
  std::string_view domain = take_word(text);
  auto known = std::ranges::find(kDomains, domain, &std::pair<std::string_view, Domain>::first);
  HAMMOCK_CHECK(known != std::end(kDomains), "ops.def: unknown domain of " + std::string(param.name));
  param.domain = known->second;
  if (take_word(text, "below")) param.index_bound = take_word(text);
  if (take_word(text, "of")) {
    param.index_bound = take_word(text);
    const Param* indexed = row.param(take_until(param.index_bound, '['));
    HAMMOCK_CHECK(indexed && param.index_bound.ends_with(']'), "ops.def: an index is `of operand[axis]`");
    param.index_bound.remove_suffix(1);
    auto operand = std::ranges::find(row.operands, static_cast<uint8_t>(indexed - row.params.data()));
    param.indexed = static_cast<int8_t>(operand - row.operands.begin());
  }
  param.may_be_number = take_word(text, "or") && take_word(text, "number");
  HAMMOCK_CHECK(text.empty(), "ops.def: what is '" + std::string(text) + "'?");
}

void parse_suits(std::string_view text, OpInfo& row) {
  while (!trim(text).empty()) {
    std::string_view values = take_until(text, ','), name = trim(take_until(values, ':'));
    auto param = std::ranges::find(row.params, name, &Param::name);
    HAMMOCK_CHECK(param != row.params.end(), "ops.def: unknown parameter " + std::string(name));
    values = trim(values);
    if (param->kind != ParamKind::string) {
      parse_domain(values, row, *param);
      continue;
    }
    param->has_only_words = take_word(values, "only");
    while (!values.empty()) param->words.push_back(take_until(values, '|'));
  }
}

OpInfo parse_row(const Row& row) {
  OpInfo info{row.id, {}, row.traits, {}, {}, {}};
  std::string_view rest = row.signature;
  info.name = trim(take_until(rest, '('));
  std::string_view order;
  if (size_t arrow = rest.find("->"); arrow != std::string_view::npos) {
    order = trim(rest.substr(arrow + 2));
    rest = trim(rest.substr(0, arrow));
  }
  HAMMOCK_CHECK(rest.ends_with(')'), "ops.def: signature of " + std::string(info.name) + " is not closed");
  rest.remove_suffix(1);
  while (!trim(rest).empty()) info.params.push_back(parse_param(trim(take_until(rest, ',')), info.params));
  for (size_t i = 0; i < info.params.size(); ++i) {
    if (is_operand(info.params[i].kind)) {
      info.operands.push_back(static_cast<uint8_t>(i));
    } else if (order.empty()) {
      info.attrs.push_back(static_cast<uint8_t>(i));
    }
  }
  while (!order.empty()) {
    std::string_view name = trim(take_until(order, ' '));
    order = trim(order);
    size_t i = 0;
    while (i < info.params.size() && info.params[i].name != name) ++i;
    HAMMOCK_CHECK(i < info.params.size(), "ops.def: print order names an unknown attribute " + std::string(name));
    info.attrs.push_back(static_cast<uint8_t>(i));
  }
  parse_suits(row.suits, info);
  return info;
}

struct Table {
  std::vector<OpInfo> rows;
  std::vector<std::string_view> names;
  std::unordered_map<std::string_view, Op> by_name;

  Table() {
    for (const Row& row : kRows) {
      rows.push_back(parse_row(row));
      names.push_back(rows.back().name);
      bool is_new = by_name.emplace(names.back(), row.id).second;
      HAMMOCK_CHECK(is_new, "ops.def: two rows for " + std::string(names.back()));
    }
  }
};

const Table& table() {
  static const Table instance;
  return instance;
}

}  // namespace

const OpInfo& info(Op op) {
  HAMMOCK_CHECK(op != Op::none, "no operator");
  return table().rows[static_cast<size_t>(op)];
}

Op find_op(std::string_view name) {
  auto it = table().by_name.find(name);
  return it == table().by_name.end() ? Op::none : it->second;
}

std::span<const TraitInfo> traits() {
  static constexpr TraitInfo kTraits[] = {
#define TRAIT(id, name) {id, name},
#include "hammock/ir/traits.def"
#undef TRAIT
  };
  return kTraits;
}

std::span<const std::string_view> op_names() { return table().names; }

const Param* OpInfo::param(std::string_view wanted) const {
  auto found = std::ranges::find(params, wanted, &Param::name);
  return found == params.end() ? nullptr : &*found;
}

int OpInfo::attr_index(std::string_view name) const {
  for (size_t i = 0; i < attrs.size(); ++i) {
    if (params[attrs[i]].name == name) return static_cast<int>(i);
  }
  return -1;
}

}  // namespace hammock
