// SPDX-License-Identifier: Apache-2.0
#include "hammock/tool/explain.h"

#include <fmt/format.h>

#include <algorithm>

#include "explain_operator.h"
#include "hammock/base/utf8.h"
#include "hammock/eval/eval.h"
#include "hammock/passes/pass.h"
#include "hammock/tool/diff.h"
#include "hammock/tool/rewrite.h"

namespace hammock::tool {
namespace {

struct PassDoc {
  std::string_view name, operators, meaning, options, first, script;
};
constexpr PassDoc kPassDocs[] = {
#define PASS_DOC(...) {__VA_ARGS__},
#include "pass_docs.def"
#undef PASS_DOC
};

const PassDoc& doc_of(std::string_view pass) {
  const PassDoc* row = std::ranges::find(kPassDocs, pass, &PassDoc::name);
  HAMMOCK_CHECK(row != std::end(kPassDocs), "pass_docs.def: no row for " + std::string(pass));
  return *row;
}

std::string without_line_ends(std::string_view text) {
  std::string out(text.substr(0, text.size() - text.ends_with('\n')));
  std::ranges::replace(out, '\n', ' ');
  return out;
}

std::vector<RewritePart> parts_of(const std::string& pipeline) {
  Diagnostics diagnostics;
  std::optional<std::vector<PipelineStep>> steps = parse_pipeline(pipeline, diagnostics);
  HAMMOCK_CHECK(steps.has_value(), "pass_docs.def: " + pipeline);
  std::vector<RewritePart> parts(1);
  parts[0].steps = std::move(*steps);
  return parts;
}

// The text of the script after the passes, as short as it can be said.
Result<std::string> rewritten(std::string_view text, std::vector<RewritePart> parts, const ScriptOptions& reading) {
  Script script = read_script("example.py", std::string(text), reading);
  if (!script) return Error{Error::Kind::run, first_failure(script.outcome), {}};
  const Rewritten result = rewrite(script, parts, {});
  if (!result.outcome.is_fine()) return Error{Error::Kind::run, first_failure(result.outcome), {}};
  PrintOptions options;
  options.show_all_struct_info = false;
  options.inferred = inferred_call;
  std::string out = print(script.definitions, options);
  return out.starts_with('#') ? out.substr(out.find("\n\n") + 2) : out;  // without the imports
}

// Rows `name=default: meaning`, for the options that there are.
std::vector<std::pair<std::string, std::string>> option_rows(const PassInfo& pass) {
  std::vector<std::pair<std::string, std::string>> rows;
  std::string_view rest = doc_of(pass.name).options;
  const std::vector<PassOption> options = options_of(pass);
  for (const PassOption& option : options) {
    std::string_view meaning = take(rest, "\n");
    HAMMOCK_CHECK(take(meaning, ": ") == option.name, "pass_docs.def: options of " + std::string(pass.name));
    rows.emplace_back(fmt::format("{}={}", option.name, option.default_value), meaning);
  }
  return rows;
}

void add_example(Page& page, std::string_view pass) {
  Result<PassExample> example = example_of_pass(pass);
  if (!example) {
    page.pieces.push_back({"example", "example", Look::prose, example.error().text});
    return;
  }
  std::string first;
  for (std::string_view rest = example->first; !rest.empty();)
    first += fmt::format("{}{}", first.empty() ? " (a script after " : ", ", take(rest, ","));
  if (!first.empty()) first += ")";
  page.pieces.push_back({"script", "", Look::hidden, example->script});
  page.pieces.push_back({"passes", "", Look::hidden, example->passes});
  // What a pass finds done when the text is read.
  const bool is_kept = example->before == example->after;
  page.pieces.push_back({"before", "before" + first, Look::script, is_kept ? example->script : example->before});
  page.pieces.push_back({"after", "after", Look::diff, example->after});
}

Page page_of_pass(const PassInfo& pass) {
  const PassDoc& doc = doc_of(pass.name);
  Page page{Topic::pass, std::string(pass.name), fmt::format("{}: {}", pass.name, pass.help), {}};
  page.pieces = {{"name", "", Look::hidden, std::string(pass.name)},
                 {"help", "", Look::hidden, std::string(pass.help)},
                 {"meaning", "", Look::prose, std::string(doc.meaning)},
                 {"requires", "requires", Look::prose, std::string(pass.requires_)}};
  if (std::vector<std::pair<std::string, std::string>> rows = option_rows(pass); !rows.empty())
    page.pieces.push_back({"options", "options", Look::rows, "", std::move(rows)});
  add_example(page, pass.name);
  return page;
}

Page page_of_pipeline(const NamedPipeline& pipeline) {
  Page page{Topic::pipeline, std::string(pipeline.name), fmt::format("{}: {}", pipeline.name, pipeline.help), {}};
  page.pieces = {{"name", "", Look::hidden, std::string(pipeline.name)},
                 {"help", "", Look::hidden, std::string(pipeline.help)},
                 {"meaning", "", Look::prose, std::string(doc_of(pipeline.name).meaning)},
                 {"stands_for", "stands for", Look::output, std::string(pipeline.passes)}};
  add_example(page, pipeline.name);
  return page;
}

Page page_of_diagnostic(Diag diag) {
  const DiagInfo& row = info(diag);
  const Explanation e = explanation(diag);
  return {Topic::diagnostic,
          std::string(row.code),
          fmt::format("{} ({}): {}", row.code, name(row.severity), row.meaning),
          {{"code", "", Look::hidden, std::string(row.code)},
           {"severity", "", Look::hidden, std::string(name(row.severity))},
           {"meaning", "", Look::hidden, std::string(row.meaning)},
           {"explanation", "", Look::prose, without_line_ends(e.text)},
           {"wrong", "wrong", Look::script, valid_utf8(e.wrong)},
           {"right", "right", Look::script, std::string(e.right)}}};
}

Page page_of_host_function(const Entry& entry) {
  return {entry.topic,
          entry.name,
          fmt::format("{} ({})", entry.name, name(entry.topic)),
          {{"name", "", Look::hidden, entry.name},
           {"meaning", "", Look::prose, entry.summary},
           {"use", "", Look::prose,
            "A packed function of TVM's runtime that both executors have. A script calls it by `R.call_packed` or "
            "`R.call_pure_packed`; `hammock list host-functions` shows all."}}};
}

// What an explanation's example does wrong, and with which operators: the lines that are mended.
std::vector<Op> operators_at_fault(Diag diag) {
  const Explanation e = explanation(diag);
  std::string lines;
  for (std::string_view rest = e.wrong; !rest.empty();) {
    std::string_view line = take(rest, "\n");
    if (e.right.find(line) == std::string_view::npos) lines += fmt::format("{}\n", line);
  }
  return operators_in(lines);
}

void relate(Page& page, Topic topic, std::string_view name) {
  std::pair<Topic, std::string> other(topic, name);
  if (std::ranges::find(page.related, other) == page.related.end()) page.related.push_back(std::move(other));
}

// The operators that a pass looks for or makes, and the passes and diagnostics of an operator.
void relate_operator(Page& page, Op op) {
  for (const PassInfo& pass : passes()) {
    for (std::string_view rest = doc_of(pass.name).operators; !rest.empty();) {
      if (take(rest, " ") == page.name) relate(page, Topic::pass, pass.name);
    }
  }
  for (size_t i = 0; i < static_cast<size_t>(Diag::count); ++i) {
    const std::vector<Op> at_fault = operators_at_fault(static_cast<Diag>(i));
    if (std::ranges::find(at_fault, op) != at_fault.end())
      relate(page, Topic::diagnostic, info(static_cast<Diag>(i)).code);
  }
}

void relate_passes(Page& page, std::string_view pipeline) {
  while (!pipeline.empty()) {
    std::string_view name = take(pipeline, ",");
    name = take(name, "{");
    if (find_pass(name)) relate(page, Topic::pass, name);
  }
}

void add_related(Page& page) {
  switch (page.topic) {
    case Topic::op: relate_operator(page, find_op(page.name)); break;
    case Topic::pass:
      for (std::string_view rest = doc_of(page.name).operators; !rest.empty();)
        relate(page, Topic::op, take(rest, " "));
      relate_passes(page, doc_of(page.name).first);
      break;
    case Topic::pipeline:
      relate_passes(page, std::ranges::find(named_pipelines(), page.name, &NamedPipeline::name)->passes);
      break;
    case Topic::diagnostic:
      for (Op op : operators_at_fault(*find_diag(page.name))) relate(page, Topic::op, info(op).name);
      break;
    default: break;
  }
}

Page page_without_links(const Entry& entry) {
  switch (entry.topic) {
    case Topic::op: return page_of_operator(find_op(entry.name));
    case Topic::pass: return page_of_pass(*find_pass(entry.name));
    case Topic::pipeline:
      return page_of_pipeline(*std::ranges::find(named_pipelines(), entry.name, &NamedPipeline::name));
    case Topic::diagnostic: return page_of_diagnostic(*find_diag(entry.name));
    default: return page_of_host_function(entry);
  }
}

char lower_case(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool equal_but_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, lower_case, lower_case);
}

// Lines of at most `width` columns; what stands alone may be longer.
std::string wrapped(std::string_view text, size_t width, std::string_view indent) {
  std::string out;
  size_t column = 0;
  while (!text.empty()) {
    std::string_view word = take(text, " ");
    if (column > 0 && column + 1 + word.size() > width) {
      out += fmt::format("\n{}", indent);
      column = 0;
    }
    if (column > 0) out += ' ';
    out += word;
    column += word.size() + (column > 0);
  }
  return out;
}

constexpr size_t kTextWidth = 118;

std::string indented(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    std::string_view line = take(text, "\n");
    out += line.empty() ? "\n" : fmt::format("    {}\n", line);
  }
  return out;
}

