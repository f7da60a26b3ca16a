// SPDX-License-Identifier: Apache-2.0
// Functions for a back end: what FuseOpsByPattern{annotate-codegen} and MergeCompositeFunctions make of composites.
//
// A composite is a function with the attribute Composite, "<back end>.<pattern>". A function for a back end has the
// attribute Codegen and holds the composites that it calls as local functions, so that the back end finds all that it
// is to compile in one place.
#pragma once

#include <functional>
#include <string_view>

#include "hammock/ir/module.h"
#include "hammock/rewrite/outline.h"

namespace hammock {

// Steps of all walks that look for cycles, for each binding and operand of a block.
constexpr size_t kMaxWalk = 64;

// The back end of a composite; empty if the function is none.
std::string_view back_end_of(const Function& fn);

// Makes the function, which calls composites in blocks of its own, one for the back end: composites that `composite`
// knows become local functions in front of their first call, each named by a call of `local_name`; blocks are plain
// ones; the function is public and named `<name>_<back end>`, or what `outliner` makes of that where it is taken.
void make_back_end_function(GlobalFunction& global, std::string_view back_end, Outliner& outliner,
                            const std::function<Name()>& local_name,
                            const std::function<const Function*(GlobalId)>& composite);

// A function of the composite's signature that only calls it, as `output`.
Function make_caller(const Function& composite, GlobalId id, StructInfo info);

}  // namespace hammock
