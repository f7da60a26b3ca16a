// SPDX-License-Identifier: Apache-2.0
#include "hammock/rewrite/graph.h"

#include <algorithm>

namespace hammock {

bool PatternGraph::add(PatternEdge edge) {
  if (std::find(edges_.begin(), edges_.end(), edge) != edges_.end()) return false;
  edges_.push_back(edge);
  add_node(edge.producer);
  add_node(edge.consumer);
  return true;
}

void PatternGraph::add_node(PatternId p) {
  if (std::find(nodes_.begin(), nodes_.end(), p) == nodes_.end()) nodes_.push_back(p);
}

void PatternGraph::add_call(PatternId call) {
  std::span<const PatternId> parts = patterns_->parts(call);
  for (size_t i = 1; i < parts.size(); ++i) used_by(parts[i], call, static_cast<int>(i - 1));
}

void PatternGraph::branches(PatternId p, std::vector<PatternId> shared, uint32_t at_least, uint32_t at_most) {
  branches_.push_back({p, std::move(shared), at_least, at_most});
}

class GraphSearch::State {};
GraphSearch::GraphSearch(const Function& fn, const Places& places, const UseTable& uses, std::span<const Value> segment) : state_(std::make_unique<State>()) {}
GraphSearch::~GraphSearch() = default;
bool GraphSearch::next(const PatternGraph& graph, Match& match, Miss* miss) { return false; }
void GraphSearch::remove(Value binding) {}
void GraphSearch::rewind() {}
bool GraphSearch::was_bounded() const { return false; }
uint64_t GraphSearch::steps() const { return 0; }

}  // namespace hammock
