// SPDX-License-Identifier: Apache-2.0
// The kinds of primitive expressions with what prims.def says of them, and the operators on numbers.
#pragma once

#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>

#include "hammock/ir/context.h"

namespace hammock {

enum class PrimGroup : uint8_t { leaf, arithmetic, division, extreme, comparison, logical, other };

struct PrimRow {
  PrimKind kind;
  PrimGroup group;
  std::string_view node, folding, infix;
  int precedence;

  // The name in the text of a node that no operator says.
  constexpr std::string_view call() const { return infix.empty() && !folding.empty() ? folding : node; }
  constexpr bool is_test() const { return group == PrimGroup::comparison || group == PrimGroup::logical; }
  constexpr bool is_binary() const {
    return group != PrimGroup::leaf && group != PrimGroup::other && kind != PrimKind::logical_not;
  }
};

inline constexpr PrimRow kPrimRows[] = {
#define PRIM(kind, group, ...) {PrimKind::kind, PrimGroup::group, __VA_ARGS__},
#include "hammock/ir/prims.def"
#undef PRIM
};
constexpr const PrimRow& row(PrimKind kind) { return kPrimRows[static_cast<size_t>(kind)]; }

// Of comparisons: b > a for a < b, and a >= b, which holds where a < b does not (of integers).
PrimKind mirrored(PrimKind comparison);
PrimKind negated(PrimKind comparison);

// What a binary operator gives; tests give 0 and 1. Nothing for a division by zero, or if it is not defined on such
// operands. A caller who has a dtype wraps or rounds.
std::optional<__int128> computed(PrimKind kind, int64_t a, int64_t b);
std::optional<double> computed(PrimKind kind, double a, double b);

}  // namespace hammock
