// SPDX-License-Identifier: Apache-2.0
// What Relax sees of a kernel: a function of tensors.
#pragma once

#include "hammock/tir/kernel.h"

namespace hammock::tir {

// Buffers are tensors, handles are objects, typed pointers and scalars are primitive values (TIR 6). Symbols have the
// names that the kernel gives them.
StructInfo signature(const Kernel& kernel);

}  // namespace hammock::tir
