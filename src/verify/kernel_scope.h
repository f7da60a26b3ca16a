// SPDX-License-Identifier: Apache-2.0
// What is defined at a place of a kernel, and what an expression needs.
//
// Definitions are a stack. An expression is in order as long as the newest definition that it needs is there, for then
// the older ones are there, too: so each expression is walked once, and asked about in one step, however often
// statements share it.
#pragma once

#include <vector>

#include "hammock/base/source.h"
#include "hammock/ir/context.h"

namespace hammock {

class KernelScope {
 public:
  static constexpr uint32_t kNowhere = Id<int>::kNone;

  explicit KernelScope(const Context& context) : context_(context) {}
  void enter_kernel();

  struct Variable {
    uint32_t kernel = 0;        // to which the rest belongs
    uint32_t depth = kNowhere;  // in the stack; nowhere: not defined now
    uint32_t level = kNowhere;  // of a loop's: how many blocks with variables are around the loop
    bool was_defined = false, is_thread = false, is_said = false;
    uint32_t said_of_block = 0;
    Span span;
  };
  Variable& operator[](Prim var);
  bool is_defined(Prim var) { return (*this)[var].depth != kNowhere; }
  void push(Prim var);
  size_t mark() const { return stack_.size(); }
  void pop(size_t mark);

  // What an expression needs. `level`: the lowest of its loop variables.
  struct Needs {
    uint32_t kernel = 0, depth = kNowhere, serial = 0, level = kNowhere;
    bool defines = false;  // holds a T.Let
  };
  void keep(Prim e, Needs needs);
  const Needs* known(Prim e) const;  // null: it must be walked (again)
  Needs of(Prim var);
  Needs of_top() const;
  Prim newest() const { return stack_.empty() ? Prim() : stack_.back().var; }
  static void add(Needs& to, const Needs& more);

 private:
  struct Definition {
    Prim var;
    uint32_t serial, outer;  // what the variable was before: a depth
  };
  const Context& context_;
  uint32_t kernel_ = 0, serial_ = 0;
  std::vector<Definition> stack_;
  std::vector<Variable> variables_;  // by prim
  std::vector<Needs> needs_;         // by prim
};

}  // namespace hammock
