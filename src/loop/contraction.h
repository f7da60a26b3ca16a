// SPDX-License-Identifier: Apache-2.0
// What every anchor that is a contraction ends with.
#pragma once

#include <functional>

#include "lowerer.h"

namespace hammock::loop {

// The step of `c`, whose loops are made: factors, accumulator, epilogue and store. `point` is the place in the anchor's
// result of the contraction's axes.
void emit_contraction(KernelBuilder& b, const Target& t, Contraction c, const View& lhs, const View& rhs,
                      std::span<const Prim> point, Prim init = {});

// The element of a factor at k, for the axes of the contraction.
using ElementAt = std::function<Prim(Prim k)>;

// `c` as a reduction for each element of the result, which finds what the element before has read in the cache. Only
// the axes of `c` count, its factors may be expressions.
void emit_rows(KernelBuilder& b, const Target& t, const Contraction& c, const ElementAt& lhs, const ElementAt& rhs,
               std::span<const Prim> point, Prim init = {});

// A contraction over an empty k: its epilogue of 0 everywhere.
void emit_empty_contraction(KernelBuilder& b, const Target& t, DType acc);

}  // namespace hammock::loop
