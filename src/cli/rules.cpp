// SPDX-License-Identifier: Apache-2.0
// hammock rules: look at a rule script, run it by itself, try its rules.
#include "rules.h"

#include <fmt/format.h>

#include "command_line.h"
#include "hammock/base/suggest.h"
#include "hammock/passes/check_rules.h"

namespace hammock::cli {

RuleFile load_rules(Io& io, const std::string& path, std::shared_ptr<Context> context,
                    std::function<void(std::string_view)> out, Constants constants) {
  io.file = path == "-" ? "<stdin>" : path;
  RuleFile file;
  Result<std::string> text = io.read(path);
  if (!text) {
    file.outcome = failed(kUsage, text.error().text);
  } else {
    const auto warn = [&io](const Diagnostics& warnings) { show(io, warnings); };
    file = run_rule_script(io.file, std::move(*text), std::move(context), {std::move(out), warn, constants});
  }
  tell(io, file.outcome);
  return file;
}

namespace {

int list_rules(Io& io, const RuleFile& file) {
  auto line_of = [&](Span span) { return span ? file.source->place(span.begin).line : LineColumn{}.line; };
  size_t number = 0;
  for (const RuleScript::Step& step : file.script->steps()) {
    ++number;
    for (const Rule& rule : step.rules) {
      std::string what = rule.root    ? rule.patterns().describe(rule.root, 6)
                         : rule.graph ? fmt::format("{} patterns in a context", rule.graph->nodes().size())
                                      : fmt::format("{} patterns of a tuple", rule.fields.size());
      io.out(fmt::format("{}:{}: {}  step {}  {}\n", file.source->name(), line_of(rule.span), rule.name, number, what));
    }
  }
  for (const FusionPattern& pattern : file.script->patterns()) {
    io.out(fmt::format("{}:{}: {}  registered  {}\n", file.source->name(), line_of(pattern.span), pattern.name,
                       pattern.patterns->describe(pattern.root, 6)));
  }
  return kFine;
}

// Every rule and every registered pattern by running it; what the pattern of a rule ignores.
int check_rules(Io& io, const RuleFile& file, std::shared_ptr<Context> context, RuleCheckOptions options,
                bool allows_untried) {
  Diagnostics found(file.source);
  bool is_wrong = false, has_mistake = false;
  size_t untried = 0, rules = file.script->patterns().size();
  for (const RuleScript::Step& step : file.script->steps()) rules += step.rules.size();
  Progress progress(io, "rules check: program", rules * static_cast<size_t>(options.programs));
  options.progress = [&] { progress.step(); };
  auto show_result = [&](std::string_view what, const std::string& name, Span span, const RuleCheckResult& result) {
    is_wrong |= result.is_wrong;
    const Diagnostic* mistake = result.is_wrong || result.compared > 0 ? nullptr : file.script->first_mistake();
    has_mistake |= mistake != nullptr;
    untried += !result.is_wrong && !mistake && result.compared == 0;
    if (mistake) found.report(mistake->id, mistake->span, mistake->text).notes = mistake->notes;
    if (result.is_wrong)
      found.report(Diag::wrong_rule, span, fmt::format("{} '{}' changes the result: {}", what, name, result.problem))
          .notes = result.notes;
    progress.hide();
    io.out(result.is_wrong ? fmt::format("{}: wrong\n", name)
           : result.compared == 0
               ? fmt::format("{}: not tried: {}\n", name, result.problem)
               : fmt::format("{}: {} {} the same before and after{}\n", name, result.compared,
                             result.compared == 1 ? "program computes" : "programs compute",
                             result.bound > 0
                                 ? fmt::format("; more would take more than {:.2g} operations", result.bound)
                                 : ""));
  };
  // Random programs may be none that the author thought of: what goes wrong on them is forgiven.
  for (const RuleScript::Step& step : file.script->steps()) {
    for (const Rule& rule : step.rules) {
      file.script->forgive();
      RuleCheckResult result = check_rule(rule, context, options);
      warn_of_ignored_attributes(
          rule, found, [&](Op op, std::string_view attribute) { return file.script->has_read(op, attribute); });
      show_result("rule", rule.name, rule.span, result);
    }
  }
  for (const FusionPattern& pattern : file.script->patterns()) {
    file.script->forgive();
    show_result("pattern", pattern.name, pattern.span, check_pattern(pattern, context, options));
  }
  progress.hide();
  found.sort();
  show(io, found);
  if (has_mistake) return kInvalid;
  if (untried > 0 && !allows_untried) {
    std::string which = untried == 1 ? "a rule was not tried" : fmt::format("{} rules were not tried", untried);
    return io.fail(kFalse, fmt::format("{}: {}; --allow-untried takes that for fine", file.source->name(), which));
  }
  return is_wrong ? kFalse : kFine;
}

constexpr FlagRule kRulesRules[] = {
    {"--programs --seed --special-values --allow-untried", FlagRule::only_with, "WHAT=check"},
    {"--show-meta --no-meta", FlagRule::only_with, "WHAT=run"},
};

}  // namespace

int rules_command(Io& io, const Command& self, const Arguments& args) {
  CommandLine line(self, io);
  std::string what, path;
  line.required_argument("WHAT", &what, "check, list or run");
  line.argument("FILE", &path, "a rule script; '-' or none: standard input");
  RuleCheckOptions check;
  line.option("--programs", &check.programs, "check: how many random programs a rule is tried on (64)",
              FromTo{1, 100000});
  line.option("--seed", &check.seed, "check: another seed makes other programs (1)");
  line.flag("--special-values", check.has_special_values,
            "check: some arguments have NaN, infinities, -0.0 and the smallest floats, too; x - x is not 0 "
            "then. Without it numbers are finite, zeros, negative ones, "
            "halves and the ends of the integers' ranges among them");
  bool allows_untried = false;
  line.flag("--allow-untried", allows_untried,
            "check: a rule for which no program was found that it changes does not count");
  line.add_meta();
  if (std::optional<int> over = line.parse(args, kRulesRules)) return *over;
  constexpr std::string_view kWhat[] = {"check", "list", "run"};
  if (std::find(std::begin(kWhat), std::end(kWhat), what) == std::end(kWhat)) {
    return io.fail(kUsage, fmt::format("'{}' is not check, list or run{}", what, did_you_mean(what, kWhat)));
  }
  auto printed = [&](std::string_view text) {
    if (what == "run") io.out(text);
  };
  auto context = std::make_shared<Context>();
  context->coverage = io.coverage;
  RuleFile file = load_rules(io, input_or_stdin(io, path), context, printed, line.constants);
  if (!file.script) return file.outcome.status;
  if (what == "list") return list_rules(io, file);
  if (what == "check") return check_rules(io, file, context, check, allows_untried);
  return kFine;
}

}  // namespace hammock::cli
