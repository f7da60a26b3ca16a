// SPDX-License-Identifier: Apache-2.0
// What the rules of a run did, and why one did nothing.
#pragma once

#include "command.h"
#include "hammock/rewrite/drive.h"
#include "hammock/rewrite/fusion_pattern.h"

namespace hammock::cli {

// One line for each rule: candidates, tries, matches, hits, milliseconds.
std::string rule_stats_table(std::span<const RuleStats> stats);

// For every binding of that name (`function:name` to choose among functions), and for each rule: that it matches, or
// the nearest miss, with the place in the script and the place in the text of the rules. To io.out; the exit code if
// there is no such value.
std::optional<int> explain(Io& io, Module& module, std::shared_ptr<const Source> source, std::span<const Rule> rules,
                           std::shared_ptr<const Source> rule_source, std::string_view value);

}  // namespace hammock::cli
