// SPDX-License-Identifier: Apache-2.0
#include "hammock/read/read.h"

#include <algorithm>
#include <string>
#include <variant>

#include "elaborate.h"
#include "hammock/base/suggest.h"
#include "hammock/read/statements.h"

namespace hammock {

bool read_statements(const Source& source, Context& context, syntax::Ast& ast, Diagnostics& diagnostics,
                     syntax::ParseOptions options) {
  options.is_function = read::Elaborator::makes_python_value;
  return syntax::parse_script(source.text(), context, ast, diagnostics, options);
}

std::optional<Definitions> read_definitions(std::shared_ptr<const Source> source, std::shared_ptr<Context> context,
                                            Diagnostics& diagnostics, const ReadOptions& options) {
  const size_t errors = diagnostics.error_count();
  syntax::Ast own;
  syntax::Ast& ast = options.ast ? *options.ast : own;
  if (!read_statements(*source, *context, ast, diagnostics,
                       {.part = options.part,
                        .imported = options.imported,
                        .repeats = options.ast == nullptr,
                        .reads_ahead = options.reads_ahead}))
    return std::nullopt;
  Definitions found;
  Module module(context);
  found.modules = read::Elaborator(*source, ast, module, diagnostics, options).run();
  found.has_python = ast.has_python;
  for (const syntax::Definition& d : ast.definitions) {
    if (d.kind != syntax::Definition::Kind::definition) continue;
    Prefixes& prefixes = found.prefixes.emplace_back();
    const syntax::Def& def = ast.defs[ast[d.stmt].def];
    for (size_t i = 0; i < kNamespaces; ++i) prefixes[i] = def.namespaces[i] ? context->text(def.namespaces[i]) : "";
  }
  for (size_t i = 0; i < kImports; ++i) found.imports[i] = ast.imports[i];
  if (diagnostics.error_count() != errors && (!options.incomplete || found.modules.empty())) return std::nullopt;
  if (!found.modules.empty()) return found;
  if (ast.undecorated) {
    constexpr std::string_view kNames[] = {"R.function", "T.prim_func", "relax.function", "tir.prim_func"};
    diagnostics.report(Diag::unsupported_syntax, ast.undecorated,
                       "a function needs the decorator @R.function or @T.prim_func" +
                           did_you_mean(ast.decorator_of_undecorated, kNames));
  } else {
    diagnostics.report(Diag::no_definition, {}, "there is no module and no function in this file");
  }
  return std::nullopt;
}

std::optional<Module> read_module(std::shared_ptr<const Source> source, std::shared_ptr<Context> context,
                                  Diagnostics& diagnostics, const ReadOptions& options) {
  std::optional<Definitions> definitions =
      read_definitions(std::move(source), std::move(context), diagnostics, options);
  if (!definitions) return std::nullopt;
  if (definitions->modules.size() == 1) return std::move(definitions->modules[0]);
  diagnostics
      .report(Diag::unsupported_syntax, definitions->modules[1].text,
              "the text holds " + std::to_string(definitions->modules.size()) + " definitions, and one is wanted")
      .notes.push_back({definitions->modules[0].text, "the first is here"});
  return std::nullopt;
}

}  // namespace hammock
