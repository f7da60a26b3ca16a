// SPDX-License-Identifier: Apache-2.0
// The functions that passes.def names, each in a file of its name.
#pragma once

#include "hammock/passes/pass.h"

namespace hammock {

#define PASS(name, function, options, requires_, help) \
  Changed function(Module& module, const PassOptions& options_, PassContext& context);
#include "hammock/passes/passes.def"
#undef PASS

// Calls whose operands must be variables, and stay as they are where a variable is known to be a constant.
bool wants_variables(const Node& node);

// A pass that works on kernels worked on those of the module.
inline void count_kernels(const Module& module, PassContext& context) {
  for (const GlobalFunction& f : module.functions) context.functions += f.is_kernel();
}

// The Relax functions in the order of their names, in which passes of TVM that make functions go through them.
std::vector<GlobalFunction*> functions_by_name(Module& module);

// Of the groups those that may still become functions.
struct OutlineGroup;
void keep_applicable(const Function& fn, std::vector<OutlineGroup>& groups, PassContext& context);
// Tells the events what became of groups that were to become functions; `who` wanted it.
struct Outlined;
Changed tell_outlined(const Function& fn, std::span<const OutlineGroup> groups, std::span<const Outlined> made,
                      const std::string& who, PassContext& context);

// Passes on one function, for others that end with them.
Changed canonicalize_symbols(Module& module, Function& fn, PassContext& context);
Changed eliminate_common(const Module& module, Function& fn, bool call_only, PassContext& context);
Changed canonicalize(Module& module, Function& fn, PassContext& context);  // CanonicalizeBindings

}  // namespace hammock
