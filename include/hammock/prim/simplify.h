// SPDX-License-Identifier: Apache-2.0
// Arithmetic on dims: a canonical form, and proofs.
#pragma once

#include <cstdint>

#include "hammock/ir/context.h"

namespace hammock {

// What symbols stand for.
enum class Symbols : uint8_t {
  dims,      // all are >= 0
  variables  // those of kernels: only size variables are
};

// Canonical form of an integer expression: sums of products with integer coefficients; floordiv, floormod, min and
// max over canonical operands as atoms. Printed like TVM's simplifier where known.
Prim simplify(Context& context, Prim expr, Symbols symbols = Symbols::dims);
// What TVM's simplifier makes of an expression of a kernel, of any dtype.
Prim simplify_element(Context& context, Prim expr);
enum class Truth : uint8_t { no, yes, unknown };
// For all values that the symbols may have.
Truth prove_equal(Context& context, Prim a, Prim b, Symbols symbols = Symbols::dims);
Truth prove_at_least(Context& context, Prim expr, int64_t bound, Symbols symbols = Symbols::dims);

}  // namespace hammock
