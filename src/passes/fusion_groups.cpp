// SPDX-License-Identifier: Apache-2.0
#include "fusion_groups.h"

#include <algorithm>
#include <utility>

namespace hammock {
namespace {

using tir::OpPattern;

// The immediate post-dominators, each with the worst kind of what is used on the way there. Behind all nodes stands one
// that everything leads to.
class PostDominators {
 public:
  explicit PostDominators(const OperatorGraph& graph) : end_(static_cast<uint32_t>(graph.patterns.size())) {
    nodes_.resize(end_ + 1);
    nodes_[end_] = {end_, end_, 0, {}, {}};
    for (uint32_t i = end_; i-- > 0;) {
      OpPattern worst = OpPattern::elementwise;
      uint32_t parent = end_;
      for (bool is_first = true; uint32_t user : graph.users.of(i)) {
        if (graph.is_external[i]) break;
        parent = std::exchange(is_first, false) ? user : common(parent, user, worst);
        worst = std::max(worst, graph.patterns[user]);
      }
      add(i, parent, worst);
    }
  }

  bool has_parent(uint32_t i) const { return nodes_[i].parent != end_; }
  uint32_t parent(uint32_t i) const { return nodes_[i].parent; }
  OpPattern worst(uint32_t i) const { return nodes_[i].worst; }

 private:
  // `jump` is an ancestor further away, such that the way to any ancestor is of logarithmic length.
  struct Node {
    uint32_t parent, jump, depth;
    OpPattern worst, worst_of_jump;  // from here to `parent`, to `jump`
  };

  void add(uint32_t i, uint32_t parent, OpPattern worst) {
    const Node& p = nodes_[parent];
    const Node& j = nodes_[p.jump];
    const bool is_long = p.depth - j.depth == j.depth - nodes_[j.jump].depth;
    nodes_[i] = is_long ? Node{parent, j.jump, p.depth + 1, worst, std::max({worst, p.worst_of_jump, j.worst_of_jump})}
                        : Node{parent, parent, p.depth + 1, worst, worst};
  }

  uint32_t common(uint32_t a, uint32_t b, OpPattern& worst) const {
    if (nodes_[a].depth < nodes_[b].depth) std::swap(a, b);
    const uint32_t depth = nodes_[b].depth;
    while (nodes_[a].depth > depth) a = climb(a, nodes_[nodes_[a].jump].depth >= depth, worst);
    while (a != b) {
      const bool jumps = nodes_[a].jump != nodes_[b].jump;
      a = climb(a, jumps, worst);
      b = climb(b, jumps, worst);
    }
    return a;
  }

  uint32_t climb(uint32_t i, bool jumps, OpPattern& worst) const {
    const Node& n = nodes_[i];
    worst = std::max(worst, jumps ? n.worst_of_jump : n.worst);
    return jumps ? n.jump : n.parent;
  }

  uint32_t end_;
  std::vector<Node> nodes_;
};

// For each node and edge. More are walked only where many nodes have the same dense graph behind them.
constexpr size_t kMaxSteps = 256;

class Fusion {
 public:
  Fusion(const OperatorGraph& graph, size_t max_size)
      : graph_(graph),
        max_size_(max_size),
        dominators_(graph),
        seen_(graph.patterns.size(), 0),
        steps_left_(kMaxSteps * (graph.patterns.size() + graph.users.items.size())) {
    for (uint32_t i = 0; i < graph.patterns.size(); ++i)
      groups_.push_back({i, 1, graph.patterns[i], graph.patterns[i] == OpPattern::fusable});
  }

  std::vector<uint32_t> run() {
    // Injective ones wait, so that products get their chains of elements first.
    for (const bool is_second : {false, true}) {
      for (uint32_t i = 0; i < groups_.size(); ++i) try_node(i, is_second);
    }
    std::vector<uint32_t> out;
    for (uint32_t i = 0; i < groups_.size(); ++i) out.push_back(root(i));
    return out;
  }

 private:
  struct Group {
    uint32_t parent;  // of the same group; itself: the root
    size_t size;
    OpPattern pattern;
    bool has_anchor;
  };

  uint32_t root(uint32_t i) {
    while (groups_[i].parent != i) i = groups_[i].parent = groups_[groups_[i].parent].parent;
    return i;
  }
  OpPattern pattern_of_group(uint32_t i) { return groups_[root(i)].pattern; }

  void try_node(uint32_t i, bool is_second) {
    const OpPattern pattern = groups_[i].pattern;
    if (pattern == OpPattern::opaque || pattern == OpPattern::reduction || !dominators_.has_parent(i)) return;
    const uint32_t sink = dominators_.parent(i);
    if (root(i) == root(sink) || groups_[sink].pattern == OpPattern::tuple) return;
    if (!find_between(i, sink)) return;
    const OpPattern worst = dominators_.worst(i);
    if (pattern == OpPattern::fusable) {
      const bool fits = !is_second && worst == OpPattern::elementwise;
      if (fits && are_at_most(OpPattern::broadcast, i) && pattern_of_group(sink) <= OpPattern::broadcast) merge(sink);
    } else if (pattern <= OpPattern::broadcast) {
      if (worst <= OpPattern::reduction && are_at_most(OpPattern::injective, i) &&
          pattern_of_group(sink) <= OpPattern::fusable)
        merge(sink);
    } else if (is_second && are_at_most(OpPattern::injective, i) && pattern_of_group(sink) <= OpPattern::injective) {
      merge(sink);
    }
  }

  // The nodes on the way from `i` to `sink`, without it. False if that were too many for a group.
  bool find_between(uint32_t i, uint32_t sink) {
    size_t size = groups_[root(sink)].size;
    between_.assign(1, i);
    ++walk_;
    for (size_t next = 0; next < between_.size(); ++next) {
      size += groups_[between_[next]].size;
      if (size > max_size_) return false;
      const std::span<const uint32_t> users = graph_.users.of(between_[next]);
      if (users.size() > steps_left_) return false;
      steps_left_ -= users.size();
      for (uint32_t user : users) {
        if (user == sink || std::exchange(seen_[user], walk_) == walk_) continue;
        between_.push_back(user);
      }
    }
    return true;
  }

  // The groups of what stands between, without the node itself.
  bool are_at_most(OpPattern pattern, uint32_t i) {
    return std::ranges::all_of(between_, [&](uint32_t b) { return b == i || pattern_of_group(b) <= pattern; });
  }

  void merge(uint32_t sink) {
    const uint32_t to = root(sink);
    for (uint32_t b : between_) {
      const uint32_t from = root(b);
      if (from == to || (groups_[from].has_anchor && groups_[to].has_anchor)) continue;
      groups_[to].size += groups_[from].size;
      groups_[from].parent = to;
      if (!groups_[from].has_anchor) continue;
      groups_[to].has_anchor = true;
      groups_[to].pattern = std::max(groups_[to].pattern, groups_[from].pattern);
    }
  }

  const OperatorGraph& graph_;
  size_t max_size_;
  PostDominators dominators_;
  std::vector<Group> groups_;
  std::vector<uint32_t> seen_;  // by node: the last walk that came by
  uint32_t walk_ = 0;
  size_t steps_left_;
  std::vector<uint32_t> between_;
};

}  // namespace

std::vector<uint32_t> fusion_groups(const OperatorGraph& graph, size_t max_size) {
  return Fusion(graph, max_size).run();
}

}  // namespace hammock
