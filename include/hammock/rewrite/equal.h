// SPDX-License-Identifier: Apache-2.0
// Structural equality: the same functions up to the names of variables.
#pragma once

#include <string>

#include "hammock/ir/module.h"

namespace hammock {

// Where two modules of one context differ, in a few words; empty if they are equal. Functions are found by name, in any order; a
// lone function may have any name. Comments, places, names of variables and where in a run of blocks of one kind a new one
// begins do not count.
std::string difference(const Module& a, const Module& b);

}  // namespace hammock
