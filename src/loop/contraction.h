// SPDX-License-Identifier: Apache-2.0
// What every anchor that is a contraction ends with.
#pragma once

#include "lowerer.h"

namespace hammock::loop {

// The step of `c`, whose loops are made: factors, accumulator, epilogue and store. `point` is the place in the anchor's
// result of the contraction's axes.
void emit_contraction(KernelBuilder& b, const Target& t, Contraction c, const View& lhs, const View& rhs,
                      std::span<const Prim> point, Prim init = {});

// The outer loops of a reduction for each element of the result: those of the fewer vectors are inside, where they find
// in the cache what the matrix was read for.
std::vector<Axis> few_inside(const Contraction& c);

// The sum of lhs * rhs over the last axes for each point of the first ones. The factors are elements at the axes, in
// memory or computed.
void emit_sum_of_products(KernelBuilder& b, const Target& t, std::vector<Axis> outer, std::vector<Axis> reduced,
                          Prim lhs, Prim rhs, std::span<const Prim> point, Prim init = {});

// A contraction over an empty k: its epilogue of 0 everywhere.
void emit_empty_contraction(KernelBuilder& b, const Target& t, DType acc);

}  // namespace hammock::loop
