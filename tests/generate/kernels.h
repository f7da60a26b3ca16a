// SPDX-License-Identifier: Apache-2.0
// Calls that kernels are made for, with dims of 1 to 70: products, convolutions, pools, norms, attention, reductions,
// copies. Their operands have to fit each other, which guesses (calls.h) seldom do.
#pragma once

#include "calls.h"

namespace hammock::generate {

// Where possible on values that are there, so that kernels are fused.
void kernel_call(Values& values, Calls& calls);

}  // namespace hammock::generate
