// SPDX-License-Identifier: Apache-2.0
// The script as written: statements in suites, expressions with their lists. Nothing is resolved here.
//
// Expressions and statements are indices into vectors of the Ast. Children of an expression stand in `lists`. A chain
// of operators is one node, so that the depth of an expression is bounded by its brackets (kMaxDepth).
//
// Modules, kernels and rule scripts share it; kinds marked `python` occur in the bodies of kernels and in rule scripts
// only, kinds marked `rules` in rule scripts only.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <utility>
#include <vector>

#include "hammock/base/id.h"
#include "hammock/base/source.h"
#include "hammock/ir/comments.h"
#include "hammock/ir/context.h"
#include "hammock/ir/imports.h"

namespace hammock::syntax {

using ExprId = Id<struct ExprTag>;
using StmtId = Id<struct StmtTag>;

enum class ExprKind : uint8_t {
  name,      // a: Name; b: Name of the part before the first dot, none if there is no dot
  integer,   // a, b: low and high half; sub: 1 if it does not fit into 64 bits
  real,      // a, b: low and high half of the bits
  string,    // a: Name of the text
  constant,  // sub: Literal
  tuple,     // list: elements (so are list and dict; a dict has keys and values in turn)
  list,
  dict,
  call,       // list: callee, arguments
  keyword,    // an argument with a name. a: Name; b: ExprId
  starred,    // a: ExprId
  index,      // list: base, indices
  attribute,  // a: ExprId; b: Name
  operation,  // list: operands and operators as written, see OperationItem
  lambda,     // list: body, then for each parameter a name node, or a keyword node whose value is the default (rules)
  set,        // rules. list: elements
  slice,      // python. list: begin, end, step; None where missing
  comprehension,  // rules. sub: Display; list: element, value of a dict entry or none, clauses
  clause,  // rules; of a comprehension. sub: 0 `for`, 1 `if`; a: ExprId of the iterable or condition; b: ExprId of the
           // target
  formatted,  // rules: an f-string. list: strings and fields
  field,      // rules; of an f-string. a: ExprId; b: Name of the text from `!` or `:` on, none if there is none
  repeated,   // an annotation written as an earlier one. a: ExprId of that one, whose nodes `copy_of` copies
};

enum class Display : uint8_t { generator, list, set, dict };

enum class Literal : uint8_t { none, false_, true_, ellipsis };

enum class Operator : uint8_t {
  or_,
  and_,
  not_,
  less,
  greater,
  less_equal,
  greater_equal,
  equal,
  not_equal,
  bit_or,
  bit_xor,
  bit_and,
  shift_left,
  shift_right,
  add,
  sub,
  mul,
  matmul,
  div,
  floordiv,
  mod,
  plus,
  minus,
  invert,
  power,
  if_,
  else_,
  in,
  not_in,
  is,  // python; `is not` is written as `is` and a unary `not` behind it
};

// Python's precedences; a higher one binds tighter.
constexpr int precedence(Operator op) {
  switch (op) {
    case Operator::if_:
    case Operator::else_: return 0;
    case Operator::or_: return 1;
    case Operator::and_: return 2;
    case Operator::not_: return 3;
    case Operator::less:
    case Operator::greater:
    case Operator::less_equal:
    case Operator::greater_equal:
    case Operator::equal:
    case Operator::not_equal:
    case Operator::in:
    case Operator::not_in:
    case Operator::is: return 4;
    case Operator::bit_or: return 5;
    case Operator::bit_xor: return 6;
    case Operator::bit_and: return 7;
    case Operator::shift_left:
    case Operator::shift_right: return 8;
    case Operator::add:
    case Operator::sub: return 9;
    case Operator::mul:
    case Operator::matmul:
    case Operator::div:
    case Operator::floordiv:
    case Operator::mod: return 10;
    case Operator::plus:
    case Operator::minus:
    case Operator::invert: return 11;
    case Operator::power: return 12;
  }
  return 0;
}

// An item of an operation: an operand, or an operator with its token's place.
struct OperationItem {
  ExprId operand;
  Operator op = Operator::or_;
  bool is_unary = false;
  Span span;
};

struct Expr {
  ExprKind kind = ExprKind::constant;
  uint8_t sub = 0;
  Span span;
  uint32_t a = Id<int>::kNone,
           b = Id<int>::kNone;  // list nodes: begin and size in `lists` (operation: in `operations`)
};

enum class StmtKind : uint8_t {
  assign,      // target, value
  annotated,   // target, annotation, value
  expression,  // value
  return_,     // value, or none
  pass,
  with,       // value; suite
  if_,        // value; suite; else_suite
  def,        // def; suite
  class_,     // name: target as a name node; suite
  broken,     // reported already; target: what it would have defined, if known
  augmented,  // python, and all below. target, value; op
  for_,       // target, value; suite
  while_,     // value; suite
  break_,
  continue_,
  assert_,  // value; annotation: the text, or none
  raise,    // value
  import,   // names as of kind name in `value`'s list: module or member, alias in turn; target: the module of `from`
};

struct Stmt {
  StmtKind kind = StmtKind::pass;
  Operator op = Operator::add;
  bool has_else : 1 = false;
  bool returns : 1 = false;      // broken: it was a return
  bool is_reported : 1 = false;  // a suite is missing, or a clause is broken
  Span span;
  ExprId target, annotation, value;  // with: target is the name behind `as`, or none
  uint32_t def = Id<int>::kNone;     // def, class
  StmtId next, suite, else_suite;
  uint32_t decorators_begin = 0, decorators_size = 0;  // def, class: in `lists`
};

enum class ParamForm : uint8_t {
  plain,
  star,
  double_star,
  slash
};  // `*` without a name, and `/`, only divide parameters

struct DefParam {
  Name name;
  Span span;
  ExprId annotation;  // none: reported
  ExprId default_value;
  ParamForm form = ParamForm::plain;
};

struct Def {
  Name name;
  Span span;  // of the name
  uint32_t params_begin = 0, params_size = 0;
  std::vector<std::pair<Name, Span>> type_params;  // def f[m, n](...)
  ExprId result;
  Span text;  // lines from the first decorator to the end of the suite
  uint32_t indentation = 0;
  bool is_python = false;        // @I.pyfunc: nothing but its name is read
  Name base;                     // of a class, as it is written
  Name namespaces[kNamespaces];  // what imports call I, T and R here, if anything
};

// What a text, or a part of it, is: they share the grammar. The bodies of kernels stand in modules.
enum class ScriptKind : uint8_t { module, kernel, rules };

// What a text defines, and in between what its Python says of names: assignments of plain values (`metadata = ...`
// among them), names that it may bind to anything else, and scopes.
struct Definition {
  enum class Kind : uint8_t {
    definition,
    assignment,
    unknown,  // Python gives a value to the name
    changed,  // it calls a method that may change the list which the name stands for
    scope,
    scope_end
  } kind = Kind::definition;
  StmtId stmt;  // definition, assignment
  Span line;    // that it begins with, behind decorators; unknown, changed: the name
  Name name;    // unknown, changed
};

struct Ast {
  std::vector<Expr> exprs;
  std::vector<ExprId> lists;
  std::deque<Expr> copies;                       // see copy_of
  std::deque<std::vector<ExprId>> copied_lists;  // Expr::a of a copy is one of them
  std::vector<OperationItem> operations;
  std::vector<Stmt> stmts;
  std::vector<Def> defs;
  std::vector<DefParam> params;
  StmtId first;  // of the file: its definitions and `metadata = ...`
  std::vector<Definition> definitions;
  // By StmtId: before, behind; of an `if` else_before, else_behind; of a function decorator_behind, def_before,
  // def_behind, params_begin, params_end; `end` of its suite, block_end of its else suite; header and footer of a
  // definition.
  Comments comments;
  Comments param_comments;  // by index in params
  Span undecorated;         // the first function in Python that mentions R., T. or I. and has no decorator
  std::string_view decorator_of_undecorated;
  bool has_python = false;  // something besides definitions, `metadata` and `pass`
  bool imports[kImports] = {};
  std::vector<std::pair<Name, Name>> imported;  // rules: names and what they were imported as, tvm.script.relax
  bool has_lone_annotations = false;            // annotated names without a value, which modules do not have

