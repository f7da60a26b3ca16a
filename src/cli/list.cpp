// SPDX-License-Identifier: Apache-2.0
// hammock list: the tables that drive everything, as text or JSON.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "command_line.h"
#include "hammock/base/suggest.h"
#include "hammock/eval/eval.h"
#include "hammock/ir/op.h"
#include "hammock/passes/pass.h"
#include "hammock/rewrite/standard_patterns.h"
#include "hammock/tool/operators.h"

namespace hammock::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kPatternDepth = 20;

Json list_ops() {
  Json rows = Json::array();
  for (size_t i = 0; i < kOpCount; ++i) {
    Op op = static_cast<Op>(i);
    Json traits = Json::array();
    for (const TraitInfo& t : hammock::traits()) {
      if (has_trait(op, t.trait)) traits.push_back(t.name);
    }
    const OperatorFacts facts = facts_of(op);
    rows.push_back({{"name", info(op).name},
                    {"signature", facts.signature},
                    {"since", has_trait(op, Newer) ? "0.26" : "0.19"},
                    {"traits", traits},
                    {"infer", facts.is_inferred},
                    {"eval", facts.has_reference},
                    {"jit", facts.compiled}});
  }
  return rows;
}

Json list_passes() {
  Json rows = Json::array();
  for (const PassInfo& p : passes())
    rows.push_back({{"name", p.name}, {"options", p.options}, {"help", p.help}, {"requires", p.requires_}});
  return rows;
}

Json list_pipelines() {
  Json rows = Json::array();
  for (const NamedPipeline& p : named_pipelines())
    rows.push_back({{"name", p.name}, {"passes", p.passes}, {"help", p.help}});
  return rows;
}

Json list_commands() {
  Json rows = Json::array();
  for (const Command& c : commands()) rows.push_back({{"name", c.name}, {"usage", c.usage}, {"help", c.help}});
  return rows;
}

Json list_diagnostics() {
  Json rows = Json::array();
  for (size_t i = 0; i < static_cast<size_t>(Diag::count); ++i) {
    const DiagInfo& row = info(static_cast<Diag>(i));
    rows.push_back({{"code", row.code}, {"severity", name(row.severity)}, {"meaning", row.meaning}});
  }
  return rows;
}

Json list_host_functions() {
  Json rows = Json::array();
  for (const HostFunctionInfo& f : host_functions()) rows.push_back({{"name", f.name}, {"meaning", f.meaning}});
  return rows;
}

// The patterns that FuseOpsByPattern has of its own, in the order in which it tries them.
Json list_patterns() {
  Json rows = Json::array();
  Context context;
  auto patterns = std::make_shared<Patterns>(context);
  for (const FusionPattern& p : standard_patterns(patterns)) {
    Json parts = Json::array();
    for (const auto& [name, part] : p.annotations) {
      parts.push_back(name);
      if (name != "out") patterns->set_label(part, name);
    }
    rows.push_back({{"name", p.name}, {"parts", parts}, {"pattern", patterns->describe(p.root, kPatternDepth)}});
  }
  return rows;
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// `*` stands for any letters, `?` for one. Only the last star is tried again: the time is at most the product of the
// lengths.
bool has_form(std::string_view text, std::string_view form) {
  size_t t = 0, f = 0, star = std::string_view::npos, resume = 0;
  while (t < text.size()) {
    if (f < form.size() && form[f] == '*') {
      star = f++;
      resume = t;
    } else if (f < form.size() && (form[f] == '?' || lower(form[f]) == lower(text[t]))) {
      ++t, ++f;
    } else if (star != std::string_view::npos) {
      f = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  return form.find_first_not_of('*', f) == std::string_view::npos;
}

bool matches(std::string_view name, const std::string& filter) {
  bool is_form = filter.find_first_of("*?") != std::string::npos;
  return has_form(name, is_form ? filter : "*" + filter + "*");
}

struct Table {
  std::string_view name;
  Json (*rows)();
};
constexpr Table kTables[] = {{"ops", list_ops},
                             {"passes", list_passes},
                             {"pipelines", list_pipelines},
                             {"patterns", list_patterns},
                             {"host-functions", list_host_functions},
                             {"diagnostics", list_diagnostics},
                             {"commands", list_commands}};

std::string cell(const Json& value) {
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "-";
  if (value.is_string()) return value.get<std::string>();
  std::string text;
  for (const Json& item : value) text += (text.empty() ? "" : " ") + item.get<std::string>();
  return text;
}

// Columns as wide as their widest cell; the last one is free.
std::string as_text(const Json& rows) {
  std::vector<size_t> widths;
  std::vector<std::vector<std::string>> cells;
  if (!rows.empty()) {
    cells.emplace_back();
    for (auto& [key, value] : rows[0].items()) cells.back().push_back(key);
  }
  for (const Json& row : rows) {
    cells.emplace_back();
    for (auto& [key, value] : row.items()) cells.back().push_back(cell(value));
  }
  for (const auto& row : cells) {
    widths.resize(row.size());
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], std::min<size_t>(row[i].size(), 80));
  }
  std::string out;
  for (const auto& row : cells) {
    std::string text;
    for (size_t i = 0; i < row.size(); ++i) text += fmt::format("{:{}}  ", row[i], i + 1 < row.size() ? widths[i] : 0);
    out += text.substr(0, text.find_last_not_of(' ') + 1) + "\n";
  }
  return out;
}

}  // namespace

int list_command(Io& io, const Command& self, const Arguments& args) {
  CommandLine line(self, io);
  std::string name;
  std::string filter;
  bool json = false;
  line.required_argument("TABLE", &name, "ops, passes, pipelines, patterns, host-functions, diagnostics or commands");
  line.suggest("TABLE", [](const Arguments&) {
    std::vector<Suggestion> words;
    for (const Table& t : kTables) words.push_back({std::string(t.name), ""});
    return words;
  });
  line.argument(
      "FILTER", &filter,
      "only rows whose name has this in it, in letters of either size; with * and ?, whose whole name has this form");
  line.flag("--json", json, "one JSON array");
  if (std::optional<int> over = line.parse(args)) return *over;
  std::vector<std::string_view> names;
  for (const Table& t : kTables) {
    names.push_back(t.name);
    if (t.name != name) continue;
    Json all = t.rows(), rows = Json::array();
    std::vector<std::string> row_names;
    for (Json& row : all) {
      row_names.push_back(row.front().get<std::string>());
      if (matches(row_names.back(), filter)) rows.push_back(std::move(row));
    }
    if (rows.empty()) {
      std::vector<std::string_view> views(row_names.begin(), row_names.end());
      return io.fail(kFalse, fmt::format("none of the {} is named '{}'{}", name, filter, did_you_mean(filter, views)));
    }
    io.out(json ? rows.dump(2) + "\n" : as_text(rows));
    return kFine;
  }
  return io.fail(kUsage, fmt::format("there is no table '{}'{}", name, did_you_mean(name, names)));
}

}  // namespace hammock::cli
