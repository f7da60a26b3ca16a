// SPDX-License-Identifier: Apache-2.0
// Linear forms over expressions: what index arithmetic, compiled kernels and proofs compute with.
//
// Two forms are beside this one. The simplifier's Sum keeps terms in the order of the text, each with the atom as it
// prints. Polynomial has products as terms, found in a map.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hammock/ir/context.h"
#include "hammock/prim/interval.h"

namespace hammock {

// constant + the sum of coefficient * term. Numbers of 64 bits wrap, as a machine's do: indices of data may be any.
struct Linear {
  int64_t constant = 0;
  std::vector<std::pair<Prim, int64_t>> terms;  // sorted by term; no coefficient is 0

  int64_t coefficient(Prim term) const;
  void add(Prim term, int64_t factor);
  void add(const Linear& other, int64_t factor);
};

// `of_term` gives the interval of a term.
template <class OfTerm>
Interval interval_of(const Linear& sum, OfTerm&& of_term) {
  Interval out{sum.constant, sum.constant};
  for (const auto& [term, coefficient] : sum.terms) out = out + of_term(term) * coefficient;
  return out;
}

// Intervals of expressions that whoever derives from it writes as sums, over variables whose intervals are known. All
// is int64. Results are remembered; expressions are as deep as a fusion group allows, so recursion is bounded.
class SumIntervals {
 public:
  // Nothing where it is not bounded on both sides, or may wrap.
  std::optional<Interval> range(const Linear& sum) const;
  std::optional<Interval> range(Prim e) const;

 protected:
  explicit SumIntervals(const PrimStore& prims) : prims_(prims) {}
  ~SumIntervals() = default;
  void know(Prim var, Interval values);
  virtual Linear sum_of(Prim e) const = 0;

 private:
  // Infinite where nothing bounds it, and where the sum may wrap.
  Interval known(const Linear& sum) const;
  Interval known(Prim e) const;
  Interval known_term(Prim e) const;

  const PrimStore& prims_;
  std::unordered_map<uint32_t, Interval> variables_;
  mutable std::unordered_map<uint32_t, Interval> known_;
};

}  // namespace hammock
