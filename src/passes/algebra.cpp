// SPDX-License-Identifier: Apache-2.0
#include "algebra.h"

#include <algorithm>
#include <set>

#include "hammock/infer/struct_info.h"
#include "hammock/ir/call_attrs.h"
#include "hammock/passes/rules.h"
#include "hammock/rewrite/attrs.h"
#include "hammock/rewrite/drive.h"

namespace hammock {

Changed rewrite_by_rules(Module& module, Function& fn, PassContext& context, std::span<const Rule> rules) {
  std::set<std::pair<uint32_t, std::string>> refused;
  RewriteOptions options;
  options.clean = [&](Function& f) { return clean_after_rewrite(module, f); };
  options.events = [&](const RewriteEvent& e) {
    if (e.applied) context.applied(fn, e.at, e.reason);
    else if (refused.emplace(e.at.index, e.reason).second) context.left_alone(fn, e.at, e.reason);
  };
  options.check = context.check_rewrite;
  options.applications = context.applications;
  std::vector<RuleStats> stats;
  options.stats = &stats;
  RewriteResult result = rewrite(fn, &module, rules, options);
  if (context.rule_stats) add_stats(*context.rule_stats, stats);
  bool is_bounded = result.end == RewriteEnd::too_many || result.end == RewriteEnd::cycle;
  if (is_bounded)
    context.diagnostics.report(Diag::pass_remark, fn.self().span, std::string(context.pass) + ": " + result.message);
  return result.changed ? Changed::yes : Changed::no;
}

// ---- CompileTime ----------------------------------------------------------------------------------------------------

CompileTime::CompileTime(const Function& fn) : fn_(fn) {
  const std::optional<size_t> first = first_weight(fn.context(), fn.self().attrs);
  for (size_t i = first.value_or(fn.self().params.size()); i < fn.self().params.size(); ++i) {
    Value weight = fn.self().params[i];
    state(weight) = State::yes;
    add_definable(symbols_, fn.context(), fn.info(weight));
  }
}

CompileTime::State& CompileTime::state(Value v) {
  if (v.index >= states_.size()) states_.resize(std::max<size_t>(fn_.size(), v.index + 1), State::unknown);
  return states_[v.index];
}

bool CompileTime::knows_symbols(Value v) const {
  return std::ranges::all_of(free_symbols(fn_.context(), fn_.info(v)), [&](Prim s) { return symbols_.contains(s); });
}

bool CompileTime::operator()(Value root) {
  std::vector<Value> open{root};
  while (!open.empty()) {
    Value v = open.back();
    const Node& node = fn_[v];
    if (state(v) == State::open || node.args_size == 0 || node.kind == NodeKind::cond ||
        node.kind == NodeKind::match_cast) {
      open.pop_back();
      if (state(v) == State::yes || state(v) == State::no) continue;
      bool is_good = node.kind != NodeKind::param && node.kind != NodeKind::cond && node.kind != NodeKind::match_cast &&
                     node.kind != NodeKind::lambda && node.kind != NodeKind::global && knows_symbols(v);
      for (Value operand : fn_.args(v)) is_good &= state(operand) == State::yes;
      if (node.kind == NodeKind::call_op) is_good &= has_trait(node.op, Pure);
      if (node.kind == NodeKind::call) is_good = false;
      state(v) = is_good ? State::yes : State::no;
      continue;
    }
    if (state(v) != State::unknown) {
      open.pop_back();
      continue;
    }
    state(v) = State::open;
    for (Value operand : fn_.args(v)) {
      if (state(operand) == State::unknown) open.push_back(operand);
    }
  }
  return state(root) == State::yes;
}

// ---- looking ----

Value definition(const Function& fn, Value v) {
  while (fn[v].kind == NodeKind::alias) v = fn.args(v)[0];
  return v;
}

int rank_of(const Function& fn, Value v) {
  return fn.info(v) && fn.context().infos.is_tensor(fn.info(v)) ? fn.context().infos[fn.info(v)].ndim : -1;
}

std::optional<std::vector<int64_t>> permutation(const Function& fn, Value permute_dims) {
  int rank = rank_of(fn, fn.args(permute_dims)[0]);
  if (rank < 0) return std::nullopt;
  std::optional<std::vector<int64_t>> axes = CallAttrs(fn, permute_dims).maybe_integers("axes");
  std::vector<int64_t> out;
  if (!axes) {
    for (int i = rank - 1; i >= 0; --i) out.push_back(i);
    return out;
  }
  for (int64_t axis : *axes) out.push_back(axis < 0 ? axis + rank : axis);
  return out;
}

bool is_transpose(std::span<const int64_t> permutation) {
  int64_t rank = static_cast<int64_t>(permutation.size());
  if (rank < 2) return false;
  for (int64_t i = 0; i + 2 < rank; ++i) {
    if (permutation[static_cast<size_t>(i)] != i) return false;
  }
  return permutation[static_cast<size_t>(rank - 2)] == rank - 1;
}

}  // namespace hammock
