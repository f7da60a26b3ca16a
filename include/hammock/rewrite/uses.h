// SPDX-License-Identifier: Apache-2.0
// Who uses what: a table made in one linear walk where a pass needs it.
//
// A binding mentions its operands, the shape variables in their struct info, what the leaves written inline in it
// mention, and, for every symbolic dim in its struct info, attributes and shapes, the parameter or match_cast that
// defines the dim. An `if` or local function also mentions the results of its regions; what stands inside is mentioned
// by the bindings inside.
#pragma once

#include <iterator>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hammock/ir/function.h"
#include "hammock/rewrite/places.h"

namespace hammock {

// Lists the values that a binding mentions; remembers what it found out about struct info.
class Mentions {
 public:
  Mentions(const Function& fn, const Places& places);

  // Appends them: operands in order, then definers of symbols. Parameters are among them, leaves are not.
  void of(Value binding, std::vector<Value>& out);
  // The same for the result of the function.
  void of_result(std::vector<Value>& out) { of_operand(fn_.body().result, fn_.self().body, out); }
  // The parameter or match_cast that defines the symbol where `region` sees it: of several, the first in program order.
  // None if nothing does.
  Value definer(Prim symbol, RegionId region) const;

 private:
  struct Definer {
    Value by;
    uint32_t number;  // in program order
  };
  static uint64_t key(uint32_t what, RegionId region) { return static_cast<uint64_t>(what) << 32 | region.index; }

  void define(StructInfo info, RegionId region, Definer definer);
  void in_info(StructInfo info, RegionId region, std::vector<Value>& out);
  void in_attr(Attr attr, RegionId region, std::vector<Value>& out);
  std::span<const Value> definers(StructInfo info, RegionId region);
  void of_variable(Value v, std::vector<Value>& out);
  void of_operand(Value operand, RegionId region, std::vector<Value>& out);
  RegionId region_of(Value binding) const { return places_.blocks[places_[binding].block].region; }

  const Function& fn_;
  const Places& places_;
  std::unordered_map<uint64_t, Definer> definer_;  // by symbol and region
  std::vector<RegionId> around_;                   // by region: the one that it is nested in
  bool has_shape_vars_ = false;
  std::unordered_map<uint64_t, std::pair<uint32_t, uint32_t>> known_;  // by struct info and region: range in lists_
  std::vector<Value> lists_;
  std::vector<Value> pending_;
};

// Made in one walk; who edits bindings keeps it up to date by mention() and forget().
class UseTable {
  static constexpr uint32_t kEnd = 0xffffffffu;
  struct Mention {
    Value used, user;
    uint32_t previous, next;  // of the same value
  };
  struct Entry {
    uint32_t first = kEnd, last = kEnd, size = 0;    // mentions of the value
    uint32_t mentions_begin = 0, mentions_size = 0;  // its own
  };

 public:
  UseTable(const Function& fn, const Places& places);

  struct User {  // an iterator
    using value_type = Value;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::forward_iterator_tag;
    Value operator*() const { return mentions[at].user; }
    User& operator++() { return at = mentions[at].next, *this; }
    User operator++(int) { return {mentions, std::exchange(at, mentions[at].next)}; }
    bool operator==(const User& other) const { return at == other.at; }

    const Mention* mentions = nullptr;
    uint32_t at = kEnd;
  };
  struct Users {
    User begin() const { return first; }
    User end() const { return {first.mentions, kEnd}; }
    bool empty() const { return count == 0; }
    size_t size() const { return count; }

    User first;
    size_t count = 0;
  };

  // The bindings that mention v, in program order, those that were edited last; one that mentions it twice stands there
  // twice in succession.
  Users users(Value v) const {
    if (v.index >= entries_.size()) return {};
    return {{mentions_.data(), entries_[v.index].first}, entries_[v.index].size};
  }
  // Is v (part of) the result of the function itself?
  bool is_returned(Value v) const { return v.index < returned_.size() && returned_[v.index]; }
  // The only user, if there is exactly one mention and v is not returned; else none.
  Value only_user(Value v) const {
    Users all = users(v);
    return all.size() == 1 && !is_returned(v) ? *all.begin() : Value();
  }
  // What a binding mentions, as Mentions lists it.
  template <class F>
  void for_each_used(Value user, F&& f) const {
    const Entry& entry = entries_[user.index];
    for (uint32_t m = entry.mentions_begin; m < entry.mentions_begin + entry.mentions_size; ++m) f(mentions_[m].used);
  }

  // A binding that has got a place, or another definition; one whose definition goes.
  void mention(Value user);
  void forget(Value user);
  // What a binding that stands nowhere yet would mention at its place.
  void mentions_of(Value binding, std::vector<Value>& out) { mentions_of_.of(binding, out); }

 private:
  const Function& fn_;
  Mentions mentions_of_;
  std::vector<Mention> mentions_;
  std::vector<Entry> entries_;     // by value
  std::vector<uint8_t> returned_;  // by value
  std::vector<Value> found_;
};

}  // namespace hammock
