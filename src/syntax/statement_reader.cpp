// SPDX-License-Identifier: Apache-2.0
// Statements, their suites, and what is read of those that are wrong.
#include "statement_reader.h"

#include <algorithm>
#include <system_error>

#include "hammock/base/suggest.h"
#include "hammock/ir/function.h"

namespace hammock::syntax {

// What begins a statement; the last three in kernels and rule scripts only.
static std::span<const std::string_view> keywords_of(ScriptKind kind) {
  static constexpr std::string_view kAll[] = {"return", "with",   "if",   "elif", "else",  "def",   "class",
                                              "pass",   "import", "from", "for",  "while", "assert"};
  return std::span(kAll).first(std::size(kAll) - (kind == ScriptKind::module ? 3 : 0));
}

// Without a thread, if there is none to be had.
void StatementReader::start_reading_ahead() {
  try {
    ahead_.emplace(lexer_.text(), options_.part ? options_.part.begin : 0, ast_);
    lexer_.use(&*ahead_);
  } catch (const std::system_error&) {
    ahead_.reset();
  }
}

void StatementReader::run() {
  if (options_.reads_ahead) start_reading_ahead();
  suites_.emplace_back();
  suites_.back().is_python = !is_rules() && !options_.part;
  for (bool is_first = true; lexer_.next(line_, mode()); is_first = false) {
    if (mode() != Lexer::Mode::python) lexer_.settle_indentation(line_, mode());
    if (!line_.above.empty()) place_comments(is_first);
    close_suites(line_.dedents);
    if (line_.dedents > 0 && !decorators_.empty()) indented_decorator();
    const bool is_extra = line_.indent && !header_;
    if (line_.too_deep) {
      lexer_.tokens(line_, mode());
      if (!is_around()) broken_statement();
      header_ = {};
      continue;
    }
    if (header_ && line_.indent) enter_suite();
    if (header_) missing_suite();
    lexer_.set_kind(kind());
    lexer_.use(knows_annotations() ? &known_annotations_ : nullptr);
    lexer_.tokens(line_, mode());
    leave_out_comments();
    if (is_extra) extra_suite();
    if (is_around()) {
      python_line();
      continue;
    }
    if (suites_.back().skips) above_.clear();  // kept with the text
    if (suites_.back().is_kept || (awaits_member_ && python_member())) {
      suite_end_ = line_.end;
      continue;
    }
    inline_header_ = {};
    if (!suites_.back().skips && (line_.broken || !skip_foreign())) statements();
    suite_end_ = line_.end;
  }
  if (header_) missing_suite();
  if (!line_.above.empty()) place_comments(false);
  close_suites(line_.dedents);
  if (!above_.empty() && !ast_.definitions.empty() && is_behind_definition_)
    file_comments(At::footer, last_definition_, above_.size());
  if (!decorators_.empty()) lone_decorator();
  line_.tokens.clear();
  lone_python_decorator();
}

Lexer::Mode StatementReader::mode() const {
  const Suite& suite = suites_.back();
  if (is_around() || suite.is_kept || awaits_member_) return Lexer::Mode::python;
  return suite.skips ? Lexer::Mode::skipped : Lexer::Mode::script;
}

ScriptKind StatementReader::kind() const { return suites_.back().is_kernel ? ScriptKind::kernel : options_.kind; }

// A line that begins with a name that is nearly the keyword of a statement, and is not an assignment or a call.
bool StatementReader::is_keyword_misspelt(const LineError& e) {
  const auto& t = line_.tokens;
  bool is_lone = t.size() == 3 && t[1].type == Tok::colon;
  if (e.diag != Diag::syntax || t.size() < 2 || t[0].type != Tok::name || (e.span != t[1].span() && !is_lone))
    return false;
  std::string_view word = lexer_.text(t[0]);
  std::string hint = did_you_mean(word, keywords_of(lexer_.kind()));
  if (hint.empty()) return false;
  report(Diag::syntax, t[0].span(), "'" + std::string(word) + "' begins no statement" + hint);
  return true;
}

bool StatementReader::has_suite_behind() const {
  Lexer ahead = lexer_;
  Line line;
  return ahead.next(line, Lexer::Mode::python) && line.indent;
}

bool StatementReader::is_else_if(const LineError& e) const {
  const auto& t = line_.tokens;
  return t.size() > 2 && t[0].type == Tok::else_ && t[1].type == Tok::if_ && e.span == t[1].span();
}

// What is wrong with the line is said; if it is plain what was meant, it is read as that.
bool StatementReader::repair(const LineError& e, bool is_misspelt) {
  auto& t = line_.tokens;
  if (is_misspelt) {
    t[0].type = keyword_or_name(nearest(lexer_.text(t[0]), keywords_of(lexer_.kind())), lexer_.kind());
    return t[0].type != Tok::foreign;
  }
  if (is_else_if(e)) {
    t.erase(t.begin());
    t[0].type = Tok::elif;
    return true;
  }
  bool is_header = t[0].type >= Tok::class_ && t[0].type <= Tok::with;
  if (!is_header || e.diag != Diag::syntax || e.span != t.back().span() || t.back().type != Tok::newline ||
      !has_suite_behind())
    return false;
  t.insert(t.end() - 1, {Tok::colon, t.back().begin, t.back().begin});
  return true;
}

void StatementReader::enter_suite() {
  enter(header_);
  suites_.back().column = lexer_.column();
  header_ = {};
}

// An indentation that nothing asked for, or in Python one whose header was skipped.
void StatementReader::extra_suite() {
  Suite extra = suites_.back();
  extra.column = lexer_.column();
  extra.opens_scope = false;
  if (extra.is_kept) {
    extra.is_extra = true;
  } else if (!is_around()) {
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

// `def f(): pass` and an indented suite behind it: both are taken for the function's.
void StatementReader::continue_inline_suite() {
  header_is_else_ = false;
  enter(inline_header_);
  StmtId last = ast_[inline_header_].suite;
  while (last && ast_[last].next) last = ast_[last].next;
  suites_.back().last = last;
  suites_.back().column = lexer_.column();
}

void StatementReader::enter(StmtId owner) {
  Suite suite;
  suite.owner = owner;
  suite.is_else = header_is_else_;
  suite.aliases = aliases_.state();
  if (ast_[owner].kind == StmtKind::def) {
    for (const DefParam& p : ast_.def_params(ast_.defs[ast_[owner].def])) {
      if (p.name) aliases_.hide(context_.text(p.name));
    }
  }
  suite.is_kept = ast_[owner].kind == StmtKind::def && ast_.defs[ast_[owner].def].is_python;
  const bool is_ours = is_kernel(ast_[owner]);
  const std::string_view decorator = last_decorator(ast_[owner]);
  const bool is_relax = decorator == "R.function" || ends_with_name(decorator, "relax.function");
  suite.is_kernel = suites_.back().is_kernel || (is_ours && !is_rules());
  suite.skips = suites_.back().skips || suite.is_kept || (is_rules() && (is_ours || is_relax));
  suites_.push_back(suite);
}

void StatementReader::missing_suite() {
  Stmt& owner = ast_.stmts[header_.index];
  if (owner.kind != StmtKind::broken && !owner.is_reported) {
    report(Diag::bad_indentation, header_is_else_ ? else_span_ : owner.span,
           "an indented suite is missing after this line");
  }
  owner.is_reported = true;
  header_ = {};
}

void StatementReader::close_suites(int count) {
  if (count > 0 && header_) missing_suite();
  for (; count > 0 && suites_.size() > 1; --count) close_suite();
}

void StatementReader::close_suite() {
  Suite suite = suites_.back();
  suites_.pop_back();
  const bool is_definition =
      suite.owner && (ast_[suite.owner].kind == StmtKind::def || ast_[suite.owner].kind == StmtKind::class_);
  if (suite.opens_scope) ast_.definitions.push_back({Definition::Kind::scope_end, {}, {}, {}});
  if (suite.opens_scope || is_definition) aliases_.go_back(suite.aliases);
  if (suite.is_extra) {
    suite.opens_scope = suites_.back().opens_scope;
    suite.is_extra = suites_.back().is_extra;
    suite.column = suites_.back().column;
    suites_.back() = suite;
  } else if (is_definition) {
    ast_.defs[ast_[suite.owner].def].text.end = suite_end_;
  }
}

// True if the line needs no grammar.
bool StatementReader::skip_foreign() {
  if (line_.tokens.front().type != Tok::foreign) return false;
  std::string_view word = lexer_.text(line_.tokens.front());
  if (word == "nonlocal") above_.insert(above_.end(), line_.inside.begin(), line_.inside.end());
  if (word == "nonlocal" || ((word == "import" || word == "from") && is_rules())) return true;
  report(Diag::unsupported_syntax, line_.tokens.front().span(),
         "'" + std::string(word) + "' is not part of " + (is_rules() ? "rule scripts" : "the language"));
  broken_statement();
  return true;
}

void StatementReader::broken_statement() {
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
  bool is_header = !t.empty() && ((t[0].type >= Tok::class_ && t[0].type <= Tok::with) || t[0].type == Tok::for_ ||
                                  t[0].type == Tok::while_);
  StmtId id = append(stmt);
  if (opens || is_header) {
    header_ = id;
    header_is_else_ = false;
  }
}

// The header of a function that cannot be read: its body is looked at all the same, with parameters of which only the
// names are known.
void StatementReader::broken_def() {
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
void StatementReader::skip_rest_of_header() {
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

StmtId StatementReader::append(const Stmt& stmt) {
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

void StatementReader::statements() {
  if (repeat_line()) return;
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
      read_statement(from);
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
      if (line_.tokens[0].type == Tok::def && line_.tokens[line_.tokens.size() - 2].type != Tok::colon)
        skip_rest_of_header();
      break;
    }
    grammar_.parser.forget();
    builder.stmt().span = {line_.tokens[from].begin, end_of(from)};
    finish(builder);
    if (stream.at_end()) break;
    if (header_) {
      if (stream.current().type == Tok::newline) break;
      enter(header_);  // a suite on the same line
      inline_header_ = header_is_else_ ? StmtId() : header_;
      header_ = {};
    } else if (stream.current().type == Tok::newline) {
      break;  // behind a `;`
    }
  }
  suite_end_ = line_.end;
  while (suites_.size() > depth) close_suite();
}

// A line of a shape that was read before. False: it is another one, or there is something wrong with it.
bool StatementReader::repeat_line() {
  const LineActions::Steps* steps = line_.broken ? nullptr : shapes_.find(line_);
  if (!steps && line_.annotation) {
    const std::string short_key = shapes_.key();
    const size_t tokens = line_.annotation->tokens.size();
    line_.spell_out();
    if (!line_.broken && (steps = shapes_.find(line_.tokens))) {
      if (auto shorter = LineActions::with_known_annotation(*steps, tokens)) shapes_.keep(short_key, *shorter);
    }
  }
  if (!steps) return false;
  AstBuilder& builder = grammar_.builder;
  builder.begin_line(lexer_);
  builder.use(line_.annotation);
  try {
    LineActions::repeat(*steps, line_.tokens.data(), builder);
  } catch (const LineError&) {
    line_.spell_out();
    return false;  // the grammar finds it again
  }
  Stmt& stmt = builder.stmt();
  stmt.span = {line_.tokens[0].begin, line_.tokens[line_.tokens.size() - 2].end};
  if (knows_annotations() && !line_.annotation && stmt.kind == StmtKind::annotated && stmt.value)
    known_annotations_.add(lexer_.text(), line_.tokens, stmt.annotation);
  grammar_.stream.set_at_end();
  finish(builder);
  suite_end_ = line_.end;
  return true;
}

// From the token `from` on.
void StatementReader::read_statement(size_t from) {
  LineStream& stream = grammar_.stream;
  LineActions::Steps* steps = from == 0 ? shapes_.recorded(line_.tokens) : nullptr;
  grammar_.parser.record(steps);
  grammar_.parser.line();
  if (steps && stream.position() == line_.tokens.size()) shapes_.keep_recorded();
}

// Where the statement that began at token `from` ends, without its newline.
uint32_t StatementReader::end_of(size_t from) {
  size_t last = grammar_.stream.position();
  while (last > from + 1 && line_.tokens[last - 1].type == Tok::newline) --last;
  return line_.tokens[last - 1].end;
}

void StatementReader::finish(AstBuilder& builder) {
  Stmt& stmt = builder.stmt();
  switch (builder.clause()) {
    case AstBuilder::Clause::decorator:
      if (decorators_.empty()) {
        decorators_begin_ = line_.begin;
        decorators_indentation_ = line_.indentation;
      }
      decorators_.push_back(stmt.value);
      if (is_rules()) name_decorator(stmt.value);
      else awaits_member_ = is_python_decorator(stmt.value);
      decorator_comments();
      return;
    case AstBuilder::Clause::elif:
    case AstBuilder::Clause::else_: return clause(builder);
    case AstBuilder::Clause::none: return finish(stmt);
  }
}

void StatementReader::finish(Stmt& stmt) {
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
    for (size_t space = 0; space < kNamespaces; ++space) {
      if (std::string_view prefix = aliases_.prefix(space); !prefix.empty())
        def.namespaces[space] = context_.name(prefix);
    }
    decorators_.clear();
    aliases_.hide(context_.text(def.name));
  }
  hide_target(stmt.target);
  if (stmt.kind == StmtKind::import) imports_of(stmt);
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
    ast_.definitions.push_back({takes_decorators ? Definition::Kind::definition : Definition::Kind::assignment,
                                id,
                                {line_.begin, line_.end},
                                {}});
    last_definition_ = id;
  }
  bool is_loop = stmt.kind == StmtKind::for_ || stmt.kind == StmtKind::while_;
  if (takes_decorators || is_loop || stmt.kind == StmtKind::if_ || stmt.kind == StmtKind::with) {
    header_ = id;
    header_is_else_ = false;
  }
}

// A variable of a function that has the name of an import: from here on it is the variable.
void StatementReader::hide_target(ExprId target) {
  if (!target || aliases_.state() == 0) return;
  auto hide = [&](ExprId e) {
    Expr& t = ast_.exprs[e.index];
    if (t.kind != ExprKind::name) return;
    std::string_view written = lexer_.text().substr(t.span.begin, t.span.end - t.span.begin);
    if (written.find('.') != std::string_view::npos) return;
    aliases_.hide(written);
    t.a = context_.name(written).index;
    t.b = Name::kNone;
  };
  hide(target);
  if (ast_[target].kind != ExprKind::tuple && ast_[target].kind != ExprKind::list) return;
  for (ExprId part : ast_.list(target)) hide(part);
}

// Of a rule script, for the definitions in it.
void StatementReader::imports_of(const Stmt& stmt) {
  std::span<const ExprId> list = ast_.list(stmt.value);
  for (size_t i = 0; i + 1 < list.size(); i += 2) {
    const Expr &member = ast_[list[i]], &name = ast_[list[i + 1]];
    const bool binds_root = !stmt.target && list[i] == list[i + 1] && member.b != Name::kNone;
    std::string path(context_.text(Name(binds_root ? member.b : member.a)));
    if (stmt.target) path = std::string(context_.text(Name(ast_[stmt.target].a))) + "." + path;
    ast_.imported.emplace_back(Name(binds_root ? member.b : name.a), context_.name(path));
    aliases_.bind(context_.text(ast_.imported.back().first), path);
  }
}

// The interpreter looks at the name of a decorator, not at what it is bound to.
void StatementReader::name_decorator(ExprId e) {
  if (ast_[e].kind == ExprKind::call) e = ast_.list(e)[0];
  Expr& expr = ast_.exprs[e.index];
  if (expr.kind == ExprKind::name) expr.a = context_.name(aliases_.canonical(context_.text(Name(expr.a)))).index;
}

bool StatementReader::is_decorator_without_at(const Stmt& stmt) const {
  StmtId owner = suites_.back().owner;
  if (is_rules() || stmt.kind != StmtKind::expression || !decorators_.empty() || !owner ||
      ast_[owner].kind != StmtKind::class_)
    return false;
  const Expr& value = ast_[stmt.value];
  if (value.kind != ExprKind::name) return false;
  std::string_view name = context_.text(Name(value.a));
  return name == "R.function" || name == "T.prim_func";
}

void StatementReader::lone_decorator() {
  report(Diag::syntax, ast_[decorators_.back()].span, "a decorator stands before a function or a class");
  decorators_.clear();
}

// What stands behind it is less indented; it may be meant all the same.
void StatementReader::indented_decorator() {
  if (suites_.back().is_python) return lone_decorator();
  report(Diag::bad_indentation, ast_[decorators_.back()].span,
         "the decorator is indented deeper than what stands behind it");
}

void StatementReader::clause(AstBuilder& builder) {
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

// Empty if there is none.
std::string_view StatementReader::last_decorator(const Stmt& stmt) const {
  if (stmt.kind != StmtKind::def || stmt.decorators_size == 0) return {};
  ExprId e = ast_.decorators(stmt).back();
  if (ast_[e].kind == ExprKind::call) e = ast_.list(e)[0];
  return ast_[e].kind == ExprKind::name ? context_.text(Name(ast_[e].a)) : std::string_view();
}

// Misspelt, too.
bool StatementReader::is_kernel(const Stmt& stmt) const {
  std::string_view name = last_decorator(stmt);
  return ends_with_name(name, "prim_func") || name.starts_with("T.");
}

// Of a member of a class: @I.pyfunc.
bool StatementReader::is_python_decorator(ExprId e) const {
  StmtId owner = suites_.back().owner;
  if (!owner || ast_[owner].kind != StmtKind::class_) return false;
  if (ast_[e].kind == ExprKind::call) e = ast_.list(e)[0];
  return ast_[e].kind == ExprKind::name && ends_with_name(context_.text(Name(ast_[e].a)), "pyfunc");
}

// The other decorators and the header of what @I.pyfunc stands before. False: it is no function.
bool StatementReader::python_member() {
  const auto& t = line_.tokens;
  if (t[0].type == Tok::at) return true;
  awaits_member_ = false;
  const size_t at = is_async_def() ? 1 : 0;
  if (t.size() < at + 4 || t[at].type != Tok::def || t[at + 1].type != Tok::name) {
    if (line_.broken) lone_decorator();
    return false;
  }
  Def def;
  def.name = context_.name(lexer_.text(t[at + 1]));
  def.span = t[at + 1].span();
  def.is_python = true;
  Stmt stmt;
  stmt.kind = StmtKind::def;
  stmt.span = first_token();
  stmt.def = static_cast<uint32_t>(ast_.defs.size());
  ast_.defs.push_back(def);
  grammar_.stream.set({});
  finish(stmt);
  if (t[t.size() - 2].type != Tok::colon) header_ = {};  // its suite is on the same line
  return true;
}

}  // namespace hammock::syntax
