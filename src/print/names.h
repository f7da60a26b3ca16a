// SPDX-License-Identifier: Apache-2.0
// Names made unique within nested scopes (language 6.6).
//
// A hint that is taken gets the first free suffix _1, _2, ... A scope releases its names when it is closed. Every name
// ever seen has an entry; a base remembers the first suffix that may be free, so that n equal hints cost n steps.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "hammock/ir/context.h"

namespace hammock {

class Names {
 public:
  using Entry = uint32_t;
  static constexpr Entry kNone = 0xffffffffu;

  Names() { open(); }

  // The name of a variable with this hint, defined in the scope (the innermost if none is given).
  Entry define(std::string_view hint) { return define(hint, scopes_.size() - 1); }
  Entry define(std::string_view hint, size_t scope);
  std::string_view text(Entry entry) const { return entries_[entry].text; }

  void open() { scopes_.emplace_back(); }
  void close();
  size_t depth() const { return scopes_.size(); }

 private:
  struct Record {
    std::string_view text;
    bool is_defined = false;
    uint32_t next_suffix = 1;  // all smaller suffixes are taken
  };
  Entry find_or_add(std::string_view text, bool text_is_lasting);
  Entry first_free(Entry base);
  void lower_suffix_of_base(std::string_view released);

  std::vector<Record> entries_;
  std::vector<std::vector<Entry>> scopes_;
  std::deque<std::string> texts_;  // of names that are not hints; stable addresses
  std::string scratch_;
  IdTable table_;
};

}  // namespace hammock
