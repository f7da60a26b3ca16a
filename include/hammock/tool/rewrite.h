// SPDX-License-Identifier: Apache-2.0
// Passes and rule scripts over a script, in the order in which they are asked for.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hammock/passes/check.h"
#include "hammock/passes/pass.h"
#include "hammock/rewrite/drive.h"
#include "hammock/tool/rules.h"
#include "hammock/tool/script.h"

namespace hammock::tool {

// Passes, or the rules of a script.
struct RewritePart {
  std::vector<PipelineStep> steps;
  RuleFile rules;  // used if it has a script
};

// Is the pass, or a group with it, among the steps?
bool runs(std::span<const PipelineStep> steps, std::string_view pass);
// What a script must be read with, so that these parts can begin with it.
ScriptOptions options_for(std::span<const RewritePart> parts);
// The rules of all parts; `source`: of the rules that follow in the list.
struct PartRules {
  std::shared_ptr<const Source> source;
  std::vector<Rule> rules;
};
// Of every part that has some; without any, the standard patterns as rules.
std::vector<PartRules> rules_of(std::span<const RewritePart> parts, const Module& module);

struct RewriteRequest {
  bool verify_each = true;
  bool remarks = false;                  // what the passes left alone, and why
  bool rule_stats = false;               // Rewritten::rule_stats are wanted
  CheckOptions check;                    // `progress`, `runs`; see check.h
  EventSink events;                      // every decision of the passes and rules; may be empty
  PassObserver* observer = nullptr;      // of the passes, where they are not checked by running
  Applications* applications = nullptr;  // counts the changes, and ends them; may be null
  int check_runs = 0;                    // inputs that each function is run on before and after each pass; 0: it is not
};

struct Rewritten {
  Outcome outcome;  // kFalse: a check found a result that differs
  std::vector<PassTime> times;
  std::vector<RuleStats> rule_stats;
  std::string check_summary;  // empty: nothing was checked
};
// Rewrites the modules of the script.
Rewritten rewrite(Script& script, std::span<RewritePart> parts, const RewriteRequest& options);

}  // namespace hammock::tool
