// SPDX-License-Identifier: Apache-2.0
#include "explain_match.h"

#include <fmt/format.h>

#include <algorithm>

#include "hammock/base/suggest.h"

namespace hammock::cli {

std::string rule_stats_table(std::span<const RuleStats> stats) {
  size_t width = 4;
  for (const RuleStats& s : stats) width = std::max(width, s.name.size());
  std::string out = fmt::format("{:<{}} {:>10} {:>10} {:>10} {:>10} {:>12}\n", "rule", width, "candidates", "tries",
                                "matches", "hits", "ms");
  for (const RuleStats& s : stats) {
    out += fmt::format("{:<{}} {:>10} {:>10} {:>10} {:>10} {:>12.3f}\n", s.name, width, s.candidates, s.tries,
                       s.matches, s.hits, s.ms);
  }
  return out;
}

namespace {

constexpr size_t kMostFar = 8;  // rules that want another value there are counted only, if there are more

struct Explainer {
  Io& io;
  std::shared_ptr<const Source> source, rule_source;

  void show_all(const Diagnostics& diagnostics) {
    RenderOptions options = io.diagnostics;
    options.color = io.out_color;
    io.out(render(diagnostics, options));
  }

  void explain(Function& fn, const Module& module, std::span<const Rule> rules, Value v) {
    std::vector<RuleMiss> all = explain_match(fn, &module, rules, v);
    auto is_far = [&](const RuleMiss& miss) { return !miss.matches && miss.miss.at == v; };
    size_t far = static_cast<size_t>(std::count_if(all.begin(), all.end(), is_far));
    bool brief = far > kMostFar;
    for (const RuleMiss& miss : all) {
      if (brief && is_far(miss)) continue;
      Diagnostics there(source), rule(rule_source);
      std::string name(fn.context().text(fn[v].name));
      if (miss.matches) {
        std::string text = miss.declined.empty() ? fmt::format("rule '{}' matches '{}'", miss.rule->name, name)
                                                 : fmt::format("rule '{}' matches '{}', but declines: {}",
                                                               miss.rule->name, name, miss.declined);
        there.report(Diag::pass_remark, fn[v].span, std::move(text));
        show_all(there);
        continue;
      }
      std::string text = fmt::format("rule '{}' does not match '{}': {} of {} patterns match, then {} is wanted",
                                     miss.rule->name, name, miss.miss.matched, miss.miss.size, miss.miss.wanted);
      Diagnostic& d = there.report(Diag::pass_remark, fn[v].span, std::move(text));
      Span at = miss.miss.at ? fn[miss.miss.at].span : Span();
      d.notes.push_back({at ? at : fn[v].span, fmt::format("here is {}", miss.miss.found)});
      show_all(there);
      Span wanted = miss.miss.pattern ? miss.rule->patterns().span(miss.miss.pattern) : Span();
      if (!rule_source || !wanted) continue;
      rule.report(Diag::pass_remark, wanted, fmt::format("{} is wanted by this", miss.miss.wanted));
      show_all(rule);
    }
    if (brief) io.out(fmt::format("{} more rules want something else there\n", far));
  }
};

}  // namespace

std::optional<int> explain(Io& io, Module& module, std::shared_ptr<const Source> source, std::span<const Rule> rules,
                           std::shared_ptr<const Source> rule_source, std::string_view value) {
  std::string_view in;
  if (size_t colon = value.find(':'); colon != std::string_view::npos) {
    in = value.substr(0, colon);
    value.remove_prefix(colon + 1);
  }
  Explainer explainer{io, std::move(source), std::move(rule_source)};
  std::vector<std::string_view> names;
  bool found = false;
  for (GlobalFunction& global : module.functions) {
    Function* fn = global.relax();
    if (!fn || (!in.empty() && module.context().text(global.name) != in)) continue;
    std::vector<Value> values;
    for_each_binding(*fn, fn->self().body, [&](Value v, const Block&) {
      names.push_back(module.context().text((*fn)[v].name));
      if (names.back() == value) values.push_back(v);
    });
    for (Value v : values) explainer.explain(*fn, module, rules, v);
    found |= !values.empty();
  }
  if (found) return std::nullopt;
  return io.fail(kUsage, fmt::format("--explain-match: there is no binding '{}'{}", value, did_you_mean(value, names)));
}

}  // namespace hammock::cli
