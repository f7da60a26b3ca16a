// SPDX-License-Identifier: Apache-2.0
#include "live_function.h"

#include <algorithm>

#include "hammock/base/check.h"
#include "hammock/base/hash.h"

namespace hammock {

namespace {
constexpr uint64_t kGap = uint64_t(1) << 32;  // between neighbours at first
}

LiveFunction::LiveFunction(Function& fn, Places& places, std::span<const uint8_t> impure, bool keep_definitions,
                           uint64_t state)
    : fn_(fn),
      places_(places),
      impure_(impure),
      keep_definitions_(keep_definitions),
      mentions_of_(fn, places),
      entries_(fn.size()),
      returned_(fn.size(), 0),
      state_(state) {
  for (const PlacedBlock& block : places.blocks) {
    List& list = lists_.emplace_back();
    for (Value v : fn[block.region].blocks[block.index].bindings) {
      Entry& entry = at(v);
      entry.previous = list.last;
      entry.number = list.last ? at(list.last).number + kGap : kGap;
      (list.last ? at(list.last).next : list.first) = v;
      list.last = v;
      entry.label = v.index;
      mention(v);
      know(v);
    }
  }
  found_.clear();
  mentions_of_.of_result(found_);
  for (Value v : found_) returned_[v.index] = 1;
  begin();
}

void LiveFunction::begin() {
  touched_.clear();
  mentioned_.clear();
  unused_.clear();
  leftover_.clear();
  moved_.clear();
  is_rough_ = false;
}

// ---- what can be edited
// ---------------------------------------------------------------------------------------------------

bool LiveFunction::is_dataflow(uint32_t block) const {
  const PlacedBlock& place = places_.blocks[block];
  return fn_[place.region].blocks[place.index].is_dataflow;
}

bool LiveFunction::stands_before(Value v, Value root) const {
  if (fn_[v].kind == NodeKind::param) return true;
  if (!places_[v]) return false;
  if (places_[v].block != places_[root].block) return fn_[v].is_output || !is_dataflow(places_[v].block);
  return comes_before(v, root);
}

bool LiveFunction::takes(Value root, std::span<const Value> fresh, Value like) {
  std::vector<Value> made;
  auto fits = [&](Value v) {
    const Node& node = fn_[v];
    if (node.kind != NodeKind::get_item && (node.kind != NodeKind::call_op || has_trait(node.op, Impure))) return false;
    places_.put(v, places_[root]);  // dims are looked up where it is going to stand
    found_.clear();
    mentions_of_.of(v, found_);
    bool is_bound = std::all_of(found_.begin(), found_.end(), [&](Value m) {
      return std::find(made.begin(), made.end(), m) != made.end() || stands_before(m, root);
    });
    made.push_back(v);
    return is_bound;
  };
  bool all = true;
  for (size_t i = 0; i < fresh.size() && all; ++i) {
    if (!places_[fresh[i]]) all = fits(fresh[i]);
  }
  if (all && like) all = fits(like);
  for (Value v : made) places_.put(v, {});
  return all;
}

bool LiveFunction::may_be_replaced(Value old) const {
  if (fn_[old].is_output || is_returned(old)) return false;
  bool is_near = true;
  for_each_user(old, [&](Value user) {
    NodeKind kind = fn_[user].kind;
    is_near &= places_[user].block == places_[old].block && kind != NodeKind::cond && kind != NodeKind::lambda;
  });
  return is_near;
}

// ---- order
// ----------------------------------------------------------------------------------------------------------------

// The smallest aligned range of numbers around v that is thin enough gets even gaps. The larger the range, the thinner
// it has to be, so that it takes many insertions until it is looked at again.
void LiveFunction::make_room(Value v) {
  constexpr double kThinning = 4.0 / 3;
  Value first = v, last = v;
  uint64_t count = 1;
  double capacity = 1;
  for (uint64_t width = 2; width != 0; width <<= 1) {
    uint64_t low = at(v).number & ~(width - 1), high = low + (width - 1);
    for (; at(first).previous && at(at(first).previous).number >= low; ++count) first = at(first).previous;
    for (; at(last).next && at(at(last).next).number <= high; ++count) last = at(last).next;
    capacity *= kThinning;
    uint64_t gap = width / (count + 1);
    if (static_cast<double>(count) > capacity || gap < 4) continue;
    for (Value u = first;; u = at(u).next) {
      low += gap;
      at(u).number = low;
      if (u == last) return;
    }
  }
  HAMMOCK_CHECK(false, "more bindings than numbers for them");
}

void LiveFunction::link_before(Value root, Value v) {
  auto low = [&] { return at(root).previous ? at(at(root).previous).number : 0; };
  if (at(root).number - low() < 2) make_room(root);
  Entry& entry = at(v);
  entry.number = low() + (at(root).number - low()) / 2;
  entry.previous = at(root).previous;
  entry.next = root;
  List& list = lists_[places_[root].block];
  (entry.previous ? at(entry.previous).next : list.first) = v;
  at(root).previous = v;
  list.is_changed = true;
}

void LiveFunction::unlink(Value v) {
  List& list = lists_[places_[v].block];
  (at(v).previous ? at(at(v).previous).next : list.first) = at(v).next;
  (at(v).next ? at(at(v).next).previous : list.last) = at(v).previous;
  list.is_changed = true;
  is_rough_ |= !list.first;
}

void LiveFunction::insert_before(Value root, Value v) {
  if (v.index >= entries_.size()) entries_.resize(std::max<size_t>(fn_.size(), v.index + 1));
  link_before(root, v);
  places_.put(v, places_[root]);
  mention(v);
  Entry& entry = at(v);
  entry.label = v.index;
  uint64_t definition = contribution(v);
  if (uint32_t label = labels_of_removed_.find(definition, [](uint32_t) { return true; }); label != HashedIds::kNone) {
    entry.label = label;
    labels_of_removed_.erase(definition, label);
  }
  state_ += hash_mix(entry.label, definition);
  know(v);
  touched_.push_back(v);
}

void LiveFunction::remove(Value v) {
  forget(v);
  uint64_t definition = contribution(v);
  state_ -= hash_mix(at(v).label, definition);
  auto any = [](uint32_t) { return true; };
  if (labels_of_removed_.find(definition, any) == HashedIds::kNone) labels_of_removed_.insert(definition, at(v).label);
  forget_mentions(v);
  unlink(v);
  places_.put(v, {});
}

void LiveFunction::write_back() {
  for (size_t i = 0; i < lists_.size(); ++i) {
    if (!std::exchange(lists_[i].is_changed, false)) continue;
    const PlacedBlock& place = places_.blocks[i];
    std::vector<Value>& bindings = fn_[place.region].blocks[place.index].bindings;
    bindings.clear();
    for (Value v = lists_[i].first; v; v = at(v).next) bindings.push_back(v);
  }
  tidy_blocks(fn_);
}

// ---- mentions
// -------------------------------------------------------------------------------------------------------------

void LiveFunction::mention(Value user) {
  found_.clear();
  mentions_of_.of(user, found_);
  at(user).mentions_begin = static_cast<uint32_t>(mentions_.size());
  at(user).mentions_size = static_cast<uint32_t>(found_.size());
  for (Value used : found_) {
    uint32_t number = static_cast<uint32_t>(mentions_.size()), head = at(used).first_use;
    mentions_.push_back({used, user, kEnd, head});
    if (head != kEnd) mentions_[head].previous = number;
    at(used).first_use = number;
    ++at(used).uses;
    mentioned_.push_back(used);
  }
}

void LiveFunction::forget_mentions(Value user) {
  for (uint32_t i = 0; i < at(user).mentions_size; ++i) {
    const Mention& m = mentions_[at(user).mentions_begin + i];
    (m.previous == kEnd ? at(m.used).first_use : mentions_[m.previous].next) = m.next;
    if (m.next != kEnd) mentions_[m.next].previous = m.previous;
    --at(m.used).uses;
    mentioned_.push_back(m.used);
    unused_.push_back(m.used);
  }
  at(user).mentions_size = 0;
}

// ---- edits
// ----------------------------------------------------------------------------------------------------------------

void LiveFunction::redefine(Value binding, Value like) {
  forget(binding);
  state_ -= hash_mix(at(binding).label, contribution(binding));
  forget_mentions(binding);
  fn_[binding] = redefined(fn_[binding], fn_[like]);
  mention(binding);
  state_ += hash_mix(at(binding).label, contribution(binding));
  know(binding);
  touched_.push_back(binding);
}

void LiveFunction::replace(Value old, Value by) {
  if (old == by) return;
  by_[old] = by;
  replaced_.emplace_back(old, by);
}

Value LiveFunction::resolve(Value v) const {
  for (auto next = by_.find(v); next != by_.end(); next = by_.find(v)) v = next->second;
  return v;
}

void LiveFunction::finish() {
  // Of a chain of replacements the earlier one is resolved already when the later one is looked at: it stands before
  // it.
  for (auto& [old, by] : replaced_) {
    by = resolve(by);
    by_[old] = by;
  }
  for (auto [old, by] : replaced_) replace_mentions(old, by);
  replaced_.clear();
  by_.clear();
  drop_unused();
}

void LiveFunction::replace_mentions(Value old, Value by) {
  std::vector<Value> users;
  for_each_user(old, [&](Value user) {
    if (users.empty() || users.back() != user) users.push_back(user);
  });
  std::vector<Value> open;
  for (Value user : users) {
    forget(user);
    state_ -= hash_mix(at(user).label, contribution(user));
    forget_mentions(user);
    open.assign(1, user);
    while (!open.empty()) {
      Value v = open.back();
      open.pop_back();
      for (Value& arg : fn_.args(v)) {
        if (arg == old) arg = by;
        else if (!is_variable(arg)) open.push_back(arg);
      }
    }
    mention(user);
    state_ += hash_mix(at(user).label, contribution(user));
    know(user);
    touched_.push_back(user);
  }
  unused_.push_back(old);
}

void LiveFunction::drop_unused() {
  while (!unused_.empty()) {
    Value v = unused_.back();
    unused_.pop_back();
    if (!places_[v] || at(v).uses > 0 || is_returned(v) || fn_[v].kind == NodeKind::match_cast || is_impure(v))
      continue;
    if (fn_[v].kind == NodeKind::cond || fn_[v].kind == NodeKind::lambda) {
      leftover_.push_back(v);
      is_rough_ = true;
      continue;
    }
    remove(v);
  }
}

// ---- definitions
// ----------------------------------------------------------------------------------------------------------

void LiveFunction::know(Value v) {
  const Node& node = fn_[v];
  at(v).is_known = keep_definitions_ &&
                   (node.kind == NodeKind::get_item || (node.kind == NodeKind::call_op && is_repeatable(node.op)));
  if (!at(v).is_known) return;
  definition_words(fn_, places_, v, words_);
  uint64_t hash = words_.size();
  for (uint32_t word : words_) hash = hash_mix(hash, word);
  at(v).definition = hash;
  definitions_.insert(hash, v.index);
}

void LiveFunction::forget(Value v) {
  if (!std::exchange(at(v).is_known, false)) return;
  definitions_.erase(at(v).definition, v.index);
}

Value LiveFunction::equal_definition(Value v) {
  if (!at(v).is_known) return {};
  definition_words(fn_, places_, v, words_);
  uint32_t same = definitions_.find(at(v).definition, [&](uint32_t other) {
    if (other == v.index) return false;
    definition_words(fn_, places_, Value(other), other_words_);
    return words_ == other_words_;
  });
  return same == HashedIds::kNone ? Value() : Value(same);
}

// Is there nothing to be seen through at it?
bool LiveFunction::is_plain(Value v) const {
  const Node& node = fn_[v];
  if (node.kind == NodeKind::get_item) {
    NodeKind of = fn_[fn_.args(v)[0]].kind;
    return of == NodeKind::param || of == NodeKind::call_op || of == NodeKind::call || of == NodeKind::get_item;
  }
  if (node.kind != NodeKind::call_op) return false;
  for (uint32_t i = 0; i < at(v).mentions_size; ++i) {
    if (fn_[mentions_[at(v).mentions_begin + i].used].kind == NodeKind::alias) return false;
  }
  return true;
}

// The one with more users stays, under the name and in the place of the other: in a chain that grows towards the front
// each round makes an earlier one.
void LiveFunction::take_the_place(Value v, Value of) {
  replace_mentions(of, v);
  unlink(v);
  link_before(of, v);
  const Node& like = fn_[of];
  fn_[v].name = like.name;
  fn_[v].span = like.span;
  fn_[v].is_output = like.is_output;
  moved_.emplace_back(v, of);
}

bool LiveFunction::is_exposed(Value v) const {
  bool is_used_outside = is_returned(v);
  for (uint32_t m = at(v).first_use; m != kEnd && !is_used_outside; m = mentions_[m].next) {
    Value user = mentions_[m].user;
    is_used_outside = places_[user].block != places_[v].block || fn_[user].kind == NodeKind::lambda;
  }
  return is_used_outside;
}

void LiveFunction::merge_equal() {
  for (size_t i = 0; i < touched_.size() && !is_rough_; ++i) {
    Value v = touched_[i];
    if (!places_[v]) continue;
    is_rough_ = !is_plain(v);
    Value same = equal_definition(v);
    if (!same || is_rough_) continue;
    is_rough_ = places_[same].block != places_[v].block || fn_.info(same) != fn_.info(v);
    if (is_rough_) continue;
    Value first = comes_before(v, same) ? v : same, second = first == v ? same : v;
    bool is_popular =
        at(second).uses > at(first).uses && fn_.comments.empty() && !fn_[second].is_output && !is_returned(second);
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

// ---- states
// ---------------------------------------------------------------------------------------------------------------

uint64_t LiveFunction::operand_word(Value v) const {
  const Node& node = fn_[v];
  if (places_[v]) return uint64_t(1) << 32 | at(v).label;
  if (node.kind == NodeKind::param) return v.index;
  uint64_t hash = hash_mix(static_cast<uint64_t>(node.kind), node.payload);
  for (Value field : fn_.args(v))
    hash = hash_mix(hash, operand_word(field));  // inline tuples nest at most kMaxDepth deep
  return hash;
}

uint64_t LiveFunction::contribution(Value v) const {
  const Node& node = fn_[v];
  uint64_t hash = hash_mix(static_cast<uint64_t>(node.kind) << 32 | static_cast<uint64_t>(node.op),
                           static_cast<uint64_t>(node.attrs.index) << 32 | node.payload);
  for (Value arg : fn_.args(v)) hash = hash_mix(hash, operand_word(arg));
  return hash;
}

}  // namespace hammock
