// SPDX-License-Identifier: Apache-2.0
// Structural equality of kernels (TIR 2.10).
#pragma once

#include <functional>

#include "hammock/tir/kernel.h"

namespace hammock::tir {

// Whether the names that others outside of the module call kernels by count, and whether there are any: they do not
// change what a kernel does.
enum class Symbols : bool { counted, ignored };

// Two kernels of one context: the same up to the names of variables, buffers, blocks and the kernels themselves.
// `is_same` says which functions, by name, are called for the same.
bool equal(const Kernel& a, const Kernel& b, const std::function<bool(Name, Name)>& is_same,
           Symbols symbols = Symbols::counted);

// Equal for kernels that are equal, symbols ignored. `same` gives one name to functions that are called for the same.
uint64_t hash(const Kernel& kernel, const std::function<Name(Name)>& same);

}  // namespace hammock::tir
