// SPDX-License-Identifier: Apache-2.0
// What a kernel's text leaves out: the root block and the regions of blocks (TIR 2.6 to 2.8).
#pragma once

#include <span>

#include "hammock/base/diagnostic.h"
#include "hammock/tir/kernel.h"

namespace hammock::tir {

// `allocations`: T.alloc_buffer at the level of the function. Blocks that touch a buffer's pointer and say no regions
// are reported.
void complete(Kernel& kernel, std::span<const BufferId> allocations, Diagnostics& diagnostics);

}  // namespace hammock::tir
