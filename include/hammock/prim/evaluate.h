// SPDX-License-Identifier: Apache-2.0
// The value of a primitive expression whose symbols have values: one evaluator for everything that runs.
//
// An expression is a graph that may share parts and may be deep: computed with a stack, every node once; of a choice
// only the branch that is taken. Integers of 64 bits do not wrap here (narrower ones do): a size that does not fit has
// no value.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <variant>

#include "hammock/ir/context.h"

namespace hammock {

using Number = std::variant<int64_t, double>;  // bools are 0 and 1
// Values of symbols, or of whole expressions, which then are not computed.
using SymbolValues = std::unordered_map<Prim, int64_t>;
using KnownNumbers = std::unordered_map<Prim, Number>;

struct Evaluated {
  enum class Problem : uint8_t { none, unbound, division_by_zero, too_large, not_computable };
  Number number;
  Problem problem = Problem::none;
  Prim at;  // unbound: the symbol; else the expression that has no value

  explicit operator bool() const { return problem == Problem::none; }
  std::optional<int64_t> integer() const {
    return *this && number.index() == 0 ? std::optional(std::get<0>(number)) : std::nullopt;
  }
};

// `known` may be kept as long as the symbols keep their values.
Evaluated evaluate(const Context& context, Prim root, const SymbolValues& symbols, KnownNumbers& known);
Evaluated evaluate(const Context& context, Prim root, const SymbolValues& symbols);
// Why there is no value: "symbol 'n' has no value".
std::string describe(const Context& context, const Evaluated& without_value);

}  // namespace hammock
