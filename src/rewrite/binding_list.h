// SPDX-License-Identifier: Apache-2.0
// The bindings of each block as a list with numbers that grow along it, so that which of two comes first is one
// comparison, and an insertion costs no walk. Where a gap is used up, the neighbourhood is numbered anew (logarithmic
// for each insertion, on average).
#pragma once

#include "hammock/rewrite/places.h"

namespace hammock {

class BindingList {
 public:
  // `places` describes the function, and is kept up to date by who edits the list.
  BindingList(const Function& fn, const Places& places);

  bool comes_before(Value a, Value b) const { return at(a).number < at(b).number; }  // of one block
  void link_before(Value root, Value v);                                             // in the block of root
  void unlink(Value v);                                                              // of the block that it stands in
  bool is_empty(uint32_t block) const { return !lists_[block].first; }
  void write_back(Function& fn);

 private:
  struct Entry {
    Value previous, next;
    uint64_t number = 0;
  };
  struct List {
    Value first, last;
    bool is_changed = false;
  };
  const Entry& at(Value v) const { return entries_[v.index]; }
  Entry& at(Value v) { return entries_[v.index]; }
  void make_room(Value v);

  const Places& places_;
  std::vector<Entry> entries_;  // by value
  std::vector<List> lists_;     // by block
};

}  // namespace hammock
