// SPDX-License-Identifier: Apache-2.0
#include "hammock/read/read.h"

#include <string>

#include "elaborate.h"
#include "hammock/base/suggest.h"
#include "hammock/base/utf8.h"
#include "hammock/read/ast.h"
#include "hammock/read/rule_script.h"
#include "parse.h"

namespace hammock {

namespace {

// False after a report.
bool is_text(std::string_view text, Diagnostics& diagnostics) {
  if (text.size() >= Span::kNowhere) {
    diagnostics.report(Diag::too_large, {}, "the text has 4 GiB or more");
    return false;
  }
  size_t bad = first_bad_byte(text);
  if (bad == text.size()) return true;
  uint32_t at = static_cast<uint32_t>(bad);
  diagnostics.report(Diag::not_text, {at, at + 1},
                     text[bad] == '\0' ? "the file has a NUL byte: it is not text" : "the file is not UTF-8 text");
  return false;
}

}  // namespace

std::optional<read::Ast> parse_rule_script(const Source& source, Context& context, Diagnostics& diagnostics) {
  const size_t errors = diagnostics.error_count();
  std::string_view text = source.text();
  if (text.size() > kMaxRuleScript) {
    diagnostics.report(Diag::too_large, {},
                       "the rule script has " + std::to_string(text.size()) + " bytes; the bound is " +
                           std::to_string(kMaxRuleScript));
    return std::nullopt;
  }
  if (!is_text(text, diagnostics)) return std::nullopt;
  read::Ast ast;
  read::parse_script(text, context, ast, diagnostics, read::Dialect::rules);
  if (diagnostics.error_count() != errors) return std::nullopt;
  return ast;
}

std::optional<Definitions> read_definitions(std::shared_ptr<const Source> source, std::shared_ptr<Context> context,
                                            Diagnostics& diagnostics, const ReadOptions& options) {
  const size_t errors = diagnostics.error_count();
  std::string_view text = source->text();
  if (!is_text(text, diagnostics)) return std::nullopt;
  read::Ast ast;
  read::parse_script(text, *context, ast, diagnostics, read::Dialect::module, options.part, options.imported);
  Definitions found;
  Module module(context);
  found.modules = read::Elaborator(*source, ast, module, diagnostics, options).run();
  found.has_python = ast.has_python;
  for (const read::Definition& d : ast.definitions) {
    if (d.kind != read::Definition::Kind::definition) continue;
    Prefixes& prefixes = found.prefixes.emplace_back();
    const read::Def& def = ast.defs[ast[d.stmt].def];
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
