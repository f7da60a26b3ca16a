// SPDX-License-Identifier: Apache-2.0
// Struct info after edits: what follows from operands is inferred anew wherever operands or attributes changed.
//
// One walk in program order, an explicit stack over regions. A binding is looked at again if its definition is stale or
// what it mentions has other struct info than before. The result of a function follows its body unless the declared one
// says more (passes 1: kept if the body's is a supertype of it, else the body's, with foreign symbols erased).
//
// A pass that edits definitions on the way derives from Refresh and does so in `edit`.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "hammock/ir/module.h"

namespace hammock {

class Refresh {
 public:
  Refresh(Function& fn, const Module* module)
      : fn_(fn), module_(module), stale_(fn.size(), 0), changed_(fn.size(), 0) {}
  virtual ~Refresh() = default;

  // The definition of this binding is not what it was.
  void mark(Value binding) { grow(stale_, binding) = 1; }
  // The struct info of this parameter or leaf was changed by the caller.
  void mark_info(Value v) { grow(changed_, v) = 1; }

  // False if inference refused a binding: the infos are then partly new, and the function is the caller's to restore.
  bool run();
  Value refused() const { return refused_; }
  bool has_changed() const { return has_changed_; }

 protected:
  // Called with each binding before its struct info is looked at; true: its operands, attributes or payload were
  // edited.
  virtual bool edit(Value) { return false; }
  virtual void enter_region(RegionId) {}
  // Called when the region is done; the struct infos in it are up to date.
  virtual void leave_region(RegionId) {}
  // Called with a binding that is up to date.
  virtual void done(Value) {}
  // Called when both branches of an `if` are done, before the struct info of the `if` is inferred. True: a branch
  // changed.
  virtual bool leave_branches(Value) { return false; }

  // The struct info with what is defined inside a branch only erased.
  StructInfo visible(StructInfo info);
  // Is what it mentions of other struct info than before? Leaves are brought up to date.
  bool mentions_change(Value operand);

  Function& fn_;
  const Module* module_;

 private:
  struct Open {
    RegionId region;
    Value owner;
    bool is_last = false;  // of the regions of its owner
    size_t block = 0, binding = 0;
    std::vector<Prim> defined;
  };

  static uint8_t& grow(std::vector<uint8_t>& flags, Value v) {
    if (v.index >= flags.size()) flags.resize(2 * v.index + 1, 0);
    return flags[v.index];
  }
  void open(RegionId region, Value owner, bool is_last);
  void leave();
  void visit(Value binding);
  void finish(Value binding, bool is_stale);
  void finish_lambda(LambdaId lambda);
  StructInfo infer(Value binding);
  void define(StructInfo info);

  std::vector<uint8_t> stale_, changed_, bound_;  // by value
  std::vector<Open> open_;
  std::unordered_map<Prim, uint32_t> in_scope_;  // how many definers of a symbol are visible
  Value refused_;
  bool has_changed_ = false;
};

// The signature of the function as its value's struct info.
StructInfo signature(const Function& fn, LambdaId lambda);

}  // namespace hammock
