// SPDX-License-Identifier: Apache-2.0
// Arithmetic on dims: a canonical form, and proofs.
#pragma once

#include <cstdint>

#include "hammock/ir/context.h"

namespace hammock {

// Canonical form of an integer expression: sums of products with integer coefficients; floordiv, floormod, min and
// max over canonical operands as atoms. Symbols are taken as >= 0 (dims). Printed like TVM's simplifier where known.
Prim simplify(Context& context, Prim expr);
enum class Truth : uint8_t { no, yes, unknown };
Truth prove_equal(Context& context, Prim a, Prim b);
// For all values of the symbols that are >= 0.
Truth prove_at_least(Context& context, Prim expr, int64_t bound);

}  // namespace hammock
