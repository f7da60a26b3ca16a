// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "call.h"

namespace hammock::lower {

Expr flat_position(const Stages& stages, const Index& at, const Dims& shape);
// Stages T_reshape and T_transpose.
Tensor reshaped(Stages& stages, const Tensor& x, const Dims& shape);
Tensor transposed(Stages& stages, const Tensor& x, const std::vector<size_t>& axes);

}  // namespace hammock::lower
