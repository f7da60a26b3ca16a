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
#include "hammock/rewrite/applications.h"
#include "hammock/rewrite/event.h"
#include "hammock/rewrite/fusion_pattern.h"
#include "hammock/rewrite/refresh.h"

namespace hammock {

struct RuleStats;

enum class Changed : bool { no, yes };
constexpr Changed operator|(Changed a, Changed b) {
  return a == Changed::yes || b == Changed::yes ? Changed::yes : Changed::no;
}

// The options of one pass of a pipeline, checked against its row; every option of the row has a value.
class PassOptions {
 public:
  std::string_view text(std::string_view key) const;
  int64_t integer(std::string_view key) const;
  bool flag(std::string_view key) const;
  std::vector<std::string_view> list(std::string_view key) const;  // separated by commas; empty text: empty

  std::vector<std::pair<std::string, std::string>> values;
};

struct PassInfo;

// Looks on while a pipeline runs.
class PassObserver {
 public:
  virtual ~PassObserver() = default;
  virtual void before(const Module& module, const PassInfo& pass) = 0;
  // False: something is wrong, and was reported; the pipeline stops.
  virtual bool after(const Module& module, const PassInfo& pass, Changed changed) = 0;
};

struct PassContext {
  Diagnostics& diagnostics;  // remarks, and what is wrong with the module
  EventSink events;          // every rewrite that was carried out or declined; may be empty
  PassObserver* observer = nullptr;
  // Looks at every single rewrite of passes that carry out rules (RewriteOptions::check); may be empty.
  std::function<bool(const Function& before, const Function& after, const RewriteEvent& event)> check_rewrite;
  bool is_stopped = false;                       // by the observer
  bool is_verified = false;                      // the module, as the pipeline gets it
  Applications* applications = nullptr;          // changes take numbers; null: they are not counted
  std::vector<RuleStats>* rule_stats = nullptr;  // what the rules did is added up there
  std::span<const FusionPattern> patterns = {};  // what FuseOpsByPattern may be asked for, by name
  size_t registered_patterns = 0;  // the first of them, which it takes where it is asked for none by name; 0: all

  // For the pass that runs at the moment; kept by run_pipeline and by what follows here.
  std::string_view pass;
  size_t functions = 0;  // that the pass worked on
  uint32_t decisions = 0;

  // Asked before each single change of a pass: may it happen? A pass that never asks is one change as a whole.
  bool may_apply(const Function& fn, Value at) { return !applications || applications->take({}, fn, at); }
  bool is_over() const { return applications && applications->is_over(); }

  // Reports a rewrite to the events; one that was left alone becomes a remark, too.
  void applied(const Function& fn, Value at, std::string reason) { decide(true, fn, at, std::move(reason)); }
  void left_alone(const Function& fn, Value at, std::string reason) { decide(false, fn, at, std::move(reason)); }

 private:
  void decide(bool was_applied, const Function& fn, Value at, std::string reason);
};

// Calls f(Function&) -> Changed for every Relax function of the module; the module learns the new signature of those
// that changed.
template <class F>
Changed for_each_function(Module& module, PassContext& context, F&& f) {
  Changed changed = Changed::no;
  for (GlobalFunction& global : module.functions) {
    if (Function* fn = global.relax()) {
      ++context.functions;
      if (f(*fn) == Changed::no) continue;
      changed = Changed::yes;
      global.info = signature(*fn, LambdaId(0));
    }
  }
  return changed;
}

using PassFunction = Changed (*)(Module&, const PassOptions&, PassContext&);

struct PassInfo {
  std::string_view name;     // as TVM spells it; `combine-parallel-matmul` is accepted for CombineParallelMatmul
  std::string_view options;  // "min-branches=2, strategy=concat|batch|auto": names with defaults, first of alternatives
  std::string_view help;     // one line
  std::string_view requires_;  // what it requires of its input; else it leaves it alone with a remark
  PassFunction run;
};
std::span<const PassInfo> passes();
// A pass of a program that embeds Hammock: from now on pipelines may name it. Before anything is parsed elsewhere.
void register_pass(const PassInfo& pass);
// By either spelling; null if there is none.
const PassInfo* find_pass(std::string_view name);

// Passes that have a name together, which stands for them in a pipeline.
struct NamedPipeline {
  std::string_view name, passes, help;
};
std::span<const NamedPipeline> named_pipelines();

// One option of a row. Its kind follows from the default: a number, true or false, alternatives, or else any text.
struct PassOption {
  std::string_view name;
  std::string_view default_value;
  std::vector<std::string_view> alternatives;  // if there are several
};
std::vector<PassOption> options_of(const PassInfo& pass);

// A pipeline: passes, and groups that repeat until nothing changes, at most `bound` times.
struct PipelineStep {
  const PassInfo* pass = nullptr;  // null: a group
  PassOptions options;
  std::vector<PipelineStep> group;
  int bound = 1;
};
inline constexpr int kMaxPipelineDepth = 20;    // groups in groups
inline constexpr int kMaxPipelineBound = 1000;  // repetitions of a group
// 'A{key=value},[B,C]*4,D'. Problems are reported against the text as a source of its own, with a caret. A group
// without `*n` runs once. A value may hold commas: `{entry-functions=f,g,other=1}`. Spaces are allowed between the
// parts.
std::optional<std::vector<PipelineStep>> parse_pipeline(std::string_view text, Diagnostics& diagnostics);

struct PassTime {
  std::string name;
  double ms = 0;
  bool changed = false;
};
// Runs the passes in order; after each, the module is verified if `verify_each`, and what is wrong then is an
// InternalError that names the pass. Changed::yes if any pass changed anything. A pass that found no function is
// reported as a warning. Where context.applications are over, the rest of the passes is left out.
Changed run_pipeline(Module& module, std::span<const PipelineStep> steps, PassContext& context, bool verify_each,
                     std::vector<PassTime>* times = nullptr);

}  // namespace hammock
