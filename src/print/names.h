// SPDX-License-Identifier: Apache-2.0
// Names made unique within nested scopes (language 6.6).
//
// A hint that is taken gets the first free suffix _1, _2, ... A scope releases its names when it is closed. A base
// remembers the first suffix that may be free, so that n equal hints cost n steps. An interned text is its own entry,
// found without hashing; only names that were made here go through a table of their own.
#pragma once

#include <array>
#include <memory>
#include <string_view>
#include <vector>

#include "hammock/ir/context.h"
#include "hammock/print/identifier.h"

namespace hammock {

class Names {
 public:
  using Entry = uint32_t;
  static constexpr Entry kNone = 0xffffffffu;

  explicit Names(const StringStore& hints) : hints_(hints) { open(); }

  // The name of a variable with this hint (none: no hint), defined in the scope, the innermost if none is given.
  Entry define(Name hint) { return define(hint, scopes_.size() - 1); }
  Entry define(Name hint, size_t scope);
  // Makes a name taken in the innermost scope.
  void reserve(std::string_view text);
  std::string_view text(Entry entry) const {
    return entry >= kMade ? made_.text(Name(entry - kMade)) : hints_.text(Name(entry));
  }

  void open() { scopes_.emplace_back(); }
  void close();
  size_t depth() const { return scopes_.size(); }

 private:
  static constexpr Entry kMade = 1u << 31;  // entries from here on are names made here
  struct Record {
    bool is_defined = false;
    uint32_t next_suffix = 1;  // all smaller suffixes are taken
  };
  // Only those that are used: a module of many names may be printed function by function.
  static constexpr size_t kPageSize = 256;
  using Page = std::array<Record, kPageSize>;
  Entry entry(std::string_view text);
  Record& record(Entry entry);
  Entry take(Entry entry, size_t scope);
  Entry first_free(Entry base);
  void lower_suffix_of_base(std::string_view released);

  const StringStore& hints_;
  StringStore made_;
  std::vector<std::unique_ptr<Page>> hint_records_, made_records_;
  std::vector<std::vector<Entry>> scopes_;
  bool has_suffixes_ = false;  // some base has a next_suffix above 1
};

}  // namespace hammock
