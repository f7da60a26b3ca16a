// SPDX-License-Identifier: Apache-2.0
// Patterns as data: rows in a vector that refer to each other by id.
//
// A pattern that is mentioned twice must match the same value both times. Operators with the trait Commutative are tried with
// their first two operands in both orders, and a choice is taken back when something later fails. Values and their
// definitions are one in this IR, so that a pattern looks through variables by itself.
#pragma once

#include <initializer_list>
#include <span>
#include <vector>

#include "hammock/ir/function.h"

namespace hammock {

using PatternId = Id<struct PatternTag>;

enum class PatternKind : uint8_t {
  any,       // every value
  value,     // exactly one value
  constant,  // a tensor constant
  call,      // a call of one of some operators
  tuple,     // a tuple with these fields
  get_item,  // a field of a tuple
};

struct PatternNode {
  PatternKind kind = PatternKind::any;
  std::vector<Op> ops;              // call
  std::vector<PatternId> operands;  // call, tuple, get_item
  uint32_t index = 0;               // get_item
  Value value;                      // value
};

// What each pattern of a match stands for; none where it was not reached.
class Match {
 public:
  Value operator[](PatternId p) const { return p.index < values_.size() ? values_[p.index] : Value(); }

 private:
  friend class Patterns;
  std::vector<Value> values_;
};

class Patterns {
 public:
  PatternId any() { return add({PatternKind::any, {}, {}, 0, {}}); }
  PatternId value(Value v) { return add({PatternKind::value, {}, {}, 0, v}); }
  PatternId constant() { return add({PatternKind::constant, {}, {}, 0, {}}); }
  PatternId call(Op op, std::initializer_list<PatternId> operands) { return add({PatternKind::call, {op}, operands, 0, {}}); }
  PatternId call_of(std::vector<Op> ops, std::initializer_list<PatternId> operands) {
    return add({PatternKind::call, std::move(ops), operands, 0, {}});
  }
  PatternId tuple(std::initializer_list<PatternId> fields) { return add({PatternKind::tuple, {}, fields, 0, {}}); }
  PatternId get_item(PatternId tuple, uint32_t index) { return add({PatternKind::get_item, {}, {tuple}, index, {}}); }

  const PatternNode& operator[](PatternId p) const { return nodes_[p.index]; }

  // Does `v` match? Steps are bounded by the size of the pattern times 2 for each commutative call in it, and independent
  // of the function. `match` is reset.
  bool match(const Function& fn, PatternId root, Value v, Match& match) const;

 private:
  PatternId add(PatternNode node) {
    nodes_.push_back(std::move(node));
    return PatternId(static_cast<uint32_t>(nodes_.size() - 1));
  }
  bool fits(const Function& fn, const PatternNode& pattern, Value v) const;

  std::vector<PatternNode> nodes_;
};

}  // namespace hammock
