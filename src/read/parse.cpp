// SPDX-License-Identifier: Apache-2.0
// The driver of the parser: takes a line from the lexer, has the grammar match it, puts the statement into its suite.
//
// Invariant: suites_ holds one entry per open suite, the file's first; a statement is appended to the last of them.
#include "parse.h"

#include <algorithm>
#include <string>
#include <utility>

#include "ScriptParser.h"
#include "ast_builder.h"
#include "bound_names.h"
#include "grammar_base.h"
#include "hammock/base/marks.h"
#include "hammock/base/suggest.h"
#include "hammock/ir/function.h"
#include "lexer.h"

namespace hammock::read {

static_assert(static_cast<size_t>(Tok::name) == ScriptParser::NAME && static_cast<size_t>(Tok::op) == ScriptParser::OPERATOR &&
              static_cast<size_t>(Tok::at) == ScriptParser::AT && static_cast<size_t>(Tok::close_dict) == ScriptParser::CLOSE_DICT &&
              static_cast<size_t>(Tok::arrow) == ScriptParser::ARROW && static_cast<size_t>(Tok::pass) == ScriptParser::PASS &&
              static_cast<size_t>(Tok::newline) == ScriptParser::NEWLINE && static_cast<size_t>(Tok::for_) == ScriptParser::FOR &&
              static_cast<size_t>(Tok::import) == ScriptParser::IMPORT && static_cast<size_t>(Tok::augmented) == ScriptParser::AUGMENTED,
              "Tok and grammar/ScriptTokens.tokens disagree");

void LineStream::set(const std::vector<read::Token>& tokens) {
  tokens_.clear();
  for (const read::Token& t : tokens) tokens_.emplace_back(t, static_cast<uint32_t>(tokens_.size()));
  read::Token end;
  end.begin = end.end = tokens.empty() ? 0 : tokens.back().end;
  tokens_.emplace_back(end, static_cast<uint32_t>(tokens_.size()));
  at_ = 0;
}

antlr4::Token* LineStream::LT(ssize_t k) {
  size_t i = k < 0 ? at_ + static_cast<size_t>(k) : at_ + static_cast<size_t>(k) - 1;
  return i < tokens_.size() ? &tokens_[i] : nullptr;
}

bool LineStream::in_brackets() const {
  int depth = 0;
  for (size_t i = 0; i < at_; ++i) depth += depth_step(tokens_[i].token().type);
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
  for (Tok t : {Tok::comma, Tok::close, Tok::close_list, Tok::close_dict, Tok::open, Tok::colon, Tok::arrow, Tok::assign, Tok::newline}) {
    if (has(t) && !(t == Tok::open && has(Tok::name)) && !(t == Tok::open && has(Tok::op))) words.emplace_back(describe(t));
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
  if (token.type == Tok::name || token.type == Tok::foreign || token.type == Tok::op || token.type == Tok::sign || token.type == Tok::literal) {
    found = "'" + std::string(lexer_->text(token)) + "'";
  }
  std::string wanted = expected(parser);
  const LineStream& stream = *static_cast<LineStream*>(parser.getTokenStream());
  const bool lacks_comma = begins_operand(token.type) && stream.position() > 0 && ends_operand(stream.previous().type) && stream.in_brackets();
  if (lacks_comma && !wanted.empty() && wanted.find("','") == std::string::npos) wanted.insert(0, "',' or ");
  if (token.type == Tok::foreign && lexer_->text(token) == "for") throw LineError{Diag::unsupported_syntax, lexer_->place(token.span()), "a comprehension is not part of the language"};
  throw LineError{Diag::syntax, lexer_->place(token.span()), wanted.empty() ? found + " is unexpected here" : "expected " + wanted + ", found " + found};
}

namespace {

struct Grammar {
  Grammar(Ast& ast, Context& context) : builder(ast, context), errors(lexer), parser(&stream) { parser.set_builder(builder, errors); }
  const Lexer* lexer = nullptr;
  LineStream stream;
  AstBuilder builder;
  LineErrors errors;
  ScriptParser parser;
};

bool ends_with_name(std::string_view dotted, std::string_view name) {
  return dotted == name || (dotted.size() > name.size() && dotted.ends_with(name) && dotted[dotted.size() - name.size() - 1] == '.');
}

constexpr std::string_view kStatements[] = {"return", "with", "if", "elif", "else", "def", "class", "pass", "import", "from"};

class Driver {
 public:
  Driver(std::string_view text, Context& context, Ast& ast, Diagnostics& diagnostics, Dialect dialect)
      : context_(context), ast_(ast), diagnostics_(diagnostics), lexer_(text, diagnostics, {}, dialect), grammar_(ast, context) {
    grammar_.lexer = &lexer_;
  }

  void start_at(uint32_t begin) {
    lexer_.start_at(begin);
    is_part_ = true;
  }

  void run() {
    suites_.emplace_back();
    suites_.back().is_python = !is_rules() && !is_part_;
    while (lexer_.next(line_, mode())) {
      if (mode() != Lexer::Mode::python) lexer_.settle_indentation(line_, mode());
      if (!line_.above.empty()) place_comments();
      close_suites(line_.dedents);
      if (line_.dedents > 0 && !decorators_.empty()) indented_decorator();
      const bool is_extra = line_.indent && !header_;
      if (line_.too_deep) {
        lexer_.tokens(line_, mode());
        if (mode() != Lexer::Mode::python) broken_statement();
        header_ = {};
        continue;
      }
      if (header_ && line_.indent) enter_suite();
      if (header_) missing_suite();
      lexer_.tokens(line_, mode());
      if (is_extra) extra_suite();
      if (mode() == Lexer::Mode::python) {
        python_line();
        continue;
      }
      if (suites_.back().skips) above_.clear();  // kept with the text
      inline_header_ = {};
      note_impure_calls();
      if (suites_.back().skips && (!line_.broken || is_rules())) continue_prim_func();
      else if (line_.broken || !skip_foreign()) statements();
      suite_end_ = line_.end;
    }
    if (header_) missing_suite();
    if (!line_.above.empty()) place_comments();
    close_suites(line_.dedents);
    if (!above_.empty() && !ast_.definitions.empty() && is_behind_definition_) file_comments(At::footer, last_definition_, above_.size());
    if (!decorators_.empty()) lone_decorator();
    line_.tokens.clear();
    lone_python_decorator();
  }

 private:
  struct Suite {
    StmtId owner;        // none: the file
    StmtId last;         // the statement to append to
    StmtId open_if;      // the `if` or `elif` that an `else` would belong to
    int elifs = 0;
    bool is_extra = false;  // an indentation that nothing asked for
    bool skips = false;     // the body of a prim_func; in rule scripts, of any function of Relax or TIR
    bool is_else = false;
    bool is_python = false; // around the definitions: the file, and suites of its Python
    bool opens_scope = false;     // Python: of a function or a class
    bool is_conditional = false;  // Python: may be left out or repeated
    uint32_t column = 0;
  };

  bool is_rules() const { return lexer_.dialect() == Dialect::rules; }

  Lexer::Mode mode() const {
    const Suite& suite = suites_.back();
    if (suite.is_python && !in_definition_) return Lexer::Mode::python;
    return suite.skips ? Lexer::Mode::tir : Lexer::Mode::script;
  }

  void report(Diag diag, Span span, std::string text) { diagnostics_.report(diag, span, std::move(text)); }
  Span first_token() const { return line_.tokens.empty() ? Span{line_.begin, line_.end} : line_.tokens.front().span(); }

  // A line that begins with a name that is nearly the keyword of a statement, and is not an assignment or a call.
  bool is_keyword_misspelt(const LineError& e) {
    const auto& t = line_.tokens;
    bool is_lone = t.size() == 3 && t[1].type == Tok::colon;
    if (e.diag != Diag::syntax || t.size() < 2 || t[0].type != Tok::name || (e.span != t[1].span() && !is_lone)) return false;
    std::string_view word = lexer_.text(t[0]);
    std::string hint = did_you_mean(word, kStatements);
    if (hint.empty()) return false;
    report(Diag::syntax, t[0].span(), "'" + std::string(word) + "' begins no statement" + hint);
    return true;
  }

  bool has_suite_behind() const {
    Lexer ahead = lexer_;
    Line line;
    return ahead.next(line, Lexer::Mode::python) && line.indent;
  }

  bool is_else_if(const LineError& e) const {
    const auto& t = line_.tokens;
    return t.size() > 2 && t[0].type == Tok::else_ && t[1].type == Tok::if_ && e.span == t[1].span();
  }

  // What is wrong with the line is said; if it is plain what was meant, it is read as that.
  bool repair(const LineError& e, bool is_misspelt) {
    auto& t = line_.tokens;
    if (is_misspelt) {
      t[0].type = keyword_or_name(nearest(lexer_.text(t[0]), kStatements), lexer_.dialect());
      return t[0].type != Tok::foreign;
    }
    if (is_else_if(e)) {
      t.erase(t.begin());
      t[0].type = Tok::elif;
      return true;
    }
    bool is_header = t[0].type >= Tok::class_ && t[0].type <= Tok::with;
    if (!is_header || e.diag != Diag::syntax || e.span != t.back().span() || t.back().type != Tok::newline || !has_suite_behind()) return false;
    t.insert(t.end() - 1, {Tok::colon, t.back().begin, t.back().begin});
    return true;
  }

  // ---- comments (ir/comments.h says where they belong)

  static bool says_nothing(std::string_view text) {
    if (text == kMetadataOmitted || text == kTypeVariables || text.starts_with(kGoldenExpected)) return true;
    return text.starts_with("# from tvm.") && text.find(" import ") != std::string_view::npos;
  }
  Name text_of(const LineComment& c) { return context_.name(lexer_.text().substr(c.begin, c.end - c.begin)); }

  // Of its line: they have the comments within it.
  bool is_last_statement() {
    LineStream& stream = grammar_.stream;
    return stream.at_end() || stream.current().type == Tok::newline;
  }

  // Those above a line: to the ends of suites that end before it, or to the next statement.
  void place_comments() {
    for (const LineComment& c : line_.above) {
      std::string_view text = lexer_.text().substr(c.begin, c.end - c.begin);
      if (suites_.back().is_python && c.column == 0) {  // the head of a golden test is not the script's
        if (text.starts_with(kGoldenDirective)) in_golden_head_ = true;
        else if (c.follows_blank) in_golden_head_ = false;
      }
      for (; line_.dedents > 0 && c.column < suites_.back().column; --line_.dedents) close_suites(1);
      if (line_.dedents > 0 && suites_.back().owner) {
        suite_end_ = behind_line(c.end);
        if (!suites_.back().skips) ast_.comments.add(suites_.back().is_else ? At::block_end : At::end, suites_.back().owner.index, text_of(c));
      } else if (!says_nothing(text) && !in_golden_head_) {
        above_.push_back(c);
      }
    }
    if (line_.follows_blank) in_golden_head_ = false;
  }

  uint32_t behind_line(uint32_t at) const {
    std::string_view text = lexer_.text();
    while (at < text.size() && text[at] != '\n' && text[at] != '\r') ++at;
    if (text.substr(at).starts_with("\r\n")) ++at;
    return at < text.size() ? at + 1 : at;
  }

  void take_above(At at, StmtId stmt) {
    for (const LineComment& c : above_) ast_.comments.add(at, stmt.index, text_of(c));
    above_.clear();
  }

  // The first of the waiting ones, with the empty lines between them.
  void file_comments(At at, StmtId stmt, size_t count) {
    for (size_t i = 0; i < count; ++i) {
      if (i > 0 && above_[i].follows_blank) ast_.comments.add(at, stmt.index, context_.name(""));
      ast_.comments.add(at, stmt.index, text_of(above_[i]));
    }
    above_.erase(above_.begin(), above_.begin() + static_cast<ptrdiff_t>(count));
  }

  // Before a definition: what an empty line divides from it belongs to the file.
  void take_file_comments(StmtId stmt) {
    size_t count = definition_follows_blank_ ? above_.size() : 0;
    for (size_t i = above_.size(); i-- > 0 && count == 0;) {
      if (above_[i].follows_blank) count = i;
    }
    file_comments(At::header, stmt, count + add_leading(count > 0));
  }

  // Puts the first lines of the file before those that wait. How many they are.
  size_t add_leading(bool is_divided) {
    if (!leading_.empty() && is_divided) above_[0].follows_blank = true;
    above_.insert(above_.begin(), leading_.begin(), leading_.end());
    return std::exchange(leading_, {}).size();
  }

  void statement_comments(StmtId stmt) {
    if (!above_.empty()) take_above(At::before, stmt);
    if (line_.inside.empty() || !is_last_statement()) return;
    if (ast_[stmt].kind == StmtKind::def) return signature_comments(stmt);
    size_t trailing = 0;
    for (const LineComment& c : line_.inside) trailing += !c.is_own_line;
    for (const LineComment& c : line_.inside) {
      bool is_behind = !c.is_own_line && (c.is_last || trailing == 1);
      ast_.comments.add(is_behind ? At::behind : At::before, stmt.index, text_of(c));
    }
  }

  void signature_comments(StmtId stmt) {
    const Def& def = ast_.defs[ast_[stmt].def];
    uint32_t close = 0;
    int depth = 0;
    for (const Token& t : line_.tokens) {
      depth += (t.type == Tok::open) - (t.type == Tok::close);
      if (t.type == Tok::close && depth == 0) {
        close = t.begin;
        break;
      }
    }
    uint32_t next = def.params_begin;
    const uint32_t end = next + def.params_size;
    for (const LineComment& c : line_.inside) {
      while (next < end && ast_.params[next].span.begin < c.begin) ++next;
      if (c.begin > close) ast_.comments.add(At::def_behind, stmt.index, text_of(c));
      else if (c.is_own_line && next < end) ast_.param_comments.add(At::before, next, text_of(c));
      else if (c.is_own_line) ast_.comments.add(At::params_end, stmt.index, text_of(c));
      else if (next == def.params_begin) ast_.comments.add(At::params_begin, stmt.index, text_of(c));
      else ast_.param_comments.add(At::behind, next - 1, text_of(c));
    }
  }

  void decorator_comments() {
    if (decorators_.size() == 1) decorators_above_ = std::exchange(above_, {});
    for (const LineComment& c : above_) at_decorators_.push_back(c);
    for (const LineComment& c : line_.inside) at_decorators_.push_back(c);
    above_.clear();
  }

  void definition_comments(StmtId stmt, bool has_decorators) {
    if (has_decorators) {
      for (const LineComment& c : at_decorators_) ast_.comments.add(c.is_own_line ? At::def_before : At::decorator_behind, stmt.index, text_of(c));
      for (const LineComment& c : above_) ast_.comments.add(At::def_before, stmt.index, text_of(c));
      above_ = std::exchange(decorators_above_, {});
      at_decorators_.clear();
    }
    if (suites_.back().is_python) take_file_comments(stmt);
  }

  void enter_suite() {
    enter(header_);
    suites_.back().column = lexer_.column();
    header_ = {};
  }

  // An indentation that nothing asked for, or in Python one whose header was skipped.
  void extra_suite() {
    Suite extra = suites_.back();
    extra.column = lexer_.column();
    extra.opens_scope = false;
    if (mode() != Lexer::Mode::python) {
      if (!decorators_.empty()) {
        lone_decorator();  // the function that it belongs to has lost its header
      } else if (!line_.broken && !extra.skips) {
        report(Diag::bad_indentation, first_token(), "the line is indented, but no ':' opens a suite before it");
      }
      if (inline_header_) return continue_inline_suite();
      extra.is_extra = true;
      // At the level of the module nothing is indented but the bodies of functions: it is one whose header is lost.
      extra.skips |= !extra.owner || ast_[extra.owner].kind == StmtKind::class_;
    } else {
      python_suite(extra);
    }
    suites_.push_back(extra);
  }

  // ---- Python around the definitions ----

  // Skipped, unless a definition begins here: then the lexer goes back to read it as part of the language.
  void python_line() {
    const Token& first = line_.tokens.front();
    if (first.type == Tok::at) {
      if (python_decorators_.empty()) begin_definition();
      python_decorators_.push_back(line_.tokens.size() > 1 ? lexer_.text(line_.tokens[1]) : std::string_view());
      return;
    }
    if (python_decorators_.empty()) begin_definition();
    in_golden_head_ = false;
    if (begins_definition()) {
      lexer_.go_back(definition_);
      above_.resize(definition_above_);
      in_definition_ = true;
    } else {
      if (!ast_.has_python && ast_.definitions.empty() && leading_.empty()) leading_ = std::move(above_);
      above_.clear();
      is_behind_definition_ = false;
      lone_python_decorator();
      ast_.has_python |= first.type != Tok::pass;
      note_import();
      note_names();
    }
    python_decorators_.clear();
  }

  // Decorators of the language stand before nothing that it knows.
  void lone_python_decorator() {
    const auto& t = line_.tokens;
    Tok first = t.empty() ? Tok::end : t[0].type;
    for (std::string_view name : python_decorators_) {
      if (!is_of_language(name) || first == Tok::class_) continue;
      if (is_async_def()) {
        report(Diag::unsupported_syntax, t[0].span(), "'async' is not part of the language; a function begins with 'def'");
        return;
      }
      if (first == Tok::foreign) continue;
      uint32_t begin = static_cast<uint32_t>(name.data() - lexer_.text().data());
      report(Diag::syntax, {begin, begin + static_cast<uint32_t>(name.size())}, "a decorator stands before a function or a class");
    }
  }

  bool is_async_def() const {
    const auto& t = line_.tokens;
    return t.size() > 1 && t[1].type == Tok::def && lexer_.text(t[0]) == "async";
  }

  void begin_definition() {
    definition_ = lexer_.state(line_);
    definition_above_ = above_.size();
    definition_follows_blank_ = line_.follows_blank && !above_.empty();
  }

  bool begins_definition() {
    const auto& t = line_.tokens;
    if (t[0].type == Tok::name) return begins_assignment() || is_definition_misspelt();
    if (t[0].type == Tok::class_) return begins_module();
    if (t[0].type != Tok::def) return false;
    for (std::string_view name : python_decorators_) {
      if (is_of_language(name)) return true;
    }
    for (size_t i = 3; i < t.size() && !ast_.undecorated; ++i) {
      if (t[i].type != Tok::name || !is_of_language(lexer_.text(t[i]))) continue;
      ast_.undecorated = t[1].span();
      if (!python_decorators_.empty()) ast_.decorator_of_undecorated = python_decorators_.back();
    }
    return false;
  }

  // `dfe f(...)` behind a decorator of the language.
  bool is_definition_misspelt() const {
    constexpr std::string_view kDefinitions[] = {"def", "class"};
    const auto& t = line_.tokens;
    return t.size() > 3 && t[1].type == Tok::name && std::ranges::any_of(python_decorators_, is_of_language) && !nearest(lexer_.text(t[0]), kDefinitions).empty();
  }

  // metadata = tvm.ir.load_json("..."), or a symbolic dim of newer versions: m = TypeVar("m").
  bool begins_assignment() const {
    const auto& t = line_.tokens;
    if (t.size() < 4 || t[1].type != Tok::assign || t[2].type != Tok::name) return false;
    std::string_view name = lexer_.text(t[0]);
    if (name == "metadata") return ends_with_name(lexer_.text(t[2]), "load_json");
    bool is_type = ends_with_name(lexer_.text(t[2]), "TypeVar") && t.size() == 7 && t[4].type == Tok::string && name != "T" && name != "R" && name != "I";
    return is_type && lexer_.text(t[4]).substr(1, lexer_.text(t[4]).size() - 2) == name;
  }

  // TVM looks at no decorator of a class; here one without I.ir_module is a module if it derives from nothing and holds functions.
  bool begins_module() const {
    for (std::string_view name : python_decorators_) {
      if (ends_with_name(name, "ir_module") || name.starts_with("I.")) return true;
    }
    const auto& t = line_.tokens;
    bool derives = t.size() > 3 && t[2].type == Tok::open && t[3].type != Tok::close;
    return !derives && holds_functions();
  }

  bool holds_functions() const {
    Lexer ahead = lexer_;
    Line line;
    for (int depth = 0; ahead.next(line, Lexer::Mode::python);) {
      depth += (line.indent ? 1 : 0) - line.dedents;
      if (depth <= 0) return false;
      ahead.tokens(line, Lexer::Mode::python);
      const auto& t = line.tokens;
      if (depth == 1 && t[0].type == Tok::at && t.size() > 1 && is_of_language(lexer_.text(t[1]))) return true;
    }
    return false;
  }

  static bool is_of_language(std::string_view name) {
    if (ends_with_name(name, "prim_func") || ends_with_name(name, "relax.function")) return true;
    constexpr std::string_view kPython[] = {"macro", "pyfunc", "py_func", "register_func", "rewriter"};
    for (std::string_view other : kPython) {
      if (ends_with_name(name, other)) return false;
    }
    for (std::string_view prefix : {"R.", "T.", "I."}) {
      if (name.starts_with(prefix)) return true;
    }
    return false;
  }

  void note_import() {
    std::string_view word = lexer_.text(line_.tokens[0]);
    if (word != "import" && word != "from") return;
    for (const Token& t : line_.tokens) {
      std::string_view name = lexer_.text(t);
      bool is_module = t.type == Tok::name && word == "import" && (&t)[1].type != Tok::as;
      ast_.imports[3] |= is_module && (name == "tvm" || name.starts_with("tvm."));
      if (name.size() == 1 && t.type == Tok::name) {
        for (size_t i = 0; i < 3; ++i) ast_.imports[i] |= name[0] == "ITR"[i];
      }
    }
  }

  // Python is not evaluated, but what is plainly a value is known to the definitions behind it.
  void note_names() {
    const auto& t = line_.tokens;
    const size_t first = lexer_.text(t[0]) == "async" && t.size() > 1 ? 1 : 0;
    std::string_view word = lexer_.text(t[first]);
    opens_scope_ = t[first].type == Tok::def || t[first].type == Tok::class_;
    opens_condition_ = !opens_scope_ && word != "with";
    python_parameters_.clear();
    if (!line_.broken && !suites_.back().is_conditional && python_assignments()) return;
    std::vector<BoundName> names;
    bound_names(line_, lexer_.text(), names);
    for (const BoundName& name : names) (name.is_parameter ? python_parameters_ : ast_.definitions).push_back(unknown(name.span));
  }

  Definition unknown(Span name) { return {Definition::Kind::unknown, {}, name, context_.name(lexer_.text().substr(name.begin, name.end - name.begin))}; }

  // False: the line is something else, too.
  bool python_assignments() {
    if (!may_be_plain()) return false;
    const size_t count = ast_.definitions.size();
    auto give_up = [&] {
      ast_.definitions.resize(count);
      return false;
    };
    LineStream& stream = grammar_.stream;
    stream.set(line_.tokens);
    while (!stream.at_end()) {
      grammar_.builder.begin_line(lexer_);
      try {
        grammar_.parser.line();
      } catch (const LineError&) {  // Python's to say
        grammar_.parser.forget();
        return give_up();
      }
      grammar_.parser.forget();
      const Stmt& stmt = grammar_.builder.stmt();
      if (stmt.kind != StmtKind::assign && stmt.kind != StmtKind::annotated) return give_up();
      ast_.definitions.push_back({Definition::Kind::assignment, StmtId(static_cast<uint32_t>(ast_.stmts.size())), {line_.begin, line_.end}, {}});
      ast_.stmts.push_back(stmt);
    }
    return true;
  }

  // Literals, names and their operators; calls of the language only.
  bool may_be_plain() const {
    const auto& t = line_.tokens;
    bool assigns = false;
    for (size_t i = 0; i < t.size(); ++i) {
      switch (t[i].type) {
        case Tok::assign: assigns = true; break;
        case Tok::open:
          if (i > 0 && t[i - 1].type == Tok::name && !is_of_language(lexer_.text(t[i - 1]))) return false;
          break;
        case Tok::name: case Tok::keyword: case Tok::literal: case Tok::string: case Tok::op: case Tok::sign: case Tok::star: case Tok::tilde:
        case Tok::not_: case Tok::close: case Tok::open_list: case Tok::close_list: case Tok::comma: case Tok::colon: case Tok::newline: break;
        default: return false;
      }
    }
    return assigns;
  }

  void python_suite(Suite& suite) {
    suite.opens_scope = opens_scope_;
    suite.is_conditional = opens_scope_ ? false : suite.is_conditional || opens_condition_;
    if (!opens_scope_) return;
    ast_.definitions.push_back({Definition::Kind::scope, {}, {}, {}});
    ast_.definitions.insert(ast_.definitions.end(), python_parameters_.begin(), python_parameters_.end());
  }

  // `def f(): pass` and an indented suite behind it: both are taken for the function's.
  void continue_inline_suite() {
    header_is_else_ = false;
    enter(inline_header_);
    StmtId last = ast_[inline_header_].suite;
    while (last && ast_[last].next) last = ast_[last].next;
    suites_.back().last = last;
    suites_.back().column = lexer_.column();
  }

  void enter(StmtId owner) {
    Suite suite;
    suite.owner = owner;
    suite.is_else = header_is_else_;
    suite.skips = suites_.back().skips || (ast_[owner].kind == StmtKind::def && is_foreign_function(ast_[owner]));
    suites_.push_back(suite);
  }

  void missing_suite() {
    Stmt& owner = ast_.stmts[header_.index];
    if (owner.kind != StmtKind::broken && !owner.is_reported) {
      report(Diag::bad_indentation, header_is_else_ ? else_span_ : owner.span, "an indented suite is missing after this line");
    }
    owner.is_reported = true;
    header_ = {};
  }

  void close_suites(int count) {
    if (count > 0 && header_) missing_suite();
    for (; count > 0 && suites_.size() > 1; --count) close_suite();
  }

  void close_suite() {
    Suite suite = suites_.back();
    suites_.pop_back();
    if (suite.opens_scope) ast_.definitions.push_back({Definition::Kind::scope_end, {}, {}, {}});
    if (suite.is_extra) {
      suite.opens_scope = suites_.back().opens_scope;
      suite.is_extra = suites_.back().is_extra;
      suite.column = suites_.back().column;
      suites_.back() = suite;
    } else if (suite.owner && (ast_[suite.owner].kind == StmtKind::def || ast_[suite.owner].kind == StmtKind::class_)) {
      ast_.defs[ast_[suite.owner].def].text.end = suite_end_;
    }
  }

  // True if the line needs no grammar.
  bool skip_foreign() {
    if (line_.tokens.front().type != Tok::foreign) return false;
    std::string_view word = lexer_.text(line_.tokens.front());
    if (word == "nonlocal") above_.insert(above_.end(), line_.inside.begin(), line_.inside.end());
    if (word == "nonlocal" || ((word == "import" || word == "from") && is_rules())) return true;
    report(Diag::unsupported_syntax, line_.tokens.front().span(), "'" + std::string(word) + "' is not part of " + (is_rules() ? "rule scripts" : "Relax functions"));
    broken_statement();
    return true;
  }

  void broken_statement() {
    Tok first = line_.tokens.empty() ? Tok::end : line_.tokens[0].type;
    if (StmtId owner = suites_.back().open_if; owner && (first == Tok::else_ || first == Tok::elif)) {
      ast_.stmts[owner.index].has_else = ast_.stmts[owner.index].is_reported = true;
      suites_.back().open_if = {};
      header_ = owner;
      header_is_else_ = true;
      return;
    }
    Stmt stmt;
    stmt.kind = StmtKind::broken;
    stmt.span = first_token();
    stmt.returns = first == Tok::return_;
    const auto& t = line_.tokens;
    if (first == Tok::def && t.size() > 1 && t[1].type == Tok::name) return broken_def();
    size_t name = t.size() > 1 && (t[0].type == Tok::def || t[0].type == Tok::class_) ? 1 : 0;
    // A name that no call, index or attribute follows is assigned to, whatever stands between.
    bool defines = t.size() > 2 && t[1].type != Tok::open && t[1].type != Tok::open_list && t[1].type != Tok::dot;
    if ((name == 1 || defines) && t[name].type == Tok::name && lexer_.text(t[name]).find('.') == std::string_view::npos) {
      stmt.target = ExprId(static_cast<uint32_t>(ast_.exprs.size()));
      ast_.exprs.push_back({ExprKind::name, 0, t[name].span(), context_.name(lexer_.text(t[name])).index, Name::kNone});
    }
    decorators_.clear();
    bool opens = t.size() > 1 && t[t.size() - 2].type == Tok::colon;
    bool is_header = !t.empty() && ((t[0].type >= Tok::class_ && t[0].type <= Tok::with) || t[0].type == Tok::for_ || t[0].type == Tok::while_);
    StmtId id = append(stmt);
    if (opens || is_header) {
      header_ = id;
      header_is_else_ = false;
    }
  }

  // The header of a function that cannot be read: its body is looked at all the same, with parameters of which only the names are known.
  void broken_def() {
    const auto& t = line_.tokens;
    Def def;
    def.name = context_.name(lexer_.text(t[1]));
    def.span = t[1].span();
    def.params_begin = static_cast<uint32_t>(ast_.params.size());
    for (size_t i = 2; i + 1 < t.size(); ++i) {
      bool is_param = t[i].type == Tok::name && t[i - 1].type != Tok::arrow && t[i + 1].type == Tok::colon;
      if (!is_param) continue;
      ast_.params.push_back({context_.name(lexer_.text(t[i])), t[i].span(), {}});
      ++def.params_size;
    }
    Stmt stmt;
    stmt.kind = StmtKind::def;
    stmt.span = first_token();
    stmt.is_reported = true;
    stmt.def = static_cast<uint32_t>(ast_.defs.size());
    ast_.defs.push_back(def);
    finish(stmt);
  }

  // A bracket too many has ended the header of a function: lines of parameters follow, and `):`.
  void skip_rest_of_header() {
    Lexer ahead = lexer_;
    Line line;
    int depth = 0;
    for (int count = 1; ahead.next(line, Lexer::Mode::python); ++count) {
      ahead.tokens(line, Lexer::Mode::python);
      depth += (line.indent ? 1 : 0) - line.dedents;
      const auto& t = line.tokens;
      const Tok last = t.size() > 1 ? t[t.size() - 2].type : Tok::end;
      if (t[0].type == Tok::close && last == Tok::colon && depth == 0) {
        for (; count > 0; --count) lexer_.next(line, Lexer::Mode::python), lexer_.tokens(line, Lexer::Mode::python);
        return;
      }
      if (last != Tok::comma || depth < 0) return;
    }
  }

  StmtId append(const Stmt& stmt) {
    StmtId id(static_cast<uint32_t>(ast_.stmts.size()));
    ast_.stmts.push_back(stmt);
    if (!above_.empty() && stmt.kind == StmtKind::broken) above_.clear();
    Suite& suite = suites_.back();
    in_definition_ = false;
    StmtId& last = suite.is_python ? suites_.front().last : suite.last;
    if (last) {
      ast_.stmts[last.index].next = id;
    } else if (!suite.owner) {
      ast_.first = id;
    } else {
      Stmt& owner = ast_.stmts[suite.owner.index];
      (suite.is_else ? owner.else_suite : owner.suite) = id;
    }
    last = id;
    is_behind_definition_ = true;
    suite.open_if = stmt.kind == StmtKind::if_ ? id : StmtId();
    suite.elifs = 0;
    return id;
  }

  void statements() {
    if (line_.broken) return broken_statement();
    LineStream& stream = grammar_.stream;
    stream.set(line_.tokens);
    const size_t depth = suites_.size();
    bool is_repaired = false;
    while (true) {
      size_t from = stream.position();
      AstBuilder& builder = grammar_.builder;
      builder.begin_line(lexer_);
      try {
        grammar_.parser.line();
      } catch (const LineError& e) {
        grammar_.parser.forget();
        const bool is_misspelt = is_keyword_misspelt(e);
        if (!is_misspelt && !is_repaired) report(e.diag, e.span, is_else_if(e) ? "'else if' is written 'elif'" : e.text);
        if (from == 0 && !is_repaired && repair(e, is_misspelt)) {
          is_repaired = true;
          stream.set(line_.tokens);
          continue;
        }
        broken_statement();
        if (line_.tokens[0].type == Tok::def && line_.tokens[line_.tokens.size() - 2].type != Tok::colon) skip_rest_of_header();
        break;
      }
      grammar_.parser.forget();
      builder.stmt().span = {stream.get(from)->getStartIndex() == 0 ? 0 : static_cast<uint32_t>(stream.get(from)->getStartIndex()), end_of(from)};
      finish(builder);
      if (stream.at_end()) break;
      if (header_) {
        if (stream.current().type == Tok::newline) break;
        enter(header_);  // a suite on the same line
        note_impure_calls();
        inline_header_ = header_is_else_ ? StmtId() : header_;
        header_ = {};
      } else if (stream.current().type == Tok::newline) {
        break;  // behind a `;`
      }
    }
    suite_end_ = line_.end;
    while (suites_.size() > depth) close_suite();
  }

  // Where the statement that began at token `from` ends, without its newline.
  uint32_t end_of(size_t from) {
    size_t last = grammar_.stream.position();
    while (last > from + 1 && line_.tokens[last - 1].type == Tok::newline) --last;
    return line_.tokens[last - 1].end;
  }

  void finish(AstBuilder& builder) {
    Stmt& stmt = builder.stmt();
    switch (builder.clause()) {
      case AstBuilder::Clause::decorator:
        if (decorators_.empty()) {
          decorators_begin_ = line_.begin;
          decorators_indentation_ = line_.indentation;
        }
        decorators_.push_back(stmt.value);
        decorator_comments();
        return;
      case AstBuilder::Clause::elif:
      case AstBuilder::Clause::else_: return clause(builder);
      case AstBuilder::Clause::none: return finish(stmt);
    }
  }

  void finish(Stmt& stmt) {
    if (is_decorator_without_at(stmt)) {
      report(Diag::syntax, stmt.span, "a decorator begins with '@'");
      decorators_.push_back(stmt.value);
      decorators_begin_ = line_.begin;
      decorators_indentation_ = line_.indentation;
      return;
    }
    bool takes_decorators = stmt.kind == StmtKind::def || stmt.kind == StmtKind::class_;
    if (!decorators_.empty() && !takes_decorators) {
      lone_decorator();
      return broken_statement();
    }
    if (takes_decorators) {
      stmt.decorators_begin = static_cast<uint32_t>(ast_.lists.size());
      stmt.decorators_size = static_cast<uint32_t>(decorators_.size());
      ast_.lists.insert(ast_.lists.end(), decorators_.begin(), decorators_.end());
      Def& def = ast_.defs[stmt.def];
      def.text.begin = decorators_.empty() ? line_.begin : decorators_begin_;
      def.indentation = decorators_.empty() ? line_.indentation : decorators_indentation_;
      def.text.end = line_.end;
      decorators_.clear();
    }
    const bool has_decorators = stmt.decorators_size > 0;
    StmtId id = append(stmt);
    if (takes_decorators) definition_comments(id, has_decorators);
    if (suites_.back().is_python && stmt.kind == StmtKind::assign) {
      add_leading(!above_.empty());
      file_comments(At::header, id, above_.size());
    } else {
      statement_comments(id);
    }
    bool is_outermost = suites_.back().is_python || suites_.size() == 1;
    if (is_outermost && (takes_decorators || stmt.kind == StmtKind::assign)) {
      ast_.definitions.push_back({takes_decorators ? Definition::Kind::definition : Definition::Kind::assignment, id, {line_.begin, line_.end}, {}});
      last_definition_ = id;
    }
    bool is_loop = stmt.kind == StmtKind::for_ || stmt.kind == StmtKind::while_;
    if (takes_decorators || is_loop || stmt.kind == StmtKind::if_ || stmt.kind == StmtKind::with) {
      header_ = id;
      header_is_else_ = false;
    }
  }

  bool is_decorator_without_at(const Stmt& stmt) const {
    StmtId owner = suites_.back().owner;
    if (is_rules() || stmt.kind != StmtKind::expression || !decorators_.empty() || !owner || ast_[owner].kind != StmtKind::class_) return false;
    const Expr& value = ast_[stmt.value];
    if (value.kind != ExprKind::name) return false;
    std::string_view name = context_.text(Name(value.a));
    return name == "R.function" || name == "T.prim_func";
  }

  void lone_decorator() {
    report(Diag::syntax, ast_[decorators_.back()].span, "a decorator stands before a function or a class");
    decorators_.clear();
  }

  // What stands behind it is less indented; it may be meant all the same.
  void indented_decorator() {
    if (suites_.back().is_python) return lone_decorator();
    report(Diag::bad_indentation, ast_[decorators_.back()].span, "the decorator is indented deeper than what stands behind it");
  }

  void clause(AstBuilder& builder) {
    Suite& suite = suites_.back();
    Stmt& stmt = builder.stmt();
    if (!suite.open_if) {
      report(Diag::syntax, stmt.span, "there is no 'if' before this");
      stmt.kind = StmtKind::broken;
      header_ = append(stmt);
      header_is_else_ = false;
      return;
    }
    StmtId owner = suite.open_if;
    ast_.stmts[owner.index].has_else = true;
    if (builder.clause() == AstBuilder::Clause::else_) {
      take_above(At::else_before, owner);
      if (is_last_statement()) {
        for (const LineComment& c : line_.inside) ast_.comments.add(At::else_behind, owner.index, text_of(c));
      }
      suite.open_if = {};
      header_ = owner;
      header_is_else_ = true;
      else_span_ = stmt.span;
      return;
    }
    StmtId id(static_cast<uint32_t>(ast_.stmts.size()));
    ast_.stmts.push_back(stmt);
    if (++suite.elifs < kMaxDepth) {
      ast_.stmts[owner.index].else_suite = id;
      suite.open_if = id;
    } else if (suite.elifs == kMaxDepth) {
      report(Diag::too_deep, stmt.span, "more than " + std::to_string(kMaxDepth) + " branches of one 'if'");
    }
    statement_comments(id);
    header_ = id;
    header_is_else_ = false;
  }

  // A function whose body is not read here.
  bool is_foreign_function(const Stmt& stmt) const {
    if (stmt.decorators_size == 0) return false;
    ExprId e = ast_.decorators(stmt).back();
    if (ast_[e].kind == ExprKind::call) e = ast_.list(e)[0];
    if (ast_[e].kind != ExprKind::name) return false;
    std::string_view name = context_.text(Name(ast_[e].a));
    bool is_tir = ends_with_name(name, "prim_func") || name.starts_with("T.");  // misspelt, too
    return is_tir || (is_rules() && (name == "R.function" || ends_with_name(name, "relax.function")));
  }

  // Language 7.1: what the intrinsics of these names do is not told by the buffers that are written.
  void note_impure_calls() {
    constexpr std::string_view kImpure[] = {
        "call_extern", "call_llvm_intrin", "call_packed", "call_cpacked", "call_packed_lowered", "call_cpacked_lowered", "tvm_call_packed",
        "tvm_call_cpacked", "tvm_call_packed_lowered", "tvm_call_cpacked_lowered", "tvm_call_trace_packed", "tvm_call_trace_packed_lowered",
        "tvm_struct_set", "tvm_throw_last_error", "anylist_resetitem", "anylist_setitem_call_packed", "anylist_setitem_call_cpacked"};
    const Suite& suite = suites_.back();
    if (!suite.skips || !suite.owner || ast_[suite.owner].kind != StmtKind::def) return;
    Def& def = ast_.defs[ast_[suite.owner].def];
    const auto& t = line_.tokens;
    for (size_t i = 0; i + 1 < t.size() && !def.makes_impure_calls; ++i) {
      if (t[i].type != Tok::name || t[i + 1].type != Tok::open) continue;
      std::string_view callee = lexer_.text(t[i]);
      size_t dot = callee.rfind('.');
      if (dot == std::string_view::npos) continue;
      std::string_view space = callee.substr(0, dot);
      bool is_intrinsic = space == "T" || space == "tir" || space == "tirx";
      def.makes_impure_calls = is_intrinsic && std::ranges::find(kImpure, callee.substr(dot + 1)) != std::end(kImpure);
    }
  }

  // Of the body of a prim_func its signature needs the buffers that it matches and the symbols it declares.
  void continue_prim_func() {
    const auto& t = line_.tokens;
    const Suite& suite = suites_.back();
    if (t.size() < 4 || suite.is_extra || is_rules()) return;
    size_t i = 0;
    while (i < t.size() && (t[i].type == Tok::name || t[i].type == Tok::comma)) ++i;
    if (i == 0 || i + 1 >= t.size() || t[i].type != Tok::assign || t[i + 1].type != Tok::name) return;
    std::string_view callee = lexer_.text(t[i + 1]);
    std::string_view last = callee.substr(callee.rfind('.') + 1);
    bool declares = last == "Var" || (parse_dtype(last) && t.size() > i + 3 && (t[i + 3].type == Tok::close || lexer_.text(t[i + 3]) == "is_size_var"));
    if (last == "match_buffer" || declares) statements();
  }

  Context& context_;
  Ast& ast_;
  Diagnostics& diagnostics_;
  Lexer lexer_;
  Grammar grammar_;
  Line line_;
  std::vector<Suite> suites_;
  StmtId header_;  // waits for its suite
  StmtId inline_header_;  // had its suite on the line before
  bool header_is_else_ = false;
  Span else_span_;
  std::vector<ExprId> decorators_;
  uint32_t decorators_begin_ = 0, decorators_indentation_ = 0;
  uint32_t suite_end_ = 0;
  // Of Python: the decorators before this line, where they begin, and whether the lexer went back there.
  std::vector<std::string_view> python_decorators_;
  Lexer::State definition_{};
  bool in_definition_ = false;
  // Of the last line of Python: what its suite would be.
  bool opens_scope_ = false, opens_condition_ = false;
  std::vector<Definition> python_parameters_;
  StmtId last_definition_;
  bool is_part_ = false;  // of a text: nothing is around
  // Comments that wait for a statement; those before the decorators, and those at the decorators.
  std::vector<LineComment> above_, decorators_above_, at_decorators_;
  std::vector<LineComment> leading_;  // before the first line of Python: a licence is the file's, not the Python's
  size_t definition_above_ = 0;
  bool definition_follows_blank_ = false, is_behind_definition_ = false, in_golden_head_ = false;
};

}  // namespace

void parse_script(std::string_view text, Context& context, Ast& ast, Diagnostics& diagnostics, Dialect dialect, Span part) {
  if (part) text = text.substr(0, part.end);
  // Generous for dense text; what is not written to costs nothing.
  const size_t size = text.size() - (part ? part.begin : 0);
  ast.exprs.reserve(size / 5);
  ast.lists.reserve(size / 7);
  ast.stmts.reserve(size / 40);
  Driver driver(text, context, ast, diagnostics, dialect);
  if (part) driver.start_at(part.begin);
  driver.run();
}

ExprId parse_field(const Lexer& outer, Span field, Ast& ast, Context& context) {
  Lexer lexer(outer.text().substr(0, field.end), outer.diagnostics(), outer.place({}), outer.dialect());
  lexer.start_at(field.begin);
  Grammar grammar(ast, context);
  grammar.lexer = &lexer;
  Line line;
  if (lexer.next(line)) lexer.tokens(line);
  if (line.tokens.empty() || line.broken) throw LineError{Diag::bad_literal, outer.place(field), "the field of the f-string holds no expression"};
  grammar.stream.set(line.tokens);
  grammar.builder.begin_line(lexer);
  grammar.parser.dim();
  return grammar.builder.pop();
}

ExprId parse_dim(std::string_view text, Context& context, Ast& ast, Diagnostics& diagnostics, Span place) {
  Lexer lexer(text, diagnostics, place);
  Grammar grammar(ast, context);
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

}  // namespace hammock::read
