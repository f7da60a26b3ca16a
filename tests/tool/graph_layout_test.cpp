// SPDX-License-Identifier: Apache-2.0
#include "tool/graph_layout.h"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

using namespace hammock::tool;

TEST_CASE("what many boxes need stands above them in several rows") {
  constexpr uint32_t kWeights = 100;
  Graph graph;
  graph.boxes.resize(kWeights + 1);
  for (uint32_t i = 0; i < kWeights; ++i) graph.edges.push_back({i, kWeights});
  const std::vector<BoxSize> sizes(graph.boxes.size(), {200, 30});
  const GraphLayout layout = layout_of(graph, sizes);
  CHECK(layout.width < kWeights * 200 / 2);
  for (uint32_t i = 0; i < kWeights; ++i) {
    CHECK(layout.boxes[i].y < layout.boxes[kWeights].y);
    for (uint32_t j = 0; j < i; ++j) {
      const bool are_apart =
          layout.boxes[i].y != layout.boxes[j].y || std::abs(layout.boxes[i].x - layout.boxes[j].x) >= sizes[i].width;
      CHECK(are_apart);
    }
  }
}
