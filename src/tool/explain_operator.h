// SPDX-License-Identifier: Apache-2.0
// The pages of operators.
#pragma once

#include "hammock/tool/explain.h"
#include "hammock/tool/outcome.h"

namespace hammock::tool {

std::vector<Entry> operator_entries();
Page page_of_operator(Op op);
// The operators that a script names as R.add, each once.
std::vector<Op> operators_in(std::string_view script);
// The first message of the reports, or why there is none.
std::string first_failure(const Outcome& outcome);
// The next piece, without the separator behind it.
std::string_view take(std::string_view& rest, std::string_view separator);

}  // namespace hammock::tool
