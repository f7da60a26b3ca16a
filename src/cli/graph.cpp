// SPDX-License-Identifier: Apache-2.0
// hammock graph: a function as a picture.
#include "hammock/tool/graph.h"

#include <fmt/format.h>

#include "command_line.h"
#include "hammock/tool/run.h"

namespace hammock::cli {

int graph_command(Io& io, const Command& self, const Arguments& args) {
  CommandLine line(self, io);
  std::string file, output, entry = "main", module_name, format = "svg";
  bool whole = false;
  line.argument("FILE", &file, "a script; '-' or none: standard input");
  line.option("--entry", &entry, "the Relax function (main)");
  line.option("--module", &module_name, "the class that holds it, where several do");
  line.option("--format", &format, "svg, or dot for Graphviz (svg)", OneOf{{"svg", "dot"}});
  line.option("-o,--output", &output, "where to write it (standard output)", is_path);
  line.flag("--whole", whole, "a box for each binding and parameter; else chains and what weights go through are one");
  if (std::optional<int> over = line.parse(args)) return *over;

  Script script = load_script(io, input_or_stdin(io, file), {.any_results = true, .takes_unchecked = true});
  if (!script) return script.outcome.status;
  Result<EntryPoint> found = find_entry(script, entry, module_name);
  if (!found) return io.fail(kUsage, found.error().text);
  const Module& module = *found->module;
  const Function* fn = module[found->function].relax();
  if (!fn) return io.fail(kUsage, fmt::format("{}: '{}' is a kernel; only Relax functions are drawn", file, entry));
  const std::string_view title = module.context().text(module[found->function].name);
  const Graph graph = graph_of(module, *fn, title, whole ? GraphDetail::whole : GraphDetail::collapsed);
  const std::string text = format == "dot" ? to_dot(graph) : to_svg(graph);
  if (!output.empty() && output != "-") return write_text(io, output, text);
  io.out(text);
  return kFine;
}

}  // namespace hammock::cli