std::string rows_as_text(const Piece& piece) {
  constexpr size_t kWidest = 24;
  size_t width = 0;
  for (const auto& [left, right] : piece.rows) width = std::max(width, std::min(left.size(), kWidest));
  std::string out;
  for (const auto& [left, right] : piece.rows) {
    out += fmt::format("    {:{}}  {}\n", left, width,
                       wrapped(right, kTextWidth - width - 6, std::string(width + 6, ' ')));
  }
  return out;
}

std::string as_text(const Piece& piece, const std::string& before, bool color) {
  const std::string_view tint = !color                 ? ""
                                : piece.key == "wrong" ? "\x1b[1;31m"
                                : piece.key == "right" ? "\x1b[1;32m"
                                                       : "\x1b[1m";
  const std::string_view reset = color ? "\x1b[0m" : "";
  if (piece.look == Look::prose) {
    const std::string lead = piece.heading.empty() ? "" : piece.heading + ": ";
    const std::string text = wrapped(lead + piece.text, kTextWidth, "");
    return fmt::format("{}{}{}{}\n", lead.empty() ? "" : tint, text.substr(0, lead.size()), lead.empty() ? "" : reset,
                       text.substr(lead.size()));
  }
  std::string body = piece.look == Look::rows ? rows_as_text(piece) : indented(piece.text);
  std::string heading = piece.heading;
  if (piece.look == Look::diff && color) {
    heading = "what changes";
    body = indented(unified_diff(before, piece.text, {"example.py", "before", "after"}, color));
  }
  return fmt::format("{}{}:{}\n\n{}", tint, heading, reset, body);
}

}  // namespace

