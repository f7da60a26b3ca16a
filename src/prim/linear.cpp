// SPDX-License-Identifier: Apache-2.0
#include "hammock/prim/linear.h"

#include <algorithm>

#include "hammock/ir/prim_kind.h"

namespace hammock {
namespace {

int64_t plus(int64_t a, int64_t b) { return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b)); }
int64_t times(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}

// What may wrap has no interval.
std::optional<Interval> bounded(Interval r) {
  constexpr Interval::Wide kLargest = static_cast<Interval::Wide>(1) << 62;
  return r.within(-kLargest, kLargest) ? std::optional(r) : std::nullopt;
}

}  // namespace

int64_t Linear::coefficient(Prim term) const {
  auto at = std::ranges::find(terms, term, &std::pair<Prim, int64_t>::first);
  return at == terms.end() ? 0 : at->second;
}

void Linear::add(Prim term, int64_t factor) {
  if (factor == 0) return;
  auto at = std::ranges::lower_bound(terms, term, {}, &std::pair<Prim, int64_t>::first);
  if (at == terms.end() || at->first != term) at = terms.insert(at, {term, 0});
  at->second = plus(at->second, factor);
  if (at->second == 0) terms.erase(at);
}

void Linear::add(const Linear& other, int64_t factor) {
  constant = plus(constant, times(other.constant, factor));
  for (const auto& [term, coefficient] : other.terms) add(term, times(coefficient, factor));
}

// ---- intervals ----

void SumIntervals::know(Prim var, Interval values) {
  variables_[var.index] = values;
  known_.clear();
}

std::optional<Interval> SumIntervals::range(const Linear& sum) const { return bounded(known(sum)); }
std::optional<Interval> SumIntervals::range(Prim e) const { return bounded(known(e)); }

Interval SumIntervals::known(const Linear& sum) const {
  if (sum.terms.size() == 1 && sum.terms[0].second == 1 && sum.constant == 0) return known_term(sum.terms[0].first);
  const Interval r = interval_of(sum, [&](Prim term) { return known_term(term); });
  return bounded(r).value_or(Interval());
}

Interval SumIntervals::known(Prim e) const {
  if (auto at = known_.find(e.index); at != known_.end()) return at->second;
  const Interval r = known(sum_of(e));
  known_.emplace(e.index, r);
  return r;
}

Interval SumIntervals::known_term(Prim e) const {
  if (auto at = variables_.find(e.index); at != variables_.end()) return at->second;
  if (auto at = known_.find(e.index); at != known_.end()) return at->second;
  const PrimNode& n = prims_[e];
  Interval r;
  if (n.kind == PrimKind::cast) {  // of an integer of fewer bits
    const DType from = prims_[n.lhs()].dtype;
    if (n.dtype == kInt64 && from.bits < 64) r = values_of(from);
  } else {
    r = interval_of(prims_, e, "", [&](Prim operand) { return known(operand); }).value_or(Interval());
    if (row(n.kind).group == PrimGroup::arithmetic) r = bounded(r).value_or(Interval());
  }
  known_.emplace(e.index, r);
  return r;
}

}  // namespace hammock
