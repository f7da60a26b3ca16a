// SPDX-License-Identifier: Apache-2.0
// A pass is a function and a row in the table of passes.def.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hammock/base/diagnostic.h"
#include "hammock/ir/module.h"

namespace hammock {

enum class Changed : bool { no, yes };

// The options of one pass of a pipeline, checked against its row; every option of the row has a value.
class PassOptions {
 public:
  std::string_view text(std::string_view key) const;
  int64_t integer(std::string_view key) const;
  bool flag(std::string_view key) const;

  std::vector<std::pair<std::string, std::string>> values;
};

struct PassContext {
  Diagnostics& diagnostics;  // remarks, and what is wrong with the module
};

using PassFunction = Changed (*)(Module&, const PassOptions&, PassContext&);

struct PassInfo {
  std::string_view name;      // as TVM spells it
  std::string_view options;   // "min-branches=2, strategy=concat|batch|auto": names with defaults, first of alternatives
  std::string_view help;      // one line
  std::string_view requires_; // what it requires of its input; else it leaves it alone with a remark
  PassFunction run;
};
std::span<const PassInfo> passes();

// A pipeline: passes, and groups that repeat until nothing changes, at most `bound` times.
struct PipelineStep {
  const PassInfo* pass = nullptr;  // null: a group
  PassOptions options;
  std::vector<PipelineStep> group;
  int bound = 1;
};
// 'A{key=value},[B,C]*4,D'. Problems are reported against the text as a source of its own, with a caret.
std::optional<std::vector<PipelineStep>> parse_pipeline(std::string_view text, Diagnostics& diagnostics);

struct PassTime {
  std::string name;
  double ms = 0;
  bool changed = false;
};
// Runs the passes in order; after each, the module is verified if `verify_each`, and what is wrong then is an InternalError
// that names the pass. Changed::yes if any pass changed anything.
Changed run_pipeline(Module& module, std::span<const PipelineStep> steps, PassContext& context, bool verify_each, std::vector<PassTime>* times = nullptr);

}  // namespace hammock
