// SPDX-License-Identifier: Apache-2.0
// Rules as a part of a pipeline: the steps of a rule script, each to its fixed point.
#pragma once

#include "hammock/passes/pass.h"
#include "hammock/rewrite/rule_script.h"

namespace hammock {

// Puts a function of the module in order between rounds of rewriting: CanonicalizeBindings, EliminateCommonSubexpr and
// DeadCodeElimination, until nothing changes. True if it changed something.
bool clean_after_rewrite(Module& module, Function& fn);

// Rewrites are reported to the events of the context, what was declined as remarks; a rule that does not end is a
// warning. The observer looks on at every step, under the names of its rules. Stops at the first step in which the
// script fails (RuleScript::has_failed).
Changed apply_rules(Module& module, const RuleScript& script, PassContext& context,
                    std::vector<PassTime>* times = nullptr);

}  // namespace hammock
