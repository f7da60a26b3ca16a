// SPDX-License-Identifier: Apache-2.0
// What the expressions of a kernel can be at a place of it: ranges of their values, and whether an index surely leaves
// a dim.
//
// A statement runs for every combination of the values of the loops around it. So there is an iteration in which each
// of them is at the end where the index is greatest, and one where it is least; what surely lies outside there fails.
// Under a condition nobody knows which iterations run: then the index must lie outside in all of them. Variables of
// blocks and lets stand for their values. Symbolic dims are taken as not negative, and their arithmetic as exact;
// expressions of known range that may not fit their dtype tell nothing.
#pragma once

#include <optional>
#include <vector>

#include "hammock/prim/linear.h"
#include "kernel_scope.h"

namespace hammock {

class KernelRanges {
 public:
  explicit KernelRanges(const Context& context) : context_(context), scope_(context) {}
  // What is asked of a kernel is answered until a bound of work is reached, which grows with its statements; then
  // nothing is outside, and everything may depend on everything.
  void enter_kernel(size_t statements);

  void define(Prim var, Interval range);  // anything of that range
  void define_loop(Prim var, Prim min, Prim extent);
  void define_value(Prim var, Prim value, Interval domain);  // of a block or a let; no value: any of the domain
  bool is_defined(Prim var) { return scope_.is_defined(var); }
  size_t mark() const { return scope_.mark(); }
  void pop(size_t mark);
  // From here to the next pop the condition holds, or does not; false: it cannot be so. Comparisons of variables narrow
  // their ranges; of other expressions that were looked at before, a wider range stays known.
  bool assume(Prim condition, bool holds);
  uint32_t depth(Prim var) { return scope_[var].depth; }  // of the newest definition; kNowhere: none

  Interval range(Prim e);
  // Of an expression that is walked at most twice where its variables are what they are now: in sure statements, and in
  // ones under a condition. False: it was.
  bool visit(Prim e, bool is_sure);

  struct Outside {
    bool is_below = false, is_above = false;
    std::optional<int64_t> reaches;  // the index, where it is a number
    explicit operator bool() const { return is_below || is_above; }
  };
  // Of a dim from `low` (none: 0) on, `extent` long. `is_sure`: under no condition.
  Outside outside(Prim index, Prim low, Prim extent, bool is_sure);
  // Whether `e` may depend on a variable; true if it is too large to say.
  bool depends(Prim e, Prim var);
  // It is the same number in all iterations of the loops around.
  bool is_free_of_loops(Prim e) {
    range(e);
    return !of(e).has_loops;
  }
  bool is_loop(Prim var) { return meaning(var).kind == Kind::loop; }
  Prim value_of(Prim var) { return meaning(var).kind == Kind::value ? meaning(var).value : Prim(); }
  // The sum, with what variables of blocks and lets stand for; nothing if it is too large.
  std::optional<Linear> linear(Prim e);

 private:
  enum class Kind : uint8_t { any, loop, value };
  struct Meaning {
    Kind kind = Kind::any;
    Prim value, min, extent;
    Interval range;
    bool has_loops = false;
  };
  struct Known {
    Interval range;
    bool may_wrap = false, has_loops = false;
    uint8_t visits = 0;
  };

  const Meaning& meaning(Prim var);
  Known compute(Prim e, const std::vector<Prim>& operands);
  Known of(Prim e);
  bool narrow(PrimKind kind, Prim var, Interval by);
  void redefine(Prim var);
  bool add_to(Linear& sum, Prim e, int64_t factor, int& work, int depth);
  void to_extreme(Linear& sum, bool is_up);
  Interval range(const Linear& sum);

  const Context& context_;
  KernelScope scope_;
  std::vector<Meaning> meanings_;                                      // by prim
  std::vector<Known> known_;                                           // by prim; as scope_ says
  std::vector<std::pair<size_t, std::pair<Prim, Meaning>>> narrowed_;  // by mark: what they were before
  size_t work_left_ = 0;
  bool spend(size_t work) {
    work_left_ -= std::min(work, work_left_);
    return work_left_ > 0;
  }
};

}  // namespace hammock
