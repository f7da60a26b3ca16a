// SPDX-License-Identifier: Apache-2.0
// Structural equality of kernels (TIR 2.10).
#pragma once

#include <functional>

#include "hammock/tir/kernel.h"

namespace hammock::tir {

// Two kernels of one context: the same up to the names of variables, buffers, blocks and the kernels themselves.
// `is_same` says which functions, by name, are called for the same.
bool equal(const Kernel& a, const Kernel& b, const std::function<bool(Name, Name)>& is_same);

}  // namespace hammock::tir
