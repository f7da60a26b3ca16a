// SPDX-License-Identifier: Apache-2.0
#include "hammock/language/analysis.h"

#include <algorithm>

#include "hammock/read/statements.h"

namespace hammock::language {
namespace {

void collect_values(const Definitions& definitions, std::vector<Analysis::Known>& known) {
  for (const Module& module : definitions.modules) {
    for (const GlobalFunction& f : module.functions) {
      if (!f.relax()) continue;
      for (const Node& node : f.relax()->nodes) {
        if (node.span && node.info && (node.name || !is_leaf(node.kind)))
          known.push_back({node.span, node.name, node.info});
      }
    }
  }
  std::ranges::stable_sort(known, {}, [](const Analysis::Known& k) { return k.span.begin; });
}

}  // namespace

std::vector<const Diagnostic*> Analysis::diagnostics() const {
  std::vector<const Diagnostic*> all;
  for (const Diagnostics& report : script.outcome.reports) {
    for (const Diagnostic& d : report.all()) all.push_back(&d);
  }
  return all;
}

size_t Analysis::dropped() const {
  size_t count = 0;
  for (const Diagnostics& report : script.outcome.reports) count += report.dropped();
  return count;
}

// A binding's node has the place of its value, or of its name.
StructInfo Analysis::info(const Occurrence& definition) const {
  const Name name = names.symbols[definition.symbol].name;
  for (const Span place : {definition.span, definition.value}) {
    if (!place) continue;
    const auto at = std::ranges::equal_range(known, place.begin, {}, [](const Known& k) { return k.span.begin; });
    for (const Known& k : at) {
      if (k.name == name) return k.info;
    }
  }
  return {};
}

StructInfo Analysis::info(Span call) const {
  const auto at = std::ranges::equal_range(known, call.begin, {}, [](const Known& k) { return k.span.begin; });
  for (const Known& k : at) {
    if (k.span == call) return k.info;
  }
  return {};
}

std::shared_ptr<const Analysis> analyse(std::string name, std::string text) {
  auto analysis = std::make_shared<Analysis>();
  tool::ScriptOptions options{.may_be_empty = true, .takes_unchecked = true, .warn = true};
  options.ast = &analysis->ast;
  analysis->script = tool::read_script(name, text, options);
  analysis->source = analysis->script.source;
  if (!analysis->source) analysis->source = std::make_shared<Source>(std::move(name), std::move(text));
  if (!analysis->script.context) analysis->script.context = std::make_shared<Context>();
  analysis->names = find_names(analysis->ast, *analysis->script.context, analysis->text());
  collect_values(analysis->definitions(), analysis->known);
  return analysis;
}

std::shared_ptr<const Analysis> names_of(std::string name, std::string text) {
  auto analysis = std::make_shared<Analysis>();
  analysis->source = std::make_shared<Source>(std::move(name), std::move(text));
  analysis->script.context = std::make_shared<Context>();
  Diagnostics unused(analysis->source);
  if (read_statements(*analysis->source, *analysis->script.context, analysis->ast, unused))
    analysis->names = find_names(analysis->ast, *analysis->script.context, analysis->text());
  return analysis;
}

}  // namespace hammock::language
