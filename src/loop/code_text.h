// SPDX-License-Identifier: Apache-2.0
// A T.prim_func as a key: everything that its compiled form depends on, a line per statement and per expression.
#pragma once

#include <string>

#include "hammock/tir/kernel.h"

namespace hammock::loop {

// Equal texts are equal kernels up to their names. Those of buffers and variables belong to it: errors of a run say
// them. It is the same in every process, but for a constant that is large (kLargeConstant), of which it says only which
// one of the context it is.
inline constexpr size_t kLargeConstant = 4096;  // bytes
void write_code(const tir::Kernel& kernel, std::string& out);

}  // namespace hammock::loop
