// SPDX-License-Identifier: Apache-2.0
// A function between rewrites that touch little of it: the order of its bindings, who mentions what and which
// definitions there are, kept up to date edit by edit, where Rewriter makes them anew in one walk. An edit costs what
// it touches.
//
// The bindings of a block are a list with numbers that grow along it; where a gap is used up, the neighbourhood is
// numbered anew (logarithmic for each insertion, on average). The blocks of the function are stale until write_back().
//
// Only plain edits are carried out: pure calls and items that need nothing bound later, and mentions that become
// mentions of something earlier in the same block. What else an edit leads to (is_rough) is left to a walk over the
// whole function.
#pragma once

#include <unordered_map>
#include <vector>

#include "hammock/rewrite/definition.h"
#include "hammock/rewrite/order.h"
#include "hammock/rewrite/uses.h"
#include "hashed_ids.h"

namespace hammock {

class LiveFunction {
 public:
  // `places` describes the function, and is kept up to date. `keep_definitions`: equal ones are going to be merged.
  // `state`: a number for the function as it is.
  LiveFunction(Function& fn, Places& places, std::span<const uint8_t> impure, bool keep_definitions, uint64_t state);

  bool comes_before(Value a, Value b) const { return at(a).number < at(b).number; }  // of one block
  size_t uses(Value v) const { return at(v).uses; }
  bool is_returned(Value v) const { return v.index < returned_.size() && returned_[v.index]; }
  // One by one; who mentions it twice comes twice.
  template <class F>
  void for_each_user(Value v, F&& f) const {
    for (uint32_t m = at(v).first_use; m != kEnd; m = mentions_[m].next) f(mentions_[m].user);
  }

  // Can `fresh` be inserted in front of `root`, one after the other, and its definition become that of `like` (or of
  // nothing)?
  bool takes(Value root, std::span<const Value> fresh, Value like);
  bool may_be_replaced(Value old) const;

  // As those of Rewriter; replacements wait for finish(), which also drops what lost its users.
  void insert_before(Value at, Value binding);
  void redefine(Value binding, Value like);
  void replace(Value old, Value by);
  void finish();
  // Of equal definitions the first one stays.
  void merge_equal();

  // Since the last call of begin(): bindings with a new or another definition; what gained or lost a mention; bindings
  // that stand where another one stood; and whether something has to be done that is not done here. `leftover`: values
  // without users that could not be dropped.
  void begin();
  std::span<const Value> touched() const { return touched_; }
  std::span<const Value> mentioned() const { return mentioned_; }
  std::span<const std::pair<Value, Value>> moved() const { return moved_; }
  bool is_rough() const { return is_rough_; }
  std::span<const Value> leftover() const { return leftover_; }

  // Equal for functions that were edited into the same one, up to names; what it was at first if all edits were undone.
  uint64_t state() const { return state_; }
  void write_back();

 private:
  static constexpr uint32_t kEnd = 0xffffffffu;
  struct Entry {
    Value previous, next;
    uint64_t number = 0;
    uint32_t first_use = kEnd, uses = 0;             // among mentions_
    uint32_t mentions_begin = 0, mentions_size = 0;  // its own
    uint32_t label = kEnd;                           // in place of its id in states
    uint64_t definition = 0;                         // hash, if is_known
    bool is_known = false;
  };
  struct Mention {
    Value used, user;
    uint32_t previous, next;  // of the same value
  };
  struct List {
    Value first, last;
    bool is_changed = false;
  };

  const Entry& at(Value v) const { return entries_[v.index]; }
  Entry& at(Value v) { return entries_[v.index]; }
  bool is_impure(Value v) const { return v.index < impure_.size() && impure_[v.index]; }
  bool is_variable(Value v) const { return fn_[v].kind == NodeKind::param || places_[v]; }
  bool is_plain(Value v) const;
  bool is_dataflow(uint32_t block) const;
  bool is_exposed(Value v) const;
  bool stands_before(Value v, Value root) const;
  void make_room(Value v);
  void link_before(Value root, Value v);
  void unlink(Value v);
  void take_the_place(Value v, Value of);
  void mention(Value user);
  void forget_mentions(Value user);
  void know(Value v);
  void forget(Value v);
  void remove(Value v);
  void drop_unused();
  void replace_mentions(Value old, Value by);
  Value equal_definition(Value v);
  uint64_t contribution(Value v) const;
  uint64_t operand_word(Value v) const;
  Value resolve(Value v) const;

  Function& fn_;
  Places& places_;
  std::span<const uint8_t> impure_;
  bool keep_definitions_;
  Mentions mentions_of_;
  std::vector<Entry> entries_;  // by value
  std::vector<Mention> mentions_;
  std::vector<List> lists_;        // by block
  std::vector<uint8_t> returned_;  // by value
  HashedIds definitions_;          // values
  HashedIds labels_of_removed_;    // by definition
  uint64_t state_;
  std::vector<Value> touched_, mentioned_, unused_, leftover_, found_;
  std::vector<std::pair<Value, Value>> replaced_, moved_;
  std::unordered_map<Value, Value> by_;
  std::vector<uint32_t> words_, other_words_;
  bool is_rough_ = false;
};

}  // namespace hammock
