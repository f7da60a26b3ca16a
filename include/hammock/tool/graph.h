// SPDX-License-Identifier: Apache-2.0
// A function as a picture: SVG that needs nothing else, or DOT for Graphviz.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hammock/base/source.h"
#include "hammock/ir/module.h"

namespace hammock::tool {

// What a box is drawn as.
enum class BoxClass : uint8_t {
  parameter,
  constant,
  contraction,
  reduction,
  pointwise,
  movement,
  kernel,
  other,
  result
};
std::string_view name(BoxClass box);

struct GraphBox {
  BoxClass box = BoxClass::other;
  std::vector<std::string> lines;  // operators of a chain, the first one first; what comes from weights beside them
  std::string result;              // its shape
  std::string hint;                // struct info of the result, and the variable's name; a line for each of a chain
  std::vector<Span> places;        // of the bindings, one for each line of the hint
  uint32_t frame = 0;              // that it stands in
  uint32_t band = 0;               // boxes of another band are drawn above or below; bands follow the text
};

// Around the bindings of a dataflow block, a branch, a local function. Frame 0 is the function.
struct GraphFrame {
  std::string title;
  uint32_t outer = 0;
};

struct Graph {
  std::string title;
  std::vector<GraphBox> boxes;  // those that are used before their users
  std::vector<GraphFrame> frames;
  struct Edge {
    uint32_t from, to;
  };
  std::vector<Edge> edges;  // each once
};

// `is_whole`: a box for each binding and each parameter. Otherwise chains of the same class are one box, and so are
// operators and what only moves or names their weights; fields of tuples are edges.
enum class GraphDetail : uint8_t { collapsed, whole };
Graph graph_of(const Module& module, const Function& fn, std::string_view title, GraphDetail detail);

std::string to_dot(const Graph& graph);
std::string to_svg(const Graph& graph);

}  // namespace hammock::tool
