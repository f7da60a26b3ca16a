// SPDX-License-Identifier: Apache-2.0
// Rules as data: a name, a pattern, conditions, a replacement.
//
//   Rule distribute(Context& context) {
//     Rule r("distribute", context);
//     Patterns& p = r.patterns();
//     Pattern a = p.any(), b = p.any(), c = p.constant();
//     return r.rewrite((a + b) * c, a * c + b * c);
//   }
//
// The right side is a term of the same rows: what took part in the match stands for what it matched, the rest is built;
// dims and attributes that the left side bound may be mentioned. A replacement may also be a function, which gets the
// match and makes values with Build. It returns none to decline, and then other rules are asked.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "hammock/base/diagnostic.h"
#include "hammock/ir/module.h"
#include "hammock/rewrite/graph.h"
#include "hammock/rewrite/match.h"

namespace hammock {

// What a replacement is made with. Nodes that it makes stand in no block; those that the replacement reaches get a name
// and a place when the rule is applied, the others are forgotten.
class Build {
 public:
  Build(Function& fn, const Module* module, const Patterns& patterns, const Match& match, Value root)
      : fn(fn), module(module), patterns(patterns), match(match), root(root) {}

  Function& fn;
  const Module* module;  // null: a lone function
  const Patterns& patterns;
  const Match& match;
  Value root;  // the binding that matched; none for a graph

  Context& context() const { return fn.context(); }
  Value operator[](PatternId p) const { return match[p]; }
  StructInfo info(PatternId p) const { return fn.info(match[p]); }

  // None, with a reason, where inference refuses it. Attributes that are not set have their defaults.
  Value call(Op op, std::span<const Value> args, std::span<const std::pair<std::string_view, Attr>> attrs = {});
  Value call(Op op, std::initializer_list<Value> args,
             std::initializer_list<std::pair<std::string_view, Attr>> attrs = {});
  // With the attribute record of another call of the operator.
  Value call_like(Value like, std::span<const Value> args);
  Value number(double value, DType dtype);
  Value constant(Constant constant);
  Value tuple(std::span<const Value> fields);
  Value get_item(Value tuple, uint32_t index);
  Value shape(std::span<const Prim> dims);
  // Builds it as the right side of a rule is built; what several terms mention is built once.
  Value term(PatternId term);

  // For the reasons of events.
  Value decline(std::string why, Diag code = Diag::inference_failed);
  const std::string& reason() const { return reason_; }
  Diag reason_code() const { return reason_code_; }

 private:
  Value build_row(PatternId p);
  Value build_call(PatternId call, std::span<const AttrTest> tests);
  std::string reason_;
  Diag reason_code_ = Diag::inference_failed;
  Value decline(const Diagnostics& problems, std::string otherwise);
  std::vector<Value> built_;  // by pattern
};

using Replacement = std::pair<Value, Value>;  // a binding, and what its value becomes
using ValueMaker = std::function<Value(Build&)>;
using BindingsMaker = std::function<std::vector<Replacement>(Build&)>;

struct RuleCalls;  // see subroutines.h

struct RuleCondition {
  std::string text;
  std::function<bool(const Build&)> holds;
};

class Rule {
 public:
  Rule(std::string name, Context& context) : name(std::move(name)), rows_(std::make_shared<Patterns>(context)) {}
  // With rows that other rules share.
  Rule(std::string name, std::shared_ptr<Patterns> rows) : name(std::move(name)), rows_(std::move(rows)) {}

  Patterns& patterns() { return *rows_; }
  const Patterns& patterns() const { return *rows_; }

  // ---- values: rewrite_call -------------------------------------------------------------------------------------
  Rule& rewrite(PatternId pattern, PatternId term);
  Rule& rewrite(PatternId pattern, ValueMaker make);
  // Different bindings that match the patterns of a tuple become the fields of the replacement, whether there is such a
  // tuple or not (TupleRewriter). Any number of them.
  Rule& rewrite_tuple(std::vector<PatternId> fields, ValueMaker make);
  Rule& rewrite_tuple(std::vector<PatternId> fields, PatternId term);

  // ---- groups of bindings: rewrite_bindings ----------------------------------------------------------------------
  Rule& rewrite(PatternGraph graph, BindingsMaker make);
  // Each binding of the left becomes the term on the right.
  Rule& rewrite(PatternGraph graph, std::vector<std::pair<PatternId, PatternId>> terms);

  Rule& when(std::string text, std::function<bool(const Build&)> holds) {
    conditions.push_back({std::move(text), std::move(holds)});
    return *this;
  }

  std::string name;
  std::string source;             // the text that it comes from, for messages; may be empty
  Span span;                      // its place there
  PatternId root;                 // none: a graph or a tuple
  std::vector<PatternId> fields;  // of a tuple
  std::shared_ptr<const PatternGraph> graph;
  std::vector<RuleCondition> conditions;
  PatternId term;  // data form of the replacement, or none
  std::vector<std::pair<PatternId, PatternId>> terms;
  ValueMaker make_value;             // a value rule or tuple
  BindingsMaker make_bindings;       // a graph
  std::shared_ptr<RuleCalls> calls;  // functions that the replacement calls, or null

 private:
  std::shared_ptr<Patterns> rows_;
};

}  // namespace hammock
