// SPDX-License-Identifier: Apache-2.0
#include "hammock/prim/linear.h"

namespace hammock {
namespace {

int64_t plus(int64_t a, int64_t b) { return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b)); }
int64_t times(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
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

}  // namespace hammock
