// SPDX-License-Identifier: Apache-2.0
// The statements of a text as written, for whoever needs its names but not its meaning.
#pragma once

#include "hammock/base/diagnostic.h"
#include "hammock/syntax/parse.h"

namespace hammock {

// False after a report: the text is not UTF-8, or too long.
bool read_statements(const Source& source, Context& context, syntax::Ast& ast, Diagnostics& diagnostics,
                     syntax::ParseOptions options = {});

}  // namespace hammock
