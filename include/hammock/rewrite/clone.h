// SPDX-License-Identifier: Apache-2.0
// Copies nodes from one function into another: operands, regions and nested functions follow, names and places are
// kept.
//
// What the copy shall not bring along (parameters, values that stand for others) is mapped first. Symbols stay what
// they are, or become fresh ones of the same names, so that two functions share none (language 5). Copied bindings
// stand in no block of the target until the caller puts them into one; those of copied regions stand in these. Recurses
// over the depth of regions and of inline tuples (kMaxDepth), not over the length of blocks.
#pragma once

#include <map>
#include <optional>
#include <unordered_map>

#include "hammock/infer/struct_info.h"
#include "hammock/ir/function.h"

namespace hammock {

// What stands for the first, second ... symbol of a function, by number and dtype.
using NumberedSymbols = std::map<std::pair<size_t, uint32_t>, Prim>;

class Cloner {
 public:
  enum class Symbols : bool { kept, fresh };
  // `from` and `to` may be one function.
  Cloner(const Function& from, Function& to, Symbols symbols) : from_(from), to_(to), symbols_(symbols) {}

  void map(Value from, Value to) { values_[from] = to; }
  void rename(Prim symbol, Prim to);
  // Fresh symbols are taken from here, the first one met first, and so are the variables of index maps; more are made
  // as needed.
  void number_symbols(NumberedSymbols& numbered) { numbered_ = &numbered; }
  bool knows(Value v) const { return values_.contains(v); }

  // The copy of a value: what it is mapped to, else a new node that it is mapped to from now on.
  Value operator()(Value v);
  RegionId region(RegionId r);
  LambdaId lambda(LambdaId l);
  StructInfo info(StructInfo s);
  Prim prim(Prim p);
  Attr attr(Attr a);
  // The symbols met so far, in that order, as `from` has them; their copies.
  const std::vector<Prim>& symbols() const { return met_; }
  Prim copy_of(Prim symbol) const { return map_.at(symbol); }
  bool has_copy(Prim symbol) const { return map_.contains(symbol); }

 private:
  void know_symbols(const std::vector<Prim>& found);

  const Function& from_;
  Function& to_;
  Symbols symbols_;
  ValueMap values_;
  PrimMap map_;     // symbols to their copies
  PrimMap copies_;  // the copies, each to itself
  std::vector<Prim> met_;
  NumberedSymbols* numbered_ = nullptr;
  Prim fresh(Prim symbol);
  Prim numbered(size_t number, Prim symbol);
  void bind(std::span<const Attr> variables);
  std::unordered_map<StructInfo, StructInfo> infos_;
  std::unordered_map<Attr, Attr> attrs_;
};

}  // namespace hammock
