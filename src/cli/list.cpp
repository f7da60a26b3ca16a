// SPDX-License-Identifier: Apache-2.0
// hammock list: the tables that drive everything, as text or JSON.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "command.h"
#include "hammock/base/suggest.h"
#include "hammock/eval/eval.h"
#include "hammock/ir/op.h"
#include "hammock/loop/program.h"
#include "hammock/passes/pass.h"

namespace hammock::cli {
namespace {

using Json = nlohmann::ordered_json;

struct OpColumns {
  std::string_view signature, infer;
};

constexpr OpColumns kColumns[] = {
#define OP(id, signature, traits, infer, eval, lower) {signature, #infer},
#include "hammock/ir/ops.def"
#undef OP
};

struct TraitName {
  Trait trait;
  std::string_view name;
};
constexpr TraitName kTraits[] = {{Pure, "pure"},           {Pointwise, "pointwise"}, {Commutative, "commutative"}, {Reduction, "reduction"},
                                 {Contraction, "contraction"}, {View, "view"},       {Injective, "injective"},     {Predicate, "predicate"},
                                 {NeedsFloat, "needs-float"},  {Impure, "impure"}};

Json list_ops() {
  Json rows = Json::array();
  for (size_t i = 0; i < kOpCount; ++i) {
    Op op = static_cast<Op>(i);
    Json traits = Json::array();
    for (const TraitName& t : kTraits) {
      if (has_trait(op, t.trait)) traits.push_back(t.name);
    }
    rows.push_back({{"name", info(op).name}, {"signature", kColumns[i].signature}, {"since", has_trait(op, Newer) ? "0.26" : "0.19"}, {"traits", traits},
                    {"infer", kColumns[i].infer != "none"}, {"eval", has_reference(op)}, {"jit", loop::has_lowering(op)}});
  }
  return rows;
}

Json list_passes() {
  Json rows = Json::array();
  for (const PassInfo& p : passes()) rows.push_back({{"name", p.name}, {"options", p.options}, {"help", p.help}, {"requires", p.requires_}});
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

struct Table {
  std::string_view name;
  Json (*rows)();
};
constexpr Table kTables[] = {{"ops", list_ops}, {"passes", list_passes}, {"diagnostics", list_diagnostics}};

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
  bool json = false;
  line.app.add_option("TABLE", name, "ops, passes or diagnostics")->required();
  line.app.add_flag("--json", json, "one JSON array");
  if (std::optional<int> over = line.parse(args)) return *over;
  std::vector<std::string_view> names;
  for (const Table& t : kTables) {
    names.push_back(t.name);
    if (t.name != name) continue;
    Json rows = t.rows();
    io.out(json ? rows.dump(2) + "\n" : as_text(rows));
    return kFine;
  }
  return io.fail(kUsage, fmt::format("there is no table '{}'{}", name, did_you_mean(name, names)));
}

}  // namespace hammock::cli
