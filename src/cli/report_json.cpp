// SPDX-License-Identifier: Apache-2.0
#include "report_json.h"

#include <fmt/format.h>

#include <cmath>
#include <unordered_map>

namespace hammock::cli {
namespace {

using namespace tool;
using Json = nlohmann::ordered_json;

constexpr size_t kLongestLine = 1 << 16;  // a constant may have megabytes on one line

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

class Writer {
 public:
  explicit Writer(const Report& report) : report_(report) {}

  Json run() {
    Json out{{"entry", report_.entry}, {"modules", report_.modules}};
    out["states"] = Json::array();
    made_of_.assign(report_.states.size(), nullptr);
    for (const ReportStep& step : report_.steps) {
      if (step.after != step.before) made_of_[step.after] = &step;
    }
    for (size_t i = 0; i < report_.states.size(); ++i) out["states"].push_back(state(i));
    out["steps"] = Json::array();
    for (const ReportStep& s : report_.steps) out["steps"].push_back(step(s));
    out["strings"] = std::move(strings_);
    return out;
  }

 private:
  size_t text(std::string_view words) {
    auto [at, is_new] = numbers_.try_emplace(std::string(words), numbers_.size());
    if (is_new) strings_.push_back(words);
    return at->second;
  }
  size_t text_line(std::string_view line) {
    if (line.size() <= kLongestLine) return text(line);
    return text(fmt::format("{} ... {} bytes more", line.substr(0, kLongestLine / 2), line.size() - kLongestLine / 2));
  }
  static Json number_or(double value) { return std::isfinite(value) ? Json(value) : Json(); }
  static uint32_t line(const ReportState& state, Span span) {
    return span ? state.script.source->place(span.begin).line : 0;
  }
  Json amount(Context& context, const Amount& amount) {
    if (std::optional<int64_t> n = number(amount)) return *n;
    return amount ? Json(to_text(context, amount)) : Json();
  }

  Json state(size_t number) {
    const ReportState& s = report_.states[number];
    Json out{{"module", s.module}, {"base", -1}, {"edits", Json::array()}, {"notDrawn", s.not_drawn}};
    const std::vector<std::string_view> lines = lines_of(s.text());
    const auto numbers = [&](size_t from, size_t count) {
      Json all = Json::array();
      for (size_t i = from; i < std::min(from + count, lines.size()); ++i) all.push_back(text_line(lines[i]));
      return all;
    };
    if (const ReportStep* step = made_of_[number]) {
      out["base"] = step->before;
      for (const LineChange& c : step->lines) out["edits"].push_back({c.before, c.removed, numbers(c.after, c.added)});
    } else {
      out["edits"].push_back({0, 0, numbers(0, lines.size())});
    }
    out["costs"] = out["graphs"] = Json::array();
    for (const FunctionCost& f : s.costs) out["costs"].push_back(cost(s, f));
    for (const Graph& g : s.graphs) out["graphs"].push_back(graph(s, g));
    if (s.run) out["run"] = run(*s.run);
    return out;
  }

  // Of bindings [name, operator, line, operations, bytes read, written].
  Json cost(const ReportState& s, const FunctionCost& f) {
    Context& context = *s.script.context;
    Json out{{"name", f.name},
             {"line", line(s, f.span)},
             {"unknown", f.unknown},
             {"sum", {amount(context, f.sum.operations), amount(context, f.sum.read), amount(context, f.sum.written)}},
             {"parameters", amount(context, f.parameters)},
             {"peak", f.peak ? Json(*f.peak) : Json()},
             {"planned", f.is_planned},
             {"bindings", Json::array()}};
    for (const BindingCost& b : f.bindings)
      out["bindings"].push_back({text(b.name), text(b.what), line(s, b.span), amount(context, b.cost.operations),
                                 amount(context, b.cost.read), amount(context, b.cost.written)});
    return out;
  }

  // Of boxes [class, lines, result, hints, lines of text, frame, band]; of edges from and to, one after the other.
  Json graph(const ReportState& s, const Graph& g) {
    Json out{{"title", g.title}, {"frames", Json::array()}, {"boxes", Json::array()}, {"edges", Json::array()}};
    for (const GraphFrame& f : g.frames) out["frames"].push_back({text(f.title), f.outer});
    for (const GraphBox& b : g.boxes) {
      Json lines = Json::array(), hints = Json::array(), places = Json::array();
      for (const std::string& l : b.lines) lines.push_back(text(l));
      for (std::string_view h : lines_of(b.hint)) hints.push_back(text(h));
      for (Span p : b.places) places.push_back(line(s, p));
      out["boxes"].push_back({static_cast<int>(b.box), std::move(lines), text(b.result), std::move(hints),
                              std::move(places), b.frame, b.band});
    }
    for (const Graph::Edge& e : g.edges) {
      out["edges"].push_back(e.from);
      out["edges"].push_back(e.to);
    }
    return out;
  }

