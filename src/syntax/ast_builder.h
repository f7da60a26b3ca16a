// SPDX-License-Identifier: Apache-2.0
// What the actions of the grammar call: makes the nodes of one line.
//
// Finished expressions wait on a stack; `open` marks where a list begins and a `close_...` turns everything behind the
// mark into one node. A line ends with one statement in `stmt()`, which the statement reader puts into its suite.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hammock/syntax/aliases.h"
#include "hammock/syntax/ast.h"
#include "hammock/syntax/lexer.h"

namespace hammock::syntax {

// Ends the current line with a message. Thrown by the builder and by the error strategy, caught by the reader of the
// same layer; the rest of the line is dropped.
struct LineError {
  Diag diag;
  Span span;
  std::string text;
};

class AstBuilder {
 public:
  AstBuilder(Ast& ast, Context& context) : ast_(ast), context_(context) {}

  enum class Clause : uint8_t { none, elif, else_, decorator };

  void use(Aliases* aliases) { aliases_ = aliases; }
  void use(const KnownAnnotation* annotation) { annotation_ = annotation; }  // of known_annotation
  void begin_line(const Lexer& lexer) { begin_line(lexer, lexer.kind()); }
  void begin_line(const Lexer& lexer, ScriptKind kind);  // what the line may have
  Stmt& stmt() { return stmt_; }
  Clause clause() const { return clause_; }
  ExprId pop() {
    ExprId e = stack_.back();
    stack_.pop_back();
    return e;
  }

  // ---- statements
  void target() { stmt_.target = pop(); }
  void expression_statement();
  void assignment();
  void chained_assignment();
  void augmented(const Token& token);
  void augmented_value() { stmt_.value = pop(); }
  void annotation() {}  // the expression that is on the stack; src/syntax/line_actions.h
  void known_annotation(const Token& token);
  void annotated_assignment();
  void lone_annotation();
  void return_value();
  void return_nothing() { stmt_.kind = StmtKind::return_; }
  void pass() { stmt_.kind = StmtKind::pass; }
  void starred_target();
  void with_item();
  void with();
  void with_name();
  void if_() { header(StmtKind::if_, Clause::none); }
  void elif () { header(StmtKind::if_, Clause::elif); }
  void else_() { clause_ = Clause::else_; }
  void decorator();
  void def(const Token& name);
  void type_parameter(const Token& name);
  void parameter(const Token& name);
  void parameter_comma(const Token& comma);
  void parameter_annotation() { ast_.params.back().annotation = pop(); }
  void parameter_default() { ast_.params.back().default_value = pop(); }
  void star_parameter(const Token& star);
  void star_name(const Token& name);
  void def_result() { ast_.defs.back().result = pop(); }
  void class_(const Token& name);
  void drop() { pop(); }
  void base();
  // of rule scripts
  void for_();
  void while_() { header(StmtKind::while_, Clause::none); }
  void leave(const Token& token) { stmt_.kind = token.type == Tok::break_ ? StmtKind::break_ : StmtKind::continue_; }
  void assert_();
  void assert_text() { stmt_.annotation = pop(); }
  void raise();
  void import();
  void from(const Token& module);
  void imported(const Token& name);
  void imported_as(const Token& name);

  // ---- lists
  void open() { marks_.push_back({static_cast<uint32_t>(stack_.size()), 0, trailers_, {}}); }
  void open(const Token& bracket) {
    marks_.push_back({static_cast<uint32_t>(stack_.size()), 0, trailers_, place(bracket)});
    marks_.back().bracket = bracket.type;
  }
  void comma() { comma(1); }
  void dict_comma() { comma(2); }
  void close_tuple();  // without parentheses: one expression without a comma is itself
  void close_parentheses(const Token& close);
  void close_list(const Token& close) { close_display(ExprKind::list, close); }
  void close_dict(const Token& close) { close_display(ExprKind::dict, close); }

  // ---- expressions
  void begin_expression() { frames_.push_back({static_cast<uint32_t>(items_.size()), Prefix::none, {}, {}}); }
  void end_expression();
  void unary(const Token& token);
  void binary(const Token& token);
  void name(const Token& token);
  void literal(const Token& token);
  void string(const Token& token);
  void attribute(const Token& name);
  void open_call() { open_trailer(true); }
  void close_call(const Token& close) { close_trailer(ExprKind::call, close); }
  void open_index() { open_trailer(false); }
  void close_index(const Token& close);
  void keyword_name(const Token& token);
  void star(const Token& token);
  void lambda(const Token& token);
  void lambda_parameter(const Token& name);
  void lambda_default();
  void end_lambda();
  // of rule scripts
  void not_in(const Token& token);
  void missing(const Token& before);
  void slice();
  void entry() { marks_.back().has_entries = true; }
  void set();
  void begin_comprehension();
  void comprehension_for();
  void comprehension_if();
  void end_comprehension();

 private:
  std::vector<std::pair<ExprId, ExprId>> with_items_;  // of the line
  struct Mark {
    uint32_t stack = 0;
    uint32_t commas = 0;
    uint32_t trailers = 0;  // of the expression around
    Span begin;
    bool is_call = false;
    bool has_entries = false;  // a dict
    bool has_comprehension = false;
    Tok bracket = Tok::end;
  };
  enum class Prefix : uint8_t { none, keyword, star };
  struct Frame {     // of an expression
    uint32_t items;  // where its operators begin
    Prefix prefix;
    Name keyword;
    Span span;
    bool is_double = false;  // two stars
  };
  void header(StmtKind kind, Clause clause);
  void comma(uint32_t expressions_per_item);
  void push(const Expr& expr) {
    stack_.push_back(ExprId(static_cast<uint32_t>(ast_.exprs.size())));
    ast_.exprs.push_back(expr);
  }
  Name defined_name(const Token& token);
  void close_display(ExprKind kind, const Token& close);
  void open_trailer(bool is_call);
  [[noreturn]] void lone_star();
  void close_trailer(ExprKind kind, const Token& close);
  void make_list(ExprKind kind, uint32_t from, Span span);
  void integer(const Token& token, std::string_view text);
  void formatted(const Token& token, std::string_view text);
  void only_in_rules(Span span, std::string_view what) const;
  void only_in_python(Span span, std::string_view what) const;
  bool is_rules() const { return kind_ == ScriptKind::rules; }
  Span place(const Token& token) const { return lexer_->place(token.span()); }

  Ast& ast_;
  Context& context_;
  Aliases* aliases_ = nullptr;  // of names in expressions; null: there are none
  const Lexer* lexer_ = nullptr;
  const KnownAnnotation* annotation_ = nullptr;
  ScriptKind kind_ = ScriptKind::module;
  Stmt stmt_;
  Clause clause_ = Clause::none;
  std::vector<ExprId> stack_;
  std::vector<Mark> marks_;
  std::vector<OperationItem> items_;
  std::vector<Frame> frames_;
  std::vector<ExprId> decorators_;
  std::string buffer_;
  // What names are as expressions (Expr::a and b) that no import has given another meaning: those of the last words, by
  // the end of their numbers.
  struct Word {
    uint32_t number = Token::kNoWord;
    uint32_t a = Name::kNone, b = Name::kNone;
  };
  static constexpr size_t kWords = 1 << 15;
  std::vector<Word> words_;
  uint32_t trailers_ = 0;
  size_t parameters_before_comma_ = 0;
};

// The expression of a field of an f-string, a range of the lexer's text (parse.cpp). Throws LineError.
ExprId parse_field(const Lexer& lexer, Span field, Ast& ast, Context& context);

}  // namespace hammock::syntax
