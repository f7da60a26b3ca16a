// SPDX-License-Identifier: Apache-2.0
#include "hammock/rewrite/merge.h"

#include <algorithm>

namespace hammock {
namespace {

// The graph in which every set is one node: nodes 0 .. set_count-1 are the sets, set_count + i is item i.
struct MergedGraph {
  const ItemNeeds& needs;
  std::span<const uint32_t> set_of;
  uint32_t set_count;
  Adjacency members;  // of the sets

  MergedGraph(const ItemNeeds& n, std::span<const uint32_t> s, uint32_t count) : needs(n), set_of(s), set_count(count) {
    std::vector<std::pair<uint32_t, uint32_t>> pairs;
    for (uint32_t i = 0; i < set_of.size(); ++i) {
      if (set_of[i] != kNoSet) pairs.emplace_back(set_of[i], i);
    }
    members = adjacency(pairs, count);
  }
  uint32_t size() const { return set_count + needs.size(); }
  uint32_t node(uint32_t item) const { return set_of[item] == kNoSet ? set_count + item : set_of[item]; }
  std::span<const uint32_t> items(uint32_t node, uint32_t& single) const {
    single = node - set_count;
    return node < set_count ? members.of(node) : std::span<const uint32_t>(&single, 1);
  }
};

// Marks the sets that lie on a cycle.
class Cycles {
 public:
  explicit Cycles(const MergedGraph& graph)
      : graph_(graph),
        number_(graph.size(), 0),
        low_(graph.size(), 0),
        on_stack_(graph.size(), 0),
        on_cycle(graph.set_count, 0) {
    for (uint32_t set = 0; set < graph.set_count; ++set) {
      if (number_[set] == 0) visit(set);
    }
  }

 private:
  struct At {
    uint32_t node;
    uint32_t item = 0, need = 0;  // position among the node's items, and among that item's needs
  };

  void open(uint32_t node) {
    number_[node] = low_[node] = ++count_;
    on_stack_[node] = 1;
    stack_.push_back(node);
    path_.push_back({node});
  }

  void visit(uint32_t root) {
    open(root);
    while (!path_.empty()) {
      At& at = path_.back();
      uint32_t single = 0;
      std::span<const uint32_t> items = graph_.items(at.node, single);
      if (at.item == items.size()) {
        close();
        continue;
      }
      std::span<const uint32_t> needs = graph_.needs.of(items[at.item]);
      if (at.need == needs.size()) {
        ++at.item;
        at.need = 0;
        continue;
      }
      uint32_t needed = graph_.node(needs[at.need++]);
      if (needed == at.node && needed < graph_.set_count) on_cycle[needed] = 1;
      if (number_[needed] == 0) {
        open(needed);
      } else if (on_stack_[needed]) {
        low_[at.node] = std::min(low_[at.node], number_[needed]);
      }
    }
  }

  void close() {
    uint32_t node = path_.back().node;
    path_.pop_back();
    if (!path_.empty()) low_[path_.back().node] = std::min(low_[path_.back().node], low_[node]);
    if (low_[node] != number_[node]) return;
    bool several = stack_.back() != node;
    for (uint32_t member = graph_.size(); member != node;) {
      member = stack_.back();
      stack_.pop_back();
      on_stack_[member] = 0;
      if (several && member < graph_.set_count) on_cycle[member] = 1;
    }
  }

  const MergedGraph& graph_;
  std::vector<uint32_t> number_, low_;
  std::vector<uint8_t> on_stack_;
  std::vector<uint32_t> stack_;
  std::vector<At> path_;
  uint32_t count_ = 0;

 public:
  std::vector<uint8_t> on_cycle;
};

}  // namespace

std::vector<uint32_t> merge_classes(const ItemNeeds& needs, std::span<const uint32_t> set_of, uint32_t set_count) {
  std::vector<uint8_t> divided = Cycles(MergedGraph(needs, set_of, set_count)).on_cycle;
  auto is_divided = [&](uint32_t item) { return set_of[item] != kNoSet && divided[set_of[item]]; };
  std::vector<uint32_t> level(needs.size(), 0), classes(needs.size(), 0);
  for (uint32_t i = 0; i < needs.size(); ++i) {
    for (uint32_t n : needs.of(i)) level[i] = std::max(level[i], level[n] + (is_divided(n) ? 1u : 0u));
    if (is_divided(i)) classes[i] = level[i];
  }
  return classes;
}

}  // namespace hammock
