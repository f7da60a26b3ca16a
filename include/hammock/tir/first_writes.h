// SPDX-License-Identifier: Apache-2.0
// Which memory a kernel surely fills before it reads any of it, so that nobody can tell what was there before.
#pragma once

#include <unordered_set>

#include "hammock/tir/kernel.h"

namespace hammock::tir {

// The pointers of such memory: that of parameters, and what the kernel allocates. What fills it are stores under loops
// alone, one to every element or several to parts that follow each other along a dim; others may be between as long as
// they read what has been stored by then. A kernel that ends early, or leaves a loop, does so behind them.
std::unordered_set<uint32_t> filled_before_read(const Kernel& kernel);

}  // namespace hammock::tir
