// SPDX-License-Identifier: Apache-2.0
#include "match.h"

#include "hammock/prim/value_check.h"

namespace hammock::reference {
namespace {

Error error(std::string text) { return {Error::Kind::run, std::move(text), {}}; }

struct View {
  const RuntimeValue& value;

  ValueKind kind() const {
    if (value.tensor()) return ValueKind::tensor;
    if (value.tuple()) return ValueKind::tuple;
    if (std::holds_alternative<RuntimeShape>(value.v)) return ValueKind::shape;
    if (std::holds_alternative<int64_t>(value.v)) return ValueKind::integer;
    if (std::holds_alternative<double>(value.v)) return ValueKind::real;
    return std::holds_alternative<std::shared_ptr<const RuntimeCallable>>(value.v) ? ValueKind::function
                                                                                   : ValueKind::other;
  }
  DType dtype() const { return value.tensor()->dtype; }
  std::span<const int64_t> dims() const {
    return value.tensor() ? value.tensor()->shape : std::get<RuntimeShape>(value.v);
  }
  int64_t integer() const { return std::get<int64_t>(value.v); }
  size_t size() const { return value.tuple()->size(); }
  View field(size_t i) const { return {(*value.tuple())[i]}; }
};

template <class Map>
struct SymbolScope {
  const Context& context;
  Map& symbols;
  bool is_partial = false;

  bool is_bound(Prim symbol) const { return symbols.contains(symbol); }
  void bind(Prim symbol, int64_t value) { symbols.insert_or_assign(symbol, value); }
  Result<std::optional<int64_t>> value(Prim e) const {
    Result<int64_t> found = evaluate_integer(context, e, symbols);
    if (found) return std::optional(*found);
    if (is_partial) return std::optional<int64_t>();
    return found.error();
  }
};

}  // namespace

Result<int64_t> evaluate_integer(const Context& context, Prim expr, const Symbols& symbols) {
  Evaluated found = evaluate(context, expr, symbols);
  if (!found) return error(describe(context, found));
  if (!found.integer()) return error("a dim that is not an integer");
  return *found.integer();
}

Result<RuntimeValue> evaluate_prim(const Context& context, Prim expr, const Symbols& symbols) {
  if (context.prims[expr].kind == PrimKind::string_imm)
    return RuntimeValue{std::string(context.text(context.prims[expr].name()))};
  Evaluated found = evaluate(context, expr, symbols);
  if (!found) return error(describe(context, found));
  if (found.integer()) return RuntimeValue{*found.integer()};
  return RuntimeValue{std::get<double>(found.number)};
}

void bind_symbols(const Context& context, StructInfo info, const RuntimeValue& value, Symbols& symbols) {
  bind_value_symbols(context, info, View{value}, SymbolScope<Symbols>{context, symbols});
}

void bind_empty_dims(const Context& context, StructInfo info, Symbols& symbols) {
  hammock::bind_empty_dims(context, info, SymbolScope<Symbols>{context, symbols});
}

std::string mismatch(const Context& context, StructInfo info, const RuntimeValue& value, const Symbols& symbols,
                     Unbound unbound) {
  return value_mismatch(context, info, View{value},
                        SymbolScope<const Symbols>{context, symbols, unbound == Unbound::left_out});
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
    DType dtype =
        infos[declared].kind == InfoKind::prim && !infos[declared].dtype.is_unknown() ? infos[declared].dtype : kInt64;
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
