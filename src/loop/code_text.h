// SPDX-License-Identifier: Apache-2.0
// A T.prim_func as a key: everything that its compiled form depends on, a line per statement and per expression.
#pragma once

#include <string>

#include "hammock/tir/kernel.h"

namespace hammock::loop {

// Equal texts are equal kernels up to the names of the kernel and its variables. The names of buffers belong to it:
// errors of a run say them.
void write_code(const tir::Kernel& kernel, std::string& out);

}  // namespace hammock::loop
