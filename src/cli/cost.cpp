// SPDX-License-Identifier: Apache-2.0
// hammock cost: operations, bytes and memory of functions.
#include "hammock/tool/cost.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "parts.h"

namespace hammock::cli {
namespace {

using Json = nlohmann::ordered_json;

struct CostOptions {
  std::string sort = "order";
  int64_t top = 0;
  bool json = false;
};

Json to_json(Context& context, const Amount& amount) {
  if (std::optional<int64_t> n = number(amount)) return *n;
  return amount ? Json(to_text(context, amount)) : Json();
}

Json to_json(Context& context, const Cost& cost) {
  const std::optional<double> intensity = cost.intensity();
  return {{"operations", to_json(context, cost.operations)},
          {"read", to_json(context, cost.read)},
          {"written", to_json(context, cost.written)},
          {"intensity", intensity ? Json(*intensity) : Json()}};
}

// The largest first; what is no number before all others.
std::vector<size_t> sorted(const FunctionCost& f, const CostOptions& options) {
  std::vector<size_t> order(f.bindings.size());
  std::iota(order.begin(), order.end(), 0);
  if (options.sort == "order") return order;
  std::vector<double> keys;
  for (const BindingCost& b : f.bindings) {
    const std::optional<int64_t> n = number(options.sort == "bytes" ? b.cost.bytes() : b.cost.operations);
    if (options.sort == "intensity") keys.push_back(b.cost.intensity().value_or(0));
    else keys.push_back(n ? static_cast<double>(*n) : HUGE_VAL);
  }
  std::ranges::stable_sort(order, std::greater(), [&](size_t i) { return keys[i]; });
  return order;
}

std::string intensity(const Cost& cost) {
  const std::optional<double> value = cost.intensity();
  return value ? fmt::format("{:.2f}", *value) : "";
}

std::string table(Context& context, const Source& source, const FunctionCost& f, const CostOptions& options) {
  struct Line {
    std::string cells[7];
  };
  std::vector<Line> lines{{{"line", "binding", "operator", "operations", "read", "written", "per byte"}}};
  std::vector<size_t> order = sorted(f, options);
  const size_t left_out = options.top > 0 && order.size() > static_cast<size_t>(options.top)
                              ? order.size() - static_cast<size_t>(options.top)
                              : 0;
  order.resize(order.size() - left_out);
  for (size_t i : order) {
    const BindingCost& b = f.bindings[i];
    lines.push_back({{b.span ? std::to_string(source.place(b.span.begin).line) : "", b.name, b.what,
                      to_text(context, b.cost.operations), to_text(context, b.cost.read),
                      to_text(context, b.cost.written), intensity(b.cost)}});
  }
  lines.push_back({{"", left_out ? fmt::format("{} more", left_out) : "", "sum", to_text(context, f.sum.operations),
                    to_text(context, f.sum.read), to_text(context, f.sum.written), intensity(f.sum)}});
  constexpr size_t kWidest = 80;  // of a column; one long name is no reason to pad all lines
  size_t widths[7] = {};
  for (const Line& l : lines) {
    for (size_t i = 0; i < 7; ++i) widths[i] = std::max(widths[i], std::min(l.cells[i].size(), kWidest));
  }
  std::string out = fmt::format("{}, {}:{}\n", f.name, source.name(), f.span ? source.place(f.span.begin).line : 1);
  for (const Line& l : lines) {
    std::string text;
    for (size_t i = 0; i < 7; ++i) {
      const bool is_left = i == 1 || i == 2;
      text += is_left ? fmt::format("  {:<{}}", l.cells[i], widths[i]) : fmt::format("  {:>{}}", l.cells[i], widths[i]);
    }
    out += text.substr(0, text.find_last_not_of(' ') + 1) + "\n";
  }
  out += fmt::format("  parameters {} bytes", to_text(context, f.parameters));
  if (f.peak)
    out += fmt::format(", beside them at most {} {}", to_text(context, Polynomial::integer(*f.peak)),
                       f.is_planned ? "as the JIT plans it" : "where each value lives to its last use");
  out += "\n";
  if (f.unknown)
    out += fmt::format("  the operations of {} binding{} are unknown\n", f.unknown, f.unknown == 1 ? "" : "s");
  for (const std::string& remark : f.remarks) out += fmt::format("  {}\n", remark);
  return out;
}

Json to_json(Context& context, const Source& source, const FunctionCost& f, const CostOptions& options) {
  auto line = [&](Span span) { return span ? Json(source.place(span.begin).line) : Json(); };
  Json out{{"name", f.name}, {"line", line(f.span)}, {"sum", to_json(context, f.sum)}, {"unknown", f.unknown}};
  out["parameters"] = to_json(context, f.parameters);
  out["peak"] = f.peak ? Json(*f.peak) : Json();
  out["planned"] = f.is_planned;
  out["remarks"] = f.remarks;
  out["bindings"] = Json::array();
  std::vector<size_t> order = sorted(f, options);
  if (options.top > 0) order.resize(std::min(order.size(), static_cast<size_t>(options.top)));
  for (size_t i : order) {
    const BindingCost& b = f.bindings[i];
    Json row{{"name", b.name}, {"line", line(b.span)}, {"operator", b.what}, {"struct_info", b.info}};
    row.update(to_json(context, b.cost));
    out["bindings"].push_back(std::move(row));
  }
  return out;
}

}  // namespace

int cost_command(Io& io, const Command& self, const Arguments& args) {
  CommandLine line(self, io);
  std::string file, entry;
  std::vector<std::string> dim_texts;
  CostOptions options;
  line.argument("FILE", &file, "a script; '-' or none: standard input");
  line.option("--entry", &entry, "this function or kernel only (all)");
  line.option("--dim", &dim_texts, "NAME=8: the value of a symbol");
  line.option("--sort", &options.sort, "which bindings come first (order): the largest",
              OneOf{{"order", "operations", "bytes", "intensity"}});
  line.option("--top", &options.top, "only the first N bindings; the sum is of all", Sign::positive);
  line.flag("--json", options.json, "one object");
  if (std::optional<int> over = line.parse(args)) return *over;
  Result<std::vector<NamedDim>> dims = dims_of(dim_texts);
  if (!dims) return io.fail(kUsage, dims.error().text);
  const Script script = load_script(io, input_or_stdin(io, file), {.any_results = true, .takes_unchecked = true});
  if (!script) return script.outcome.status;

  struct Counted {
    Context* context;
    FunctionCost cost;
  };
  std::vector<Counted> all;
  for (const Module& module : script.definitions.modules) {
    std::vector<GlobalId> chosen;
    for (uint32_t i = 0; i < module.functions.size(); ++i) {
      const GlobalFunction& f = module.functions[i];
      if (entry.empty() ? !f.relax() && !f.is_kernel() : module.context().text(f.name) != entry) continue;
      chosen.push_back(GlobalId(i));
    }
    for (FunctionCost& cost : costs_of(module, chosen, *dims)) all.push_back({&module.context(), std::move(cost)});
  }
  if (all.empty() && !entry.empty())
    return io.fail(kUsage, fmt::format("{}: there is no function '{}'", script.source->name(), entry));
  for (const NamedDim& dim : *dims) {
    if (std::ranges::none_of(all, [&](const Counted& c) { return c.cost.dims.contains(dim.name); }))
      return io.fail(kUsage, fmt::format("--dim={}={}: no size has a symbol '{}'", dim.name, dim.value, dim.name));
  }
  Json out{{"file", script.source->name()}, {"functions", Json::array()}};
  for (const Counted& c : all) {
    if (options.json) out["functions"].push_back(to_json(*c.context, *script.source, c.cost, options));
    else io.out((&c == all.data() ? "" : "\n") + table(*c.context, *script.source, c.cost, options));
  }
  if (options.json) io.out(out.dump(2) + "\n");
  return kFine;
}

}  // namespace hammock::cli
