// SPDX-License-Identifier: Apache-2.0
#include "tuple_search.h"

namespace hammock {

TupleMatcher::TupleMatcher(const Patterns& patterns, std::vector<PatternId> fields) : patterns_(patterns), fields_(std::move(fields)) {
  for (PatternId p : fields_) matchers_.emplace_back(patterns, p);
}

void TupleMatcher::search(const Function& fn, const Places& places, const UseTable& uses, std::span<const Value> segment, const Scope& scope, const Take& take) const {}

}  // namespace hammock
