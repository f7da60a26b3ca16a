// SPDX-License-Identifier: Apache-2.0
// Rules as a part of a pipeline: steps of rules, each to its fixed point.
#pragma once

#include <functional>

#include "hammock/passes/pass.h"
#include "hammock/rewrite/rule.h"

namespace hammock {

// Puts a function of the module in order between rounds of rewriting: CanonicalizeBindings, EliminateCommonSubexpr and
// DeadCodeElimination, until nothing changes. True if it changed something.
bool clean_after_rewrite(Module& module, Function& fn);

struct RuleStep {
  std::vector<Rule> rules;
  Name function;  // the only one to be rewritten; none: all
};

// Rewrites are reported to the events of the context, what was declined as remarks; a rule that does not end is a
// warning. The observer looks on at every step, under the names of its rules. Stops at the first step in which
// `has_failed`, if given, says that a rule made a mistake, which was reported.
Changed apply_rules(Module& module, std::span<const RuleStep> steps, PassContext& context,
                    std::vector<PassTime>* times = nullptr, const std::function<bool()>& has_failed = {});

}  // namespace hammock
