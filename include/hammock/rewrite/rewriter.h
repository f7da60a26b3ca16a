// SPDX-License-Identifier: Apache-2.0
// Editing a function: edits are collected, and one finishing walk carries them out.
//
//   Rewriter edit(fn);
//   ... look at edit.uses(), make nodes, edit.insert_before(...), edit.redefine(...), edit.replace(...)
//   edit.finish();
//
// Until finish() the function is as it was, so that places and uses stay true and matches do not disturb each other;
// new nodes may be made meanwhile. finish() resolves replacements (chains of them in one step), drops what the edits
// left without users, and puts every block in binding order (order.h). If there is no valid order, the edits are
// undone, and the conflict says which bindings stand in each other's way. Linear in the function, however many edits
// there are.
#pragma once

#include "hammock/rewrite/liveness.h"
#include "hammock/rewrite/order.h"
#include "hammock/rewrite/uses.h"

namespace hammock {

// What finish() removes besides nothing: bindings that lost their last user by the edits, or all that are not needed.
enum class DropDead : uint8_t { none, orphans, all };

class Rewriter {
 public:
  explicit Rewriter(Function& fn) : fn_(fn), places_(fn), uses_(fn, places_) {}

  const Places& places() const { return places_; }
  const UseTable& uses() const { return uses_; }
  bool has_edits() const { return !redefined_.empty() || !replaced_.empty() || !touched_.empty(); }

  // Puts a new node in front of, or behind, a binding that stands in a block already. Several at the same binding keep
  // the order of the calls.
  void insert_before(Value at, Value binding) { insert(at, binding, before_); }
  void insert_after(Value at, Value binding) { insert(at, binding, after_); }
  // The binding keeps its variable, place and struct info, and gets the definition of the node `like`. The caller sees
  // to it that the struct info of `like` is an instance of the binding's.
  void redefine(Value binding, Value like);
  // Every mention of `old` becomes one of `by`, except in `by` itself; `old` itself is dropped if it is a binding
  // without effect. `by` must not be replaced by `old` in turn. Mentions of a shape variable in struct info stay.
  void replace(Value old, Value by);

  std::optional<OrderConflict> finish(DropDead drop = DropDead::orphans);

 private:
  // Chains of insertions at a binding, in the order of the calls.
  struct Insertions {
    struct Link {
      Value binding;
      uint32_t next;
    };
    std::vector<uint32_t> first, last;  // by value; empty while there is no insertion
    std::vector<Link> links;
    void add(Value at, Value binding, size_t values);
    void append_to(std::vector<Value>& bindings, Value at) const;
  };
  struct Undo;

  void insert(Value at, Value binding, Insertions& where);
  Value resolve(Value v);
  void apply(Undo& undo);
  void apply_insertions(Undo& undo);
  void revert(Undo& undo);
  void move_comments();

  Function& fn_;
  Places places_;
  UseTable uses_;
  Insertions before_, after_;
  std::vector<uint8_t> touched_;  // by block: something is inserted there; empty while there is no insertion
  std::vector<std::pair<Value, Value>> redefined_;  // binding, like
  std::vector<Value> replaced_;
  std::vector<Value> inserted_;  // if the function has comments
  std::vector<Value> by_;        // by value; none: itself
};

}  // namespace hammock
