// SPDX-License-Identifier: Apache-2.0
#include "tuple_search.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace hammock {

TupleMatcher::TupleMatcher(const Patterns& patterns, std::vector<PatternId> fields)
    : patterns_(patterns), fields_(std::move(fields)) {
  std::vector<uint32_t> reached_by(patterns.size(), 0), last(patterns.size(), 0);
  for (uint32_t i = 0; i < fields_.size(); ++i) {
    matchers_.emplace_back(patterns, fields_[i]);
    std::vector<PatternId> open{fields_[i]};
    while (!open.empty()) {
      PatternId p = open.back();
      open.pop_back();
      if (std::exchange(last[p.index], i + 1) == i + 1) continue;
      ++reached_by[p.index];
      if (reached_by[p.index] == fields_.size() && patterns[p].kind == PatternKind::any) shared_ = p;
      open.insert(open.end(), patterns.parts(p).begin(), patterns.parts(p).end());
    }
  }
}

class TupleMatcher::Search {
 public:
  Search(const TupleMatcher& tuple, const Function& fn, const Places& places, const UseTable& uses,
         std::span<const Value> segment, const Scope& scope, const Take& take)
      : tuple_(tuple),
        fn_(fn),
        places_(places),
        uses_(uses),
        segment_(segment),
        scope_(scope),
        take_(take),
        used_(segment.size(), 0),
        earlier_(tuple.fields_.size()) {
    steps_ = kTupleSteps * (segment.size() + 1);
  }

  bool run() {
    size_t k = tuple_.fields_.size();
    for (uint32_t i = 0; i < segment_.size(); ++i) {
      Value v = segment_[i];
      if (fn_[v].kind == NodeKind::alias || fn_[v].kind == NodeKind::match_cast ||
          (v.index < scope_.opaque.size() && scope_.opaque[v.index]))
        continue;
      std::vector<std::pair<size_t, Value>> fits;  // positions, and the value of the shared pattern there
      for (size_t p = k; p-- > 0;) {
        if (!tuple_.matchers_[p].may_match(fn_[v])) continue;
        Match alone;
        if (tuple_.matchers_[p].match(fn_, v, alone, scope_)) fits.emplace_back(p, key_of(alone));
      }
      for (auto [p, key] : fits) {
        if (!used_[i] && combine(i, p, key)) break;
      }
      if (used_[i]) continue;
      for (auto [p, key] : fits) earlier_[p][key].push_back(i);
      if (steps_ == 0) return false;
    }
    return true;
  }

 private:
  Value key_of(const Match& match) const { return tuple_.shared_ ? match.definition(tuple_.shared_) : Value(); }

  // The newest binding at position `fixed`; the others from last to first, each with the latest candidate first.
  bool combine(uint32_t newest, size_t fixed, Value key) {
    size_t k = tuple_.fields_.size();
    std::vector<uint32_t> chosen(k, newest);
    std::vector<size_t> next(k);  // candidates of a position that are left to try
    std::vector<Match::Mark> marks(k);
    Match match;
    match.reset(tuple_.patterns_);
    if (!tuple_.matchers_[fixed].extend(fn_, segment_[newest], match, scope_)) return false;
    std::vector<size_t> order;
    for (size_t p = k; p-- > 0;) {
      if (p != fixed) order.push_back(p);
    }
    if (order.empty()) return accept(chosen, match);
    auto list = [&](size_t p) -> const std::vector<uint32_t>& { return earlier_[p][key]; };
    size_t depth = 0;
    next[0] = list(order[0]).size();
    marks[0] = match.mark();
    while (true) {
      size_t p = order[depth];
      match.undo(marks[depth]);
      if (next[depth] == 0 || steps_ == 0) {
        if (depth-- == 0 || steps_ == 0) return false;
        continue;
      }
      uint32_t candidate = list(p)[--next[depth]];
      --steps_;
      bool is_taken = used_[candidate];
      for (size_t d = 0; d < depth; ++d) is_taken |= chosen[order[d]] == candidate;
      if (is_taken || !tuple_.matchers_[p].extend(fn_, segment_[candidate], match, scope_)) continue;
      chosen[p] = candidate;
      if (depth + 1 < order.size()) {
        ++depth;
        next[depth] = list(order[depth]).size();
        marks[depth] = match.mark();
      } else if (accept(chosen, match)) {
        return true;
      }
    }
  }

  bool accept(const std::vector<uint32_t>& chosen, const Match& match) {
    uint32_t newest = *std::max_element(chosen.begin(), chosen.end());
    std::vector<Value> covered = match.covered(tuple_.patterns_), values;
    for (uint32_t i : chosen) values.push_back(segment_[i]);
    for (Value v : values) {
      for (Value user : uses_.users(v)) {
        Place place = places_[user];
        bool before = place.block == places_[v].block && place.position < places_[segment_[newest]].position;
        if (before && !std::binary_search(covered.begin(), covered.end(), user)) return false;
      }
    }
    if (!take_(values, match)) return false;
    for (uint32_t i : chosen) used_[i] = 1;
    return true;
  }

  const TupleMatcher& tuple_;
  const Function& fn_;
  const Places& places_;
  const UseTable& uses_;
  std::span<const Value> segment_;
  const Scope& scope_;
  const Take& take_;
  std::vector<uint8_t> used_;
  std::vector<std::unordered_map<Value, std::vector<uint32_t>>>
      earlier_;  // by position, by the value of the shared pattern
  uint64_t steps_ = 0;
};

bool TupleMatcher::search(const Function& fn, const Places& places, const UseTable& uses,
                          std::span<const Value> segment, const Scope& scope, const Take& take) const {
  return Search(*this, fn, places, uses, segment, scope, take).run();
}

}  // namespace hammock
