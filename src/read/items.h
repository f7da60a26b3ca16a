// SPDX-License-Identifier: Apache-2.0
// What the text comes to: items, the arguments of calls as they are written, and what is said of a mistake.
//
// The elaborator is a chain of classes, each with one concern, and each sees only those below it:
//
//   Items          values of any kind, arguments, spellings of other versions    items.h
//   PrimItems      primitive expressions of dims and numbers                     prim_items.h
//   Blocks         calls become bindings, numbers constants                      blocks.h
//   Expressions    names, calls, indices, operators, functions of Python         expression.h
//   Annotations    struct info                                                   annotation.h
//   PlainCalls     T.min(...), numpy.zeros(...)                                  plain_call.h
//   OperatorCalls  R.add(...), by the operator table                             operator_call.h
//   SpecialForms   R.call_tir(...), and whatever the table does not describe     special.h
//   Statements     functions and their statements                               statement.h
//   Elaborator     modules                                                       elaborate.h
//
// What an expression needs from above is a seam, a virtual function of Expressions.
//
// Expressions are evaluated like Python would, eagerly and left to right, to Items. A call is made as a node that
// stands in no block (`pending`); it is put into the current block where normal form wants a variable: as an argument
// with a fresh name, as the value of a statement with the statement's name. That order of events is what numbers the
// fresh names the way TVM does.
//
// Only what stands in a list or tuple of Python is not bound until its element is used, if it ever is: there the
// operands of a call may be pending, too (`deferred`). A use binds a copy, so that the list can be used again in
// another block.
//
// A name whose definition was reported is bound to a bad Item. Whatever a bad Item touches is bad and says nothing, so
// that every mistake is reported once.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "hammock/base/diagnostic.h"
#include "hammock/base/suggest.h"
#include "hammock/infer/infer.h"
#include "hammock/infer/struct_info.h"
#include "hammock/ir/constant.h"
#include "hammock/ir/spelling.h"
#include "hammock/python/number.h"
#include "hammock/read/read.h"
#include "hammock/syntax/aliases.h"
#include "hammock/syntax/ast.h"
#include "item.h"
#include "scopes.h"

namespace hammock::read {

// The statements of a module that are no definitions.
inline constexpr std::string_view kModuleForms[] = {"I.module_attrs", "I.module_set_attr", "I.module_global_infos"};

inline constexpr uint64_t kMaxTupleSize = 1'000'000;
// Parts that the tuple types of all bindings may have, since they are printed.
inline constexpr uint64_t kMaxTypes = 4'000'000;
inline constexpr size_t kMaxItems = size_t{1} << 22;  // in lists and tuples that have a name
// Bytes that operators, or the values in a kernel's text, may add up to.
inline constexpr size_t kMaxString = size_t{1} << 24;
inline constexpr size_t kMaxArrays = size_t{1} << 28;  // bytes of the arrays of numpy of a file
inline constexpr size_t kMaxCopies = 1'000'000;        // of elements of lists, beyond one of each
// A file may have a million mistakes: after so many errors nothing is suggested any more, and no more than so many
// statements and values are looked at in search of where an undefined name is bound.
inline constexpr size_t kMaxHints = 1000, kMaxSearched = 50'000'000;

// Of a parameter's name, by what other frameworks call it or by its letters; of a dtype's.
std::string parameter_hint(std::string_view written, std::span<const std::string_view> names);
std::string dtype_hint(std::string_view written);

bool is_identifier(std::string_view text);

// "inf", "-inf", "nan": what the canonical text has in place of a literal.
std::optional<double> special_float(std::string_view text);

// The arguments of a call, of most without an allocation.
struct ArgList {
  std::array<Arg, 8> few;
  std::vector<Arg> many;
  std::span<const Arg> all;
};

class Items {
 public:
  Items(const Source& source, Ast& ast, Module& module, Diagnostics& diagnostics, const ReadOptions& options);
  bool is_none(const Arg& arg) const;
  std::span<const Item> items(const Item& item) const { return {items_.data() + item.begin, item.size}; }

  // ---- items (items.cpp)
  Item narrow(const Item& item);  // of a wide one the error
  Item list_of(What what, std::span<const Item> parts, Span span);
  Item make(What what, Span span, uint32_t id = 0);

 protected:
  void note(Spelling spelling, bool is_newer, Span span, std::string other = {}) {
    if (options_.spellings) options_.spellings->push_back({spelling, is_newer, span, as_spelled(std::move(other))});
  }
  std::string written_text(Span span) const {
    return std::string(source_.text().substr(span.begin, span.end - span.begin));
  }
  std::string_view text(Name name) const { return context_.text(name); }
  // What was wrong so far, statements that the parser reported included.
  size_t mistakes() const { return diagnostics_.error_count() + broken_; }
  Span place(const Arg& arg) const { return arg.key && arg.is_written() ? ast_[ExprId(arg.item().id)].span : arg.span; }
  bool is_list(const Arg& arg) const { return kind(arg) == ExprKind::list || kind(arg) == ExprKind::tuple; }
  bool is_string(const Arg& arg) const { return arg && kind(arg) == ExprKind::string; }
  Item make_expr(Value v, Span span, bool pending = false) {
    Item item = make(What::expr, span, v.index);
    item.flag = pending;
    return item;
  }

  // ---- versions (version.cpp)
  std::string as_spelled(std::string name) const;
  void note_keyword(std::string_view key, Span span);
  bool reads_as_newer(Dialect since);
  bool is_of_newer_kernel(ExprId id) const;
  void note_text(std::string_view text, Span span);
  void note_any(std::string_view written, Span span);

  // ---- items (items.cpp)
  Item bad(Diag diag, Span span, std::string text, std::vector<Note> notes = {});
  std::string describe(const Item& item) const;
  std::string describe_value(Value v) const;
  Item make_integer(int64_t value, Span span);
  Item make_whole(Wide value, Span span);  // wide if it is
  std::optional<Wide> whole(const Item& item) const;
  Item make_real(double value, Span span);

  // ---- arguments as written (arguments.cpp)
  // What an argument is.
  Arg arg(ExprId e) const;  // absent if there is none
  void read_args(std::span<const ExprId> list, ArgList& out);
  ExprKind kind(const Arg& arg) const;
  ExprId written(const Arg& arg) const;            // of what is written; a keyword argument's value
  Name string(const Arg& arg) const;               // of one that is_string
  const Expr* written_name(const Arg& arg) const;  // null if it is anything else
  Arg positional(const Arg& arg);                  // bad with a report if it has a keyword
  size_t part_count(const Arg& list) const;
  Arg part(const Arg& list, size_t i) const;
  std::optional<double> real_of(const Item& item) const;

  const Source& source_;
  Ast& ast_;
  Module& module_;
  Context& context_;
  Diagnostics& diagnostics_;
  ReadOptions options_;
  Scopes scopes_;
  std::vector<Item> items_;
  std::vector<Wide> wides_;
  bool keeps_wide_ = false;
  const Def* definition_ = nullptr;
  size_t broken_ = 0;  // statements met that the parser reported
  std::unordered_set<Name> type_variables_;
  std::optional<int> file_dialect_;  // see reads_as_newer
  // Of the function that is being read.
  Function* fn_ = nullptr;
  bool defers_ = false;
};

}  // namespace hammock::read
