// SPDX-License-Identifier: Apache-2.0
// Values against struct info at run time: symbols are bound where they stand alone, everything else is checked.
#pragma once

#include <optional>
#include <string>

#include "hammock/prim/evaluate.h"
#include "hammock/runtime/tensor.h"

namespace hammock::reference {

using Symbols = SymbolValues;

// The value of an integer expression (bools as 0 and 1); an error text if it has none (prim/evaluate.h).
Result<int64_t> evaluate_integer(const Context& context, Prim expr, const Symbols& symbols);
// An integer or, for expressions of a float dtype, a double.
Result<RuntimeValue> evaluate_prim(const Context& context, Prim expr, const Symbols& symbols);

// Binds the symbols that `info` defines: dims, shape values and prim values that are a symbol without a value.
void bind_symbols(const Context& context, StructInfo info, const RuntimeValue& value, Symbols& symbols);
// Dims that are negative are 0 from here on (value_check.h).
void bind_empty_dims(const Context& context, StructInfo info, Symbols& symbols);
// What is wrong, as "rank is 3, expected 2"; empty if the value is one of `info`. A dim whose symbols have no value is
// wrong, too, unless it is said to be left out.
enum class Unbound : uint8_t { wrong, left_out };
std::string mismatch(const Context& context, StructInfo info, const RuntimeValue& value, const Symbols& symbols,
                     Unbound unbound = Unbound::wrong);
// The most that is known of a value: with the dims that it has. `declared` says the rest.
StructInfo info_of(Context& context, const RuntimeValue& value, StructInfo declared);

}  // namespace hammock::reference
