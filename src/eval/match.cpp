// SPDX-License-Identifier: Apache-2.0
#include "match.h"

#include <cmath>

#include "hammock/ir/value_check.h"

namespace hammock::reference {
namespace {

Error error(std::string text) { return {Error::Kind::run, std::move(text), {}}; }

// An expression is a graph that may share parts and may be deep: computed with a stack, every node once.
using Number = std::variant<int64_t, double>;

double as_double(Number n) { return n.index() == 0 ? static_cast<double>(std::get<0>(n)) : std::get<1>(n); }

int64_t wrapped(int64_t value, DType dtype) {
  if (dtype.is_boolean()) return value != 0;
  if (dtype.bits >= 64 || dtype.bits == 0) return value;
  auto shift = 64 - dtype.bits;
  auto up = static_cast<uint64_t>(value) << shift;
  return dtype.is_integer() ? static_cast<int64_t>(up) >> shift : static_cast<int64_t>(up >> shift);
}

Result<Number> apply_integers(PrimKind kind, int64_t a, int64_t b) {
  bool divides = kind == PrimKind::div || kind == PrimKind::mod || kind == PrimKind::floordiv || kind == PrimKind::floormod;
  if (divides && b == 0) return error("division by zero in a dim");
  if (divides && b == -1) return Number{kind == PrimKind::div || kind == PrimKind::floordiv ? -a : 0};
  int64_t quotient = divides ? a / b : 0, remainder = divides ? a % b : 0;
  bool rounds_up = divides && remainder != 0 && (remainder < 0) != (b < 0);
  switch (kind) {
    case PrimKind::add: return Number{a + b};
    case PrimKind::sub: return Number{a - b};
    case PrimKind::mul: return Number{a * b};
    case PrimKind::div: return Number{quotient};
    case PrimKind::mod: return Number{remainder};
    case PrimKind::floordiv: return Number{quotient - rounds_up};
    case PrimKind::floormod: return Number{remainder + (rounds_up ? b : 0)};
    case PrimKind::min: return Number{std::min(a, b)};
    case PrimKind::max: return Number{std::max(a, b)};
    case PrimKind::eq: return Number{int64_t{a == b}};
    case PrimKind::ne: return Number{int64_t{a != b}};
    case PrimKind::lt: return Number{int64_t{a < b}};
    case PrimKind::le: return Number{int64_t{a <= b}};
    case PrimKind::gt: return Number{int64_t{a > b}};
    case PrimKind::ge: return Number{int64_t{a >= b}};
    case PrimKind::logical_and: return Number{int64_t{a && b}};
    case PrimKind::logical_or: return Number{int64_t{a || b}};
    default: return error("an expression that cannot be computed at run time");
  }
}

Result<Number> apply_doubles(PrimKind kind, double a, double b) {
  switch (kind) {
    case PrimKind::add: return Number{a + b};
    case PrimKind::sub: return Number{a - b};
    case PrimKind::mul: return Number{a * b};
    case PrimKind::div: return Number{a / b};
    case PrimKind::min: return Number{std::min(a, b)};
    case PrimKind::max: return Number{std::max(a, b)};
    case PrimKind::eq: return Number{int64_t{a == b}};
    case PrimKind::ne: return Number{int64_t{a != b}};
    case PrimKind::lt: return Number{int64_t{a < b}};
    case PrimKind::le: return Number{int64_t{a <= b}};
    case PrimKind::gt: return Number{int64_t{a > b}};
    case PrimKind::ge: return Number{int64_t{a >= b}};
    default: return error("an expression that cannot be computed at run time");
  }
}

using Known = std::unordered_map<Prim, Number>;

Result<Number> apply(const Context& context, Prim expr, std::span<const Prim> operands, const Known& known) {
  const PrimNode& node = context.prims[expr];
  auto value = [&](size_t i) { return known.at(operands[i]); };
  switch (node.kind) {
    case PrimKind::select: return as_double(value(0)) != 0 ? value(1) : value(2);
    case PrimKind::logical_not: return Number{int64_t{as_double(value(0)) == 0}};
    case PrimKind::cast: {
      Number n = value(0);
      if (node.dtype.is_any_float()) return Number{as_double(n)};
      return Number{n.index() == 0 ? wrapped(std::get<0>(n), node.dtype) : static_cast<int64_t>(std::get<1>(n))};
    }
    case PrimKind::call: return error("call of T." + std::string(context.text(node.name())) + " cannot be computed at run time");
    default: break;
  }
  if (operands.size() != 2) return error("an expression that cannot be computed at run time");
  Number a = value(0), b = value(1);
  if (a.index() == 1 || b.index() == 1) return apply_doubles(node.kind, as_double(a), as_double(b));
  Result<Number> result = apply_integers(node.kind, std::get<0>(a), std::get<0>(b));
  if (result && node.dtype.is_integral()) *result = wrapped(std::get<0>(*result), node.dtype);
  return result;
}

Result<Number> evaluate_number(const Context& context, Prim root, const Symbols& symbols) {
  Known known;
  std::vector<Prim> stack{root}, operands;
  while (!stack.empty()) {
    Prim expr = stack.back();
    if (known.count(expr)) {
      stack.pop_back();
      continue;
    }
    const PrimNode& node = context.prims[expr];
    if (auto it = symbols.find(expr); it != symbols.end()) {
      known.emplace(expr, it->second);
    } else if (node.kind == PrimKind::int_imm) {
      known.emplace(expr, node.value);
    } else if (node.kind == PrimKind::float_imm) {
      known.emplace(expr, node.real);
    } else if (node.kind == PrimKind::var) {
      return error("symbol '" + std::string(context.text(node.name())) + "' has no value");
    } else {
      operands.clear();
      context.prims.operands(expr, operands);
      size_t before = stack.size();
      for (Prim operand : operands) {
        if (!known.count(operand)) stack.push_back(operand);
      }
      if (stack.size() > before) continue;
      Result<Number> value = apply(context, expr, operands, known);
      if (!value) return value;
      known.emplace(expr, *value);
    }
    stack.pop_back();
  }
  return known.at(root);
}

struct View {
  const RuntimeValue& value;

