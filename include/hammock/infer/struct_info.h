// SPDX-License-Identifier: Apache-2.0
// Relations on struct info (language 3.5 to 3.7), and the symbols in it.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "hammock/ir/function.h"
#include "hammock/prim/symbols.h"

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

using ValueMap = std::unordered_map<Value, Value>;
// Removes what is not in scope (3.7): symbols and shape variables are replaced by their image, or erased if they have
// none.
StructInfo erase(Context& context, StructInfo info, const PrimMap& symbols, const ValueMap& shape_vars);
// Replaces symbols that are in the map and keeps the others.
StructInfo substitute(Context& context, StructInfo info, const PrimMap& map);

// Those that occur as a whole value: what a parameter of this struct info defines.
void add_definable(SymbolSet& symbols, const Context& context, StructInfo info);
// Those that occur anywhere.
void add_free(SymbolSet& symbols, const Context& context, StructInfo info);
std::vector<Prim> definable_symbols(const Context& context, StructInfo info);
std::vector<Prim> free_symbols(const Context& context, StructInfo info);

// The symbols that the parameters of the function define.
SymbolSet parameter_symbols(const Function& fn, LambdaId lambda);
// What the function returns as a caller sees it (language 1.6): the struct info of its result without what its
// parameters do not define; none if the result has none.
StructInfo erased_result(Function& fn, LambdaId lambda);

}  // namespace hammock
