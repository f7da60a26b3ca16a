// SPDX-License-Identifier: Apache-2.0
// Script text to the statements as written. What is wrong is reported, and the statement left out (StmtKind::broken).
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "hammock/base/diagnostic.h"
#include "hammock/syntax/aliases.h"
#include "hammock/syntax/ast.h"

namespace hammock::syntax {

struct ParseOptions {
  ScriptKind kind = ScriptKind::module;
  Span part = {};                                          // only the lines of one suite's definition
  std::span<const std::pair<Name, Name>> imported = {};    // of the text before a part (Ast::imported)
  bool repeats = false;                                    // ExprKind::repeated may stand for annotations
  bool reads_ahead = false;                                // with a thread, of a long text
  bool (*is_function)(std::string_view python) = nullptr;  // its calls make plain values, around definitions too
};

// In rule scripts, bodies of @R.function and @T.prim_func are skipped.
// False after a report: the text is not UTF-8, or too long.
bool parse_script(std::string_view text, Context& context, Ast& ast, Diagnostics& diagnostics,
                  const ParseOptions& options = {});

inline constexpr size_t kMaxRuleScript = size_t{1} << 22;  // bytes

// A rule script; what it means is for the interpreter (hammock/script/rule_script.h). None after a report. Bodies of
// @R.function and @T.prim_func are left alone; Def::text says where the definitions stand.
std::optional<Ast> parse_rule_script(const Source& source, Context& context, Diagnostics& diagnostics);

// The expression in a string such as "m + 1", which stands at `place`. None after a report.
ExprId parse_dim(std::string_view text, Context& context, Ast& ast, Diagnostics& diagnostics, Span place,
                 Aliases* aliases = nullptr);

}  // namespace hammock::syntax
