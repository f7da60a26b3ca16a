// SPDX-License-Identifier: Apache-2.0
#include "hammock/prim/symbols.h"

#include "hammock/prim/walk.h"

namespace hammock {

Prim Substitution::operator()(Prim root) {
  operands_first(
      prims_, root, [&](Prim e) { return done_.contains(e); },
      [&](Prim e, std::vector<Prim>& operands) {
        done_.emplace(e, operands.empty() ? leaf(e) : rebuilt(e, operands));
      });
  return done_.at(root);
}

Prim Substitution::leaf(Prim e) const {
  auto it = map_.find(e);
  return it == map_.end() ? e : it->second;
}

Prim Substitution::rebuilt(Prim e, std::vector<Prim>& operands) {
  bool same = true;
  for (Prim& o : operands) {
    Prim image = done_.at(o);
    same &= image == o;
    o = image;
  }
  return same ? e : with_operands(prims_, e, operands);
}

Prim with_operands(PrimStore& prims, Prim e, std::span<const Prim> operands) {
  const PrimNode n = prims[e];
  const Prim second = operands.size() > 1 ? operands[1] : Prim();
  switch (n.kind) {
    case PrimKind::call: return prims.call(n.name(), n.dtype, operands);
    case PrimKind::load: return prims.load(n.c, n.dtype, operands);
    case PrimKind::select: return prims.node(n.kind, n.dtype, operands[0], second, operands[2]);
    case PrimKind::cast:
    case PrimKind::ramp:
    case PrimKind::broadcast: return prims.node(n.kind, n.dtype, operands[0], second);
    default:
      // Comparisons of vectors have lanes, which `fold` does not see.
      return n.dtype.is_scalar() ? prims.fold(n.kind, operands[0], second)
                                 : prims.node(n.kind, n.dtype, operands[0], second);
  }
}

Prim substitute(Context& context, Prim expr, const PrimMap& map) {
  return expr ? Substitution(context.prims, map)(expr) : expr;
}

void SymbolSet::add(Prim symbol) {
  if (seen_.insert(symbol).second) in_order_.push_back(symbol);
}

void SymbolSet::add_free(const Context& context, Prim expr) {
  if (!expr || context.prims[expr].kind == PrimKind::int_imm || !seen_.insert(expr).second) return;
  std::vector<Prim> stack{expr}, operands;
  while (!stack.empty()) {
    Prim e = stack.back();
    stack.pop_back();
    if (context.prims[e].kind == PrimKind::var) in_order_.push_back(e);
    operands.clear();
    context.prims.operands(e, operands);
    for (auto it = operands.rbegin(); it != operands.rend(); ++it) {
      if (seen_.insert(*it).second) stack.push_back(*it);
    }
  }
}

void SymbolSet::keep_first(size_t count) {
  for (; in_order_.size() > count; in_order_.pop_back()) seen_.erase(in_order_.back());
}

std::vector<Prim> free_symbols(const Context& context, Prim expr) {
  SymbolSet found;
  found.add_free(context, expr);
  return std::move(found).in_order();
}

}  // namespace hammock
