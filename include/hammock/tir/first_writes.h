// SPDX-License-Identifier: Apache-2.0
// Which memory a kernel surely fills before it reads any of it, so that nobody can tell what was there before.
#pragma once

#include <unordered_set>

#include "hammock/tir/kernel.h"

namespace hammock::tir {

// The pointers of such memory: that of parameters, and what the kernel allocates. What fills it is one store, under
// loops alone, to every element; others may be between as long as they read what their iteration has stored.
std::unordered_set<uint32_t> filled_before_read(const Kernel& kernel);

}  // namespace hammock::tir
