// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "drive_parts.h"
#include "hammock/rewrite/refresh.h"

namespace hammock {

// Rounds that are tried again without the replacements that stand in each other's way.
static constexpr int kMaxRetries = 16;

bool Committer::commit(bool sparse) {
  std::vector<uint32_t> order(run_.pending.size());
  for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return run_.comes_before(run_.pending[a].at, run_.pending[b].at); });
  keep_to_limit(order);
  for (Pending& p : run_.pending) p.way = way(p);
  if (run_.options.check) return commit_singly(order);
  NameSupply names = run_.names;
  for (int retry = 0; !order.empty(); ++retry) {
    run_.names = names;
    std::vector<Value> named = emit(order);
    if (retry == 0 && sparse && run_.edit->finish_in_place(static_cast<bool>(run_.options.clean))) {
      follow(order);
      return true;
    }
    std::optional<OrderConflict> conflict = finish(named, DropDead::orphans);
    if (!conflict) {
      for (uint32_t i : heads(order)) report(i);
      return true;
    }
    drop_conflicting(*conflict, order, retry);
  }
  return false;
}

// Of the matches the first ones, as many as may be applied.
void Committer::keep_to_limit(std::vector<uint32_t>& order) const {
  const Applications* counted = run_.options.applications;
  if (!counted || order.size() <= counted->left()) return;
  const std::vector<uint32_t> first = heads(order);
  std::unordered_set<uint32_t> kept;
  for (size_t i = 0; i < first.size() && i < counted->left(); ++i) kept.insert(run_.pending[first[i]].group);
  std::erase_if(order, [&](uint32_t i) { return !kept.contains(run_.pending[i].group); });
}

// One replacement after the other, each checked; what lost its users goes at the end.
bool Committer::commit_singly(const std::vector<uint32_t>& order) {
  std::vector<Value> candidates;
  Mentions mentions(fn_, run_.edit->places());
  for (uint32_t i : order) {
    candidates.push_back(run_.pending[i].at);
    mentions.of(run_.pending[i].at, candidates);
  }
  bool changed = false;
  for (uint32_t head : heads(order)) {
    std::vector<uint32_t> group;
    for (uint32_t i : order) {
      if (run_.pending[i].group == run_.pending[head].group) group.push_back(i);
    }
    Function before = fn_;
    run_.edit.emplace(fn_);
    if (std::optional<OrderConflict> conflict = finish(emit(group), DropDead::none)) {
      drop_conflicting(*conflict, group, kMaxRetries);
      continue;
    }
    changed = true;
    RewriteEvent done = report(head);
    if (run_.options.check(before, fn_, done)) continue;
    run_.result.end = RewriteEnd::stopped;
    break;
  }
  drop_orphans(fn_, candidates);
  return changed;
}

// Of edits that were carried out in place.
void Committer::follow(const std::vector<uint32_t>& order) {
  run_.segment_of.resize(fn_.size(), 0);
  for (uint32_t i : order) {
    const Pending& p = run_.pending[i];
    for (Value v : p.fresh) run_.segment_of[v.index] = run_.segment_of[p.at.index];
  }
  for (uint32_t i : order) report(i);
  if (run_.options.clean) run_.in_place()->merge_equal();
  for (auto [v, of] : run_.in_place()->moved()) run_.segment_of[v.index] = run_.segment_of[of.index];
  if (run_.in_place()->is_rough()) run_.edit->settle();
}

// An item has the struct info of the field, to the letter; that of the binding may be another way to write it.
void Committer::refresh_items() {
  if (items_.empty()) return;
  Places places(fn_);
  Refresh refresh(fn_, run_.module);
  for (Value v : items_) {
    if (places[v]) refresh.mark(v);
  }
  refresh.run();
}

// The first replacement of each match.
std::vector<uint32_t> Committer::heads(std::span<const uint32_t> order) const {
  std::vector<uint32_t> out;
  std::vector<uint8_t> seen(run_.pending.size() + 1, 0);
  for (uint32_t i : order) {
    if (!std::exchange(seen[run_.pending[i].group], uint8_t(1))) out.push_back(i);
  }
  return out;
}

