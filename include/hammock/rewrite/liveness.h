// SPDX-License-Identifier: Apache-2.0
// Which bindings are needed.
//
// Needed are the result of the function, impure bindings, match_casts (they check at run time), and what needed bindings mention.
// What is nested counts only if the binding around it is needed; an unused local function goes away with all that it uses,
// recursive or not.
#pragma once

#include "hammock/rewrite/uses.h"

namespace hammock {

// By value: 1 if needed. One walk over the function and one visit of each needed binding.
std::vector<uint8_t> live_bindings(const Function& fn, const Places& places);

// By value: 1 for bindings that nothing mentions, beginning with `candidates` and going on to what only dead ones mentioned.
// Unlike live_bindings it costs nothing for bindings that are not candidates, and keeps other dead code.
std::vector<uint8_t> orphans(const Function& fn, const Places& places, const UseTable& uses, std::span<const Value> candidates);

// Removes every binding that is not needed; returns how many.
size_t remove_dead_bindings(Function& fn);

}  // namespace hammock
