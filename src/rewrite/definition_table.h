// SPDX-License-Identifier: Apache-2.0
// What the bindings of a function compute, by hash, where bindings come and go: which of them are equal, and a number
// for the function as it is.
//
// The number is equal for functions that were edited into the same one, up to names, and what it was at first if all
// edits were undone: each binding adds its part, in which bindings stand under labels. A binding that is inserted gets
// the label of one that was removed, if they are defined alike.
#pragma once

#include "hammock/rewrite/definition.h"
#include "hashed_ids.h"

namespace hammock {

class DefinitionTable {
 public:
  // `finds_equal`: equal definitions are going to be looked for.
  DefinitionTable(const Function& fn, const Places& places, bool finds_equal);

  // A binding that is new, or goes for good.
  void insert(Value v);
  void remove(Value v);
  // Before and after a binding gets another definition.
  void leave(Value v);
  void enter(Value v);

  // Another binding of the same definition; none if there is none, or v is none to be left out.
  Value equal(Value v);
  // 0 at first.
  uint64_t state() const { return state_; }

 private:
  struct Entry {
    uint32_t label = 0;       // in place of its id in states
    uint64_t definition = 0;  // hash, if is_known
    bool is_known = false;
  };
  Entry& at(Value v) { return entries_[v.index]; }
  void know(Value v);
  void forget(Value v);
  uint64_t contribution(Value v) const;
  uint64_t operand_word(Value v) const;

  const Function& fn_;
  const Places& places_;
  bool finds_equal_;
  std::vector<Entry> entries_;  // by value
  HashedIds known_;             // values by definition
  HashedIds labels_of_removed_;
  uint64_t state_ = 0;
  std::vector<uint32_t> words_, other_words_;
};

}  // namespace hammock
