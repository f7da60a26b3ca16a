// SPDX-License-Identifier: Apache-2.0
// Any bytes as a rule script: it is read and run within its bounds, and its rules are applied to a small function.
//
// How to build and run it: tests/fuzz/run.sh.
#include "hammock/script/rule_script.h"

#include "hammock/read/read.h"
#include "rule_target.h"

using namespace hammock;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  auto target = std::make_shared<const Source>("main.py", std::string(generate::kRuleTarget));
  auto context = std::make_shared<Context>();
  Diagnostics problems(target);
  std::optional<Module> module = read_module(target, context, problems);
  auto source = std::make_shared<const Source>("rules.py", std::string(reinterpret_cast<const char*>(data), size));
  Diagnostics diagnostics(source);
  RuleScriptOptions options;
  options.max_steps = 20'000;
  std::unique_ptr<RuleScript> script = RuleScript::load(source, context, options, diagnostics);
  if (!script) return 0;
  RewriteOptions bounded;
  bounded.max_rounds = 5;
  size_t steps = 0;
  for (const RuleScript::Step& step : script->steps()) {
    if (++steps > 10) break;
    rewrite(*module, step.rules, bounded);
  }
  return 0;
}
