// SPDX-License-Identifier: Apache-2.0
// Which rows of the tables a run of tests has used, as text for people.
#pragma once

#include <string>

#include "hammock/ir/coverage.h"

namespace hammock::tool {

// A line per table and way of using its rows: how many of those that can be used were, then the names of the others.
std::string coverage_report(const Coverage& coverage);

}  // namespace hammock::tool
