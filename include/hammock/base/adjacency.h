// SPDX-License-Identifier: Apache-2.0
// Which numbers belong to which: the edges of a graph by the node where they begin, and the like.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace hammock {

// A list for each number below size(), all of them in one vector.
struct Adjacency {
  std::vector<uint32_t> begin;  // size + 1
  std::vector<uint32_t> items;
  std::span<const uint32_t> of(uint32_t i) const { return {items.data() + begin[i], begin[i + 1] - begin[i]}; }
  uint32_t size() const { return static_cast<uint32_t>(begin.size()) - 1; }
};

// The second numbers of the pairs by their first ones, which are below `size`; each list in the order of the pairs.
Adjacency adjacency(std::span<const std::pair<uint32_t, uint32_t>> pairs, size_t size);

}  // namespace hammock
