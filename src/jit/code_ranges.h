// SPDX-License-Identifier: Apache-2.0
// What is known of the integers in a kernel at a point of it: the range of every expression, and whether it wraps.
//
// Known are the ranges of the variables in scope, what a variable is a linear form of, and the conditions under which
// the point is reached (facts: a linear form lies in a range). An index that is proved to lie in its buffer needs no
// check; an operation that is proved not to wrap may be done in 64 bits.
//
// The work is bounded: after kMaxWork looks at expressions everything else may have any value of its dtype.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "hammock/prim/linear.h"

namespace hammock::jit {

class CodeRanges {
 public:
  explicit CodeRanges(const Context& context) : context_(context), prims_(context.prims) {}

  // A variable's values; it may be equal to a linear form of others.
  void bind(Prim var, Interval range, std::optional<Linear> equal = std::nullopt);
  void unbind(Prim var);

  // Facts hold until they are dropped. A condition that reads memory holds within one expression only.
  size_t mark() const { return facts_.size(); }
  uint64_t epoch() const { return epoch_; }  // changes with what is known
  void assume(Prim condition, bool holds, bool may_read_memory);
  void assume_less(const Linear& a, const Linear& b);  // a < b
  void drop(size_t mark);

  // All values that a scalar of an integral dtype may have.
  Interval of(Prim e) { return look(e).range; }
  Interval of(const Linear& sum);
  const Linear& linear(Prim e) { return look(e).linear; }
  bool wraps(Prim e) { return look(e).wraps; }  // this operation, for some of the operands' values
  bool reads_memory(Prim e);

 private:
  struct Known {
    Interval range;
    Linear linear;
    bool wraps = false;
    uint64_t epoch = 0;
  };
  struct Fact {
    std::vector<std::pair<Prim, int64_t>> terms;  // without a constant; the first coefficient is positive
    Interval range;
  };
  static constexpr size_t kMaxFacts = 64, kMaxTerms = 16;
  static constexpr int64_t kMaxWork = int64_t{1} << 24;

  const Known& look(Prim e);
  Known compute(Prim e);
  bool is_integral_scalar(Prim e) const;
  void variable(Prim var, Known& out);
  void operation(Prim e, Known& out);
  bool sum_of(Prim e, Linear& out);
  Interval term(Prim e, int64_t coefficient);
  void assume_difference(Prim a, Prim b, Interval range);
  void add_fact(Linear sum, Interval range);

  const Context& context_;
  const PrimStore& prims_;
  std::unordered_map<uint32_t, Known> known_;
  std::unordered_map<uint32_t, std::pair<Interval, std::optional<Linear>>> variables_;
  std::unordered_map<uint32_t, bool> reads_;
  std::vector<Fact> facts_;
  uint64_t epoch_ = 1;
  int64_t work_ = 0;
};

}  // namespace hammock::jit
