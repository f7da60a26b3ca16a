// SPDX-License-Identifier: Apache-2.0
// Inferred struct info by what inference depends on: operator, attributes, struct info of the operands.
//
// The same few calls make up most of a program, and inference is by far the most expensive rule.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "hammock/ir/context.h"

namespace hammock {

class Memo {
 public:
  // None if the key is new.
  StructInfo find(std::span<const uint32_t> key) const {
    uint32_t id = table_.find(hash(key), [&](uint32_t i) { return std::ranges::equal(this->key(entries_[i]), key); });
    return id == Id<int>::kNone ? StructInfo() : entries_[id].info;
  }
  void insert(std::span<const uint32_t> key, StructInfo info) {
    uint32_t id = static_cast<uint32_t>(entries_.size());
    entries_.push_back({static_cast<uint32_t>(words_.size()), static_cast<uint32_t>(key.size()), info});
    words_.insert(words_.end(), key.begin(), key.end());
    table_.insert(hash(key), id);
  }

 private:
  struct Entry {
    uint32_t begin, size;
    StructInfo info;
  };
  std::span<const uint32_t> key(const Entry& e) const { return {words_.data() + e.begin, e.size}; }
  static uint64_t hash(std::span<const uint32_t> key) {
    uint64_t h = key.size();
    for (uint32_t word : key) h = hash_mix(h, word);
    return h;
  }
  std::vector<Entry> entries_;
  std::vector<uint32_t> words_;
  IdTable table_;
};

}  // namespace hammock
