// SPDX-License-Identifier: Apache-2.0
#include "hammock/rewrite/rewriter.h"

#include <algorithm>

#include "hammock/base/check.h"
#include "hammock/rewrite/definition.h"
#include "in_place.h"

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

Rewriter::Rewriter(Function& fn) : fn_(fn), places_(fn) {}
Rewriter::~Rewriter() = default;

const UseTable& Rewriter::uses() const {
  if (!uses_) uses_.emplace(fn_, places_);
  return *uses_;
}

void Rewriter::add(Edit::Kind kind, Value at, Value by) {
  HAMMOCK_CHECK(static_cast<bool>(places_[at]), "an edit at something that stands in no block");
  edits_.push_back({kind, at, by});
}

void Rewriter::replace(Value old, Value by) {
  if (old == by) return;
  if (by_.size() < fn_.size()) by_.resize(fn_.size());
  by_[old.index] = by;
  edits_.push_back({Edit::Kind::replace, old, by});
}

void Rewriter::forget_edits() {
  for (const Edit& edit : edits_) {
    if (edit.kind == Edit::Kind::replace) by_[edit.at.index] = Value();
  }
  edits_.clear();
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
  bool has_replacements = false;
  for (const auto& [kind, at, by] : edits_) {
    has_replacements |= kind == Edit::Kind::replace;
    if (kind != Edit::Kind::redefine) continue;
    undo.nodes.emplace_back(at, fn_[at]);
    fn_[at] = redefined(fn_[at], fn_[by]);
  }
  apply_insertions(undo);
  if (has_replacements) apply_replacements(undo);
}

void Rewriter::apply_replacements(Undo& undo) {
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
  struct Insertion {
    uint32_t block, position;  // position: of what comes to stand behind it
    Value binding;
    auto key() const { return std::pair(block, position); }
  };
  std::vector<Insertion> all;
  for (const auto& [kind, at, by] : edits_) {
    if (kind == Edit::Kind::insert_before || kind == Edit::Kind::insert_after)
      all.push_back({places_[at].block, places_[at].position * 2 + (kind == Edit::Kind::insert_after), by});
  }
  std::ranges::stable_sort(all, {}, &Insertion::key);
  for (size_t i = 0; i < all.size();) {
    const PlacedBlock& place = places_.blocks[all[i].block];
    std::vector<Value>& bindings = block_of(fn_, place).bindings;
    std::vector<Value> longer;
    longer.reserve(bindings.size() + 1);
    uint32_t block = all[i].block, position = 0;
    auto insert = [&] {
      for (; i < all.size() && all[i].key() == std::pair(block, position); ++i) longer.push_back(all[i].binding);
      ++position;
    };
    for (Value v : bindings) {
      insert();
      longer.push_back(v);
      insert();
    }
    HAMMOCK_CHECK(i == all.size() || all[i].block != block, "an insertion beside something that stands elsewhere");
    std::swap(bindings, longer);
    undo.blocks.emplace_back(place, std::move(longer));
  }
}

void Rewriter::revert(Undo& undo) {
  for (auto& [place, bindings] : undo.blocks) block_of(fn_, place).bindings = std::move(bindings);
  for (auto it = undo.nodes.rbegin(); it != undo.nodes.rend(); ++it) fn_[it->first] = it->second;
  for (auto it = undo.operands.rbegin(); it != undo.operands.rend(); ++it) fn_.args(it->of)[it->index] = it->old;
  for (auto it = undo.results.rbegin(); it != undo.results.rend(); ++it) fn_[it->first].result = it->second;
}

std::optional<OrderConflict> Rewriter::finish(DropDead drop) {
  if (in_place_) settle();
  if (!has_edits() && drop != DropDead::all) return std::nullopt;
  // What the edits may leave without users: what was replaced, and what the old definitions mentioned.
  std::vector<Value> candidates;
  if (drop == DropDead::orphans) {
    Mentions mentions(fn_, places_);
    for (const Edit& edit : edits_) {
      if (edit.kind == Edit::Kind::replace) candidates.push_back(edit.at);
      if (edit.kind == Edit::Kind::redefine) mentions.of(edit.at, candidates);
    }
  }

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
  std::optional<OrderConflict> conflict = order_bindings(fn_, places, uses, dropped);
  if (conflict) {
    revert(undo);
  } else {
    publish_outputs(fn_, places, uses);
    tidy_blocks(fn_);
    move_comments();
  }
  forget_edits();
  return conflict;
}

// A new binding that takes the place of another takes its comments, too.
void Rewriter::move_comments() {
  if (fn_.comments.empty()) return;
  std::vector<Value> inserted;
  for (const auto& [kind, at, by] : edits_) {
    if (kind == Edit::Kind::insert_before || kind == Edit::Kind::insert_after) inserted.push_back(by);
  }
  std::sort(inserted.begin(), inserted.end());
  for (const auto& [kind, old, with] : edits_) {
    if (kind != Edit::Kind::replace) continue;
    Value by = resolve(old);
    if (!std::binary_search(inserted.begin(), inserted.end(), by)) continue;
    for (At at : {At::before, At::behind}) {
      if (!fn_.comments.has(at, by.index)) fn_.comments.add(at, by.index, fn_.comments.take(at, old.index));
    }
  }
}

bool Rewriter::finish_in_place(bool finds_equal) {
  uses();
  if (!in_place_) in_place_ = std::make_unique<InPlaceEdits>(fn_, places_, *uses_, finds_equal);
  if (!in_place_->are_plain(edits_)) return false;
  for (Edit& edit : edits_) {
    if (edit.kind == Edit::Kind::replace) edit.by = resolve(edit.by);
  }
  in_place_->carry_out(edits_);
  forget_edits();
  return true;
}

void Rewriter::settle() {
  if (!in_place_) return;
  in_place_->write_back();
  tidy_blocks(fn_);
  if (!in_place_->leftover().empty()) drop_orphans(fn_, in_place_->leftover());
  in_place_.reset();
  uses_.reset();
  places_ = Places(fn_);
}

}  // namespace hammock
