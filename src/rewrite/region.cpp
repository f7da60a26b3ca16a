// SPDX-License-Identifier: Apache-2.0
#include "region.h"

#include <algorithm>

namespace hammock {

bool RegionSearch::spend(uint64_t steps) {
  uint64_t& budget = scope_.budget ? *scope_.budget : own_budget_;
  was_bounded_ |= budget < steps;
  budget -= std::min(budget, steps);
  return !was_bounded_;
}

void RegionSearch::push_operands(Value v) {
  std::vector<Value> open(fn_.args(v).begin(), fn_.args(v).end());
  while (!open.empty()) {
    Value u = open.back();
    open.pop_back();
    if (!places_[u]) {
      open.insert(open.end(), fn_.args(u).begin(), fn_.args(u).end());  // a tuple written inline
    } else if (is_inside(u) && reached_.try_emplace(u, false).second) {
      heap_.emplace_back(places_[u].position, u);
      std::push_heap(heap_.begin(), heap_.end());
    }
  }
}

Value RegionSearch::pop() {
  std::pop_heap(heap_.begin(), heap_.end());
  Value v = heap_.back().second;
  heap_.pop_back();
  return v;
}

std::optional<DominatedRegion> RegionSearch::find() {
  if (!is_inside(child_)) {
    wanted_ = "a binding of the block";
    at_ = child_;
    return std::nullopt;
  }
  push_operands(child_);
  while (!heap_.empty() && spend(1)) {
    Value v = pop();
    if (is_parent_(v)) {
      if (auto region = region_from(v)) return region;
    }
    if (!is_path_(v)) continue;
    seen_.push_back(v);
    push_operands(v);
  }
  if (wanted_.empty()) {
    wanted_ = was_bounded_ ? "a parent within the bound of steps" : "a value before it that matches the parent";
    found_ = was_bounded_ ? "none so far" : "none that the path leads to";
    at_ = child_;
  }
  return std::nullopt;
}

bool RegionSearch::uses_region(Value v, Value parent) const {
  std::vector<Value> open(fn_.args(v).begin(), fn_.args(v).end());
  while (!open.empty()) {
    Value u = open.back();
    open.pop_back();
    if (u == parent) return true;
    if (!places_[u]) {
      open.insert(open.end(), fn_.args(u).begin(), fn_.args(u).end());
    } else if (auto found = reached_.find(u); found != reached_.end() && found->second) {
      return true;
    }
  }
  return false;
}

// Are all uses of v in the region, or the child?
bool RegionSearch::is_closed(Value v) const {
  if (uses_.is_returned(v)) return false;
  for (Value user : uses_.users(v)) {
    if (user == child_) continue;
    auto found = reached_.find(user);
    if (found == reached_.end() || !found->second) return false;
  }
  return true;
}

std::optional<DominatedRegion> RegionSearch::region_from(Value parent) {
  if (!spend(seen_.size() + 1)) return std::nullopt;
  DominatedRegion region{parent, {}};
  for (size_t i = seen_.size(); i-- > 0;) {
    bool& inside = reached_[seen_[i]];
    inside = false;
    if (uses_region(seen_[i], parent)) {
      reached_[seen_[i]] = true;
      region.values.push_back(seen_[i]);
    }
  }
  Value open = uses_region(child_, parent) ? Value() : parent;
  // Sides that serve the region alone, so that the parent may feed only what the region covers.
  if (!open && !is_closed(parent)) open = parent;
  for (Value v : region.values) {
    if (!open && !is_closed(v)) open = v;
  }
  if (open) {
    wanted_ = "a value that is used on the way to the child only";
    found_ = "uses elsewhere";
    at_ = open;
    return std::nullopt;
  }
  take_in_sides(region.values);
  std::sort(region.values.begin(), region.values.end(),
            [&](Value a, Value b) { return places_[a].position < places_[b].position; });
  region.values.push_back(child_);
  return region;
}

void RegionSearch::take_in_sides(std::vector<Value>& values) {
  auto take = [&](Value v) {
    if (!is_closed(v)) return false;
    reached_[v] = true;
    values.push_back(v);
    return true;
  };
  for (Value v : seen_) {
    if (!reached_[v]) take(v);
  }
  while (!heap_.empty() && spend(1)) {  // what stands before the parent
    Value v = pop();
    if (is_path_(v) && take(v)) push_operands(v);
  }
}

}  // namespace hammock
