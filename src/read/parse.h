// SPDX-License-Identifier: Apache-2.0
// Script text to the statements as written. What is wrong is reported, and the statement left out (StmtKind::broken).
#pragma once

#include "aliases.h"
#include "hammock/base/diagnostic.h"
#include "hammock/read/ast.h"

namespace hammock::read {

// Statements of a whole text, or of the lines of one suite's definition in it (`part`). Bodies of T.prim_func are
// skipped but for what their signature needs; in rule scripts, bodies of @R.function too. `imported`: of the text
// before a part (Ast::imported).
void parse_script(std::string_view text, Context& context, Ast& ast, Diagnostics& diagnostics,
                  Dialect dialect = Dialect::module, Span part = {},
                  std::span<const std::pair<Name, Name>> imported = {});

// The expression in a string such as "m + 1", which stands at `place`. None after a report.
ExprId parse_dim(std::string_view text, Context& context, Ast& ast, Diagnostics& diagnostics, Span place,
                 Aliases* aliases = nullptr);

}  // namespace hammock::read
