// SPDX-License-Identifier: Apache-2.0
// The parts of a driver (hammock/rewrite/drive.h): a Finder says where rules match and what they make of it, a
// Committer carries that out, and drive.cpp says how often, and when it is enough.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hammock/rewrite/drive.h"
#include "hammock/rewrite/rewriter.h"
#include "in_place.h"
#include "tuple_search.h"
#include "value_set.h"

namespace hammock {

// A replacement that waits to be carried out.
struct Pending {
  size_t rule;
  Value at, by;
  // New bindings in order; among them old ones that count as built again in the names, see drive.h.
  std::vector<Value> fresh;
  uint32_t group = 0;  // replacements of one match go together
  enum class Way : uint8_t { redefine, replace, alias } way = Way::redefine;
};

// What the parts share.
struct DriveRun {
  Function& fn;
  const Module* module;
  std::span<const Rule> rules;
  const RewriteOptions& options;
  std::vector<RuleStats>& stats;  // by rule
  NameSupply& names;
  uint32_t next_event;

  std::vector<uint64_t> hits = std::vector<uint64_t>(rules.size(), 0);  // by rule, in this round
  std::optional<Rewriter> edit;      // of this round, and of those after it while edits are carried out in place
  std::vector<uint32_t> segment_of;  // by value: from 1; 0: leaves
  std::vector<Pending> pending;
  RewriteResult result;

  // The tables of a function that the last round changed in few places.
  InPlaceEdits* in_place() const { return edit ? edit->in_place() : nullptr; }
  Place place(Value v) const { return edit->places()[v]; }
  // In the order in which matches are looked for.
  bool comes_before(Value a, Value b) const;
  // `at`: none where a match covers no binding.
  RewriteEvent event(bool applied, size_t rule, Value at, std::string reason);
};

// A rule as it is matched: an alternative at the root of a pattern is a rule of its own that is asked after the ones
// before it.
struct Ready {
  size_t rule;
  std::unique_ptr<Matcher> matcher;     // a value
  std::vector<PatternId> around;        // the alternatives that it comes out of
  std::unique_ptr<TupleMatcher> tuple;  // several values
  const PatternGraph* graph = nullptr;  // several values with edges
};

class Finder {
 public:
  explicit Finder(DriveRun& run);

  // Is each match as near to its root as its pattern is deep?
  bool is_local() const { return is_local_; }
  // Makes what is pending: of the whole function, or of what was touched in place.
  void find();
  // Of find(), after what it found was carried out.
  void unbind_results();

 private:
  struct Segment {
    uint32_t block = 0;
    std::vector<Value> bindings;
  };
  struct BoundResult {
    RegionId region;
    Value bound, leaf;
  };
  struct Visit {
    Value v;
    uint32_t next;  // operand
  };

  void bind_results();
  void cut_segments();
  void find_around_touched();
  void find_in(uint32_t number, std::span<const Value> bindings);
  void pick_candidates(std::span<const Value> bindings);
  void try_value(const Ready& ready, Value v, const Scope& scope);
  void find_tuples(const Ready& ready, const Segment& segment, const Scope& scope);
  bool take_tuple(const Ready& ready, std::span<const Value> chosen, const Match& match, const Scope& scope);
  void find_graphs(const Ready& ready, const Segment& segment, const Scope& scope);
  void take_graph(const Ready& ready, GraphSearch& search, const Scope& scope);
  bool conditions_hold(size_t rule, const Build& build, Value at);
  bool accept(size_t rule, Value at, Value by);
  void add(size_t rule, Value at, Value by, const Scope& scope, uint32_t group);
  void normalize(Pending& p, const Scope& scope);
  bool is_binding_kind(Value v) const;
  Value first_of(const Match& match, const Rule& rule) const;

  DriveRun& run_;
  Function& fn_;
  std::vector<Ready> ready_;
  std::vector<std::vector<size_t>> by_op_;      // what is ready for a call; its roots are of one of some operators
  std::vector<size_t> any_op_;                  // of any kind
  std::vector<std::vector<Value>> candidates_;  // of the present segment, by what is ready

  bool is_local_ = true;
  bool needs_uses_ = false;
  size_t depth_ = 0, most_covered_ = 0;  // values in a match

  std::vector<Segment> segments_;
  std::vector<uint8_t> opaque_;
  std::vector<Value> opaque_values_;
  std::vector<BoundResult> bound_results_;
  std::vector<Visit> path_;
  ValueSet done_;
  Match match_;
};

class Committer {
 public:
  explicit Committer(DriveRun& run) : run_(run), fn_(run.fn) {}

  // Carries out what is pending; in place if it is plain and `sparse`. False if nothing could be.
  bool commit(bool sparse);
  // At the end.
  void refresh_items();

 private:
  void keep_to_limit(std::vector<uint32_t>& order) const;
  bool commit_singly(const std::vector<uint32_t>& order);
  void follow(const std::vector<uint32_t>& order);
  std::vector<uint32_t> heads(std::span<const uint32_t> order) const;
  std::optional<OrderConflict> finish(std::span<const Value> named, DropDead drop);
  std::vector<Value> emit(std::span<const uint32_t> order);
  Pending::Way way(const Pending& p) const;
  void drop_conflicting(const OrderConflict& conflict, std::vector<uint32_t>& order, int retry);
  RewriteEvent report(uint32_t i);

  DriveRun& run_;
  Function& fn_;
  std::vector<Value> items_;
  ValueSet emitted_;
};

}  // namespace hammock
