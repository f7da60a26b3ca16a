// SPDX-License-Identifier: Apache-2.0
// What the executor must know of a function before it runs it: where each value lives and when it dies.
//
// A value has a slot in the frame of the lambda that binds it; a lambda that uses a value of an outer one captures it.
// A value dies at the last binding of its own region whose operands, branches or captures use it; the binding may stand
// for uses in any depth below. One linear walk.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "hammock/ir/function.h"

namespace hammock::reference {

class Plan {
 public:
  explicit Plan(const Function& fn);

  const Function& fn() const { return fn_; }
  // A parameter or a binding, as opposed to a leaf that is written out where it is used.
  bool is_bound(Value v) const { return home_[v.index] != kNone; }
  // Slot of a bound value in the frame of `lambda`, which binds or captures it.
  uint32_t slot(LambdaId lambda, Value v) const;
  size_t frame_size(LambdaId lambda) const { return lambdas_[lambda.index].slots + captures(lambda).size(); }
  // Values of outer lambdas, in the order of their slots, which are the last ones of the frame.
  std::span<const Value> captures(LambdaId lambda) const { return lambdas_[lambda.index].captures; }
  // A call that nothing of its function follows: what it gives is the function's result.
  bool is_tail(Value call) const { return is_tail_[call.index]; }
  // f(Value) for each value that dies at this binding.
  template <class F>
  void for_each_dead(Value binding, F&& f) const {
    for (uint32_t v = first_dead_[binding.index]; v != kNone; v = next_dead_[v]) f(Value(v));
  }
  // The bound values that an operand stands for: itself, or those inside a tuple written in place.
  template <class F>
  void for_each_use(Value operand, F&& f) const {
    std::vector<Value> stack{operand};
    while (!stack.empty()) {
      Value v = stack.back();
      stack.pop_back();
      if (is_bound(v)) {
        f(v);
      } else {
        for (Value field : fn_.args(v)) stack.push_back(field);
      }
    }
  }

 private:
  static constexpr uint32_t kNone = Id<int>::kNone;
  struct Frame {
    uint32_t slots = 0;
    std::vector<Value> captures;
    std::unordered_map<uint32_t, uint32_t> captured_slot;
  };

  void place();
  void find_tails();
  void use(Value v, RegionId region, Value binding);

  const Function& fn_;
  std::vector<uint32_t> home_;          // region of a bound value
  std::vector<uint32_t> slot_;          // in the frame of its own lambda
  std::vector<uint32_t> first_dead_;    // of a binding
  std::vector<uint32_t> next_dead_;     // of a value
  std::vector<uint32_t> last_use_;      // of a value: a binding, or none
  std::vector<uint32_t> region_owner_;  // the `if` or lambda binding that owns a region; none for the body
  std::vector<uint32_t> region_lambda_;
  std::vector<Frame> lambdas_;
  std::vector<bool> is_tail_;
};

}  // namespace hammock::reference
