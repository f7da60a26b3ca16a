// SPDX-License-Identifier: Apache-2.0
// The half of Rewriter that carries out edits one by one: tables that follow the edits, and what a sequence of edits
// touched.
//
// What an edit leads to beyond plain ones (is_rough) is left to a walk over the whole function.
#pragma once

#include <utility>
#include <vector>

#include "binding_list.h"
#include "definition_table.h"
#include "hammock/rewrite/rewriter.h"
#include "value_set.h"

namespace hammock {

class InPlaceEdits {
 public:
  // `places` and `uses` describe the function, and are kept up to date. `finds_equal`: definitions are going to be
  // merged.
  InPlaceEdits(Function& fn, Places& places, UseTable& uses, bool finds_equal);

  bool comes_before(Value a, Value b) const { return list_.comes_before(a, b); }  // of one block

  // Is everything that they need bound where they come to stand?
  bool are_plain(std::span<const Rewriter::Edit> edits);
  // Replacements come last, one by one, and what lost its users goes.
  void carry_out(std::span<const Rewriter::Edit> edits);
  // Of equal definitions the first one stays.
  void merge_equal();
  uint64_t state() const { return definitions_.state(); }  // see definition_table.h

  // Since the last edits were carried out: bindings with a new or another definition; what gained or lost a mention;
  // bindings that stand where another one stood; and whether something has to be done that is not done here.
  std::span<const Value> touched() const { return touched_; }
  std::span<const Value> mentioned() const { return mentioned_; }
  std::span<const std::pair<Value, Value>> moved() const { return moved_; }
  bool is_rough() const { return is_rough_; }
  // Values without users that could not be dropped.
  std::span<const Value> leftover() const { return leftover_; }

  void write_back() { list_.write_back(fn_); }

 private:
  bool is_dataflow(uint32_t block) const;
  bool is_impure(Value v) const { return v.index < impure_.size() && impure_[v.index]; }
  bool is_exposed(Value v) const;
  bool is_plain(Value v) const;
  bool stands_before(Value v, Value root) const;
  bool may_stand_before(Value root, Value v);
  bool may_be_replaced(Value old) const;
  void mention(Value user);
  void forget_mentions(Value user);
  void insert_before(Value root, Value v);
  void redefine(Value binding, Value like);
  void remove(Value v);
  void unlink(Value v);
  void drop_unused();
  void replace_mentions(Value old, Value by);
  void take_the_place(Value v, Value of);

  Function& fn_;
  Places& places_;
  UseTable& uses_;
  BindingList list_;
  DefinitionTable definitions_;
  std::vector<uint8_t> impure_;
  ValueSet new_;  // in are_plain
  std::vector<Value> touched_, mentioned_, unused_, leftover_, found_;
  std::vector<std::pair<Value, Value>> moved_;
  bool is_rough_ = false;
};

}  // namespace hammock
