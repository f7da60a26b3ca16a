// SPDX-License-Identifier: Apache-2.0
// The standard pattern library: what library back ends, and the JIT, like to get as one function.
//
// One table (standard_patterns.cpp) in order of priority, larger patterns first. All names begin with `hammock.`; annotations name
// the parts: `lhs rhs bias out scale query key value input weight residual`.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "hammock/rewrite/fusion_pattern.h"

namespace hammock {

// Made in `rows`.
std::vector<FusionPattern> standard_patterns(const std::shared_ptr<Patterns>& rows);

}  // namespace hammock
