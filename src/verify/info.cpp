// SPDX-License-Identifier: Apache-2.0
// Struct info in order: the symbols and shape variables that it mentions are defined (rules 2, 9, 15, 16, 17).
#include <algorithm>

#include "hammock/infer/struct_info.h"
#include "verifier.h"

namespace hammock {
namespace {

constexpr int kMaxInfoDepth = 5 * kMaxDepth;

}  // namespace

void Verifier::check_info(StructInfo info, Span span) {
  if (info_epochs_.size() <= info.index) info_epochs_.resize(info.index + info.index / 2 + 64);
  if (info_epochs_[info.index] == scope_.epoch()) return;
  info_epochs_[info.index] = scope_.epoch();
  SymbolSet bound;
  walk_info(info, span, bound, 0);
}

// `bound`: symbols that an enclosing R.Callable binds. False: too deep, reported once.
bool Verifier::walk_info(StructInfo info, Span span, SymbolSet& bound, int depth) {
  if (depth > kMaxInfoDepth) {
    report(Diag::too_deep, span, "struct info nested more than " + std::to_string(kMaxInfoDepth) + " deep");
    return false;
  }
  info = context_.infos.tensor_part(info);
  const InfoNode n = context_.infos[info];
  switch (n.kind) {
    case InfoKind::object:
    case InfoKind::dtensor: return true;  // of a tensor
    case InfoKind::prim:
      if (n.value()) walk_prim(n.value(), span, bound);
      return true;
    case InfoKind::tensor:
      if (Value v = n.shape_var(); v && scope_.state(v) != VisibleScope::State::visible && !is_incomplete_) {
        report_at(Diag::undefined_name, v, v,
                  "shape variable " + name(v) + " is used in struct info where it is not defined")
            .span = span;
      }
      [[fallthrough]];
    case InfoKind::shape:
      if (!n.has_dims) return true;
      for (Prim d : context_.infos.dims(info)) {
        if (context_.prims.constant(d)) continue;
        if (!context_.prims[d].dtype.is_integer())
          report(Diag::ill_formed, span,
                 "a dim of dtype " + to_string(context_.prims[d].dtype) + "; dims are integers");
        walk_prim(d, span, bound);
      }
      return true;
    case InfoKind::tuple:
      return std::ranges::all_of(context_.infos.fields(info),
                                 [&](StructInfo field) { return walk_info(field, span, bound, depth + 1); });
    case InfoKind::function: {
      size_t outer = bound.in_order().size();
      bool is_fine = true;
      if (n.has_dims) {
        for (StructInfo p : context_.infos.params(info)) add_definable(bound, context_, p);
        for (StructInfo p : context_.infos.params(info)) is_fine = is_fine && walk_info(p, span, bound, depth + 1);
      }
      is_fine = is_fine && (!n.result() || walk_info(n.result(), span, bound, depth + 1));
      bound.keep_first(outer);
      return is_fine;
    }
  }
  return true;
}

void Verifier::walk_prim(Prim e, Span span, const SymbolSet& bound) {
  const PrimStore& prims = context_.prims;
  if (prims[e].kind < PrimKind::var) return;
  auto use = [&](Prim symbol) {
    if (!bound.contains(symbol)) use_symbol(symbol, span);
  };
  if (prims[e].kind == PrimKind::var) return use(e);
  std::ranges::for_each(free_symbols(context_, e), use);
}

void Verifier::use_symbol(Prim symbol, Span span) {
  if (symbol_owners_.size() <= symbol.index) symbol_owners_.resize(context_.prims.size());
  uint32_t& owner = symbol_owners_[symbol.index];
  if (owner == 0) owner = function_index_ + 1;
  if (owner != function_index_ + 1) {
    std::string other(context_.text(module_.functions[owner - 1].name));
    Diagnostic& d = report(Diag::ill_formed, span, "symbol " + name(symbol) + " belongs to function '" + other + "'");
    if (Span at = module_.functions[owner - 1].span) d.notes.push_back({at, "'" + other + "' is defined here"});
    owner = function_index_ + 1;
  }
  if (scope_.is_defined(symbol) || is_incomplete_) return;
  const bool is_hidden = scope_.is_hidden(symbol);
  const std::string why = is_hidden ? " is used in a local function, which sees no symbols of the function around it"
                                    : " is used but nothing defines it: no parameter and no match_cast before";
  Diagnostic& d = report(Diag::undefined_symbol, span, "symbol " + name(symbol) + why);
  auto declared =
      options_.declared ? options_.declared->find(symbol) : std::unordered_map<Prim, Span>::const_iterator();
  if (options_.declared && declared != options_.declared->end())
    d.notes.push_back(
        {declared->second, is_hidden ? "it is declared here" : "it is declared here, which gives it no value"});
  scope_.define(symbol);  // said once
}

void Verifier::define_symbols(StructInfo info) {
  for (Prim symbol : definable_symbols(context_, info)) {
    if (!scope_.is_defined(symbol)) scope_.define(symbol);
  }
}

// In a parameter and in a match_cast the first occurrence of a shape variable defines it.
void Verifier::define_shape_vars(StructInfo info) {
  std::vector<StructInfo> todo{info};
  while (!todo.empty()) {
    const InfoNode n = context_.infos[context_.infos.tensor_part(todo.back())];
    std::span<const StructInfo> fields =
        n.kind == InfoKind::tuple ? context_.infos.fields(todo.back()) : std::span<const StructInfo>();
    todo.pop_back();
    todo.insert(todo.end(), fields.begin(), fields.end());
    Value v = n.shape_var();
    if (v && scope_.state(v) == VisibleScope::State::unseen && !is_bound_[v.index]) scope_.define(v);
  }
}

}  // namespace hammock
