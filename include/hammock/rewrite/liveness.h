// SPDX-License-Identifier: Apache-2.0
// Which bindings are needed.
//
// Needed are the result of the function, impure bindings, match_casts (they check at run time), and what needed
// bindings mention. What is nested counts only if the binding around it is needed; an unused local function goes away
// with all that it uses, recursive or not.
#pragma once

#include "hammock/ir/module.h"
#include "hammock/rewrite/uses.h"

namespace hammock {

// By value: 1 if needed. One walk over the function and one visit of each needed binding.
std::vector<uint8_t> live_bindings(const Function& fn, const Places& places);

// By value: 1 for bindings that nothing mentions, beginning with `candidates` and going on to what only dead ones
// mentioned. Unlike live_bindings it costs nothing for bindings that are not candidates, and keeps other dead code.
std::vector<uint8_t> orphans(const Function& fn, const Places& places, const UseTable& uses,
                             std::span<const Value> candidates);

// Removes those, and puts what is left in binding order.
void drop_orphans(Function& fn, std::span<const Value> candidates);
// Removes every binding that is not needed; returns how many.
size_t remove_dead_bindings(Function& fn);

// A function that nothing outside of the module can call.
bool is_private(const GlobalFunction& global);
// By number: 1 for the roots and for the functions that are reached from them, through references in bindings.
std::vector<uint8_t> reached_functions(const Module& module, std::span<const GlobalId> roots);
// Removes the functions that are 0 there, and renumbers the references to those that follow them; returns how many.
size_t remove_functions(Module& module, std::span<const uint8_t> kept);

}  // namespace hammock
