// SPDX-License-Identifier: Apache-2.0
// Tuples that are not written as such: different bindings of a segment whose values match the patterns of the fields.
//
// For each binding in order, as the newest: it takes each position that it matches, last positions first; the other positions take
// earlier bindings, latest first. Candidates for a position come from the values that share a bound pattern, or from all bindings
// that match by themselves. A combination counts if what is mentioned twice is the same value, and no chosen binding has a use
// before the newest one stands (or that value would be computed twice). What is accepted takes part in nothing else.
#pragma once

#include <functional>

#include "hammock/rewrite/match.h"

namespace hammock {

class TupleMatcher {
 public:
  TupleMatcher(const Patterns& patterns, std::vector<PatternId> fields);

  // `take` says whether the combination is used up.
  using Take = std::function<bool(std::span<const Value>, const Match&)>;
  void search(const Function& fn, const Places& places, const UseTable& uses, std::span<const Value> segment, const Scope& scope, const Take& take) const;

 private:
  class Search;
  const Patterns& patterns_;
  std::vector<PatternId> fields_;
  std::vector<Matcher> matchers_;
};

}  // namespace hammock
