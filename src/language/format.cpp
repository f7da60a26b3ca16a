// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "hammock/language/queries.h"

namespace hammock::language {
namespace {

// The edit without the lines that are equal at both ends.
Edit trimmed(std::string_view text, Edit edit) {
  std::string_view before = text.substr(edit.span.begin, edit.span.end - edit.span.begin), after = edit.text;
  const size_t same = static_cast<size_t>(std::ranges::mismatch(before, after).in1 - before.begin());
  const size_t head = same == 0 ? 0 : before.substr(0, same).rfind('\n') + 1;
  before.remove_prefix(head), after.remove_prefix(head);
  size_t tail = 0;
  while (tail < std::min(before.size(), after.size()) &&
         before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
    ++tail;
  const size_t line_end = before.find('\n', before.size() - tail);
  const size_t whole = line_end == std::string_view::npos ? 0 : before.size() - line_end - 1;
  const Span span{edit.span.begin + static_cast<uint32_t>(head), edit.span.end - static_cast<uint32_t>(whole)};
  return {span, std::string(after.substr(0, after.size() - whole))};
}

Error why(const tool::Outcome& outcome) {
  for (const Diagnostics& report : outcome.reports) {
    for (const Diagnostic& d : report.all()) {
      if (info(d.id).severity == Severity::error) return {Error::Kind::usage, "not formatted: " + d.text, d.span};
    }
  }
  return {Error::Kind::usage, "not formatted: " + outcome.failure, {}};
}

// The script of the analysis, or what `again` holds then: a function that contradicts the result that it declares can
// be printed.
const tool::Script& printable(const Analysis& analysis, std::optional<tool::Script>& again) {
  if (analysis.script) return analysis.script;
  again = tool::read_script(analysis.source->name(), std::string(analysis.text()),
                            {.any_results = true, .may_be_empty = true, .takes_unchecked = true});
  return *again ? *again : analysis.script;
}

PrintOptions print_options() {
  PrintOptions options;
  options.comments = true;
  return options;
}

}  // namespace

Result<std::vector<Edit>> format(const Analysis& analysis) {
  std::optional<tool::Script> again;
  const tool::Script& script = printable(analysis, again);
  if (!script) {
    if (script.outcome.is_fine()) return std::vector<Edit>{};
    return why(script.outcome);
  }
  const tool::Printed printed = tool::print(script, tool::Form::in_place, print_options());
  const tool::Outcome outcome = tool::check_printed(script, printed, {.is_for_file = true});
  if (!outcome.is_fine()) return why(outcome);
  std::vector<Edit> edits;
  if (printed.text != analysis.text())
    edits.push_back(trimmed(analysis.text(), {{0, static_cast<uint32_t>(analysis.text().size())}, printed.text}));
  return edits;
}

Result<std::vector<Edit>> format(const Analysis& analysis, Span range) {
  std::optional<tool::Script> again;
  const tool::Script& script = printable(analysis, again);
  if (!script) {
    if (script.outcome.is_fine()) return std::vector<Edit>{};
    return why(script.outcome);
  }
  const std::vector<Module>& modules = script.definitions.modules;
  if (modules.size() == 1 && !script.definitions.has_python) return format(analysis);
  std::vector<const Module*> chosen;
  std::vector<Prefixes> prefixes;
  for (size_t i = 0; i < modules.size(); ++i) {
    if (modules[i].text.begin >= range.end || range.begin >= modules[i].text.end) continue;
    chosen.push_back(&modules[i]);
    prefixes.push_back(script.definitions.prefixes[i]);
  }
  std::vector<Edit> edits;
  for (Edit& edit : edit_definitions(*script.source, chosen, prefixes, print_options()).edits) {
    if (analysis.text().substr(edit.span.begin, edit.span.end - edit.span.begin) != edit.text)
      edits.push_back(trimmed(analysis.text(), std::move(edit)));
  }
  return edits;
}

}  // namespace hammock::language
