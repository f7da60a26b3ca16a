// SPDX-License-Identifier: Apache-2.0
// Kernels that move nothing: what they write is what they read, in another shape.
#pragma once

#include "hammock/tir/kernel.h"

namespace hammock::tir {

// Does the kernel copy its first buffer to its last one, element by element at the same position in row-major order, to
// every position once (legalize, 8.4)? If both have as many elements, that is a reshape.
bool is_reshape(const Kernel& kernel);

}  // namespace hammock::tir
