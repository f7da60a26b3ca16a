// SPDX-License-Identifier: Apache-2.0
// Editing a function: edits are collected, and carried out together.
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
//
// finish_in_place() carries out plain edits one by one at the cost of what they touch: pure calls and items that need
// nothing bound later, and mentions that become mentions of something earlier in the same block. Places and uses follow
// the edits, so that more edits may come; the blocks of the function are stale until settle().
#pragma once

#include <memory>
#include <optional>

#include "hammock/rewrite/liveness.h"
#include "hammock/rewrite/order.h"
#include "hammock/rewrite/uses.h"

namespace hammock {

// What finish() removes besides nothing: bindings that lost their last user by the edits, or all that are not needed.
enum class DropDead : uint8_t { none, orphans, all };

class InPlaceEdits;

class Rewriter {
 public:
  struct Edit {
    enum class Kind : uint8_t { insert_before, insert_after, redefine, replace } kind;
    Value at, by;  // by: the new binding, the node like which it is defined, or what is mentioned instead
  };

  explicit Rewriter(Function& fn);
  ~Rewriter();

  const Places& places() const { return places_; }
  const UseTable& uses() const;  // made when it is first asked for
  bool has_edits() const { return !edits_.empty(); }

  // Puts a new node in front of, or behind, a binding that stands in a block already. Several at the same binding keep
  // the order of the calls.
  void insert_before(Value at, Value binding) { add(Edit::Kind::insert_before, at, binding); }
  void insert_after(Value at, Value binding) { add(Edit::Kind::insert_after, at, binding); }
  // The binding keeps its variable, place and struct info, and gets the definition of the node `like`. The caller sees
  // to it that the struct info of `like` is an instance of the binding's.
  void redefine(Value binding, Value like) { add(Edit::Kind::redefine, binding, like); }
  // Every mention of `old` becomes one of `by`, except in `by` itself; `old` itself is dropped if it is a binding
  // without effect. `by` must not be replaced by `old` in turn. Mentions of a shape variable in struct info stay.
  void replace(Value old, Value by);

  // Of edits that are undone none are left. Places and uses are stale where it succeeds.
  std::optional<OrderConflict> finish(DropDead drop = DropDead::orphans);

  // False if the edits are not plain: they wait for finish(), then. `finds_equal`: the caller is going to merge equal
  // definitions.
  bool finish_in_place(bool finds_equal = false);
  // The tables that follow edits; null if there are none. They are made by the first finish_in_place().
  InPlaceEdits* in_place() const { return in_place_.get(); }
  // Writes back what was edited in place. Places are true then, uses are made anew.
  void settle();

 private:
  struct Undo;

  void add(Edit::Kind kind, Value at, Value by);
  Value resolve(Value v);
  void apply(Undo& undo);
  void apply_insertions(Undo& undo);
  void apply_replacements(Undo& undo);
  void revert(Undo& undo);
  void forget_edits();
  void move_comments();

  Function& fn_;
  Places places_;
  mutable std::optional<UseTable> uses_;
  std::vector<Edit> edits_;
  std::vector<Value> by_;  // by value; none: itself
  std::unique_ptr<InPlaceEdits> in_place_;
};

}  // namespace hammock
