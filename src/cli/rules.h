// SPDX-License-Identifier: Apache-2.0
// A file of rules, for the commands that take one.
#pragma once

#include "command.h"
#include "hammock/script/rule_script.h"

namespace hammock::cli {

struct RuleFile {
  std::shared_ptr<const Source> source;
  std::unique_ptr<Diagnostics> diagnostics;  // that rewriters report to
  std::unique_ptr<RuleScript> script;        // null: problems were shown, `exit` says how it ended
  int exit = kFine;
};
// `out`: what the script prints; `constants`: how it prints those of modules.
RuleFile load_rules(Io& io, const std::string& path, std::shared_ptr<Context> context,
                    std::function<void(std::string_view)> out, Constants constants = Constants::complete);

}  // namespace hammock::cli
