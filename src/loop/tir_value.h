// SPDX-License-Identifier: Apache-2.0
// Numbers in what `--dump=kernels` prints: a kernel whose value is asked for stores it (see Code::gives_value), and a
// kernel returns what a tensor holds.
#pragma once

#include <memory>

#include "hammock/tir/kernel.h"

namespace hammock::loop {

// `value` is a buffer of the kernel, of two int64 or float64. Where the kernel returns, 1 and what it returns are
// stored there first; 0 where it begins. `must_return`: it ends with an assertion that it has.
void store_value(tir::Kernel& kernel, tir::BufferId value, bool must_return);

// Returns the last of so many elements, its only parameter.
std::shared_ptr<const tir::Kernel> last_element(const std::shared_ptr<Context>& context, Name name, DType dtype,
                                                int64_t count);

}  // namespace hammock::loop
