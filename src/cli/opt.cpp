// SPDX-License-Identifier: Apache-2.0
// hammock opt: read, run a pipeline, print.
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "applications.h"
#include "command_line.h"
#include "explain_match.h"
#include "hammock/io/tensor_file.h"
#include "hammock/tool/rewrite.h"
#include "rules.h"

namespace hammock::cli {
namespace {

std::string timing_json(double parse_ms, double verify_ms, std::span<const PassTime> passes, double print_ms) {
  nlohmann::ordered_json object;
  object["parse_ms"] = parse_ms;
  object["verify_ms"] = verify_ms;
  object["passes"] = nlohmann::ordered_json::array();
  for (const PassTime& p : passes) object["passes"].push_back({{"name", p.name}, {"ms", p.ms}, {"changed", p.changed}});
  object["print_ms"] = print_ms;
  return object.dump() + "\n";
}

std::optional<std::vector<PipelineStep>> parse(Io& io, const std::string& pipeline) {
  Diagnostics diagnostics(std::make_shared<Source>("--passes", pipeline));
  std::optional<std::vector<PipelineStep>> steps = parse_pipeline(pipeline, diagnostics);
  show(io, diagnostics);
  return steps;
}

constexpr FlagRule kOptRules[] = {
    {"--in-place", FlagRule::not_with, "--output"},
    {"--diff", FlagRule::not_with, "--in-place --output", "a diff goes to the standard output"},
    {"--explain-match", FlagRule::not_with,
     "--in-place --output --diff --timing --remarks --rule-stats --stop-after --applications --check-each "
     "--check-rewrites --no-verify-each "
     "--verify-roundtrip",
     "nothing is rewritten"},
    {"--no-verify-each", FlagRule::only_with, "--passes"},
    {"--remarks --rule-stats --stop-after --applications --check-each --check-rewrites", FlagRule::only_with,
     "--passes --rules"},
    {"--check-seed --check-work --rtol --atol", FlagRule::only_with, "--check-each --check-rewrites"},
};

// What was asked for, and what comes of it: the steps of the command in the order in which they are done.
struct OptRun {
  OptRun(Io& io, const Command& self) : io(io), line(self, io) {}
  int run(const Arguments& args);

 private:
  void declare();
  void declare_checks();
  bool read_parts();
  int refuse();
  int explain_matches();
  int rewrite_script();
  int write();

  Io& io;
  CommandLine line;
  std::string file, output, timing, explain_value;
  std::vector<std::string> pipelines, rule_paths;
  uint64_t stop_after = Applications::kAll;
  std::string applications;
  bool no_comments = false, diff = false, in_place_edit = false, no_verify_each = false;
  RewriteRequest options;

