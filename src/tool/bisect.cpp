// SPDX-License-Identifier: Apache-2.0
#include "hammock/tool/bisect.h"

#include <fmt/format.h>

#include <algorithm>

#include "hammock/passes/slice.h"

namespace hammock::tool {
namespace {

constexpr size_t kMostSlices = 200;  // of a function that is too large to be run
constexpr uint64_t kMostSkips = 64;  // neighbours that are tried for one that is skipped
constexpr uint64_t kMostChanges = uint64_t{1} << 32;

class NumbersChecker {
 public:
  NumbersChecker(const Module& before, const Module& after, const CompareOptions& options, NumbersCheck& out)
      : before_(before), after_(after), options_(options), out_(out) {}

  void run() {
    for (uint32_t i = 0; i < before_.functions.size() && out_.difference.empty(); ++i) {
      const GlobalFunction& old = before_.functions[i];
      const std::string name(before_.context().text(old.name));
      const std::optional<GlobalId> now = after_.find(name);
      if (!old.relax() || !now || !after_[*now].relax()) continue;
      if (old.relax()->self().params.size() != after_[*now].relax()->self().params.size()) {
        out_.skipped = fmt::format("'{}' has other parameters now", name);
        continue;
      }
      const Comparison found = compare_by_running(before_, GlobalId(i), after_, *now, options_);
      if (note(found, name)) return;
      if (found.agreed > 0) continue;
      check_slices(*old.relax(), *after_[*now].relax(), name);
    }
  }

 private:
  bool note(const Comparison& found, const std::string& what) {
    out_.agreed += found.agreed;
    if (!found.skipped.empty()) out_.skipped = fmt::format("'{}': {}", what, found.skipped);
    if (!found.differ) return false;
    out_.difference =
        fmt::format("'{}': {}\n  the arguments of seed {}: {}", what, found.difference, found.seed, found.arguments);
    return true;
  }

  void check_slices(const Function& old, const Function& now, const std::string& name) {
    std::vector<Value> bindings = rewritten_bindings(old, now);
    if (bindings.size() > kMostSlices) bindings.resize(kMostSlices);
    for (Value v : bindings) {
      const Comparison found = compare_slices(before_, old, after_, now, std::span(&v, 1), options_);
      if (note(found, fmt::format("{}:{}", name, old.context().text(old[v].name)))) return;
    }
  }

  const Module &before_, &after_;
  const CompareOptions& options_;
  NumbersCheck& out_;
};

}  // namespace

std::vector<RewritePart> make_parts(std::span<const PartText> texts, std::shared_ptr<Context> context,
                                    Outcome& outcome) {
  std::vector<RewritePart> parts;
  for (const PartText& text : texts) {
    RewritePart& part = parts.emplace_back();
    if (text.rules.empty()) {
      Diagnostics problems(std::make_shared<Source>("--passes", text.text));
      std::optional<std::vector<PipelineStep>> steps = parse_pipeline(text.text, problems);
      outcome.add(std::move(problems));
      if (steps) {
        part.steps = std::move(*steps);
        continue;
      }
      outcome.status = kUsage;
    } else {
      part.rules = run_rule_script(text.rules, text.text, context, {});
      if (part.rules.script) continue;
      outcome.add(std::move(part.rules.outcome));
    }
    return {};
  }
  return parts;
}

Stage rewrite_text(const std::string& name, const std::string& text, std::span<const PartText> parts, bool verify_each,
                   Applications& applications) {
  Stage stage;
  ScriptOptions read;
  stage.script = read_script(name, text, read);
  stage.outcome = stage.script.outcome;
  if (!stage.script) return stage;
  std::vector<RewritePart> made =
      make_parts(parts, stage.script.definitions.modules[0].shared_context(), stage.outcome);
  if (!stage.outcome.is_fine()) return stage;
  stage.before = stage.script.definitions;
  RewriteRequest request;
  request.verify_each = verify_each;
  request.remarks = true;
  request.applications = &applications;
  stage.outcome.add(std::move(rewrite(stage.script, made, request).outcome));
  return stage;
}

NumbersCheck check_numbers(const Stage& stage, const CompareOptions& options) {
  NumbersCheck out;
  for (size_t i = 0; i < stage.before.modules.size() && out.difference.empty(); ++i)
    NumbersChecker(stage.before.modules[i], stage.script.definitions.modules[i], options, out).run();
  return out;
}

FirstBad first_bad(std::optional<uint64_t> total, const std::function<Verdict(uint64_t changes)>& test) {
  FirstBad range;
  if (total) {
    range.bad = *total;
  } else {
    range.bad = 1;
    for (Verdict verdict = test(1); verdict != Verdict::bad; verdict = test(range.bad)) {
      if (verdict == Verdict::good) range.last_good = range.bad;
      range.bad *= 2;
      if (range.bad > kMostChanges) return {range.last_good, range.bad, false};
    }
  }
  while (range.bad - range.last_good > 1) {
    // The middle, or what is nearest to it and is not skipped.
    const uint64_t middle = range.last_good + (range.bad - range.last_good) / 2;
    Verdict verdict = test(middle);
    uint64_t at = middle;
    for (uint64_t away = 1; verdict == Verdict::skip && away <= kMostSkips; ++away) {
      const bool has_above = middle + away<range.bad, has_below = middle - away> range.last_good;
      if (!has_above && !has_below) break;
      if (has_above) verdict = test(at = middle + away);
      if (verdict == Verdict::skip && has_below) verdict = test(at = middle - away);
    }
    if (verdict == Verdict::skip) break;
    (verdict == Verdict::bad ? range.bad : range.last_good) = at;
  }
  return range;
}

}  // namespace hammock::tool
