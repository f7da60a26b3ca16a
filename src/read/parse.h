// SPDX-License-Identifier: Apache-2.0
// Script text to the statements as written. What is wrong is reported, and the statement left out (StmtKind::broken).
#pragma once

#include "ast.h"
#include "hammock/base/diagnostic.h"

namespace hammock::read {

// Statements of a whole text. Bodies of T.prim_func are skipped but for what their signature needs.
void parse_script(std::string_view text, Context& context, Ast& ast, Diagnostics& diagnostics);

// The expression in a string such as "m + 1", which stands at `place`. None after a report.
ExprId parse_dim(std::string_view text, Context& context, Ast& ast, Diagnostics& diagnostics, Span place);

}  // namespace hammock::read
