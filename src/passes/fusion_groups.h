// SPDX-License-Identifier: Apache-2.0
// Which nodes of a graph of operators are computed together (passes 17.2).
//
// A node is fused with the one that all its users lead to, its post-dominator, and all that stands between them, if the
// kinds of these allow for it: chains of elements follow a product, go into a reduction, or make a group of their own.
// A group has at most one product or convolution.
#pragma once

#include <cstdint>
#include <vector>

#include "hammock/base/adjacency.h"
#include "hammock/tir/pattern.h"

namespace hammock {

struct OperatorGraph {
  std::vector<tir::OpPattern> patterns;  // by node; users stand behind what they use
  std::vector<uint8_t> is_external;      // others than nodes use it, too
  Adjacency users;                       // each once
};

// For each node a number of its group, that of one of its nodes. No group is larger than `max_size`. As good as linear.
std::vector<uint32_t> fusion_groups(const OperatorGraph& graph, size_t max_size);

}  // namespace hammock
