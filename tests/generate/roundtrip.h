// SPDX-License-Identifier: Apache-2.0
// What must hold of the text of every well-formed module.
#pragma once

#include <string>

#include "hammock/ir/module.h"

namespace hammock::generate {

// With constants in full.
std::string text_of(const Module& module);
// The module is well-formed, its text reads back to an equal module, and that prints to the same text. What is wrong,
// with the text; empty if all is well.
std::string roundtrip_problem(const Module& module);

}  // namespace hammock::generate
