// SPDX-License-Identifier: Apache-2.0
// Where the boxes of a picture stand: layers from top to bottom.
//
// The method of Sugiyama, Tagawa and Toda ("Methods for visual understanding of hierarchical system structures", 1981):
// a box stands below all that it uses (longest path), a layer that is too wide is several, an edge over several layers
// gets a point in each of them, layers are ordered by the means of the neighbours in the layer before, in a bounded
// number of sweeps. Then each layer is moved towards its neighbours, as near as the order and the widths allow (the
// least squares by pooling adjacent violators, linear). An edge over more layers than there are points for gets none.
#pragma once

#include <span>
#include <vector>

#include "hammock/tool/graph.h"

namespace hammock::tool {

struct BoxSize {
  double width, height;
};
struct LayoutPoint {
  double x, y;
};

struct GraphLayout {
  std::vector<LayoutPoint> boxes;               // centres
  std::vector<std::vector<LayoutPoint>> edges;  // of each: the points on its way, between its ends
  double width = 0, height = 0;
};

GraphLayout layout_of(const Graph& graph, std::span<const BoxSize> sizes);

}  // namespace hammock::tool