std::optional<OrderConflict> Committer::finish(std::span<const Value> named, DropDead drop) {
  std::optional<OrderConflict> conflict = run_.edit->finish(drop);
  if (conflict) {
    for (Value v : named) fn_[v].name = Name();
    return conflict;
  }
  // What groups of bindings need is named in the order in which it came to stand.
  bool has_unnamed = std::any_of(named.begin(), named.end(), [&](Value v) { return !fn_[v].name; });
  if (has_unnamed) {
    for_each_binding(fn_, fn_.self().body, [&](Value v, const Block& block) {
      if (!fn_[v].name) fn_[v].name = run_.names.next_variable(fn_.context(), block.is_dataflow);
    });
  }
  return std::nullopt;
}

// Names the new bindings, which it returns, and notes the edits.
std::vector<Value> Committer::emit(std::span<const uint32_t> order) {
  std::vector<Value> named;
  const Places& places = run_.edit->places();
  uint32_t segment = 0;
  emitted_.clear();
  for (uint32_t i : order) {
    const Pending& p = run_.pending[i];
    if (run_.segment_of[p.at.index] != segment) emitted_.clear();
    segment = run_.segment_of[p.at.index];
    const PlacedBlock& place = places.blocks[places[p.at].block];
    bool is_dataflow = block_of(fn_, place).is_dataflow;
    for (Value v : p.fresh) {
      if (!emitted_.insert(v)) continue;
      if (places[v]) {
        if (!run_.rules[p.rule].graph) run_.names.next_variable(fn_.context(), is_dataflow);
        continue;
      }
      run_.edit->insert_before(p.at, v);
      if (!fn_[v].name) named.push_back(v);
      if (!fn_[v].name && !run_.rules[p.rule].graph) fn_[v].name = run_.names.next_variable(fn_.context(), is_dataflow);
    }
    switch (p.way) {
      case Pending::Way::redefine:
        if (fn_[p.by].kind == NodeKind::get_item && fn_.info(p.at) != fn_.info(p.by)) items_.push_back(p.at);
        run_.edit->redefine(p.at, p.by);
        break;
      case Pending::Way::replace: run_.edit->replace(p.at, p.by); break;
      case Pending::Way::alias: run_.edit->redefine(p.at, fn_.add_alias(p.by));
    }
  }
  return named;
}

// A new definition, mentions that become mentions of something earlier, or another name of it.
Pending::Way Committer::way(const Pending& p) const {
  bool is_written = run_.place(p.by) || (is_leaf(fn_[p.by].kind) && fn_[p.by].kind != NodeKind::tuple);
  if (!is_written) return Pending::Way::redefine;
  bool is_earlier = fn_[p.by].kind == NodeKind::param ||
                    (run_.place(p.by).block == run_.place(p.at).block && run_.comes_before(p.by, p.at));
  return is_earlier && !fn_[p.at].is_output ? Pending::Way::replace : Pending::Way::alias;
}

void Committer::drop_conflicting(const OrderConflict& conflict, std::vector<uint32_t>& order, int retry) {
  std::unordered_set<Value> cycle(conflict.cycle.begin(), conflict.cycle.end());
  std::unordered_set<uint32_t> groups;
  for (uint32_t i : order) {
    const Pending& p = run_.pending[i];
    bool hit = retry >= kMaxRetries || cycle.contains(p.at);
    for (Value v : p.fresh) hit |= cycle.contains(v);
    if (hit) groups.insert(p.group);
  }
  if (groups.empty()) groups.insert(run_.pending[order.back()].group);
  std::erase_if(order, [&](uint32_t i) {
    const Pending& p = run_.pending[i];
    if (!groups.contains(p.group)) return false;
    run_.event(false, p.rule, p.at,
               conflict.is_cycle ? "the replacement would need itself" : "the replacement needs what is not there yet");
    return true;
  });
}

RewriteEvent Committer::report(uint32_t i) {
  const Pending& p = run_.pending[i];
  ++run_.hits[p.rule];
  ++run_.stats[p.rule].hits;
  ++run_.result.rewrites;
  if (run_.options.applications) run_.options.applications->take(run_.rules[p.rule].name, fn_, p.at);
  return run_.event(true, p.rule, p.at, fmt::format("'{}' rewritten", fn_.context().text(fn_[p.at].name)));
}

}  // namespace hammock
