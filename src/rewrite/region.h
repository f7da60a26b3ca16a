// SPDX-License-Identifier: Apache-2.0
// The region that a dominator pattern matches: everything between one value and another.
//
// From the child backwards through operands, later bindings first. When a candidate for the parent is met, all that
// stands behind it and leads to the child has been seen; what depends on the candidate is the region, and it is closed
// if every use of the candidate and of the region is in it or is the child. Else the candidate is passed and the next
// one looked for. Values that do not match the path are inputs, and end the search on their side: a parent that leads
// to one of them is not closed.
//
// Values that do not depend on the parent and serve the region alone are taken in if they match the path.
// Linear in what is seen, times the candidates that were passed; the steps come out of the scope's budget.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <unordered_map>

#include "hammock/rewrite/match.h"

namespace hammock {

struct DominatedRegion {
  Value parent;
  std::vector<Value> values;  // in program order, the child last
};

class RegionSearch {
 public:
  using Test = std::function<bool(Value)>;
  RegionSearch(const Function& fn, const Places& places, const UseTable& uses, const Scope& scope, Value child,
               Test is_parent, Test is_path)
      : fn_(fn),
        places_(places),
        uses_(uses),
        scope_(scope),
        child_(child),
        is_parent_(std::move(is_parent)),
        is_path_(std::move(is_path)) {}

  std::optional<DominatedRegion> find();

  // Of a search that found nothing.
  const std::string& wanted() const { return wanted_; }
  const std::string& found() const { return found_; }
  Value at() const { return at_; }
  bool was_bounded() const { return was_bounded_; }

 private:
  bool spend(uint64_t steps);
  void push_operands(Value v);
  Value pop();
  bool is_inside(Value v) const { return places_[v] && places_[v].block == places_[child_].block && scope_.sees(v); }
  bool uses_region(Value v, Value parent) const;
  bool is_closed(Value v) const;
  std::optional<DominatedRegion> region_from(Value parent);
  void take_in_sides(std::vector<Value>& values);

  const Function& fn_;
  const Places& places_;
  const UseTable& uses_;
  const Scope& scope_;
  Value child_;
  Test is_parent_, is_path_;
  std::vector<std::pair<uint32_t, Value>> heap_;  // position, value
  std::unordered_map<Value, bool> reached_;       // and: in the region of the present candidate
  std::vector<Value> seen_;                       // by position, descending
  std::string wanted_, found_;
  Value at_;
  bool was_bounded_ = false;
  uint64_t own_budget_ = 1u << 20;
};

}  // namespace hammock