  ValueKind kind() const {
    if (value.tensor()) return ValueKind::tensor;
    if (value.tuple()) return ValueKind::tuple;
    if (std::holds_alternative<RuntimeShape>(value.v)) return ValueKind::shape;
    if (std::holds_alternative<int64_t>(value.v)) return ValueKind::integer;
    if (std::holds_alternative<double>(value.v)) return ValueKind::real;
    return std::holds_alternative<std::shared_ptr<const RuntimeCallable>>(value.v) ? ValueKind::function : ValueKind::other;
  }
  DType dtype() const { return value.tensor()->dtype; }
  std::span<const int64_t> dims() const { return value.tensor() ? value.tensor()->shape : std::get<RuntimeShape>(value.v); }
  int64_t integer() const { return std::get<int64_t>(value.v); }
  size_t size() const { return value.tuple()->size(); }
  View field(size_t i) const { return {(*value.tuple())[i]}; }
};

template <class Map>
struct Scope {
  const Context& context;
  Map& symbols;
  bool is_partial = false;

  bool is_bound(Prim symbol) const { return symbols.contains(symbol); }
  void bind(Prim symbol, int64_t value) { symbols.emplace(symbol, value); }
  Result<std::optional<int64_t>> value(Prim e) const {
    Result<int64_t> found = evaluate_integer(context, e, symbols);
    if (found) return std::optional(*found);
    if (is_partial) return std::optional<int64_t>();
    return found.error();
  }
};

}  // namespace

Result<int64_t> evaluate_integer(const Context& context, Prim expr, const Symbols& symbols) {
  if (std::optional<int64_t> constant = context.prims.constant(expr)) return *constant;
  if (auto it = symbols.find(expr); it != symbols.end()) return it->second;
  Result<Number> number = evaluate_number(context, expr, symbols);
  if (!number) return number.error();
  if (number->index() == 1) return error("a dim that is not an integer");
  return std::get<0>(*number);
}

Result<RuntimeValue> evaluate_prim(const Context& context, Prim expr, const Symbols& symbols) {
  if (context.prims[expr].kind == PrimKind::string_imm) return RuntimeValue{std::string(context.text(context.prims[expr].name()))};
  Result<Number> number = evaluate_number(context, expr, symbols);
  if (!number) return number.error();
  if (number->index() == 0) return RuntimeValue{std::get<0>(*number)};
  return RuntimeValue{std::get<1>(*number)};
}

void bind_symbols(const Context& context, StructInfo info, const RuntimeValue& value, Symbols& symbols) {
  bind_value_symbols(context, info, View{value}, Scope<Symbols>{context, symbols});
}

std::string mismatch(const Context& context, StructInfo info, const RuntimeValue& value, const Symbols& symbols, Unbound unbound) {
  return value_mismatch(context, info, View{value}, Scope<const Symbols>{context, symbols, unbound == Unbound::left_out});
}

StructInfo info_of(Context& context, const RuntimeValue& value, StructInfo declared) {
  InfoStore& infos = context.infos;
  auto numbers = [&](std::span<const int64_t> dims) {
    std::vector<Prim> out;
    for (int64_t d : dims) out.push_back(context.prims.integer(d));
    return out;
  };
  if (const Tensor* tensor = value.tensor()) return infos.tensor(numbers(tensor->shape), tensor->dtype);
  if (auto* shape = std::get_if<RuntimeShape>(&value.v)) return infos.shape(numbers(*shape));
  if (auto* integer = std::get_if<int64_t>(&value.v)) {
    DType dtype = infos[declared].kind == InfoKind::prim && !infos[declared].dtype.is_unknown() ? infos[declared].dtype : kInt64;
    return infos.prim_value(context.prims.integer(*integer, dtype), dtype);
  }
  if (const RuntimeTuple* values = value.tuple()) {
    std::vector<StructInfo> fields;
    for (size_t i = 0; i < values->size(); ++i) {
      bool is_declared = infos[declared].kind == InfoKind::tuple && i < infos.fields(declared).size();
      fields.push_back(info_of(context, (*values)[i], is_declared ? infos.fields(declared)[i] : infos.object()));
    }
    return infos.tuple(fields);
  }
  return declared;
}

}  // namespace hammock::reference
