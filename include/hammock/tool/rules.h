// SPDX-License-Identifier: Apache-2.0
// A rule script on its way through a command.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "hammock/print/print.h"
#include "hammock/script/rule_script.h"
#include "hammock/tool/outcome.h"

namespace hammock::tool {

struct RuleFile {
  std::shared_ptr<const Source> source;
  std::unique_ptr<Diagnostics> diagnostics;  // that rewriters report to
  std::unique_ptr<RuleScript> script;        // null: the outcome says why
  Outcome outcome;                           // of running it
};
struct RuleFileOptions {
  std::function<void(std::string_view)> out;     // what the script prints
  std::function<void(const Diagnostics&)> warn;  // while it prints
  Constants constants = Constants::complete;     // of modules that it prints
};
// Runs the script, which makes the rules. `name`: what messages call it.
RuleFile run_rule_script(std::string name, std::string text, std::shared_ptr<Context> context,
                         const RuleFileOptions& options);

}  // namespace hammock::tool
