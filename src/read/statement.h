// SPDX-License-Identifier: Apache-2.0
// Functions and their statements (language 1.6 to 1.11), with their comments.
#pragma once

#include "special.h"

namespace hammock::read {

class Statements : public SpecialForms {
 public:
  using SpecialForms::SpecialForms;

 protected:
  struct Decorator {
    bool is_relax = false, is_tir = false;
    bool is_pure = true, is_private = false;
    bool is_good = true;
  };
  struct Branch {
    RegionId region;
    Name name;  // of the last binding; none after a report
    Span span;
    bool ends_badly = false;
  };
  StmtId id_of(const Stmt& stmt) const { return StmtId(static_cast<uint32_t>(&stmt - ast_.stmts.data())); }
  std::span<const Name> comments_of(At at, const Stmt& stmt) const { return ast_.comments.at(at, id_of(stmt).index); }

  // ---- versions (version.cpp)
  Item primitive_value(Item item, StructInfo info);
  StructInfo with_values(StructInfo info, StructInfo known);
  void type_variable(const Stmt& stmt);
  void collect_type_variables(ExprId e);
  void declare_signature_symbol(Name name, Span span);

  // ---- modules (module.cpp)
  Decorator read_decorators(const Stmt& stmt);
  StructInfo signature_info(const Lambda& lambda, bool is_defined) const;

  // ---- statements (function.cpp)
  Value parameter(const DefParam& param, bool is_reported);
  void open_signature(const Stmt& stmt, LambdaId lambda);
  void collect_symbols(ExprId annotation);
  void prelude(const Stmt& stmt);
  bool may_declare(ExprId e);
  void free_variables(const Stmt& stmt);
  void body(const Stmt& stmt, LambdaId lambda);
  void refine_result(LambdaId lambda, bool omits_values);
  void suite(StmtId first);
  void statement(const Stmt& stmt);
  void assign(const Stmt& stmt);
  void assign_name(Name name, Span span, Item value, Span value_span);
  void annotated(const Stmt& stmt);
  bool agrees_with(const Item& item, StructInfo info, Span annotation_span);
  void annotated_alone(Name name, const Stmt& stmt);
  void unpack(ExprId target, const Stmt& stmt);
  void unpack_item(std::span<const ExprId> targets, Item value, Span span);
  Value bind_value(Name name, Span span, Value v, bool is_unbound);
  void bind_match_cast(Name name, Span span, Value value, StructInfo info, Span value_span);
  void finish_attributes(LambdaId lambda);
  void expression_statement(const Stmt& stmt);
  void return_(const Arg& value, Span span) override;
  void export_locals(std::vector<Value> used);
  void with(const Stmt& stmt);
  void if_(const Stmt& stmt);
  void branch(StmtId suite, bool is_then, Branch& out, Span span);
  void nested_function(const Stmt& stmt);
  bool calls(StmtId suite, Name name) const;
  void declare_symbol(Name name, Span span, Item symbol);
  void poison_suite(StmtId first);
  void poison_target(ExprId target);

  // ---- comments (comments.cpp)
  void commented_statement(const Stmt& stmt);
  void commented_with(const Stmt& stmt, std::vector<Name> behind);
  void signature_comments(const Stmt& stmt, LambdaId lambda);
  void region_comments(RegionId region, std::span<const Name> end);
  void symbol_comments();

  size_t bad_values_ = 0;               // names bound to a bad value
  std::vector<uint32_t> symbol_lists_;  // by Name: the last list of symbols, counted, that has it
  uint32_t symbol_list_ = 0;
  std::unordered_set<StmtId> misused_symbols_;  // statements that make something else of a symbol of the signature
  int depth_ = 0;
  bool has_return_annotation_ = false;
  std::unordered_set<uint32_t> results_without_values_;  // Stmt::def of functions whose result has a T.int64
  bool is_branch_ = false;
  SymbolSet defined_;  // symbols that are bound where we are
  Prim declared_;
  std::vector<Prim> commented_symbols_;  // of the outermost function
  uint32_t labels_ = 0;
};

}  // namespace hammock::read
