// SPDX-License-Identifier: Apache-2.0
// The part of a function that a rewrite touched, cut out and run before and after.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "hammock/eval/compare.h"
#include "hammock/ir/module.h"

namespace hammock {

// The bindings of both functions whose definitions differ, in program order: what a rewrite redefined, and the users of
// what it replaced. The functions are two states of one: equal ids are one value.
std::vector<Value> rewritten_bindings(const Function& before, const Function& after);

// Do the bindings compute the same in both? They are cut out as functions of the values that they are made of: of few
// and near ones first, and if that shows a difference, of ones further and further away, up to the parameters. So a
// rewrite that is right for all values is found right on a small slice, and one that rests on where its operands come
// from on a larger one.
//
// The modules hold the functions that either may call.
Comparison compare_slices(const Module& module_before, const Function& before, const Module& module_after,
                          const Function& after, std::span<const Value> bindings, const CompareOptions& options);

// Two values of equal struct info that a replacement has the wrong way round.
struct Exchange {
  Value a, b;
  Value in;  // a binding that mentions one of them
};
// What is mentioned in bindings that `after` has and `before` has not is exchanged, two values at a time and at most 16
// pairs, until `agrees` says so of the function with both in each other's place.
std::optional<Exchange> find_exchange(const Function& before, const Function& after,
                                      const std::function<bool(const Function&)>& agrees);

}  // namespace hammock