std::string_view take(std::string_view& rest, std::string_view separator) {
  std::string_view piece = rest.substr(0, rest.find(separator));
  rest.remove_prefix(std::min(piece.size() + separator.size(), rest.size()));
  return piece;
}

std::string first_failure(const Outcome& outcome) {
  for (const Diagnostics& report : outcome.reports) {
    if (!report.all().empty()) return report.all()[0].text;
  }
  return outcome.failure;
}

std::string_view name(Topic topic) {
  constexpr std::string_view kNames[] = {"operator", "pass", "pipeline", "host function", "diagnostic", "command"};
  return kNames[static_cast<size_t>(topic)];
}

std::string plural(Topic topic) { return fmt::format("{}{}", name(topic), topic == Topic::pass ? "es" : "s"); }

std::vector<Entry> entries() {
  std::vector<Entry> out = operator_entries();
  for (const PassInfo& p : passes()) out.push_back({Topic::pass, std::string(p.name), std::string(p.help)});
  for (const NamedPipeline& p : named_pipelines())
    out.push_back({Topic::pipeline, std::string(p.name), std::string(p.help)});
  for (const HostFunctionInfo& f : host_functions())
    out.push_back({Topic::host_function, std::string(f.name), std::string(f.meaning)});
  for (size_t i = 0; i < static_cast<size_t>(Diag::count); ++i) {
    const DiagInfo& row = info(static_cast<Diag>(i));
    out.push_back({Topic::diagnostic, std::string(row.code), std::string(row.meaning)});
  }
  return out;
}

