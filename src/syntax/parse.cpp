// SPDX-License-Identifier: Apache-2.0
// What the grammar reads, and says when it cannot; the parts of a script that are parsed by themselves.
#include "hammock/syntax/parse.h"

#include <string>
#include <vector>

#include "hammock/base/utf8.h"
#include "statement_reader.h"

namespace hammock::syntax {

static_assert(static_cast<size_t>(Tok::name) == ScriptParser::NAME &&
                  static_cast<size_t>(Tok::op) == ScriptParser::OPERATOR &&
                  static_cast<size_t>(Tok::at) == ScriptParser::AT &&
                  static_cast<size_t>(Tok::close_dict) == ScriptParser::CLOSE_DICT &&
                  static_cast<size_t>(Tok::arrow) == ScriptParser::ARROW &&
                  static_cast<size_t>(Tok::pass) == ScriptParser::PASS &&
                  static_cast<size_t>(Tok::newline) == ScriptParser::NEWLINE &&
                  static_cast<size_t>(Tok::for_) == ScriptParser::FOR &&
                  static_cast<size_t>(Tok::import) == ScriptParser::IMPORT &&
                  static_cast<size_t>(Tok::augmented) == ScriptParser::AUGMENTED,
              "Tok and grammar/ScriptTokens.tokens disagree");

void LineStream::set(const std::vector<syntax::Token>& tokens) {
  tokens_.assign(tokens.begin(), tokens.end());
  syntax::Token end;
  end.begin = end.end = tokens.empty() ? 0 : tokens.back().end;
  tokens_.push_back(end);
  made_.clear();
  at_ = 0;
}

antlr4::Token* LineStream::get(size_t index) const {
  if (made_.empty()) {
    for (const syntax::Token& t : tokens_) made_.emplace_back(t, static_cast<uint32_t>(made_.size()));
  }
  return &made_[index];
}

antlr4::Token* LineStream::LT(ssize_t k) {
  size_t i = k < 0 ? at_ + static_cast<size_t>(k) : at_ + static_cast<size_t>(k) - 1;
  return i < tokens_.size() ? get(i) : nullptr;
}

bool LineStream::in_brackets() const {
  int depth = 0;
  for (size_t i = 0; i < at_; ++i) depth += depth_step(tokens_[i].type);
  return depth > 0;
}

namespace {

// What the grammar would take at this place, in a few words.
std::string expected(antlr4::Parser& parser) {
  antlr4::misc::IntervalSet set = parser.getExpectedTokens();
  auto has = [&](Tok t) { return set.contains(static_cast<size_t>(t)); };
  std::vector<std::string> words;
  if (has(Tok::name) && has(Tok::literal)) words.push_back("an expression");
  else if (has(Tok::name)) words.push_back("a name");
  for (Tok t : {Tok::comma, Tok::close, Tok::close_list, Tok::close_dict, Tok::open, Tok::colon, Tok::arrow,
                Tok::assign, Tok::newline}) {
    if (has(t) && !(t == Tok::open && has(Tok::name)) && !(t == Tok::open && has(Tok::op)))
      words.emplace_back(describe(t));
  }
  std::string out;
  for (size_t i = 0; i < words.size(); ++i) out += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + words[i];
  return out;
}

}  // namespace

void LineErrors::fail(antlr4::Parser& parser) {
  static_cast<GrammarBase&>(parser).show_state();
  const Token& token = static_cast<ScriptToken*>(parser.getCurrentToken())->token();
  std::string found(describe(token.type));
  if (token.type == Tok::name || token.type == Tok::foreign || token.type == Tok::op || token.type == Tok::sign ||
      token.type == Tok::literal) {
    found = "'" + std::string(lexer_->text(token)) + "'";
  }
  std::string wanted = expected(parser);
  const LineStream& stream = *static_cast<LineStream*>(parser.getTokenStream());
  const bool lacks_comma = begins_operand(token.type) && stream.position() > 0 &&
                           ends_operand(stream.previous().type) && stream.in_brackets();
  if (lacks_comma && !wanted.empty() && wanted.find("','") == std::string::npos) wanted.insert(0, "',' or ");
  if (token.type == Tok::foreign && lexer_->text(token) == "for")
    throw LineError{Diag::unsupported_syntax, lexer_->place(token.span()),
                    "a comprehension is not part of the language"};
  throw LineError{Diag::syntax, lexer_->place(token.span()),
                  wanted.empty() ? found + " is unexpected here" : "expected " + wanted + ", found " + found};
}

// False after a report.
static bool is_text(std::string_view text, Diagnostics& diagnostics) {
  if (text.size() >= Span::kNowhere) {
    diagnostics.report(Diag::too_large, {}, "the text has 4 GiB or more");
    return false;
  }
  size_t bad = first_bad_byte(text);
  if (bad == text.size()) return true;
  uint32_t at = static_cast<uint32_t>(bad);
  diagnostics.report(Diag::not_text, {at, at + 1},
                     text[bad] == '\0' ? "the file has a NUL byte: it is not text" : "the file is not UTF-8 text");
  return false;
}

bool parse_script(std::string_view text, Context& context, Ast& ast, Diagnostics& diagnostics,
                  const ParseOptions& options) {
  if (!is_text(text, diagnostics)) return false;
  const Span part = options.part;
  if (part) text = text.substr(0, part.end);
  // Generous for dense text; what is not written to costs nothing.
  const size_t size = text.size() - (part ? part.begin : 0);
  ast.exprs.reserve(size / 5);
  ast.lists.reserve(size / 7);
  ast.stmts.reserve(size / 40);
  StatementReader(text, context, ast, diagnostics, options).run();
  return true;
}

std::optional<Ast> parse_rule_script(const Source& source, Context& context, Diagnostics& diagnostics) {
  const size_t errors = diagnostics.error_count(), size = source.text().size();
  Ast ast;
  if (size > kMaxRuleScript) {
    diagnostics.report(
        Diag::too_large, {},
        "the rule script has " + std::to_string(size) + " bytes; the bound is " + std::to_string(kMaxRuleScript));
  } else {
    parse_script(source.text(), context, ast, diagnostics, {.kind = ScriptKind::rules});
  }
  if (diagnostics.error_count() != errors) return std::nullopt;
  return ast;
}

ExprId parse_field(const Lexer& outer, Span field, Ast& ast, Context& context) {
  Lexer lexer(outer.text().substr(0, field.end), outer.diagnostics(), outer.place({}), outer.kind());
  lexer.start_at(field.begin);
  Grammar grammar(ast, context);
  grammar.lexer = &lexer;
  Line line;
  if (lexer.next(line)) lexer.tokens(line);
  if (line.tokens.empty() || line.broken)
    throw LineError{Diag::bad_literal, outer.place(field), "the field of the f-string holds no expression"};
  grammar.stream.set(line.tokens);
  grammar.builder.begin_line(lexer);
  grammar.parser.dim();
  return grammar.builder.pop();
}

ExprId parse_dim(std::string_view text, Context& context, Ast& ast, Diagnostics& diagnostics, Span place,
                 Aliases* aliases) {
  Lexer lexer(text, diagnostics, place);
  Grammar grammar(ast, context);
  grammar.builder.use(aliases);
  grammar.lexer = &lexer;
  Line line;
  if (!lexer.next(line)) {
    diagnostics.report(Diag::syntax, place, "the text of a dim is empty");
    return {};
  }
  lexer.tokens(line);
  if (line.broken) return {};
  grammar.stream.set(line.tokens);
  grammar.builder.begin_line(lexer);
  ExprId result;
  try {
    grammar.parser.dim();
    result = grammar.builder.pop();
  } catch (const LineError& e) {
    diagnostics.report(e.diag, e.span, e.text);
    return {};
  }
  if (grammar.stream.at_end() && !lexer.next(line)) return result;
  diagnostics.report(Diag::syntax, place, "the text of a dim is one expression");
  return {};
}

}  // namespace hammock::syntax
