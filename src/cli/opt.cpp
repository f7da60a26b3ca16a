// SPDX-License-Identifier: Apache-2.0
// hammock opt: read, run a pipeline, print.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "command.h"
#include "hammock/io/tensor_file.h"
#include "hammock/passes/check.h"
#include "hammock/passes/pass.h"
#include "hammock/print/print.h"

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

}  // namespace

int opt_command(Io& io, const Command& self, const Arguments& args) {
  CommandLine line(self, io);
  std::string file, output, pipeline, timing;
  bool remarks = false, no_comments = false, diff = false, in_place_edit = false, no_verify_each = false, show_meta = false;
  CheckOptions check;
  int check_runs = 0;
  line.app.add_option("FILE", file, "a script; '-' or none: standard input");
  line.app.add_option("--passes", pipeline, "A{key=value},[B,C]*4,D: in this order; a group repeats until nothing changes");
  line.app.add_option("-o,--output", output, "where to write the result (standard output)");
  line.app.add_flag("-i,--in-place", in_place_edit, "rewrite the file; Python around the definitions stays")->excludes(line.app.get_option("--output"));
  line.app.add_flag("--diff", diff, "print what changed instead of the result");
  line.app.add_flag("--remarks", remarks, "say what the passes left alone, and why");
  line.app.add_option("--timing", timing, "json: times of parsing, each pass and printing, to standard error")->check(CLI::IsMember({"json"}));
  line.app.add_flag("--no-verify-each", no_verify_each, "verify the result only, not after each pass");
  line.app.add_flag("--no-comments", no_comments, "leave out the comments, as TVM does");
  line.app.add_flag("--show-meta", show_meta, "print large constants as a metadata section");
  line.app.add_option("--check-each", check_runs, "run every function on N random inputs before and after each pass; exit with 1 if a result differs")
      ->check(CLI::Range(1, 1000000))->group("Checking by running");
  line.app.add_flag("--check-rewrites", check.rewrites, "run what each single rewrite touched before and after it (on 8 random inputs, or as --check-each says)")
      ->group("Checking by running");
  line.app.add_option("--check-seed", check.runs.seed, "the seed of the first run (1)")->group("Checking by running");
  line.app.add_option("--check-work", check.runs.max_work, "elementary operations that the runs of a function may take, roughly (4e9)")
      ->check(CLI::PositiveNumber)->group("Checking by running");
  line.add_roundtrip();
  if (std::optional<int> over = line.parse(args)) return *over;

  auto pipeline_source = std::make_shared<Source>("--passes", pipeline);
  Diagnostics pipeline_diagnostics(pipeline_source);
  std::optional<std::vector<PipelineStep>> steps = parse_pipeline(pipeline, pipeline_diagnostics);
  show(io, pipeline_diagnostics);
  if (!steps) return kUsage;

  ScriptOptions options;
  options.any_symbols = !steps->empty() && steps->front().pass && steps->front().pass->name == "NormalizeGlobalVar";
  Script script = load_script(io, input_or_stdin(io, file), options);
  if (!script) return script.exit;
  PrintOptions print_options;
  print_options.comments = !no_comments;
  print_options.show_meta = show_meta;
  std::string before = diff ? print(script.definitions, print_options) : "";

  Diagnostics diagnostics(script.source);
  PassContext context{diagnostics};
  check.passes = check_runs > 0;
  if (check.passes) check.runs.runs = check_runs;
  RunCheck run_check(check, diagnostics);
  bool is_checked = check.passes || check.rewrites;
  if (is_checked) run_check.watch(context);
  std::vector<PassTime> times;
  for (Module& module : script.definitions.modules) {
    if (!context.is_stopped) run_pipeline(module, *steps, context, !no_verify_each, &times);
  }
  Diagnostics shown(script.source);
  for (const Diagnostic& d : diagnostics.all()) {
    if (info(d.id).severity != Severity::remark || remarks || d.id == Diag::not_compared) shown.report(d.id, d.span, d.text).notes = d.notes;
  }
  show(io, shown);
  if (is_checked) io.err(run_check.summary() + "\n");
  if (context.is_stopped) return io.fail(kFalse, script.source->name() + ": " + run_check.failure());
  if (shown.has_errors()) return kInvalid;

  if (line.verify_roundtrip) {
    if (int code = check_roundtrip(io, script, print_options); code != kFine) return code;
  }
  if (in_place_edit && script.source->name() != "<stdin>") {
    Result<std::string> edited = in_place(io, script, print_options);
    if (!edited) return io.fail(exit_code(edited.error()), edited.error().text);
    if (!io.may_write) return kFine;
    Result<bool> written = write_file(file, *edited);
    return written ? static_cast<int>(kFine) : io.fail(kUsage, written.error().text);
  }
  double start = now_ms();
  std::string text = print(script.definitions, print_options);
  if (!timing.empty()) io.err(timing_json(script.read_ms, script.verify_ms, times, now_ms() - start));
  if (diff) text = unified_diff(before, text, "before", "after", io.out_color);
  if (output.empty() || output == "-") {
    io.out(text);
    return kFine;
  }
  if (!io.may_write) return io.fail(kUsage, "golden tests write no files");
  Result<bool> written = write_file(output, text);
  return written ? static_cast<int>(kFine) : io.fail(kUsage, written.error().text);
}

}  // namespace hammock::cli
