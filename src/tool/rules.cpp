// SPDX-License-Identifier: Apache-2.0
#include "hammock/tool/rules.h"

#include <fmt/format.h>

#include "hammock/passes/rules.h"

namespace hammock::tool {

RuleFile run_rule_script(std::string name, std::string text, std::shared_ptr<Context> context,
                         const RuleFileOptions& options) {
  RuleFile file;
  file.source = std::make_shared<Source>(std::move(name), std::move(text));
  file.diagnostics = std::make_unique<Diagnostics>(file.source);
  RuleScriptOptions script;
  script.out = options.out;
  script.print = [constants = options.constants, warn = options.warn](const Module& module) {
    std::vector<Span> omitted;
    std::string printed = print(module, {.constants = constants, .omitted = &omitted});
    if (!omitted.empty() && warn) {
      Diagnostics warnings;
      warnings.report(Diag::left_out, {},
                      fmt::format("a text leaves out constants in {} {}; it cannot be read back", omitted.size(),
                                  omitted.size() == 1 ? "place" : "places"));
      warn(warnings);
    }
    return printed;
  };
  script.clean = clean_after_rewrite;
  file.script = RuleScript::load(file.source, std::move(context), script, *file.diagnostics);
  if (!file.script) file.outcome.status = kInvalid;
  file.outcome.add(std::move(*file.diagnostics));
  *file.diagnostics = Diagnostics(file.source);
  return file;
}

}  // namespace hammock::tool
