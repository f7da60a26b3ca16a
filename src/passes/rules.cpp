// SPDX-License-Identifier: Apache-2.0
#include "hammock/passes/rules.h"

#include <fmt/format.h>

#include "hammock/base/clock.h"
#include "hammock/rewrite/liveness.h"
#include "hammock/rewrite/order.h"

namespace hammock {

bool clean_after_rewrite(Function& fn) { return remove_dead_bindings(fn) > 0; }

namespace {

std::string names(std::span<const Rule> rules) {
  std::string out;
  for (const Rule& r : rules.first(std::min<size_t>(rules.size(), 4))) out += (out.empty() ? "" : ", ") + r.name;
  return rules.size() > 4 ? fmt::format("{} and {} more", out, rules.size() - 4) : out;
}

}  // namespace

Changed apply_rules(Module& module, const RuleScript& script, PassContext& context, std::vector<PassTime>* times) {
  Changed changed = Changed::no;
  RewriteOptions options;
  options.clean = clean_after_rewrite;
  options.events = [&](const RewriteEvent& e) {
    if (context.events) context.events(e);
    if (!e.applied) context.diagnostics.report(Diag::pass_remark, e.span, fmt::format("rule '{}': {}", e.rule, e.reason));
  };
  for (const RuleScript::Step& step : script.steps()) {
    std::string name = names(step.rules);
    PassInfo shown{name, "", "", "", nullptr};
    if (context.observer) context.observer->before(module, shown);
    double start = now_ms();
    RewriteResult result = rewrite(module, step.rules, options);
    if (times) times->push_back({name, now_ms() - start, result.changed});
    options.first_event += result.events;
    if (result.end != RewriteEnd::fixed_point) context.diagnostics.report(Diag::loose_rule, {}, result.message);
    Changed now = result.changed ? Changed::yes : Changed::no;
    changed = changed | now;
    if (script.has_failed()) break;
    if (context.observer && !context.observer->after(module, shown, now)) {
      context.is_stopped = true;
      break;
    }
  }
  return changed;
}

}  // namespace hammock
