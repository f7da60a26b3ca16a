// SPDX-License-Identifier: Apache-2.0
// Matching with explicit goals and choices. Goals are cells of a list that grows only at its head, so that a choice keeps
// what was still to do by remembering one cell.
#include "hammock/rewrite/pattern.h"

#include <algorithm>

namespace hammock {

bool Patterns::fits(const Function& fn, const PatternNode& pattern, Value v) const {
  const Node& node = fn[v];
  switch (pattern.kind) {
    case PatternKind::any: return true;
    case PatternKind::value: return v == pattern.value;
    case PatternKind::constant: return node.kind == NodeKind::constant;
    case PatternKind::call:
      return node.kind == NodeKind::call_op && node.args_size == pattern.operands.size() &&
             std::find(pattern.ops.begin(), pattern.ops.end(), node.op) != pattern.ops.end();
    case PatternKind::tuple: return node.kind == NodeKind::tuple && node.args_size == pattern.operands.size();
    case PatternKind::get_item: return node.kind == NodeKind::get_item && node.payload == pattern.index;
  }
  return false;
}

bool Patterns::match(const Function& fn, PatternId root, Value v, Match& match) const {
  constexpr uint32_t kEnd = 0xffffffffu;
  struct Goal {
    PatternId pattern;
    Value value;
    uint32_t next;
  };
  struct Choice {
    uint32_t goals;   // with the operands the other way round
    size_t bound;     // size of the trail
  };
  if (!fits(fn, nodes_[root.index], v)) return false;  // most values are told apart by their operator
  std::vector<Goal> cells;
  std::vector<Choice> choices;
  std::vector<PatternId> trail;
  match.values_.assign(nodes_.size(), Value());
  auto push = [&](PatternId p, Value value, uint32_t next) {
    cells.push_back({p, value, next});
    return static_cast<uint32_t>(cells.size() - 1);
  };
  auto push_operands = [&](const PatternNode& pattern, std::span<const Value> args, uint32_t next, bool swapped) {
    for (size_t i = args.size(); i-- > 0;) next = push(pattern.operands[i], args[swapped && i < 2 ? 1 - i : i], next);
    return next;
  };

  uint32_t goals = push(root, v, kEnd);
  while (goals != kEnd) {
    Goal goal = cells[goals];
    const PatternNode& pattern = nodes_[goal.pattern.index];
    Value& bound = match.values_[goal.pattern.index];
    if (bound ? bound == goal.value : fits(fn, pattern, goal.value)) {
      goals = goal.next;
      if (bound) continue;
      bound = goal.value;
      trail.push_back(goal.pattern);
      if (pattern.operands.empty()) continue;
      std::span<const Value> args = fn.args(goal.value);
      bool both_ways = pattern.kind == PatternKind::call && args.size() >= 2 && has_trait(fn[goal.value].op, Commutative) && args[0] != args[1];
      if (both_ways) choices.push_back({push_operands(pattern, args, goal.next, true), trail.size()});
      goals = push_operands(pattern, args, goal.next, false);
    } else {
      if (choices.empty()) return false;
      for (; trail.size() > choices.back().bound; trail.pop_back()) match.values_[trail.back().index] = Value();
      goals = choices.back().goals;
      choices.pop_back();
    }
  }
  return true;
}

}  // namespace hammock