  Json run(const ReportRun& r) {
    Json out{{"failure", problem(r.outcome)}, {"notCompared", r.not_compared}, {"fallback", r.fallback}};
    out["times"] = {{"compile", r.times.compile_ms}, {"first", r.times.first_run_ms},
                    {"median", r.times.median()},    {"runs", std::max<size_t>(1, r.times.runs_ms.size())},
                    {"kernels", r.times.kernels},    {"peak", r.times.peak_bytes}};
    out["steps"] = Json::array();
    for (const jit::StepTime& s : r.steps) out["steps"].push_back({text(s.name), s.ms});
    if (r.agreement)
      out["agreement"] = {{"agrees", r.agreement->agrees},
                          {"largest", number_or(r.agreement->largest)},
                          {"details", r.agreement->details}};
    return out;
  }

  // Of changes [applied, rule, function, binding, line, reason]; of differences [kind, what, lines before, lines
  // after].
  Json step(const ReportStep& s) {
    Json out{{"name", s.name},
             {"ms", s.ms},
             {"changed", s.changed},
             {"module", s.module},
             {"before", s.before},
             {"after", s.after},
             {"applications", s.applications},
             {"moreChanges", s.more_changes},
             {"changes", Json::array()},
             {"diff", Json::array()}};
    for (const ReportChange& c : s.changes)
      out["changes"].push_back({c.is_applied, text(c.rule), text(c.function), text(c.binding), c.line, text(c.reason)});
    for (const std::string& what : s.diff.own) out["diff"].push_back({"changed", what, Json::array(), Json::array()});
    for (const FunctionDiff& f : s.diff.functions) differences(out["diff"], s, f);
    return out;
  }
  void differences(Json& out, const ReportStep& s, const FunctionDiff& f) {
    const ReportState &before = report_.states[s.before], &after = report_.states[s.after];
    const auto lines = [](const ReportState& state, std::span<const DiffItem> items) {
      Json all = Json::array();
      for (const DiffItem& item : items) all.push_back(line(state, item.span));
      return all;
    };
    const auto all_of = [&](const std::optional<DiffItem>& item, const ReportState& state) {
      return item ? Json{line(state, item->span)} : Json::array();
    };
    if (!f.before || !f.after) {
      out.push_back({f.before ? "removed" : "added",
                     (f.is_kernel ? "kernel " : "function ") + (f.before ? f.before : f.after)->name,
                     all_of(f.before, before), all_of(f.after, after)});
    } else if (!f.text.empty()) {
      out.push_back({"changed", "kernel " + f.after->name, all_of(f.before, before), all_of(f.after, after)});
    }
    for (const DiffEntry& e : f.entries)
      out.push_back({name(e.change), e.what, lines(before, e.before), lines(after, e.after)});
    if (f.followers + f.renumbered > 0)
      out.push_back({"names",
                     fmt::format("{} with other struct info only because their operands have it, {} with other names",
                                 f.followers, f.renumbered),
                     Json::array(), Json::array()});
  }

  static std::string problem(const Outcome& outcome) {
    if (outcome.is_fine()) return "";
    std::string out;
    for (const Diagnostics& d : outcome.reports) out += render(d);
    return out.empty() && outcome.failure.empty() ? "failed" : out + outcome.failure;
  }

  const Report& report_;
  std::vector<const ReportStep*> made_of_;  // by state
  std::unordered_map<std::string, size_t> numbers_;
  Json strings_ = Json::array();
};

}  // namespace

nlohmann::ordered_json to_json(const Report& report) { return Writer(report).run(); }

std::string embedded(const nlohmann::ordered_json& data) {
  std::string out;
  const std::string text = data.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  out.reserve(text.size() + text.size() / 16);
  for (size_t i = 0; i < text.size(); ++i) {
    const std::string_view next = std::string_view(text).substr(i, 3);
    if (text[i] == '<' || text[i] == '>' || text[i] == '&') {
      out += fmt::format("\\u{:04x}", text[i]);
    } else if (next == "\xe2\x80\xa8" || next == "\xe2\x80\xa9") {
      out += next[2] == '\xa8' ? "\\u2028" : "\\u2029";
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

}  // namespace hammock::cli
