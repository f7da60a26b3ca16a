// SPDX-License-Identifier: Apache-2.0
// Reads a text statement by statement: takes a line from the lexer, has the grammar match it, puts the statement into
// its suite.
//
// Invariant: suites_ holds one entry per open suite, the file's first; a statement is appended to the last of them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ScriptParser.h"
#include "ast_builder.h"
#include "grammar_base.h"
#include "hammock/syntax/lexer.h"
#include "hammock/syntax/parse.h"
#include "lines_ahead.h"

namespace hammock::syntax {

// The grammar and what it works on.
struct Grammar {
  Grammar(Ast& ast, Context& context) : builder(ast, context), errors(lexer), parser(&stream) {
    parser.set_builder(builder, errors);
  }
  const Lexer* lexer = nullptr;
  LineStream stream;
  AstBuilder builder;
  LineErrors errors;
  ScriptParser parser;
};

inline bool ends_with_name(std::string_view dotted, std::string_view name) {
  return dotted == name ||
         (dotted.size() > name.size() && dotted.ends_with(name) && dotted[dotted.size() - name.size() - 1] == '.');
}

class StatementReader {
 public:
  StatementReader(std::string_view text, Context& context, Ast& ast, Diagnostics& diagnostics,
                  const ParseOptions& options)
      : context_(context),
        ast_(ast),
        diagnostics_(diagnostics),
        options_(options),
        lexer_(text, diagnostics, {}, options.kind),
        grammar_(ast, context) {
    grammar_.lexer = &lexer_;
    if (!is_rules()) grammar_.builder.use(&aliases_);  // rule scripts bind what they import
    if (options.part) lexer_.start_at(options.part.begin);
    for (const auto& [name, path] : options.imported) aliases_.bind(context.text(name), context.text(path));
  }
  void run();

 private:
  struct Suite {
    StmtId owner;    // none: the file
    StmtId last;     // the statement to append to
    StmtId open_if;  // the `if` or `elif` that an `else` would belong to
    int elifs = 0;
    bool is_extra = false;   // an indentation that nothing asked for
    bool skips = false;      // in rule scripts, the body of a function of Relax or TIR
    bool is_kernel = false;  // the body of a prim_func
    bool is_kept = false;    // the body of a member that is Python's; skips, too
    bool is_else = false;
    bool is_python = false;       // around the definitions: the file, and suites of its Python
    bool opens_scope = false;     // Python: of a function or a class
    bool is_conditional = false;  // Python: may be left out or repeated
    uint32_t column = 0;
    Aliases::State aliases = 0;  // where the suite began
  };

  // Where R is called something else, it may call something else R.
  bool knows_annotations() { return options_.repeats && aliases_.canonical(kKnownInfo) == kKnownInfo; }
  bool is_rules() const { return options_.kind == ScriptKind::rules; }
  void report(Diag diag, Span span, std::string text) { diagnostics_.report(diag, span, std::move(text)); }
  Span first_token() const { return line_.tokens.empty() ? Span{line_.begin, line_.end} : line_.tokens.front().span(); }
  Name text_of(const LineComment& c) { return context_.name(lexer_.text().substr(c.begin, c.end - c.begin)); }
  Definition unknown(Span name) {
    return {
        Definition::Kind::unknown, {}, name, context_.name(lexer_.text().substr(name.begin, name.end - name.begin))};
  }

  // statement_reader.cpp: statements, their suites, and what is read of those that are wrong
  Lexer::Mode mode() const;
  ScriptKind kind() const;
  bool is_keyword_misspelt(const LineError& e);
  bool has_suite_behind() const;
  bool is_else_if(const LineError& e) const;
  bool repair(const LineError& e, bool is_misspelt);
  void enter_suite();
  void extra_suite();
  void continue_inline_suite();
  void enter(StmtId owner);
  void hide_target(ExprId target);
  void imports_of(const Stmt& stmt);
  void name_decorator(ExprId e);
  void missing_suite();
  void close_suites(int count);
  void close_suite();
  void start_reading_ahead();
  bool skip_foreign();
  void broken_statement();
  void broken_def();
  void skip_rest_of_header();
  StmtId append(const Stmt& stmt);
  void statements();
  bool repeat_line();
  void read_statement(size_t from);
  uint32_t end_of(size_t from);
  void finish(AstBuilder& builder);
  void finish(Stmt& stmt);
  bool is_decorator_without_at(const Stmt& stmt) const;
  void lone_decorator();
  void indented_decorator();
  void clause(AstBuilder& builder);
  std::string_view last_decorator(const Stmt& stmt) const;
  bool is_kernel(const Stmt& stmt) const;
  bool is_around() const { return suites_.back().is_python && !in_definition_; }
  bool is_python_decorator(ExprId e) const;
  bool python_member();

  // statement_reader_comments.cpp
  void leave_out_comments();
  bool is_last_statement();
  void place_comments(bool is_head);
  uint32_t behind_line(uint32_t at) const;
  void take_above(At at, StmtId stmt);
  void file_comments(At at, StmtId stmt, size_t count);
  void take_file_comments(StmtId stmt);
  size_t add_leading(bool is_divided);
  void statement_comments(StmtId stmt);
  void signature_comments(StmtId stmt);
  void decorator_comments();
  void definition_comments(StmtId stmt, bool has_decorators);

  // statement_reader_python.cpp
  void python_line();
  void lone_python_decorator();
  bool is_async_def() const;
  void begin_definition();
  bool begins_definition();
  bool is_definition_misspelt();
  bool begins_assignment();
  bool begins_module();
  bool holds_functions();
  void note_import();
  std::string_view canonical(const Token& token) { return aliases_.canonical(lexer_.text(token)); }
  void note_names();
  bool names_namespace();
  bool python_assignments();
  bool may_be_value();
  void note_change();
  void python_suite(Suite& suite);

  Context& context_;
  Ast& ast_;
  Diagnostics& diagnostics_;
  const ParseOptions& options_;
  Lexer lexer_;
  std::optional<LinesAhead> ahead_;
  Aliases aliases_;
  Grammar grammar_;
  LineShapes shapes_;
  KnownAnnotations known_annotations_;
  Line line_;
  std::vector<Suite> suites_;
  StmtId header_;         // waits for its suite
  StmtId inline_header_;  // had its suite on the line before
  bool header_is_else_ = false;
  Span else_span_;
  std::vector<ExprId> decorators_;
  uint32_t decorators_begin_ = 0, decorators_indentation_ = 0;
  bool awaits_member_ = false;  // behind @I.pyfunc
  uint32_t suite_end_ = 0;
  // Of Python: the decorators before this line, where they begin, and whether the lexer went back there.
  std::vector<Token> python_decorators_;
  Lexer::State definition_{};
  bool in_definition_ = false;
  // Of the last line of Python: what its suite would be.
  bool opens_scope_ = false, opens_condition_ = false;
  std::vector<Definition> python_parameters_;
  StmtId last_definition_;
  // Comments that wait for a statement; those before the decorators, and those at the decorators.
  std::vector<LineComment> above_, decorators_above_, at_decorators_;
  std::vector<LineComment> leading_;  // before the first line of Python: a licence is the file's, not the Python's
  size_t definition_above_ = 0;
  bool definition_follows_blank_ = false, is_behind_definition_ = false;
};

}  // namespace hammock::syntax
