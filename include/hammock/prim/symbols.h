// SPDX-License-Identifier: Apache-2.0
// The symbols of primitive expressions: which there are, and others in their place.
#pragma once

#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "hammock/ir/context.h"

namespace hammock {

using PrimMap = std::unordered_map<Prim, Prim>;

// Replaces symbols that are in the map and keeps the others; one that is used again looks at each node once. The map
// outlives it.
class Substitution {
 public:
  Substitution(PrimStore& prims, const PrimMap& map) : prims_(prims), map_(map) {}
  Prim operator()(Prim root);

 private:
  Prim leaf(Prim e) const;
  Prim rebuilt(Prim e, std::vector<Prim>& operands);

  PrimStore& prims_;
  const PrimMap& map_;
  PrimMap done_;
};
Prim substitute(Context& context, Prim expr, const PrimMap& map);

// Symbols of any number of expressions, each once, in order of first occurrence. Linear in what is added.
class SymbolSet {
 public:
  void add(Prim symbol);
  void add_free(const Context& context, Prim expr);  // those that occur anywhere in it
  bool contains(Prim symbol) const { return seen_.contains(symbol); }
  const std::vector<Prim>& in_order() const& { return in_order_; }
  std::vector<Prim> in_order() && { return std::move(in_order_); }
  void keep_first(size_t count);

 private:
  std::vector<Prim> in_order_;
  std::unordered_set<Prim> seen_;  // also the expressions around symbols, none of which is walked twice
};
std::vector<Prim> free_symbols(const Context& context, Prim expr);

}  // namespace hammock
