// SPDX-License-Identifier: Apache-2.0
// The transformations of runtime/winograd.h as LLVM IR, with tiles in the lanes.
#pragma once

#include <string>

#include "compiled_kernel.h"

namespace hammock::jit {

std::string winograd_input_name(int64_t tile);
std::string winograd_weight_name(int64_t tile);
std::string winograd_output_name(int64_t tile);
// All three, once per module.
void emit_winograd_steps(const Emission& emission, int64_t tile);

}  // namespace hammock::jit
