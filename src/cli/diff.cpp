// SPDX-License-Identifier: Apache-2.0
// hammock diff: what changed between two scripts.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "command_line.h"
#include "hammock/rewrite/equal.h"
#include "hammock/tool/module_diff.h"

namespace hammock::cli {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const DiffItem& item, const Source& source) {
  Json out{{"name", item.name}};
  out["line"] = item.span ? Json(source.place(item.span.begin).line) : Json();
  if (!item.text.empty()) out["text"] = item.text;
  return out;
}

Json to_json(std::span<const DiffItem> items, const Source& source) {
  Json out = Json::array();
  for (const DiffItem& item : items) out.push_back(to_json(item, source));
  return out;
}

Json to_json(const FunctionDiff& f, const DiffSources& sources) {
  Json out{{"kernel", f.is_kernel}};
  out["before"] = f.before ? to_json(*f.before, sources.before) : Json();
  out["after"] = f.after ? to_json(*f.after, sources.after) : Json();
  out["changes"] = Json::array();
  for (const DiffEntry& e : f.entries)
    out["changes"].push_back({{"change", name(e.change)},
                              {"what", e.what},
                              {"before", to_json(e.before, sources.before)},
                              {"after", to_json(e.after, sources.after)}});
  out["followers"] = f.followers;
  out["renumbered"] = f.renumbered;
  out["text"] = f.text;
  return out;
}

// A definition of each script.
struct DefinitionPair {
  const Module *before, *after;
};

// One script: its first definition and its second. Two: those of one name, or else in order.
Result<std::vector<DefinitionPair>> pair_definitions(const Script& before, const Script* after) {
  const std::vector<Module>& a = before.definitions.modules;
  if (!after) {
    if (a.size() == 2) return std::vector<DefinitionPair>{{&a[0], &a[1]}};
    return Error{Error::Kind::usage,
                 fmt::format("{}: {} definitions; one file alone needs two", before.source->name(), a.size()),
                 {}};
  }
  const std::vector<Module>& b = after->definitions.modules;
  if (a.size() != b.size())
    return Error{Error::Kind::usage,
                 fmt::format("{} has {} definitions, {} has {}", before.source->name(), a.size(), after->source->name(),
                             b.size()),
                 {}};
  std::vector<DefinitionPair> pairs;
  std::vector<bool> is_taken(b.size());
  for (const Module& module : a) pairs.push_back({&module, nullptr});
  for (DefinitionPair& pair : pairs) {
    for (size_t j = 0; j < b.size() && !pair.after; ++j) {
      if (is_taken[j] || !pair.before->class_name || pair.before->class_name != b[j].class_name) continue;
      pair.after = &b[j];
      is_taken[j] = true;
    }
  }
  size_t j = 0;
  for (DefinitionPair& pair : pairs) {
    while (!pair.after && is_taken[j]) ++j;
    if (!pair.after) pair.after = &b[j++];
  }
  return pairs;
}

// What `difference` says where it meets two bindings of another order, which are others; it compares them in order.
std::string reason(const Module& a, const Module& b) {
  std::string why = difference(a, b, same_functions(a, b));
  constexpr std::string_view kNoBinding[] = {"block", "number of", "purity", "function attributes"};
  const auto is_said = [&](std::string_view words) { return why.find(words) != std::string::npos; };
  if (why.empty() || std::ranges::any_of(kNoBinding, is_said)) return why;
  const ModuleDiff found = diff(a, b);
  const bool has_renames_only =
      found.own.empty() && std::ranges::all_of(found.functions, [](const FunctionDiff& f) {
        return f.before && f.after && f.followers == 0 && f.text.empty() &&
               std::ranges::all_of(f.entries, [](const DiffEntry& e) { return e.change == Change::renamed; });
      });
  if (!has_renames_only) return why;
  const size_t colon = why.find("': ");
  return (colon == std::string::npos ? "" : why.substr(0, colon + 3)) + "the order of the bindings";
}

constexpr FlagRule kDiffRules[] = {
    {"--equal", FlagRule::not_with, "--json", "it prints nothing"},
};

}  // namespace

int diff_command(Io& io, const Command& self, const Arguments& args) {
  CommandLine line(self, io);
  std::string first, second;
  bool equal = false, json = false;
  line.argument("BEFORE", &first, "a script; '-': standard input");
  line.argument("AFTER", &second, "another; none: the first one holds two definitions");
  line.flag(
      "--equal", equal,
      "print nothing; exit with 1 and a reason unless they are the same but for names; the order of bindings counts, "
      "too, which without this flag is a change only where they have effects");
  line.flag("--json", json, "one object: functions and what changed of each");
  if (std::optional<int> over = line.parse(args, kDiffRules)) return *over;

  ScriptOptions options{.any_results = true, .takes_unchecked = true};
  const Script before = load_script(io, input_or_stdin(io, first), options);
  if (!before) return before.outcome.status;
  options.context = before.definitions.modules[0].shared_context();
  std::optional<Script> after;
  if (!second.empty()) after = load_script(io, second, options);
  if (after && !*after) return after->outcome.status;
  Result<std::vector<DefinitionPair>> pairs = pair_definitions(before, after ? &*after : nullptr);
  if (!pairs) return io.fail(kUsage, pairs.error().text);

  const DiffSources sources{*before.source, after ? *after->source : *before.source};
  bool is_equal = true;
  Json out{{"equal", true}, {"before", sources.before.name()}, {"after", sources.after.name()}};
  out["module"] = out["functions"] = Json::array();
  for (const auto& [a, b] : *pairs) {
    if (equal) {
      const std::string why = reason(*a, *b);
      is_equal &= why.empty();
      if (!why.empty()) io.err(fmt::format("{} and {} differ: {}\n", sources.before.name(), sources.after.name(), why));
      continue;
    }
    const ModuleDiff found = diff(*a, *b);
    is_equal &= found.is_equal();
    if (!json) io.out(to_text(found, sources, io.out_color));
    for (const std::string& what : found.own) out["module"].push_back(what);
    for (const FunctionDiff& f : found.functions) out["functions"].push_back(to_json(f, sources));
  }
  out["equal"] = is_equal;
  if (json) io.out(out.dump(2) + "\n");
  return is_equal ? kFine : kFalse;
}

}  // namespace hammock::cli
