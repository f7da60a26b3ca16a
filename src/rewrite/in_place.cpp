// SPDX-License-Identifier: Apache-2.0
#include "in_place.h"

#include <algorithm>

namespace hammock {

using Kind = Rewriter::Edit::Kind;

InPlaceEdits::InPlaceEdits(Function& fn, Places& places, UseTable& uses, bool finds_equal)
    : fn_(fn),
      places_(places),
      uses_(uses),
      list_(fn, places),
      definitions_(fn, places, finds_equal),
      impure_(impure_bindings(fn, places)) {}

// ---- what can be edited ----

bool InPlaceEdits::is_dataflow(uint32_t block) const {
  const PlacedBlock& place = places_.blocks[block];
  return block_of(fn_, place).is_dataflow;
}

bool InPlaceEdits::stands_before(Value v, Value root) const {
  if (fn_[v].kind == NodeKind::param) return true;
  if (!places_[v]) return false;
  if (places_[v].block != places_[root].block) return fn_[v].is_output || !is_dataflow(places_[v].block);
  return new_.contains(v) || comes_before(v, root);
}

bool InPlaceEdits::may_stand_before(Value root, Value v) {
  const Node& node = fn_[v];
  if (node.kind != NodeKind::get_item && (node.kind != NodeKind::call_op || has_trait(node.op, Impure))) return false;
  places_.put(v, places_[root]);  // dims are looked up where it is going to stand
  found_.clear();
  uses_.mentions_of(v, found_);
  return std::ranges::all_of(found_, [&](Value m) { return stands_before(m, root); });
}

bool InPlaceEdits::may_be_replaced(Value old) const {
  if (fn_[old].is_output || uses_.is_returned(old)) return false;
  return std::ranges::all_of(uses_.users(old), [&](Value user) {
    NodeKind kind = fn_[user].kind;
    return places_[user].block == places_[old].block && kind != NodeKind::cond && kind != NodeKind::lambda;
  });
}

bool InPlaceEdits::are_plain(std::span<const Rewriter::Edit> edits) {
  new_.clear();
  bool all = true;
  size_t seen = 0;
  for (; seen < edits.size() && all; ++seen) {
    const auto& [kind, at, by] = edits[seen];
    if (kind == Kind::replace) {
      all = places_[at] && may_be_replaced(at) && !new_.contains(by) && stands_before(by, at);
    } else {
      all = kind != Kind::insert_after && may_stand_before(at, by);
      if (kind == Kind::insert_before) new_.insert(by);
      else places_.put(by, {});
    }
  }
  for (size_t i = 0; i < seen; ++i) {
    if (edits[i].kind == Kind::insert_before) places_.put(edits[i].by, {});
  }
  return all;
}

// ---- edits ----

void InPlaceEdits::carry_out(std::span<const Rewriter::Edit> edits) {
  touched_.clear();
  mentioned_.clear();
  unused_.clear();
  leftover_.clear();
  moved_.clear();
  is_rough_ = false;
  for (const auto& [kind, at, by] : edits) {
    if (kind == Kind::insert_before) insert_before(at, by);
    if (kind == Kind::redefine) redefine(at, by);
  }
  for (const auto& [kind, at, by] : edits) {
    if (kind == Kind::replace) replace_mentions(at, by);
  }
  drop_unused();
}

void InPlaceEdits::mention(Value user) {
  uses_.mention(user);
  uses_.for_each_used(user, [&](Value used) { mentioned_.push_back(used); });
}

void InPlaceEdits::forget_mentions(Value user) {
  uses_.for_each_used(user, [&](Value used) {
    mentioned_.push_back(used);
    unused_.push_back(used);
  });
  uses_.forget(user);
}

void InPlaceEdits::insert_before(Value root, Value v) {
  list_.link_before(root, v);
  places_.put(v, places_[root]);
  mention(v);
  definitions_.insert(v);
  touched_.push_back(v);
}

void InPlaceEdits::redefine(Value binding, Value like) {
  definitions_.leave(binding);
  forget_mentions(binding);
  fn_[binding] = redefined(fn_[binding], fn_[like]);
  mention(binding);
  definitions_.enter(binding);
  touched_.push_back(binding);
}

void InPlaceEdits::unlink(Value v) {
  list_.unlink(v);
  is_rough_ |= list_.is_empty(places_[v].block);
}

void InPlaceEdits::remove(Value v) {
  definitions_.remove(v);
  forget_mentions(v);
  unlink(v);
  places_.put(v, {});
}

void InPlaceEdits::replace_mentions(Value old, Value by) {
  std::vector<Value> users, open;
  for (Value user : uses_.users(old)) {
    if (users.empty() || users.back() != user) users.push_back(user);
  }
  for (; !users.empty(); users.pop_back()) {
    Value user = users.back();
    definitions_.leave(user);
    forget_mentions(user);
    open.assign(1, user);
    while (!open.empty()) {
      Value v = open.back();
      open.pop_back();
      for (Value& arg : fn_.args(v)) {
        if (arg == old) arg = by;
        else if (fn_[arg].kind != NodeKind::param && !places_[arg]) open.push_back(arg);
      }
    }
    mention(user);
    definitions_.enter(user);
    touched_.push_back(user);
  }
  unused_.push_back(old);
}

void InPlaceEdits::drop_unused() {
  while (!unused_.empty()) {
    Value v = unused_.back();
    unused_.pop_back();
    if (!places_[v] || !uses_.users(v).empty() || uses_.is_returned(v) || fn_[v].kind == NodeKind::match_cast ||
        is_impure(v))
      continue;
    if (fn_[v].kind == NodeKind::cond || fn_[v].kind == NodeKind::lambda) {
      leftover_.push_back(v);
      is_rough_ = true;
      continue;
    }
    remove(v);
  }
}

// ---- equal definitions ----

// Is there nothing to be seen through at it?
bool InPlaceEdits::is_plain(Value v) const {
  const Node& node = fn_[v];
  if (node.kind == NodeKind::get_item) {
    NodeKind of = fn_[fn_.args(v)[0]].kind;
    return of == NodeKind::param || of == NodeKind::call_op || of == NodeKind::call || of == NodeKind::get_item;
  }
  bool has_alias = false;
  uses_.for_each_used(v, [&](Value used) { has_alias |= fn_[used].kind == NodeKind::alias; });
  return node.kind == NodeKind::call_op && !has_alias;
}

// The one with more users stays, under the name and in the place of the other: in a chain that grows towards the front
// each round makes an earlier one.
void InPlaceEdits::take_the_place(Value v, Value of) {
  replace_mentions(of, v);
  unlink(v);
  list_.link_before(of, v);
  const Node& like = fn_[of];
  fn_[v].name = like.name;
  fn_[v].span = like.span;
  fn_[v].is_output = like.is_output;
  moved_.emplace_back(v, of);
}

bool InPlaceEdits::is_exposed(Value v) const {
  return uses_.is_returned(v) || std::ranges::any_of(uses_.users(v), [&](Value user) {
           return places_[user].block != places_[v].block || fn_[user].kind == NodeKind::lambda;
         });
}

void InPlaceEdits::merge_equal() {
  for (size_t i = 0; i < touched_.size() && !is_rough_; ++i) {
    Value v = touched_[i];
    if (!places_[v]) continue;
    is_rough_ = !is_plain(v);
    Value same = definitions_.equal(v);
    if (!same || is_rough_) continue;
    is_rough_ = places_[same].block != places_[v].block || fn_.info(same) != fn_.info(v);
    if (is_rough_) continue;
    Value first = comes_before(v, same) ? v : same, second = first == v ? same : v;
    bool is_popular = uses_.users(second).size() > uses_.users(first).size() && fn_.comments.empty() &&
                      !fn_[second].is_output && !uses_.is_returned(second);
    if (is_popular && may_be_replaced(first)) {
      take_the_place(second, first);
    } else if (may_be_replaced(second)) {
      replace_mentions(second, first);
    } else {
      is_rough_ = true;
    }
    drop_unused();
    // One that is gone has a definition that others may have had, too.
    if (places_[v]) touched_.push_back(v);
  }
  for (size_t i = 0; i < mentioned_.size() && !is_rough_; ++i) {
    Value v = mentioned_[i];
    is_rough_ = places_[v] && fn_[v].is_output && is_dataflow(places_[v].block) && !is_exposed(v);
  }
}

}  // namespace hammock
