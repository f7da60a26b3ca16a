// SPDX-License-Identifier: Apache-2.0
// The transformations of runtime/winograd.h as LLVM IR, with tiles in the lanes, and those of winograd_pixels.h, with
// channels.
#pragma once

#include <string>

#include "compiled_kernel.h"

namespace hammock::jit {

std::string winograd_input_name(int64_t tile);
std::string winograd_weight_name(int64_t tile);
std::string winograd_output_name(int64_t tile);
std::string winograd_pixels_input_name(int64_t tile);
std::string winograd_pixels_output_name(int64_t tile);
// The three of one or the other, once per module.
void emit_winograd_steps(const Emission& emission, int64_t tile);
void emit_winograd_pixels_steps(const Emission& emission, int64_t tile);

}  // namespace hammock::jit
