// SPDX-License-Identifier: Apache-2.0
// Relations on struct info (language 3.5 to 3.7) and arithmetic on dims.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "hammock/ir/function.h"

namespace hammock {

enum class BaseCheck : uint8_t {
  fail_l0,
  fail_l1,
  fail_l2,
  pass
};  // disjoint, not a supertype, not provable, supertype

// Is every value of `b` a value of `a`?
BaseCheck base_check(Context& context, StructInfo a, StructInfo b);
StructInfo join(Context& context, StructInfo a, StructInfo b);  // least common ancestor, 3.6

using PrimMap = std::unordered_map<Prim, Prim>;
using ValueMap = std::unordered_map<Value, Value>;
// Removes what is not in scope (3.7): symbols and shape variables are replaced by their image, or erased if they have
// none.
StructInfo erase(Context& context, StructInfo info, const PrimMap& symbols, const ValueMap& shape_vars);
// Replaces symbols that are in the map and keeps the others.
Prim substitute(Context& context, Prim expr, const PrimMap& map);
StructInfo substitute(Context& context, StructInfo info, const PrimMap& map);

// Symbols of any number of infos and expressions, each once, in order of first occurrence. Linear in what is added.
class SymbolSet {
 public:
  void add(Prim symbol);
  // Those that occur as a whole value: what a parameter of this struct info defines.
  void add_definable(const Context& context, StructInfo info);
  // Those that occur anywhere.
  void add_free(const Context& context, StructInfo info);
  void add_free(const Context& context, Prim expr);
  bool contains(Prim symbol) const { return seen_.contains(symbol); }
  const std::vector<Prim>& in_order() const& { return in_order_; }
  std::vector<Prim> in_order() && { return std::move(in_order_); }
  void keep_first(size_t count);

 private:
  std::vector<Prim> in_order_;
  std::unordered_set<Prim> seen_;  // also the expressions around symbols, none of which is walked twice
};
std::vector<Prim> definable_symbols(const Context& context, StructInfo info);
std::vector<Prim> free_symbols(const Context& context, StructInfo info);
std::vector<Prim> free_symbols(const Context& context, Prim expr);

// The symbols that the parameters of the function define.
SymbolSet parameter_symbols(const Function& fn, LambdaId lambda);
// What the function returns as a caller sees it (language 1.6): the struct info of its result without what its
// parameters do not define; none if the result has none.
StructInfo erased_result(Function& fn, LambdaId lambda);

// Canonical form of an integer expression: sums of products with integer coefficients; floordiv, floormod, min and
// max over canonical operands as atoms. Symbols are taken as >= 0 (dims). Printed like TVM's simplifier where known.
Prim simplify(Context& context, Prim expr);
enum class Truth : uint8_t { no, yes, unknown };
Truth prove_equal(Context& context, Prim a, Prim b);
// For all values of the symbols that are >= 0.
Truth prove_at_least(Context& context, Prim expr, int64_t bound);

}  // namespace hammock
