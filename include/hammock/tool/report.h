// SPDX-License-Identifier: Apache-2.0
// What passes and rules make of a script, step by step: the module between the steps as text, as a picture and as
// costs; the changes with their reasons; and what a run of a function computes and takes behind each step.
//
// A state of a module is its canonical text, read back: every place in it is a place of that text. Steps that change
// nothing share one.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hammock/tool/bisect.h"
#include "hammock/tool/cost.h"
#include "hammock/tool/diff.h"
#include "hammock/tool/graph.h"
#include "hammock/tool/module_diff.h"
#include "hammock/tool/run.h"

namespace hammock::tool {

// Against what the script computed as it was.
struct ReportAgreement {
  bool agrees = false;
  double largest = 0;   // difference of two elements; infinite where only one of them is a number
  std::string details;  // may be empty
};

struct ReportRun {
  Outcome outcome;  // of the run
  RunTimes times;
  std::vector<jit::StepTime> steps;          // the longest first
  std::string fallback;                      // as of Run
  std::optional<ReportAgreement> agreement;  // none: of the first state, or nothing to hold it against
  std::string not_compared;                  // why
};

struct ReportState {
  size_t module = 0;
  Script script;  // of its text; without definitions where it cannot be read back
  std::vector<FunctionCost> costs;
  std::vector<Graph> graphs;  // of Relax functions
  size_t not_drawn = 0;       // more of them, beyond kMostBoxes
  std::optional<ReportRun> run;

  std::string_view text() const { return script.source->text(); }
};
inline constexpr size_t kMostBoxes = 100000;  // of a report

// An application of a rule, or a candidate that was left alone.
struct ReportChange {
  bool is_applied = true;
  std::string rule, function, binding;
  uint32_t line = 0;  // of the text before; 0: the binding is not in it
  std::string reason;
};
inline constexpr size_t kMostChanges = 5000;  // of a step, of each kind

struct ReportStep {
  std::string name;
  double ms = 0;
  bool changed = false;
  size_t module = 0, before = 0, after = 0;  // states
  std::vector<ReportChange> changes;
  size_t more_changes = 0;  // beyond kMostChanges
  size_t applications = 0;
  std::vector<LineChange> lines;
  ModuleDiff diff;
};

struct ReportRequest {
  std::vector<PartText> parts;
  std::vector<NamedDim> dims;          // values of symbols for the costs
  std::string entry = "main", module;  // where nothing is run and no `main` is there, the first function
  // What the entry runs on; empty: it is not run.
  std::function<Result<RunArguments>(const Signature& signature)> arguments;
  RunOptions run;
  std::function<void()> progress;  // a step or a run is done
};

struct Report {
  std::vector<std::string> modules;  // names
  std::string entry;                 // the function whose costs count, and that is run
  std::vector<ReportState> states;   // each behind the one that it was made of
  std::vector<ReportStep> steps;
  Outcome outcome;     // of the passes and runs
  std::string defect;  // of Hammock, that ended the passes; empty: none did
};
// The script is rewritten. There are no states where parts cannot be read, or the entry is not there or gets no
// arguments.
Report make_report(Script& script, const ReportRequest& request);

}  // namespace hammock::tool
