// SPDX-License-Identifier: Apache-2.0
// The step of runtime/depthwise.h as LLVM IR.
#pragma once

#include <string>

#include "compiled_kernel.h"
#include "hammock/runtime/depthwise.h"

namespace hammock::jit {

std::string depthwise_step_name(const DepthwisePlan& plan);
// Once per module.
void emit_depthwise_step(const Emission& emission, const DepthwisePlan& plan);

}  // namespace hammock::jit
