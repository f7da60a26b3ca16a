// SPDX-License-Identifier: Apache-2.0
#include "manual.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "command_line.h"

namespace hammock::cli {
namespace {

struct ExitCode {
  int code;
  std::string_view meaning;
};
constexpr ExitCode kExitCodes[] = {{kFine, "fine"},
                                   {kFalse, "what was checked is false"},
                                   {kUsage, "wrong usage or I/O"},
                                   {kInvalid, "the script is not valid"},
                                   {kRunFailed, "the program failed while running"},
                                   {kInternal, "a defect of Hammock"}};

// Text of ours as man reads it: no line begins with a request, a hyphen stays what it is.
std::string roff(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool begins_line = i == 0 || text[i - 1] == '\n';
    if (begins_line && (text[i] == '.' || text[i] == '\'')) out += "\\&";
    if (text[i] == '\\') out += "\\e";
    else if (text[i] == '-') out += "\\-";
    else if (text[i] == '\'') out += "\\(aq";
    else if (text[i] == '`') out += "\\(ga";
    else out += text[i];
  }
  return out;
}

std::string upper(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return out;
}

std::string head(std::string_view page, std::string_view help) {
  return fmt::format(".TH {} 1 \"\" \"hammock {}\" \"Hammock\"\n.SH NAME\n{} \\- {}\n", roff(upper(page)),
                     HAMMOCK_VERSION, roff(page), roff(help));
}

std::string as_written(std::string_view text) { return ".nf\n" + roff(text) + ".fi\n"; }

std::string exit_status() { return ".SH EXIT STATUS\n" + as_written(exit_codes("")); }

std::string flag_entry(const FlagDescription& flag) {
  const std::string names = roff(fmt::format("{}", fmt::join(flag.names, ", ")));
  const std::string_view value = flag.takes_value && !flag.is_argument ? " \\fIVALUE\\fR" : "";
  return fmt::format(".TP\n\\fB{}\\fR{}\n{}\n", names, value, roff(flag.help));
}

}  // namespace

std::string exit_codes(std::string_view indentation) {
  std::string text;
  for (const ExitCode& e : kExitCodes) text += fmt::format("{}{:2}  {}\n", indentation, e.code, e.meaning);
  return text;
}

std::string manual_page() {
  std::string text = head("hammock", "check, rewrite, print and run scripts in Relax (TVMScript)");
  text += ".SH SYNOPSIS\n\\fBhammock\\fR \\fICOMMAND\\fR [\\fIFLAGS\\fR] [\\fIFILE\\fR...]\n.SH DESCRIPTION\n";
  text += roff(kSummary.substr(0, kSummary.find('\n') + 1)) + ".SH COMMANDS\n";
  for (const Command& c : commands()) text += fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(c.name), roff(c.help));
  text += ".SH EXAMPLES\n" + as_written(kExamples) + exit_status() + ".SH SEE ALSO\n";
  for (size_t i = 0; i < commands().size(); ++i)
    text += fmt::format(".BR hammock\\-{} (1){}\n", commands()[i].name, i + 1 < commands().size() ? "," : "");
  return text;
}

std::string manual_page(const Io& io, const Command& command) {
  std::string text = head(fmt::format("hammock-{}", command.name), command.help);
  text += fmt::format(".SH SYNOPSIS\n\\fBhammock {}\\fR {}\n", command.name, roff(command.usage));
  std::vector<FlagDescription> flags = flags_of(io, command);
  std::vector<std::string> groups;
  for (const FlagDescription& flag : flags) {
    const std::string group = flag.is_argument ? "" : flag.group;
    if (std::ranges::find(groups, group) == groups.end()) groups.push_back(group);
  }
  std::ranges::stable_partition(groups, [](const std::string& group) { return group != "Common"; });
  std::ranges::stable_partition(groups, [](const std::string& group) { return group.empty(); });
  for (const std::string& group : groups) {
    text += group.empty() ? ".SH ARGUMENTS\n" : fmt::format(".SH {}\n", roff(upper(group)));
    for (const FlagDescription& flag : flags) {
      if ((flag.is_argument ? "" : flag.group) == group) text += flag_entry(flag);
    }
  }
  return text + ".SH EXAMPLES\n" + as_written(command.examples) + exit_status() + ".SH SEE ALSO\n.BR hammock (1)\n";
}

}  // namespace hammock::cli
