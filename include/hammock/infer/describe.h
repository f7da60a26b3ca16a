// SPDX-License-Identifier: Apache-2.0
// Struct info and dims in messages, in the words of the script. Not the printer: symbols have their hints as names, and
// what is deep or long is cut short.
#pragma once

#include <span>
#include <string>

#include "hammock/ir/context.h"

namespace hammock {

std::string describe(const Context& context, Prim expr);
std::string describe(const Context& context, std::span<const Prim> dims);  // (2, m, 3)
std::string describe(const Context& context, StructInfo info);

}  // namespace hammock
