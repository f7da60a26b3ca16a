// SPDX-License-Identifier: Apache-2.0
#include "hammock/tool/rewrite.h"

#include <fmt/format.h>

#include <algorithm>

#include "hammock/passes/rules.h"
#include "hammock/rewrite/standard_patterns.h"
#include "hammock/verify/verify.h"

namespace hammock::tool {
namespace {

// What rules made has to be a module; else it is our mistake.
void verify_result(const Module& module, std::string_view rules) {
  Diagnostics problems;
  if (!verify(module, problems))
    throw InternalError(fmt::format("{} made a module that is not well-formed: {}", rules, problems.all()[0].text));
}

// Patterns with names as rules without replacement.
std::vector<Rule> as_rules(std::span<const FusionPattern> patterns) {
  std::vector<Rule> rules;
  for (const FusionPattern& pattern : patterns) {
    Rule& rule = rules.emplace_back(pattern.name, std::const_pointer_cast<Patterns>(pattern.patterns));
    rule.root = pattern.root;
    rule.span = pattern.span;
  }
  return rules;
}

class Rewriting {
 public:
  Rewriting(Script& script, std::span<RewritePart> parts, const RewriteRequest& options)
      : script_(script), parts_(parts), options_(options), diagnostics_(script.source) {
    CheckOptions check = options.check;
    check.passes = options.check_runs > 0;
    if (check.passes) check.runs.runs = options.check_runs;
    checks_ = check.passes || check.rewrites;
    run_check_.emplace(check, diagnostics_);
  }

  Rewritten run() {
    context_.events = options_.events;
    context_.observer = options_.observer;
    if (checks_) run_check_->watch(context_);
    context_.applications = options_.applications;
    context_.is_verified = script_.is_verified;  // and by each part that has changed it, if each is asked to
    if (options_.rule_stats) context_.rule_stats = &out_.rule_stats;
    offer_patterns();
    for (Module& module : script_.definitions.modules) {
      if (!rewrite(module)) break;
    }
    report();
    return std::move(out_);
  }

 private:
  bool has_failed() const {
    return std::ranges::any_of(parts_,
                               [](const RewritePart& p) { return p.rules.script && p.rules.script->has_failed(); });
  }

  // What FuseOpsByPattern may take: patterns of scripts, the last first, and those that everybody has.
  void offer_patterns() {
    if (!std::ranges::any_of(parts_, [](const RewritePart& p) { return runs(p.steps, "FuseOpsByPattern"); })) {
      for (const RewritePart& part : parts_) {
        if (!part.rules.script || part.rules.script->patterns().empty()) continue;
        part.rules.diagnostics->report(
            Diag::loose_rule, part.rules.script->patterns().back().span,
            "the patterns that are registered wait for --passes=FuseOpsByPattern, which is not asked for");
      }
      return;
    }
    for (auto part = parts_.rbegin(); part != parts_.rend(); ++part) {
      if (!part->rules.script) continue;
      const auto& registered = part->rules.script->patterns();
      patterns_.insert(patterns_.end(), registered.begin(), registered.end());
    }
    context_.registered_patterns = patterns_.size();
    std::vector<FusionPattern> library =
        standard_patterns(std::make_shared<Patterns>(script_.definitions.modules[0].context()));
    patterns_.insert(patterns_.end(), library.begin(), library.end());
    context_.patterns = patterns_;
  }

  // False: that was the end.
  bool rewrite(Module& module) {
    for (RewritePart& part : parts_) {
      if (!part.rules.script) {
        run_pipeline(module, part.steps, context_, options_.verify_each, &out_.times);
        failed_ = has_failed();  // a check of a pattern
      } else {
        apply_rules(module, *part.rules.script, context_, &out_.times);
        failed_ = part.rules.script->has_failed();
        if (!failed_) verify_result(module, part.rules.source->name());
      }
      if (failed_ || context_.is_stopped) return false;
    }
    return true;
  }

  void report() {
    for (RewritePart& part : parts_) {
      if (part.rules.diagnostics) out_.outcome.add(std::move(*part.rules.diagnostics));
    }
    Diagnostics shown(script_.source);
    for (const Diagnostic& d : diagnostics_.all()) {
      if (info(d.id).severity != Severity::remark || options_.remarks || d.id == Diag::not_compared)
        shown.report(d.id, d.span, d.text).notes = d.notes;
    }
    as_written(shown, script_.definitions);
    if (shown.has_errors() || failed_) out_.outcome.status = kInvalid;
    out_.outcome.add(std::move(shown));
    if (checks_) out_.check_summary = run_check_->summary();
    if (!context_.is_stopped) return;
    out_.outcome.status = kFalse;
    out_.outcome.failure = script_.source->name() + ": " + run_check_->failure();
  }

  Script& script_;
  std::span<RewritePart> parts_;
  const RewriteRequest& options_;
  Diagnostics diagnostics_;
  PassContext context_{diagnostics_};
  std::optional<RunCheck> run_check_;
  std::vector<FusionPattern> patterns_;
  Rewritten out_;
  bool checks_ = false, failed_ = false;
};

}  // namespace

bool runs(std::span<const PipelineStep> steps, std::string_view pass) {
  return std::ranges::any_of(
      steps, [&](const PipelineStep& step) { return step.pass ? step.pass->name == pass : runs(step.group, pass); });
}

ScriptOptions options_for(std::span<const RewritePart> parts) {
  ScriptOptions options;
  options.any_symbols =
      !parts.empty() && !parts[0].steps.empty() && runs(std::span(parts[0].steps).first(1), "NormalizeGlobalVar");
  return options;
}

std::vector<PartRules> rules_of(std::span<const RewritePart> parts, const Module& module) {
  std::vector<PartRules> out;
  for (const RewritePart& part : parts) {
    if (!part.rules.script) continue;
    PartRules& of_part = out.emplace_back(part.rules.source);
    for (const RuleScript::Step& step : part.rules.script->steps())
      of_part.rules.insert(of_part.rules.end(), step.rules.begin(), step.rules.end());
    std::vector<Rule> registered = as_rules(part.rules.script->patterns());
    of_part.rules.insert(of_part.rules.end(), registered.begin(), registered.end());
  }
  if (out.empty()) out.push_back({nullptr, as_rules(standard_patterns(std::make_shared<Patterns>(module.context())))});
  return out;
}

Rewritten rewrite(Script& script, std::span<RewritePart> parts, const RewriteRequest& options) {
  return Rewriting(script, parts, options).run();
}

}  // namespace hammock::tool
