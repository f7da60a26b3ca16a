// SPDX-License-Identifier: Apache-2.0
// Names and what they denote, by scope. A binding hides the one before it until its scope closes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_set>
#include <vector>

#include "hammock/base/check.h"
#include "item.h"

namespace hammock::read {

class Scopes {
 public:
  void open() { begins_.push_back(static_cast<uint32_t>(variables_.size())); }
  void reserve(size_t more) { variables_.reserve(variables_.size() + more); }
  void close() {
    HAMMOCK_CHECK(!begins_.empty(), "a scope closes that was not opened");
    for (; variables_.size() > begins_.back(); variables_.pop_back()) {
      slots_[variables_.back().name.index] = variables_.back().previous;
    }
    begins_.pop_back();
  }
  void bind(Name name, const Item& item) {
    if (name.index >= slots_.size()) slots_.resize(std::max<size_t>(name.index + 1, slots_.size() * 2), kNoSlot);
    variables_.push_back({name, slots_[name.index], item});
    slots_[name.index] = static_cast<uint32_t>(variables_.size() - 1);
  }

  // What the name denotes; null if nothing does, or if it is a name of Python that is not evaluated.
  const Item* lookup(Name name) const {
    const Item* item = in_scope(name);
    const bool is_unknown =
        item && (item->is(What::unknown) || (item->is(What::list) && changed_.contains(item->begin)));
    return is_unknown ? nullptr : item;
  }
  // Whatever name it has, nobody knows any longer what is in the list.
  void forget_list(const Item& list) {
    if (list.size > 0) changed_.insert(list.begin);
  }
  const Item* in_scope(Name name) const {
    if (name.index >= slots_.size() || slots_[name.index] == kNoSlot) return nullptr;
    return &variables_[slots_[name.index]].item;
  }

  bool is_empty() const { return variables_.empty(); }
  std::vector<Name> innermost() const {
    std::vector<Name> names;
    for (size_t i = begins_.back(); i < variables_.size(); ++i) names.push_back(variables_[i].name);
    return names;
  }
  // The last ones first, no more than a suggestion is worth.
  std::vector<Name> visible() const {
    std::vector<Name> names;
    const size_t from = variables_.size() > 2000 ? variables_.size() - 2000 : 0;
    for (size_t i = variables_.size(); i-- > from;) {
      if (!variables_[i].item.is(What::unknown)) names.push_back(variables_[i].name);
    }
    return names;
  }

 private:
  static constexpr uint32_t kNoSlot = 0xffffffffu;
  struct Variable {
    Name name;
    uint32_t previous;  // the slot that it hides
    Item item;
  };
  std::vector<uint32_t> slots_;  // by Name: the variable that it denotes
  std::vector<Variable> variables_;
  std::vector<uint32_t> begins_;          // of the open scopes
  std::unordered_set<uint32_t> changed_;  // lists, by `begin`
};

}  // namespace hammock::read
