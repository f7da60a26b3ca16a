// SPDX-License-Identifier: Apache-2.0
// The standard pattern library: what library back ends, and the JIT, like to get as one function.
//
// One table (standard_patterns.cpp) in order of priority, larger patterns first. All names begin with `hammock.`;
// annotations name the parts: `lhs rhs bias out scale query key value input weight residual`.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "hammock/rewrite/fusion_pattern.h"

namespace hammock {

// A pattern and its parts by name.
struct NamedParts {
  Pattern root;
  std::vector<std::pair<std::string, PatternId>> named;
};
// Library operators with two operands, `lhs` and `rhs`; transposed: the last two axes of the right one are exchanged.
NamedParts conv2d_parts(Patterns& rows);
NamedParts matmul_parts(Patterns& rows);
NamedParts matmul_transposed_parts(Patterns& rows);

// Made in `rows`.
std::vector<FusionPattern> standard_patterns(const std::shared_ptr<Patterns>& rows);

}  // namespace hammock
