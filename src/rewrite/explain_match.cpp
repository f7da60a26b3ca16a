// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "hammock/rewrite/drive.h"

namespace hammock {

std::vector<RuleMiss> explain_match(Function& fn, const Module* module, std::span<const Rule> rules, Value v) {
  std::vector<RuleMiss> out;
  Places places(fn);
  UseTable uses(fn, places);
  Scope scope;
  scope.places = &places;
  scope.uses = &uses;
  scope.module = module;
  for (const Rule& rule : rules) {
    RuleMiss best{&rule, false, {}, {}};
    if (rule.root) {
      Matcher matcher(rule.patterns(), rule.root);
      Match match;
      best.matches = matcher.match(fn, v, match, scope, &best.miss);
      if (best.matches) {
        Build build(fn, module, rule.patterns(), match, v);
        for (const RuleCondition& condition : rule.conditions) {
          if (best.declined.empty() && !condition.holds(build))
            best.declined = fmt::format("'{}' does not hold", condition.text);
        }
        if (best.declined.empty() && (rule.term || rule.make_value)) {
          Value by = rule.term ? build.term(rule.term) : rule.make_value(build);
          if (!by || by == v) best.declined = build.reason().empty() ? "the rule makes nothing of it" : build.reason();
        }
      }
    } else {
      std::vector<PatternId> roots = rule.fields;
      if (rule.graph) roots.assign(rule.graph->nodes().begin(), rule.graph->nodes().end());
      for (PatternId p : roots) {
        if (rule.patterns()[p].kind == PatternKind::any) continue;
        Miss miss;
        Match match;
        best.matches |= Matcher(rule.patterns(), p).match(fn, v, match, scope, &miss);
        if (!best.miss.at || miss.matched > best.miss.matched) best.miss = miss;
      }
    }
    out.push_back(std::move(best));
  }
  return out;
}

}  // namespace hammock
