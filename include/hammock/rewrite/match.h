// SPDX-License-Identifier: Apache-2.0
// Matching a pattern against a value.
//
// A value and its definition are one, so a pattern looks through variables by itself: through `b = a` always, through a
// match_cast where it asks for a call, tuple or constant (struct info is that of the cast). A choice (the order of the
// operands of a commutative operator, an alternative, a place in an unordered tuple) is taken back with all that it
// bound when something fails later. Two leaves with the same content are the same value, as are the two names of one
// value.
//
// Steps are bounded. A pattern whose parts are mentioned nowhere else is decided by itself: its first success is final,
// and where it failed once it is not tried again. So most patterns cost at most their size times the values that they
// reach; whatever choices remain share kStepsPerPattern steps for each row of the pattern, and Match::was_bounded()
// tells when that was too few.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "hammock/ir/module.h"
#include "hammock/rewrite/pattern.h"
#include "hammock/rewrite/uses.h"

namespace hammock {

inline constexpr uint64_t kStepsPerPattern = 128;

// What a match may look at. By default: everything.
struct Scope {
  const Places* places = nullptr;     // needed for dataflow_variable; made on demand
  const UseTable* uses = nullptr;     // needed for used_inside and dominates; made on demand
  std::span<const uint32_t> segment;  // by value: definitions are known if the number is `here`, or 0 (leaves)
  uint32_t here = 0;
  const Module* module = nullptr;   // for the names of its functions
  uint64_t* budget = nullptr;       // steps for the regions of dominates, over all matches; none: a million for each
  std::span<const uint8_t> opaque;  // by value: 1 if the definition is not to be looked at

  bool sees(Value v) const {
    if (v.index < opaque.size() && opaque[v.index]) return false;
    return v.index >= segment.size() || segment[v.index] == 0 || segment[v.index] == here;
  }
};

// What each pattern of a match stands for.
class Match {
 public:
  // The value as it was mentioned: a variable where there is one. None if the pattern took no part.
  Value operator[](PatternId p) const { return p.index < entries_.size() ? entries_[p.index].use : Value(); }
  // What defines it, through `b = a` and match_casts.
  Value definition(PatternId p) const { return p.index < entries_.size() ? entries_[p.index].definition : Value(); }
  // The operator that the pattern of a callee stands for.
  Op op(PatternId p) const { return p.index < entries_.size() ? entries_[p.index].op : Op::none; }
  bool has(PatternId p) const { return p.index < entries_.size() && entries_[p.index].is_bound(); }
  // The values of a pattern inside `each`, one after the other; of any other pattern its one value.
  std::vector<Value> all(PatternId p) const;
  Prim dim(Prim variable) const;
  Attr attr(AttrVar variable) const { return variable.index < attrs_.size() ? attrs_[variable.index] : Attr(); }
  // What `dominates` covers, in program order: all values behind the parent up to the child.
  std::span<const Value> region(PatternId p) const;
  // The bindings that calls, tuples and items of the pattern matched, regions included; in no order, each once.
  std::vector<Value> covered(const Patterns& patterns) const;
  // Replaces the dim variables in an expression; none if one of them stands for nothing.
  Prim substitute(Context& context, Prim expr) const;

  bool was_bounded() const { return was_bounded_; }
  uint64_t steps() const { return steps_; }

  // For those who put matches together.
  void reset(const Patterns& patterns);
  void bind(PatternId p, Value v) { set(p, {v, v, Op::none}); }
  struct Mark {
    size_t touched = 0, collected = 0, dims = 0, attrs = 0, regions = 0;
  };
  Mark mark() const {
    return {touched_.size(), collected_.size(), dims_.size(), attrs_touched_.size(), regions_.size()};
  }
  void undo(const Mark& mark);  // what was bound since
  // What was bound since becomes one of the values of `all`; for what stays the mark counts as before.
  void collect(const Mark& mark);

 private:
  friend class Matcher;
  friend class MatchRun;
  struct Entry {
    Value use, definition;
    Op op = Op::none;
    bool is_bound() const { return use || op != Op::none; }
  };
  void set(PatternId p, const Entry& entry) {
    entries_[p.index] = entry;
    touched_.push_back(p);
  }

  std::vector<Entry> entries_;      // by pattern
  std::vector<PatternId> touched_;  // in the order in which they were bound, some of them not bound any more
  std::vector<uint32_t> attrs_touched_;
  std::vector<std::pair<PatternId, Entry>> collected_;  // what `each` left behind
  std::vector<std::pair<Prim, Prim>> dims_;
  std::vector<Attr> attrs_;
  std::vector<std::pair<PatternId, std::vector<Value>>> regions_;
  bool was_bounded_ = false;
  uint64_t steps_ = 0;
  std::shared_ptr<struct MatchScratch> scratch_;  // memory that is used again
};

// How far an attempt came that failed: the one place where most was matched before.
struct Miss {
  size_t matched = 0, size = 0;  // patterns
  PatternId pattern;             // that did not match
  Value at;                      // what it was tried on
  Value inside;                  // the value whose operand that is; none at the root
  std::string wanted, found;
};

// A pattern made ready for matching. Keeps references to the patterns, which must not change meanwhile.
class Matcher {
 public:
  Matcher(const Patterns& patterns, PatternId root);

  // Does v match? `match` is reset. `miss`, if given, is filled where it does not.
  bool match(const Function& fn, Value v, Match& match, const Scope& scope = {}, Miss* miss = nullptr) const;
  // The same with what `match` holds already, which stays if v does not match.
  bool extend(const Function& fn, Value v, Match& match, const Scope& scope = {}, Miss* miss = nullptr) const;

  const Patterns& patterns() const { return patterns_; }
  PatternId root() const { return root_; }
  size_t size() const { return size_; }  // patterns that the root reaches
  size_t depth() const { return depth_; }
  bool needs_uses() const { return needs_uses_; }
  bool has_region() const { return has_region_; }  // a match may be as large as the function
  bool has_each() const { return has_each_; }      // a match may cover more values than there are patterns
  // The operators that the root can be a call of; empty: no call of an operator has to be there.
  std::span<const Op> root_ops() const { return root_ops_; }
  // Can a value of this kind match at all? Only rules out.
  bool may_match(const Node& node) const;

 private:
  friend class MatchRun;
  struct Row {
    bool is_closed = false;  // what it reaches is mentioned nowhere else and there are no variables: decided by itself
    bool has_choices = false;
    uint32_t size = 1;                           // of what it reaches
    uint32_t locals_begin = 0, locals_size = 0;  // each: patterns that only it reaches
  };
  const Patterns& patterns_;
  PatternId root_;
  std::vector<Row> rows_;
  std::vector<PatternId> locals_;
  std::vector<Op> root_ops_;
  size_t size_ = 0, depth_ = 0;
  bool needs_uses_ = false, has_region_ = false, has_each_ = false;
};

}  // namespace hammock