  const Expr& operator[](ExprId e) const {
    return e.index < exprs.size() ? exprs[e.index] : copies[e.index - exprs.size()];
  }
  const Stmt& operator[](StmtId s) const { return stmts[s.index]; }
  std::span<const ExprId> list(ExprId e) const {
    const Expr& expr = (*this)[e];
    return e.index < exprs.size() ? std::span(lists).subspan(expr.a, expr.b) : copied_lists[expr.a];
  }
  // What a `with` enters, each with the name behind its `as`, or none.
  std::vector<std::pair<ExprId, ExprId>> with_items(const Stmt& with) const {
    const Expr& value = (*this)[with.value];
    if (value.kind != ExprKind::tuple || value.sub != 2) return {{with.value, with.target}};
    std::vector<std::pair<ExprId, ExprId>> items;
    const std::span<const ExprId> all = list(with.value);
    for (size_t i = 0; i + 1 < all.size(); i += 2) items.emplace_back(all[i], all[i + 1]);
    return items;
  }
  std::span<const OperationItem> operation(ExprId e) const {
    return {operations.data() + exprs[e.index].a, exprs[e.index].b};
  }
  // The nodes of what `repeated` stands for, at its place: behind all others, where they and their lists stay, so that
  // whoever reads the tree may hold on to what it reads.
  ExprId copy_of(ExprId repeated);
  std::span<const ExprId> decorators(const Stmt& s) const {
    return {lists.data() + s.decorators_begin, s.decorators_size};
  }
  std::span<const DefParam> def_params(const Def& d) const { return {params.data() + d.params_begin, d.params_size}; }
};

}  // namespace hammock::syntax
