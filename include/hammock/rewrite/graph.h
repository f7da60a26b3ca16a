// SPDX-License-Identifier: Apache-2.0
// Patterns of several values that have no common root: a graph of patterns with edges "the result of P is used by C".
//
// A match gives every pattern of the graph a variable of its own such that the variable's value matches the pattern and
// every edge is a use. What a call mentions as operand in its pattern is an edge, too (add_call). Candidates come from
// the neighbours that are matched already, choices are taken back, and the steps of one search are bounded.
//
// A pattern may stand for any number of branches (`branches`): it and what hangs on it is matched as often as it can
// be, each time with other variables; patterns outside of it are the same for all branches.
#pragma once

#include "hammock/rewrite/match.h"

namespace hammock {

struct PatternEdge {
  PatternId producer, consumer;
  bool is_only =
      false;       // the consumer is the only one that uses the producer, wherever: later blocks and results count
  int index = -1;  // the argument position; -1: any
  friend bool operator==(const PatternEdge&, const PatternEdge&) = default;
};

class PatternGraph {
 public:
  explicit PatternGraph(Patterns& patterns) : patterns_(&patterns) {}
  const Patterns& patterns() const { return *patterns_; }
  Patterns& patterns() { return *patterns_; }

  // False if the very same edge is there already.
  bool used_by(PatternId producer, PatternId consumer, int index = -1) {
    return add({producer, consumer, false, index});
  }
  bool only_used_by(PatternId producer, PatternId consumer, int index = -1) {
    return add({producer, consumer, true, index});
  }
  void fork_to(PatternId producer, std::span<const PatternId> consumers) {
    for (PatternId c : consumers) used_by(producer, c);
  }
  // The edges of the operands of a call: those that can be variables.
  void add_call(PatternId call);
  // All have provably the same shape.
  void same_shape(std::vector<PatternId> patterns) { same_shapes_.push_back(std::move(patterns)); }
  // The values of the inner patterns (those with consumers in the graph) are used inside the match only.
  void must_not_escape() { may_escape_ = false; }
  // `p` and what is reachable from it against the edges and along them without passing a pattern of `shared` is a
  // branch; there are as many as there can be, at least `at_least`, at most `at_most`.
  void branches(PatternId p, std::vector<PatternId> shared, uint32_t at_least = 1, uint32_t at_most = 0xffffffffu);

  std::span<const PatternEdge> edges() const { return edges_; }
  // In order of first mention in an edge.
  std::span<const PatternId> nodes() const { return nodes_; }
  std::span<const std::vector<PatternId>> same_shapes() const { return same_shapes_; }
  bool may_escape() const { return may_escape_; }
  struct Branches {
    PatternId root;
    std::vector<PatternId> shared;
    uint32_t at_least, at_most;
  };
  std::span<const Branches> all_branches() const { return branches_; }

 private:
  bool add(PatternEdge edge);
  void add_node(PatternId p);
  Patterns* patterns_;
  std::vector<PatternEdge> edges_;
  std::vector<PatternId> nodes_;
  std::vector<std::vector<PatternId>> same_shapes_;
  std::vector<Branches> branches_;
  bool may_escape_ = true;
};

// A stretch of bindings in which a graph is matched as often as it can be, front to back. Matches are disjoint as far
// as the caller says so: what he removes is not matched again. Linear as long as candidates that fit by themselves fit
// the whole; the search of one place ends after kStepsPerPlace steps for each pattern of the graph and one for each use
// of the value that it begins at.
class GraphSearch {
 public:
  // `segment`: bindings that follow each other in a block. `uses` is of the whole function. Values that the scope does
  // not see are variables without a known definition.
  GraphSearch(const PatternGraph& graph, const Function& fn, const Places& places, const UseTable& uses,
              std::span<const Value> segment, const Scope& scope);
  ~GraphSearch();

  // The next match, at or behind the place of the one before. `match.all(p)` lists the branches.
  bool next(Match& match);
  // Takes a binding of the segment out of those that can be matched.
  void remove(Value binding);
  bool was_bounded() const;
  uint64_t steps() const;

  static constexpr uint64_t kStepsPerPlace = 4096;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace hammock
