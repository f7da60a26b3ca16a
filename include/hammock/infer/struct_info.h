// SPDX-License-Identifier: Apache-2.0
// Relations on struct info (language 3.5 to 3.7) and arithmetic on dims.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "hammock/ir/context.h"

namespace hammock {

enum class BaseCheck : uint8_t { fail_l0, fail_l1, fail_l2, pass };  // disjoint, not a supertype, not provable, supertype

// Is every value of `b` a value of `a`?
BaseCheck base_check(Context& context, StructInfo a, StructInfo b);
StructInfo join(Context& context, StructInfo a, StructInfo b);  // least common ancestor, 3.6

using PrimMap = std::unordered_map<Prim, Prim>;
using ValueMap = std::unordered_map<Value, Value>;
// Removes what is not in scope (3.7): symbols and shape variables are replaced by their image, or erased if they have none.
StructInfo erase(Context& context, StructInfo info, const PrimMap& symbols, const ValueMap& shape_vars);
// Replaces symbols that are in the map and keeps the others.
Prim substitute(Context& context, Prim expr, const PrimMap& map);
StructInfo substitute(Context& context, StructInfo info, const PrimMap& map);

// Symbols that occur as a whole value, in order: those that a parameter of this struct info defines.
void definable_symbols(const Context& context, StructInfo info, std::vector<Prim>& out);
// All symbols that occur anywhere, in order of first occurrence, without repetition.
void free_symbols(const Context& context, StructInfo info, std::vector<Prim>& out);
void free_symbols(const Context& context, Prim expr, std::vector<Prim>& out);

// Canonical form of an integer expression: sums of products with integer coefficients; floordiv, floormod, min and
// max over canonical operands as atoms. Symbols are taken as >= 0 (dims). Printed like TVM's simplifier where known.
Prim simplify(Context& context, Prim expr);
enum class Truth : uint8_t { no, yes, unknown };
Truth prove_equal(Context& context, Prim a, Prim b);
// For all values of the symbols that are >= 0.
Truth prove_at_least(Context& context, Prim expr, int64_t bound);

}  // namespace hammock
