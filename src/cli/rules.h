// SPDX-License-Identifier: Apache-2.0
// A file of rules, for the commands that take one.
#pragma once

#include "command.h"
#include "hammock/tool/rules.h"

namespace hammock::cli {

// Reads and runs the file, and tells what is wrong with it.
// `out`: what the script prints; `constants`: how it prints those of modules.
RuleFile load_rules(Io& io, const std::string& path, std::shared_ptr<Context> context,
                    std::function<void(std::string_view)> out, Constants constants = Constants::complete);

}  // namespace hammock::cli
