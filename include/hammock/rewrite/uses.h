// SPDX-License-Identifier: Apache-2.0
// Who uses what: a table made in one linear walk where a pass needs it, instead of lists kept up by hand.
//
// A binding mentions its operands, the shape variables in their struct info, what the leaves written inline in it
// mention, and, for every symbolic dim in its struct info, attributes and shapes, the parameter or match_cast that
// defines the dim. An `if` or local function also mentions the results of its regions; what stands inside is mentioned
// by the bindings inside.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "hammock/ir/function.h"
#include "hammock/rewrite/places.h"

namespace hammock {

// Lists the values that a binding mentions; remembers what it found out about struct info.
class Mentions {
 public:
  Mentions(const Function& fn, const Places& places);

  // Appends them: operands in order, then definers of symbols. Parameters are among them, leaves are not.
  void of(Value binding, std::vector<Value>& out);
  // The same for the result of the function.
  void of_result(std::vector<Value>& out) { of_operand(fn_.body().result, fn_.self().body, out); }
  // The parameter or match_cast that defines the symbol where `region` sees it: of several, the first in program order.
  // None if nothing does.
  Value definer(Prim symbol, RegionId region) const;

 private:
  struct Definer {
    Value by;
    uint32_t number;  // in program order
  };
  static uint64_t key(uint32_t what, RegionId region) { return static_cast<uint64_t>(what) << 32 | region.index; }

  void define(StructInfo info, RegionId region, Definer definer);
  void in_info(StructInfo info, RegionId region, std::vector<Value>& out);
  void in_attr(Attr attr, RegionId region, std::vector<Value>& out);
  std::span<const Value> definers(StructInfo info, RegionId region);
  void of_variable(Value v, std::vector<Value>& out);
  void of_operand(Value operand, RegionId region, std::vector<Value>& out);
  RegionId region_of(Value binding) const { return places_.blocks[places_[binding].block].region; }

  const Function& fn_;
  const Places& places_;
  std::unordered_map<uint64_t, Definer> definer_;  // by symbol and region
  std::vector<RegionId> around_;                   // by region: the one that it is nested in
  bool has_shape_vars_ = false;
  std::unordered_map<uint64_t, std::pair<uint32_t, uint32_t>> known_;  // by struct info and region: range in lists_
  std::vector<Value> lists_;
  std::vector<Value> pending_;
};

class UseTable {
 public:
  UseTable(const Function& fn, const Places& places);

  // The bindings that mention v, in program order; one that mentions it twice stands there twice in succession.
  std::span<const Value> users(Value v) const {
    if (v.index + 1 >= begin_.size()) return {};
    return {users_.data() + begin_[v.index], begin_[v.index + 1] - begin_[v.index]};
  }
  // Is v (part of) the result of the function itself?
  bool is_returned(Value v) const { return v.index < returned_.size() && returned_[v.index]; }
  // The only user, if there is exactly one mention and v is not returned; else none.
  Value only_user(Value v) const {
    std::span<const Value> all = users(v);
    return all.size() == 1 && !is_returned(v) ? all[0] : Value();
  }

 private:
  std::vector<uint32_t> begin_;
  std::vector<Value> users_;
  std::vector<uint8_t> returned_;
};

}  // namespace hammock
