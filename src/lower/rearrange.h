// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "call.h"

namespace hammock::lower {

PrimExpr flat_position(const Stages& stages, const Index& at, const Dims& shape);
// Stages T_reshape and T_transpose.
StageTensor reshaped(Stages& stages, const StageTensor& x, const Dims& shape);
StageTensor transposed(Stages& stages, const StageTensor& x, const std::vector<size_t>& axes);

// The coordinates of a flat position; nothing keeps the first one inside.
Index coordinates(PrimExpr flat, const StageTensor& x);
// Of the dims from `begin` up to `end`.
PrimExpr product(const CallLowering& c, const StageTensor& x, size_t begin, size_t end);

}  // namespace hammock::lower