  std::vector<RewritePart> parts;
  std::vector<std::string> part_rules;  // of each part: the path of the rule script, or empty
  Script script;
  std::vector<PassTime> times;
};

void OptRun::declare() {
  line.argument("FILE", &file, "a script; '-' or none: standard input");
  line.step("--passes", pipelines, "A{key=value},[B,C]*4,D: in this order; a group repeats until nothing changes");
  line.suggest("--passes", [](const Arguments&) {
    std::vector<Suggestion> words = suggestions(passes()), pipelines = suggestions(named_pipelines());
    words.insert(words.end(), pipelines.begin(), pipelines.end());
    return words;
  });
  line.step("--rules", rule_paths,
            "a rule script; passes and rules are applied in the order in which they are given; FuseOpsByPattern takes "
            "the patterns that scripts register",
            is_path);
  line.option("-o,--output", &output, "where to write the result (standard output)", is_path);
  line.flag("-i,--in-place", in_place_edit, "rewrite the file; Python around the definitions stays");
  line.flag("--diff", diff,
            "print what -i would change, as `patch` takes it; on a file that `fmt` has formatted that is what the "
            "passes changed");
  line.flag("--remarks", options.remarks, "say what the passes left alone, and why");
  line.option("--timing", &timing, "json: times of parsing, each pass and printing, to standard error",
              OneOf{{"json"}});
  line.option("--stop-after", &stop_after,
              "make only the first N changes (each application of a rule, or change of a pass, is one) and leave all "
              "else as it is");
  line.option("--applications", &applications, "text or json: list the changes that were made, to standard error",
              OneOf{{"text", "json"}});
  line.flag("--no-verify-each", no_verify_each, "verify the result only, not after each pass");
  line.flag("--no-comments", no_comments, "leave out the comments, as TVM does");
  line.add_meta();
  line.group("Rules");
  line.flag("--rule-stats", options.rule_stats,
            "to standard error: candidates, tries, matches, hits and time of each rule");
  line.option("--explain-match", &explain_value,
              "instead of running: how near each rule comes to a match at the binding of this name (`function:name`); "
              "the rules of --rules, or the standard patterns");
  declare_checks();
  line.add_dialect();
  line.add_roundtrip();
}

void OptRun::declare_checks() {
  line.group("Checking by running");
  line.option("--check-each", &options.check_runs,
              "run every function on N random inputs before and after each pass; exit with 1 if a result differs",
              FromTo{1, 1000000});
  line.flag("--check-rewrites", options.check.rewrites,
            "run what each single rewrite touched before and after it (on 8 random inputs, or as --check-each says)");
  line.option("--check-seed", &options.check.runs.seed, "the seed of the first run (1)");
  line.option("--rtol", &options.check.runs.bounds.rtol,
              "relative tolerance of the checks (what rounding explains; with --atol alone, 1e-5)", Sign::not_negative);
  line.option("--atol", &options.check.runs.bounds.atol,
              "absolute tolerance of the checks (what rounding explains; with --rtol alone, 1e-8)", Sign::not_negative);
  line.option("--check-work", &options.check.runs.max_work,
              "elementary operations that the runs of a function may take, roughly (4e9)", Sign::positive);
}

// The pipelines and the rules in the order in which they are given. False after a report.
bool OptRun::read_parts() {
  size_t next_pipeline = 0, next_rules = 0;
  for (const std::string& step : line.given_steps()) {
    const bool is_rules = step == "--rules";
    parts.emplace_back();
    part_rules.push_back(is_rules ? rule_paths[next_rules++] : "");
    if (is_rules) continue;
    std::optional<std::vector<PipelineStep>> steps = parse(io, pipelines[next_pipeline++]);
    if (!steps) return false;
    parts.back().steps = std::move(*steps);
  }
  return true;
}

// The exit code where a file would be lost.
int OptRun::refuse() {
  if (int code = in_place_edit ? refuse_streams(io, std::span(&file, file.empty() ? 0 : 1)) : static_cast<int>(kFine);
      code != kFine)
    return code;
  std::error_code ignored;
  for (const std::string& path : rule_paths) {
    if (std::filesystem::equivalent(path, output, ignored))
      return io.fail(kUsage, fmt::format("--output={}: is what --rules reads", output));
  }
  return kFine;
}

// How near each rule comes to a match, for --explain-match.
int OptRun::explain_matches() {
  for (Module& module : script.definitions.modules) {
    for (const PartRules& part : rules_of(parts, module)) {
      if (std::optional<int> over = explain(io, module, script.source, part.rules, part.source, explain_value))
        return *over;
    }
  }
  return kFine;
}

// The exit code, after everything that was found is shown.
int OptRun::rewrite_script() {
  Progress progress(io, options.check.rewrites ? "rewrites checked:" : "functions checked:", 0);
  options.check.progress = [&] { progress.step(); };
  options.verify_each = !no_verify_each;
  Applications counted(stop_after);
  if (!applications.empty() || stop_after != Applications::kAll) options.applications = &counted;
  Rewritten result = rewrite(script, parts, options);
  progress.hide();
  times = std::move(result.times);
  options.applications = nullptr;
  if (!applications.empty()) io.err(list_applications(counted.all(), *script.source, applications == "json"));
  for (const Diagnostics& report : result.outcome.reports) show(io, report);
  if (options.rule_stats) io.err(rule_stats_table(result.rule_stats));
  if (!result.check_summary.empty()) io.err(result.check_summary + "\n");
  return result.outcome.failure.empty() ? result.outcome.status
                                        : io.fail(result.outcome.status, result.outcome.failure);
}

int OptRun::write() {
  PrintOptions print_options;
  print_options.comments = !no_comments;
  print_options.constants = line.constants;
  print_options.dialect = line.dialect;
  const Form form = in_place_edit || diff ? Form::in_place : Form::canonical;
  double start = now_ms();
  Printed printed = print(script, form, print_options);
  show(io, printed.imports);
  if (!timing.empty()) io.err(timing_json(script.read_ms, script.verify_ms, times, now_ms() - start));
  const bool is_for_file = in_place_edit || (!output.empty() && output != "-");
  if (int code = tell(io, check_printed(script, printed, {is_for_file, line.verify_roundtrip})); code != kFine)
    return code;
  std::string text = std::move(printed.text);
  if (in_place_edit) return text == script.source->text() ? static_cast<int>(kFine) : write_text(io, file, text);
  if (diff) text = unified_diff(script.source->text(), text, {script.source->name(), "", "rewritten"}, io.out_color);
  if (output.empty() || output == "-") {
    io.out(text);
    return kFine;
  }
  return write_text(io, output, text);
}

int OptRun::run(const Arguments& args) {
  declare();
  if (std::optional<int> over = line.parse(args, kOptRules)) return *over;
  if (!read_parts()) return kUsage;
  if (int code = refuse(); code != kFine) return code;
  ScriptOptions script_options = options_for(parts);
  script_options.is_printed = true;
  script = load_script(io, input_or_stdin(io, file), script_options);
  if (!script) return script.outcome.status;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (part_rules[i].empty()) continue;
    parts[i].rules = load_rules(io, part_rules[i], script.definitions.modules[0].shared_context(), io.err);
    if (!parts[i].rules.script) return parts[i].rules.outcome.status;
  }
  if (!explain_value.empty()) return explain_matches();
  if (int code = rewrite_script(); code != kFine) return code;
  return write();
}

}  // namespace

int opt_command(Io& io, const Command& self, const Arguments& args) { return OptRun(io, self).run(args); }

}  // namespace hammock::cli
