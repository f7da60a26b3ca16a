// SPDX-License-Identifier: Apache-2.0
#include "hammock/passes/check_rules.h"

#include <fmt/format.h>

#include <algorithm>

#include "draw_program.h"
#include "hammock/passes/pass.h"
#include "hammock/passes/rules.h"
#include "hammock/passes/slice.h"
#include "hammock/rewrite/drive.h"

namespace hammock {
namespace {

constexpr double kWorkOfRule = 1e9;      // elementary operations of all programs of a rule together, beyond the first
constexpr double kWorkOfExchange = 1e8;  // the same of a wrong rule, to see whether two values are exchanged in it
std::vector<PatternId> roots_of(const Rule& rule) {
  if (rule.root) return {rule.root};
  if (!rule.fields.empty()) return rule.fields;
  if (!rule.graph) return {};
  return {rule.graph->nodes().begin(), rule.graph->nodes().end()};
}

// A rule may be wrong in several ways, of which an exchange is the one that can be named: so many wrong programs are
// looked at for it.
constexpr int kMostWrong = 24;

// An exchange that is one agrees on other arguments, too.
constexpr int kRunsOfExchange = 6;

// The first pattern with a name that stands for the value; none if there is none.
PatternId pattern_of(const Patterns& patterns, const DrawnProgram& drawn, Value v) {
  PatternId first;
  for (const auto& [pattern, value] : drawn.values) {
    if (value == v && !patterns.label(pattern).empty() && (!first || pattern < first)) first = pattern;
  }
  return first;
}

std::vector<Note> exchange_notes(const Module& before, const Module& after, const DrawnProgram& drawn,
                                 const Patterns& patterns, CompareOptions compare, double& work) {
  compare.runs = kRunsOfExchange;
  const Function &old = *before.functions[0].relax(), *now = after.functions[0].relax();
  std::optional<Exchange> found = find_exchange(old, *now, [&](const Function& exchanged) {
    if (work > kWorkOfRule) return false;
    Module module = after;
    *module.functions[0].relax() = exchanged;
    Comparison result = compare_by_running(before, GlobalId(0), module, GlobalId(0), compare);
    work += result.work;
    return !result.differ && result.agreed > 0;
  });
  if (!found) return {};
  PatternId a = pattern_of(patterns, drawn, found->a), b = pattern_of(patterns, drawn, found->b);
  auto name = [&](PatternId p, Value v) {
    return std::string(p ? patterns.label(p) : old.context().text(old[v].name));
  };
  std::string first = name(a, found->a), second = name(b, found->b);
  std::vector<Note> notes{
      {a ? patterns.span(a) : Span(),
       fmt::format("the numbers agree when '{}' and '{}' are exchanged in the replacement", first, second)}};
  if (b && patterns.span(b)) notes.push_back({patterns.span(b), fmt::format("'{}' is this", second)});
  return notes;
}

// What the program number i is run on.
CompareOptions compare_options(int i, uint64_t seed, bool has_special_values) {
  CompareOptions compare;
  compare.runs = 1;
  compare.seed = seed;
  compare.max_work = kWorkOfRule;
  compare.numbers = static_cast<Numbers>(i / 8 % 4);
  if (i % 4 >= 2) compare.style.elements = has_special_values && i % 8 >= 4 ? Elements::special : Elements::finite;
  compare.tells_infinity_from_nan = compare.style.elements != Elements::finite;
  return compare;
}

// `apply` says whether it changed the program.
RuleCheckResult check(const Patterns& patterns, const std::vector<PatternId>& roots, const PatternGraph* graph,
                      const std::function<bool(Module&)>& apply, std::shared_ptr<Context> context,
                      const RuleCheckOptions& options) {
  RuleCheckResult out;
  int wrong = 0;
  double work = 0;
  for (int i = 0; i < options.draws && out.compared < options.programs; ++i) {
    if (work > (out.is_wrong ? kWorkOfExchange : kWorkOfRule)) {
      out.bound = kWorkOfRule;
      break;
    }
    uint64_t seed = options.seed * 1'000'003 + static_cast<uint64_t>(i);
    DrawnProgram drawn = draw_program(patterns, roots, graph, context, seed, /*has_any_attributes=*/i % 2 == 1);
    const std::optional<Module>& before = drawn.module;
    if (!before) {
      if (!drawn.unsupported.empty()) {
        out.problem = drawn.unsupported;
        return out;
      }
      ++out.refused;
      continue;
    }
    Module after = *before;
    if (!apply(after)) {
      ++out.left_alone;
      continue;
    }
    CompareOptions compare = compare_options(i, seed, options.has_special_values);
    Comparison found = compare_by_running(*before, GlobalId(0), after, GlobalId(0), compare);
    work += found.work;
    if (options.progress && (found.differ || found.agreed > 0)) options.progress();
    if (found.differ) {
      std::string problem =
          fmt::format("{}; with {} (program and arguments of seed {})", found.difference, found.arguments, i);
      if (!out.is_wrong) out.problem = problem;
      out.is_wrong = true;
      out.notes = exchange_notes(*before, after, drawn, patterns, compare, work);
      if (!out.notes.empty()) out.problem = problem;
      if (!out.notes.empty() || ++wrong == kMostWrong) return out;
      continue;
    }
    if (out.is_wrong) continue;
    if (found.agreed > 0) {
      ++out.compared;
    } else {
      out.problem = found.skipped;
    }
  }
  if (out.compared == 0 && out.problem.empty()) {
    out.problem = out.left_alone > 0
                      ? fmt::format("it left alone all of {} programs that its pattern allows", out.left_alone)
                      : fmt::format("none of {} drawn programs has valid struct info", out.refused);
  }
  return out;
}

}  // namespace

RuleCheckResult check_rule(const Rule& rule, std::shared_ptr<Context> context, const RuleCheckOptions& options) {
  auto apply = [&](Module& module) {
    RewriteOptions once;
    once.once = true;
    return rewrite(module, std::span(&rule, 1), once).changed;
  };
  return check(rule.patterns(), roots_of(rule), rule.graph.get(), apply, std::move(context), options);
}

RuleCheckResult check_pattern(const FusionPattern& pattern, std::shared_ptr<Context> context,
                              const RuleCheckOptions& options) {
  auto apply = [&](Module& module) {
    Diagnostics silent;
    std::vector<PipelineStep> steps = *parse_pipeline("FuseOpsByPattern", silent);
    PassContext pass{silent};
    pass.patterns = {&pattern, 1};
    return run_pipeline(module, steps, pass, /*verify_each=*/true) == Changed::yes;
  };
  return check(*pattern.patterns, {pattern.root}, nullptr, apply, std::move(context), options);
}

void warn_of_ignored_attributes(const Rule& rule, Diagnostics& diagnostics,
                                const std::function<bool(Op, std::string_view)>& is_read) {
  const Patterns& patterns = rule.patterns();
  const Context& context = patterns.context();
  std::vector<std::pair<PatternId, std::vector<Name>>> open;  // with the attributes that wrappers look at
  for (PatternId p : roots_of(rule)) open.push_back({p, {}});
  std::vector<uint8_t> seen(patterns.size());
  while (!open.empty()) {
    auto [p, names] = open.back();
    open.pop_back();
    const PatternNode& node = patterns[p];
    if (node.kind == PatternKind::has_attrs) {
      for (const AttrTest& t : patterns.attr_tests(node)) names.push_back(t.name);
    }
    bool passes_on = node.kind >= PatternKind::has_shape && node.kind <= PatternKind::used_inside;
    if (seen[p.index] && !passes_on) continue;
    seen[p.index] = 1;
    if (node.kind == PatternKind::call && patterns[patterns.parts(p)[0]].kind == PatternKind::op) {
      const OpInfo& op = info(patterns[patterns.parts(p)[0]].op);
      std::string ignored;
      for (uint8_t i : op.attrs) {
        if (op.params[i].name == "out_dtype") continue;  // part of the struct info
        if (std::any_of(names.begin(), names.end(), [&](Name n) { return context.text(n) == op.params[i].name; }))
          continue;
        if (is_read && is_read(op.id, op.params[i].name)) continue;
        ignored += (ignored.empty() ? "'" : ", '") + std::string(op.params[i].name) + "'";
      }
      if (!ignored.empty()) {
        diagnostics.report(Diag::loose_rule, patterns.span(p) ? patterns.span(p) : rule.span,
                           fmt::format("rule '{}' matches R.{} whatever {} {}", rule.name, op.name, ignored,
                                       ignored.find(',') == std::string::npos ? "is" : "are"));
      }
    }
    for (PatternId part : patterns.parts(p)) open.push_back({part, passes_on ? names : std::vector<Name>()});
  }
}

}  // namespace hammock