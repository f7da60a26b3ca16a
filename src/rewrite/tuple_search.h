// SPDX-License-Identifier: Apache-2.0
// Tuples that are not written as such: different bindings of a segment whose values match the patterns of the fields.
//
// For each binding in order, as the newest: it takes each position that it matches, last positions first; the other
// positions take earlier bindings, latest first. A combination counts if what is mentioned twice is the same value, and
// no chosen binding has a use between the first of them and the newest but by those it covers (or its value would be
// computed twice). What is accepted takes part in nothing else.
//
// Candidates are kept by position and by the value of the first pattern that all positions share, if there is one; so
// that bindings which have nothing to do with each other do not meet. The steps of a segment are bounded by kTupleSteps
// for each of its bindings.
#pragma once

#include <functional>

#include "hammock/rewrite/match.h"

namespace hammock {

inline constexpr uint64_t kTupleSteps = 256;

class TupleMatcher {
 public:
  TupleMatcher(const Patterns& patterns, std::vector<PatternId> fields);

  // `take` says whether the combination is used up. False if the bound on steps was reached.
  using Take = std::function<bool(std::span<const Value>, const Match&)>;
  bool search(const Function& fn, const Places& places, const UseTable& uses, std::span<const Value> segment,
              const Scope& scope, const Take& take) const;

 private:
  class Search;
  const Patterns& patterns_;
  std::vector<PatternId> fields_;
  std::vector<Matcher> matchers_;
  PatternId shared_;  // a pattern that every field reaches; none if there is none
};

}  // namespace hammock
