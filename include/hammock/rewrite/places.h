// SPDX-License-Identifier: Apache-2.0
// Where every binding of a function stands: its block, its position there, and what the block is nested in.
//
// A snapshot, made in one walk; it is stale as soon as a block changes, unless who changes it says so.
#pragma once

#include <vector>

#include "hammock/ir/function.h"

namespace hammock {

struct Place {
  static constexpr uint32_t kNowhere = 0xffffffffu;
  uint32_t block = kNowhere;  // number of the block in Places::blocks
  uint32_t position = 0;      // in the block
  explicit operator bool() const { return block != kNowhere; }
};

struct PlacedBlock {
  RegionId region;
  uint32_t index = 0;  // in the region
  Value owner;         // the `if` or local function around the region; none: the body of the function itself
  uint32_t depth = 0;  // of the region: 0 is the body of the function
};

class Places {
 public:
  explicit Places(const Function& fn);

  std::vector<PlacedBlock> blocks;            // outer ones before those that are nested in them
  size_t size() const { return at_.size(); }  // values when it was made
  // Nowhere for parameters and for leaves that are written inline.
  Place operator[](Value v) const { return v.index < at_.size() ? at_[v.index] : Place(); }
  // Notes where a binding stands now. Those behind it keep their positions.
  void put(Value v, Place at) {
    if (v.index >= at_.size()) at_.resize(v.index + 1);
    at_[v.index] = at;
  }
  // The binding of `region` that is `v` or has `v` nested in it; none if there is none.
  Value enclosing(Value v, RegionId region) const;

 private:
  std::vector<Place> at_;
};

// A value that is mentioned by its name.
inline bool is_variable(const Function& fn, const Places& places, Value v) {
  return fn[v].kind == NodeKind::param || places[v];
}
inline Block& block_of(Function& fn, const PlacedBlock& at) { return fn[at.region].blocks[at.index]; }
inline const Block& block_of(const Function& fn, const PlacedBlock& at) { return fn[at.region].blocks[at.index]; }

// What is written inline with replace(operand) for each operand; itself if that changes none. Inline tuples nest at
// most kMaxDepth deep.
template <class F>
Value with_operands(Function& fn, Value v, F&& replace) {
  std::vector<Value> operands(fn.args(v).begin(), fn.args(v).end());
  bool is_same = true;
  for (Value& operand : operands) {
    Value by = replace(operand);
    is_same &= by == operand;
    operand = by;
  }
  if (is_same) return v;
  const Node node = fn[v];
  return node.kind == NodeKind::tuple ? fn.add_tuple(operands, node.span) : fn.add(node, operands);
}

// The binding becomes another name of `of`.
void make_alias(Function& fn, Value binding, Value of);

// Bindings that do more than compute their value: impure calls, and `if`s that contain some. Indexed by value.
std::vector<uint8_t> impure_bindings(const Function& fn, const Places& places);

}  // namespace hammock
