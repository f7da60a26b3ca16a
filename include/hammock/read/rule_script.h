// SPDX-License-Identifier: Apache-2.0
// The text of a rule script to its statements; what they mean is for the interpreter (hammock/script/rule_script.h).
#pragma once

#include <optional>

#include "hammock/base/diagnostic.h"
#include "hammock/read/ast.h"

namespace hammock {

inline constexpr size_t kMaxRuleScript = size_t{1} << 22;  // bytes

// None after a report. Bodies of @R.function and @T.prim_func are left alone; Def::text says where the definitions
// stand.
std::optional<read::Ast> parse_rule_script(const Source& source, Context& context, Diagnostics& diagnostics);

}  // namespace hammock
