// SPDX-License-Identifier: Apache-2.0
// Drivers: rules applied to a function until none applies.
//
// Work goes in rounds. A round looks at the bindings as they were when it began, segment by segment (a dataflow block,
// or the bindings of another block between two `if`s or impure calls), in each segment rule by rule in the order given:
// each rule's matches in program order, none of which touches what an earlier one replaced in this round. Then all
// replacements are carried out, each in place of its binding, new bindings in front of it; what lost its users goes;
// blocks get binding order (order.h). A literal tuple that a function or branch returns counts as the last binding of
// its last block. A replacement that would close a cycle, or whose struct info is no instance of its binding's, is
// declined.
//
// New bindings are `lv`, `lv1` ... (`gv` in plain blocks) as the language's builder counts them in one run: a
// definition that a replacement mentions counts like one that is built again. A node with a name of its own keeps it.
//
// A round that replaces much is linear in the function. One that replaces little costs what it touches, and the next
// one looks only at what may match now and did not before, so that a long chain of rewrites of which each enables the
// next is linear, too. The last round looks at everything. Rounds are bounded, and a state that was there before ends
// the run.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "hammock/rewrite/applications.h"
#include "hammock/rewrite/event.h"
#include "hammock/rewrite/names.h"
#include "hammock/rewrite/rule.h"

namespace hammock {

struct RuleStats {
  std::string name;
  uint64_t candidates = 0;  // bindings whose root operator is right
  uint64_t tries = 0;       // matches that were begun
  uint64_t matches = 0;
  uint64_t hits = 0;  // replacements carried out
  uint64_t steps = 0;
  double ms = 0;  // matching and making
};

// Adds up what rules of the same name did.
void add_stats(std::vector<RuleStats>& sum, std::span<const RuleStats> more);

// When is a round a walk over the whole function? The result is the same.
enum class Sweep : uint8_t { unless_sparse, always, if_needed };

struct RewriteOptions {
  uint64_t max_rewrites = 0;  // 0: 64 for each binding and 10,000 more
  uint32_t max_rounds =
      0;              // 0: one for each binding and 1000 more; what one replacement enables comes in the next round
  bool once = false;  // one round
  Sweep sweep = Sweep::unless_sparse;
  EventSink events;          // every replacement, and matches that were declined with a reason
  uint32_t first_event = 1;  // number of the first
  // Puts the function in order between rounds (the language runs CanonicalizeBindings, EliminateCommonSubexpr and
  // DeadCodeElimination); without it, only what lost its users is removed. True if it changed something.
  std::function<bool(Function&)> clean;
  // Called for every single replacement, which is then carried out by itself: the function before and after it (what
  // lost its users still stands there). False ends the run. Costs a copy of the function for each.
  std::function<bool(const Function& before, const Function& after, const RewriteEvent& event)> check;
  Applications* applications = nullptr;     // every replacement takes a number; null: they are not counted
  NameSupply* names = nullptr;              // null: one of its own for each function
  std::vector<RuleStats>* stats = nullptr;  // one for each rule, summed up over calls
};

enum class RewriteEnd : uint8_t { fixed_point, too_many, cycle, stopped };

struct RewriteResult {
  bool changed = false;
  RewriteEnd end = RewriteEnd::fixed_point;
  uint64_t rewrites = 0;
  uint32_t rounds = 0, events = 0;
  std::vector<size_t> rules;  // too_many, cycle: the rules that were applied last, the most active one first
  std::string message;        // too_many, cycle: in words, with the rules' names
};

RewriteResult rewrite(Function& fn, const Module* module, std::span<const Rule> rules,
                      const RewriteOptions& options = {});
// Every Relax function of the module in order, each with a name supply of its own.
RewriteResult rewrite(Module& module, std::span<const Rule> rules, const RewriteOptions& options = {});

// Why a rule does not apply at a value: the nearest miss. A rule without a replacement is looked at as a pattern.
struct RuleMiss {
  const Rule* rule;
  bool matches = false;
  std::string declined;  // matches, but a condition or the replacement said no
  Miss miss;
};
std::vector<RuleMiss> explain_match(Function& fn, const Module* module, std::span<const Rule> rules, Value v);

}  // namespace hammock
