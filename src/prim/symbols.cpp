// SPDX-License-Identifier: Apache-2.0
#include "hammock/prim/symbols.h"

namespace hammock {

// Operands first, each node once, with a stack: an expression may be deep.
Prim Substitution::operator()(Prim root) {
  std::vector<std::pair<Prim, bool>> stack{{root, false}};
  std::vector<Prim> operands;
  while (!stack.empty()) {
    auto [e, is_open] = stack.back();
    stack.pop_back();
    if (done_.contains(e)) continue;
    operands.clear();
    prims_.operands(e, operands);
    if (!is_open && !operands.empty()) {
      stack.emplace_back(e, true);
      for (Prim o : operands) stack.emplace_back(o, false);
      continue;
    }
    done_.emplace(e, operands.empty() ? leaf(e) : rebuilt(e, operands));
  }
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
  if (same) return e;
  const PrimNode n = prims_[e];
  switch (n.kind) {
    case PrimKind::call: return prims_.call(n.name(), n.dtype, operands);
    case PrimKind::load: return prims_.load(n.c, n.dtype, operands);
    case PrimKind::select: return prims_.node(n.kind, n.dtype, operands[0], operands[1], operands[2]);
    case PrimKind::cast: return prims_.node(n.kind, n.dtype, operands[0]);
    default: return prims_.fold(n.kind, operands[0], operands.size() > 1 ? operands[1] : Prim());
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
