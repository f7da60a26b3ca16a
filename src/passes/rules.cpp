// SPDX-License-Identifier: Apache-2.0
#include "hammock/passes/rules.h"

#include <fmt/format.h>

#include "hammock/base/clock.h"
#include "hammock/base/suggest.h"
#include "hammock/rewrite/drive.h"
#include "hammock/rewrite/liveness.h"
#include "hammock/rewrite/subroutines.h"
#include "passes.h"

namespace hammock {

bool clean_after_rewrite(Module& module, Function& fn) {
  Diagnostics ignored;
  PassContext silent{ignored, {}};
  constexpr int kMostRounds = 10;
  for (int round = 0; round < kMostRounds; ++round) {
    Changed changed = canonicalize(module, fn, silent);
    changed = changed | eliminate_common(module, fn, false, silent);
    if (remove_dead_bindings(fn) == 0 && changed == Changed::no) return round > 0;
  }
  return true;
}

namespace {

std::string names(std::span<const Rule> rules) {
  std::string out;
  for (const Rule& r : rules.first(std::min<size_t>(rules.size(), 4))) out += (out.empty() ? "" : ", ") + r.name;
  return rules.size() > 4 ? fmt::format("{} and {} more", out, rules.size() - 4) : out;
}

void warn_if_missing(const Module& module, Name function, const std::string& rules, PassContext& context) {
  std::string_view wanted = module.context().text(function);
  std::vector<std::string_view> known;
  for (const GlobalFunction& f : module.functions) {
    if (f.name == function && f.relax()) return;
    if (f.relax()) known.push_back(module.context().text(f.name));
  }
  context.diagnostics.report(Diag::loose_rule, {},
                             fmt::format("{} is for function '{}', which the module does not have{}", rules, wanted,
                                         did_you_mean(wanted, known)));
}

}  // namespace

Changed apply_rules(Module& module, std::span<const RuleStep> steps, PassContext& context, std::vector<PassTime>* times,
                    const std::function<bool()>& has_failed) {
  auto is_over = [&] { return has_failed && has_failed(); };
  Changed changed = Changed::no;
  RewriteOptions options;
  options.check = context.check_rewrite;
  options.applications = context.applications;
  options.events = [&](const RewriteEvent& e) {
    if (context.events) context.events(e);
    if (!e.applied)
      context.diagnostics.report(Diag::pass_remark, e.span, fmt::format("rule '{}': {}", e.rule, e.reason));
  };
  for (const RuleStep& step : steps) {
    if (context.is_over()) break;
    std::string name = names(step.rules);
    PassInfo shown{name, "", "", "", nullptr};
    std::optional<Subroutines> called(std::in_place, module, step.rules);
    if (step.function) warn_if_missing(module, step.function, name, context);
    if (context.applications) context.applications->begin({});
    if (context.observer) context.observer->before(module, shown);
    double start = now_ms();
    Changed now = Changed::no;
    for (GlobalFunction& global : called->own()) {
      Function* fn = global.relax();
      if (!fn || (step.function && global.name != step.function)) continue;
      options.clean = [&](Function& f) { return clean_after_rewrite(module, f); };
      std::vector<RuleStats> stats;
      options.stats = &stats;
      RewriteResult result = rewrite(*fn, &module, step.rules, options);
      if (context.rule_stats) add_stats(*context.rule_stats, stats);
      options.first_event += result.events;
      if (result.changed) {
        now = Changed::yes;
        global.info = signature(*fn, LambdaId(0));
      }
      if (result.end == RewriteEnd::too_many || result.end == RewriteEnd::cycle)
        context.diagnostics.report(Diag::loose_rule, fn->self().span, result.message);
      if (is_over() || result.end == RewriteEnd::stopped) break;
    }
    called.reset();
    if (times) times->push_back({name, now_ms() - start, now == Changed::yes});
    changed = changed | now;
    if (is_over()) break;
    if (context.observer && !context.observer->after(module, shown, now)) {
      context.is_stopped = true;
      break;
    }
  }
  return changed;
}

}  // namespace hammock
