// SPDX-License-Identifier: Apache-2.0
// hammock report: one page with everything that passes did to a script.
#include "hammock/tool/report.h"

#include <fmt/format.h>

#include "hammock/base/check.h"
#include "hammock/base/utf8.h"
#include "hammock/tool/sweep.h"
#include "parts.h"
#include "report_json.h"
#include "report_page.h"
#include "run_flags.h"

namespace hammock::cli {
namespace {

constexpr FlagRule kReportRules[] = {
    {"--input --inputs --fill --allow-large --threads --cpu --max-steps --repeat --warmup", FlagRule::only_with,
     "--run"},
};

std::string as_html(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '&') out += "&amp;";
    else if (c == '<') out += "&lt;";
    else out += c;
  }
  return out;
}

std::string_view page_file(std::string_view name) {
  for (const PageFile& file : page_files()) {
    if (file.name == name) return file.text;
  }
  return "";
}

// report.html has `@NAME@` where a file, the title or the data belong.
std::string page(const nlohmann::ordered_json& data, std::string_view title) {
  const std::string json = embedded(data), name = as_html(title);
  std::string out;
  std::string_view rest = page_file("report.html");
  for (size_t at = rest.find('@'); at != std::string_view::npos; at = rest.find('@')) {
    const size_t end = rest.find('@', at + 1);
    const std::string_view mark = rest.substr(at + 1, end - at - 1);
    out += rest.substr(0, at);
    out += mark == "TITLE" ? name : mark == "DATA" ? json : page_file(mark);
    rest.remove_prefix(end + 1);
  }
  return out += rest;
}

// What went wrong, as the command says it.
std::string problems(const Report& report) {
  std::string out;
  for (const Diagnostics& d : report.outcome.reports) out += render(d);
  if (!report.outcome.failure.empty()) out += report.outcome.failure + "\n";
  return out + report.defect;
}

struct ReportCommand {
  ReportCommand(Io& io, const Command& self) : io(io), line(self, io) {}
  int run(const Arguments& args);

 private:
  int write(const Report& report, const std::string& script_name);
  // A page that replaces what it is made of is a slip.
  int refuse_inputs();

  Io& io;
  CommandLine line;
  InputFlags flags;
  std::string output;
  bool runs = false;
  int threads = 0;
  ReportRequest request;
};

int ReportCommand::write(const Report& report, const std::string& script_name) {
  nlohmann::ordered_json data = to_json(report);
  const std::string name = valid_utf8(script_name);  // names of files may hold anything
  data["file"] = name;
  data["version"] = HAMMOCK_VERSION;
  data["machine"] = jit::target_description();
  data["problems"] = problems(report);
  data["ran"] = runs;
  const std::string text = page(data, name);
  if (!output.empty() && output != "-") return write_text(io, output, text);
  io.out(text);
  return kFine;
}

int ReportCommand::refuse_inputs() {
  std::vector<std::string> rules;
  for (const PartText& part : request.parts) rules.push_back(part.rules);
  const std::string why = overwritten(flags, std::move(rules), output);
  return why.empty() ? kFine : io.fail(kUsage, "--output=" + why);
}

int ReportCommand::run(const Arguments& args) {
  declare_inputs(line, io, flags, DimValues::single);
  line.group("Report");
  PartFlags parts(line);
  line.option("-o,--output", &output, "where to write the page (standard output)", is_path);
  line.group("Running");
  request.run.repeat = 5;
  line.flag("--run", runs,
            "run the function behind each step, and say whether its numbers are those of the script as it is, and what "
            "each kernel takes");
  declare_timed_runs(line, request.run, threads);
  if (std::optional<int> over = line.parse(args, kReportRules)) return *over;
  if (int code = parts.read(io, line); code != kFine) return code;
  if (int code = refuse_processor(io, request.run); code != kFine) return code;
  Result<std::vector<NamedDim>> dims = dims_of(flags.inputs.dims);
  if (!dims) return io.fail(kUsage, dims.error().text);

  request.parts = parts.parts();
  if (int code = refuse_inputs(); code != kFine) return code;
  request.dims = std::move(*dims);
  request.entry = flags.entry;
  request.module = flags.module;
  request.run.threads = threads_of(io, threads);
  request.run.profile = true;
  if (runs) request.arguments = [&](const Signature& signature) { return make_arguments(io, flags, signature); };
  Progress progress(io, "report:", 0);
  request.progress = [&] { progress.step(); };
  Script script = load_script(io, input_or_stdin(io, flags.file), {.any_symbols = true});
  if (!script) return script.outcome.status;
  const Report report = make_report(script, request);
  progress.hide();
  if (report.states.empty()) return tell(io, report.outcome);
  if (int code = write(report, script.source->name()); code != kFine) return code;
  if (!report.defect.empty()) throw InternalError(report.defect);
  return tell(io, report.outcome);
}

}  // namespace

int report_command(Io& io, const Command& self, const Arguments& args) { return ReportCommand(io, self).run(args); }

}  // namespace hammock::cli
