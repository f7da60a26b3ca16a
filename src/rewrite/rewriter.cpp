// SPDX-License-Identifier: Apache-2.0
#include "hammock/rewrite/rewriter.h"

#include <algorithm>

#include "hammock/base/check.h"
#include "hammock/rewrite/definition.h"

namespace hammock {

// Enough to restore the function: nodes as they were, single operands, results and blocks.
struct Rewriter::Undo {
  struct Operand {
    Value of;
    uint32_t index;
    Value old;
  };
  std::vector<std::pair<Value, Node>> nodes;
  std::vector<Operand> operands;
  std::vector<std::pair<RegionId, Value>> results;
  std::vector<std::pair<PlacedBlock, std::vector<Value>>> blocks;
};

static constexpr uint32_t kNoLink = 0xffffffffu;

void Rewriter::Insertions::add(Value at, Value binding, size_t values) {
  if (first.size() < values) {
    first.resize(values, kNoLink);
    last.resize(values, kNoLink);
  }
  uint32_t link = static_cast<uint32_t>(links.size());
  links.push_back({binding, kNoLink});
  (first[at.index] == kNoLink ? first[at.index] : links[last[at.index]].next) = link;
  last[at.index] = link;
}

void Rewriter::Insertions::append_to(std::vector<Value>& bindings, Value at) const {
  if (at.index >= first.size()) return;
  for (uint32_t link = first[at.index]; link != kNoLink; link = links[link].next)
    bindings.push_back(links[link].binding);
}

void Rewriter::insert(Value at, Value binding, Insertions& where) {
  HAMMOCK_CHECK(static_cast<bool>(places_[at]), "insertion beside something that stands in no block");
  touched_.resize(places_.blocks.size(), 0);
  touched_[places_[at].block] = 1;
  if (!fn_.comments.empty()) inserted_.push_back(binding);
  where.add(at, binding, places_.size());
}

void Rewriter::redefine(Value binding, Value like) {
  HAMMOCK_CHECK(static_cast<bool>(places_[binding]), "redefinition of something that stands in no block");
  redefined_.emplace_back(binding, like);
}

void Rewriter::replace(Value old, Value by) {
  if (old == by) return;
  if (by_.size() < fn_.size()) by_.resize(fn_.size());
  by_[old.index] = by;
  replaced_.push_back(old);
}

// The end of a chain of replacements; the chain is shortened on the way, so that all chains together cost what they are
// long.
Value Rewriter::resolve(Value v) {
  Value end = v;
  size_t steps = 0;
  while (end.index < by_.size() && by_[end.index]) {
    end = by_[end.index];
    HAMMOCK_CHECK(++steps <= by_.size(), "values that replace each other");
  }
  while (v != end) {
    Value next = by_[v.index];
    by_[v.index] = end;
    v = next;
  }
  return end;
}

void Rewriter::apply(Undo& undo) {
  for (auto [binding, like] : redefined_) {
    Node& node = fn_[binding];
    undo.nodes.emplace_back(binding, node);
    node = redefined(node, fn_[like]);
  }
  apply_insertions(undo);
  if (replaced_.empty()) return;
  for (size_t i = 0; i < fn_.size(); ++i) {
    Value v = fn_.value(i);
    std::span<Value> args = fn_.args(v);
    for (uint32_t a = 0; a < args.size(); ++a) {
      Value by = resolve(args[a]);
      if (by == args[a] || by == v) continue;  // what takes the place of a value may still use it
      undo.operands.push_back({v, a, args[a]});
      args[a] = by;
    }
  }
  for (size_t r = 0; r < fn_.regions.size(); ++r) {
    Region& region = fn_.regions[r];
    if (!region.result) continue;
    Value by = resolve(region.result);
    if (by == region.result) continue;
    undo.results.emplace_back(RegionId(static_cast<uint32_t>(r)), region.result);
    region.result = by;
  }
}

void Rewriter::apply_insertions(Undo& undo) {
  for (size_t number = 0; number < touched_.size(); ++number) {
    if (!touched_[number]) continue;
    const PlacedBlock& place = places_.blocks[number];
    std::vector<Value>& bindings = fn_[place.region].blocks[place.index].bindings;
    std::vector<Value> longer;
    longer.reserve(bindings.size());
    for (Value v : bindings) {
      before_.append_to(longer, v);
      longer.push_back(v);
      after_.append_to(longer, v);
    }
    std::swap(bindings, longer);
    undo.blocks.emplace_back(place, std::move(longer));
  }
}

void Rewriter::revert(Undo& undo) {
  for (auto& [place, bindings] : undo.blocks) fn_[place.region].blocks[place.index].bindings = std::move(bindings);
  for (auto it = undo.nodes.rbegin(); it != undo.nodes.rend(); ++it) fn_[it->first] = it->second;
  for (auto it = undo.operands.rbegin(); it != undo.operands.rend(); ++it) fn_.args(it->of)[it->index] = it->old;
  for (auto it = undo.results.rbegin(); it != undo.results.rend(); ++it) fn_[it->first].result = it->second;
}

std::optional<OrderConflict> Rewriter::finish(DropDead drop) {
  if (!has_edits() && drop != DropDead::all) return std::nullopt;
  // What the edits may leave without users: what was replaced, and what the old definitions mentioned.
  std::vector<Value> candidates(replaced_);
  Mentions mentions(fn_, places_);
  for (auto [binding, like] : redefined_) mentions.of(binding, candidates);

  Undo undo;
  apply(undo);
  Places places(fn_);
  UseTable uses(fn_, places);
  std::vector<uint8_t> dropped;
  if (drop == DropDead::orphans) dropped = orphans(fn_, places, uses, candidates);
  if (drop == DropDead::all) {
    dropped = live_bindings(fn_, places);
    for (uint8_t& flag : dropped) flag = !flag;
  }
  if (auto conflict = order_bindings(fn_, places, uses, dropped)) {
    revert(undo);
    return conflict;
  }
  publish_outputs(fn_, places, uses);
  tidy_blocks(fn_);
  if (!inserted_.empty()) move_comments();
  return std::nullopt;
}

// A new binding that takes the place of another takes its comments, too.
void Rewriter::move_comments() {
  std::sort(inserted_.begin(), inserted_.end());
  for (Value old : replaced_) {
    Value by = resolve(old);
    if (!std::binary_search(inserted_.begin(), inserted_.end(), by)) continue;
    for (At at : {At::before, At::behind}) {
      if (!fn_.comments.has(at, by.index)) fn_.comments.add(at, by.index, fn_.comments.take(at, old.index));
    }
  }
}

}  // namespace hammock
