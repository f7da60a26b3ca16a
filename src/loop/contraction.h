// SPDX-License-Identifier: Apache-2.0
// What every anchor that is a contraction ends with.
#pragma once

#include "lowerer.h"

namespace hammock::loop {

// The step of `c`, whose loops are made: factors, accumulator, epilogue and store. `point` is the place in the anchor's
// result of the contraction's axes.
void emit_contraction(KernelBuilder& b, const Target& t, Contraction c, const View& lhs, const View& rhs,
                      std::span<const Prim> point, Prim init = {});

// A contraction over an empty k: its epilogue of 0 everywhere.
void emit_empty_contraction(KernelBuilder& b, const Target& t, DType acc);

}  // namespace hammock::loop
