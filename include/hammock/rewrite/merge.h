// SPDX-License-Identifier: Apache-2.0
// Which bindings can be merged into one without making anything need itself.
//
// Given a valid order of items, what each needs, and disjoint sets of items that somebody would like to merge, each set
// into one. Merging may close a cycle, through one set (an item needs another item of its set) or through several (two
// sets that need each other crosswise). The answer divides every set into classes such that merging all classes of all
// sets at once closes none:
//
// 1. Merge every set whole. A set outside every cycle of the merged graph stays whole (strongly connected components,
// Tarjan).
// 2. A set on a cycle is divided by level: the largest number of items of such sets on a path that leads to the item.
// Along a
//    path levels never fall, and rise behind each such item; so no path leads from a class back to it.
//
// Linear in items and needs.
#pragma once

#include "hammock/rewrite/order.h"

namespace hammock {

inline constexpr uint32_t kNoSet = 0xffffffffu;

// By item: the class within its set (0 for sets that stay whole, and for items in no set).
std::vector<uint32_t> merge_classes(const ItemNeeds& needs, std::span<const uint32_t> set_of, uint32_t set_count);

}  // namespace hammock