std::string_view unprefixed(std::string_view name) {
  for (std::string_view prefix : {"R.", "relax."}) {
    if (name.starts_with(prefix)) return name.substr(prefix.size());
  }
  return name;
}

const Entry* find_entry(const std::vector<Entry>& entries, std::string_view name) {
  name = unprefixed(name);
  const PassInfo* pass = find_pass(name);
  for (const Entry& e : entries) {
    if (e.name == name || (pass && e.topic == Topic::pass && e.name == pass->name)) return &e;
  }
  for (const Entry& e : entries) {
    if (equal_but_case(e.name, name)) return &e;
  }
  return nullptr;
}

Page page_of(const Entry& entry) {
  Page page = page_without_links(entry);
  add_related(page);
  return page;
}

std::string spelled(Topic topic, std::string_view name) {
  return topic == Topic::op ? fmt::format("R.{}", name) : std::string(name);
}

std::string as_text(const Page& page, bool color) {
  std::string_view bold = color ? "\x1b[1m" : "", reset = color ? "\x1b[0m" : "";
  std::string out = fmt::format("{}{}{}{}\n", bold, page.name, reset, page.title.substr(page.name.size()));
  std::string before;
  for (const Piece& piece : page.pieces) {
    if (piece.key == "before") before = piece.text;
    if (piece.look != Look::hidden) out += "\n" + as_text(piece, before, color);
  }
  if (page.related.empty()) return out;
  Piece others{"see_also", "see also", Look::prose, ""};
  for (const auto& [topic, name] : page.related)
    others.text += fmt::format("{}{}", others.text.empty() ? "" : ", ", spelled(topic, name));
  return out + "\n" + as_text(others, before, color);
}

Result<PassExample> example_of_pass(std::string_view name) {
  const PassDoc& doc = doc_of(name);
  PassExample out{std::string(doc.script.substr(1)), std::string(doc.first), std::string(name), {}, {}};
  const std::string all = out.first.empty() ? out.passes : out.first + "," + out.passes;
  const ScriptOptions reading = options_for(parts_of(all));
  Result<std::string> before = rewritten(out.script, parts_of(out.first), reading);
  if (!before) return before.error();
  Result<std::string> after = rewritten(out.script, parts_of(all), reading);
  if (!after) return after.error();
  out.before = std::move(*before);
  out.after = std::move(*after);
  return out;
}

}  // namespace hammock::tool
