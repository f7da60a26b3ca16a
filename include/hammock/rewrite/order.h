// SPDX-License-Identifier: Apache-2.0
// Binding order: every value that a binding mentions, definers of symbolic dims included, is bound before it.
//
// The order is stable. A block that is in order stays as it is. Else bindings are taken in their present order, and
// where one needs values that are bound only later, just those (and what they need in turn) are put in front of it, in
// the order in which they stood. Each binding is emitted once and each use looked at a fixed number of times: linear,
// and no recursion, so that a block in which everything stands the wrong way round is nothing special.
//
// An impure binding stays where it is and nothing moves across it. A block may turn out to have no valid order:
// bindings that need each other, something needed that is bound behind an impure call, or in a later block.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "hammock/base/adjacency.h"
#include "hammock/rewrite/uses.h"

namespace hammock {

// Why there is no valid order.
struct OrderConflict {
  std::vector<Value>
      cycle;  // each needs the next, the last needs the first; one pair if it is no cycle but out of reach
  bool is_cycle = true;
};

// The order of `needs.size()` items where item i needs the items needs[i], each list ascending. `fence[i]`: nothing
// moves across i. Appends item numbers to `order`.
using ItemNeeds = Adjacency;
struct ItemConflict {
  std::vector<uint32_t> items;
  bool is_cycle = true;
};
std::optional<ItemConflict> stable_order(const ItemNeeds& needs, std::span<const uint8_t> fence,
                                         std::vector<uint32_t>& order);

// What the bindings of a block need of each other, by position; what is nested in a binding counts as the binding's.
ItemNeeds block_needs(const Function& fn, const Places& places, const UseTable& uses, uint32_t block);

// Reorders the blocks of `fn` as above. `places` and `uses` describe it as it is; bindings in `dropped` (by value, may
// be empty) count for nothing and are left out of their blocks. On a conflict nothing is changed.
std::optional<OrderConflict> order_bindings(Function& fn, const Places& places, const UseTable& uses,
                                            std::span<const uint8_t> dropped = {});

// Makes outputs of the dataflow bindings that something outside their block mentions. Outputs stay outputs.
void publish_outputs(Function& fn, const Places& places, const UseTable& uses);
// Makes blocks normal after bindings went away: empty ones are dropped, neighbours of the same kind merged.
void tidy_blocks(Function& fn);

}  // namespace hammock
