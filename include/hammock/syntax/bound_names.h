// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "hammock/syntax/lexer.h"

namespace hammock::syntax {

// The names that a line of Python may bind, told by its tokens: targets of assignments and loops, what stands behind
// `as`, imports, the name of a definition, parameters. Rather too many than too few.
struct BoundName {
  Span span;
  bool is_parameter = false;  // of a function or a lambda: bound in it only
};
void bound_names(const Line& line, std::string_view text, std::vector<BoundName>& out);

}  // namespace hammock::syntax
