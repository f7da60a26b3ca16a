// SPDX-License-Identifier: Apache-2.0
// Calls of operators that become calls of kernels.
#pragma once

#include "passes.h"

namespace hammock {

namespace lower {
enum class Use : uint8_t;
}

Changed legalize(Module& module, PassContext& context, lower::Use use);

// A device that kernels of CPUs are for: the kind of its target says so, or nothing says one.
bool is_cpu(const Module& module, StructInfo result);

}  // namespace hammock
