// SPDX-License-Identifier: Apache-2.0
// Python around the definitions: it is skipped, but for its imports and what it plainly assigns.
#include <algorithm>

#include "hammock/base/suggest.h"
#include "hammock/syntax/bound_names.h"
#include "statement_reader.h"

namespace hammock::syntax {

// Of a name as the language writes it.
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

// Skipped, unless a definition begins here: then the lexer goes back to read it as part of the language.
void StatementReader::python_line() {
  const Token& first = line_.tokens.front();
  if (first.type == Tok::at) {
    if (python_decorators_.empty()) begin_definition();
    python_decorators_.push_back(line_.tokens.size() > 1 ? line_.tokens[1] : Token());
    return;
  }
  if (python_decorators_.empty()) begin_definition();
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
    note_names();
  }
  python_decorators_.clear();
}

// Decorators of the language stand before nothing that it knows.
void StatementReader::lone_python_decorator() {
  const auto& t = line_.tokens;
  Tok first = t.empty() ? Tok::end : t[0].type;
  for (const Token& name : python_decorators_) {
    if (first == Tok::class_ || !is_of_language(canonical(name))) continue;
    if (is_async_def()) {
      report(Diag::unsupported_syntax, t[0].span(),
             "'async' is not part of the language; a function begins with 'def'");
      return;
    }
    if (first == Tok::foreign) continue;
    report(Diag::syntax, name.span(), "a decorator stands before a function or a class");
  }
}

bool StatementReader::is_async_def() const {
  const auto& t = line_.tokens;
  return t.size() > 1 && t[1].type == Tok::def && lexer_.text(t[0]) == "async";
}

void StatementReader::begin_definition() {
  definition_ = lexer_.state(line_);
  definition_above_ = above_.size();
  definition_follows_blank_ = line_.follows_blank && !above_.empty();
}

bool StatementReader::begins_definition() {
  const auto& t = line_.tokens;
  if (t[0].type == Tok::name) return begins_assignment() || is_definition_misspelt();
  if (t[0].type == Tok::class_) return begins_module();
  if (t[0].type != Tok::def) return false;
  for (const Token& name : python_decorators_) {
    if (is_of_language(canonical(name))) return true;
  }
  for (size_t i = 3; i < t.size() && !ast_.undecorated; ++i) {
    if (t[i].type != Tok::name || !is_of_language(canonical(t[i]))) continue;
    ast_.undecorated = t[1].span();
    if (!python_decorators_.empty()) ast_.decorator_of_undecorated = lexer_.text(python_decorators_.back());
  }
  return false;
}

// `dfe f(...)` behind a decorator of the language.
bool StatementReader::is_definition_misspelt() {
  constexpr std::string_view kDefinitions[] = {"def", "class"};
  const auto& t = line_.tokens;
  auto is_ours = [&](const Token& name) { return is_of_language(canonical(name)); };
  return t.size() > 3 && t[1].type == Tok::name && std::ranges::any_of(python_decorators_, is_ours) &&
         !nearest(lexer_.text(t[0]), kDefinitions).empty();
}

// metadata = tvm.ir.load_json("..."), or a symbolic dim of newer versions: m = TypeVar("m").
bool StatementReader::begins_assignment() {
  const auto& t = line_.tokens;
  if (t.size() < 4 || t[1].type != Tok::assign || t[2].type != Tok::name) return false;
  std::string_view name = lexer_.text(t[0]);
  if (name == "metadata") return ends_with_name(canonical(t[2]), "load_json");
  bool is_type = ends_with_name(lexer_.text(t[2]), "TypeVar") && t.size() == 7 && t[4].type == Tok::string &&
                 name != "T" && name != "R" && name != "I";
  return is_type && lexer_.text(t[4]).substr(1, lexer_.text(t[4]).size() - 2) == name;
}

// TVM looks at no decorator of a class; here one without I.ir_module is a module if it derives from nothing and holds
// functions of the language, and nothing that is Python.
bool StatementReader::begins_module() {
  for (const Token& decorator : python_decorators_) {
    std::string_view name = canonical(decorator);
    if (ends_with_name(name, "ir_module") || name.starts_with("I.")) return true;
  }
  const auto& t = line_.tokens;
  bool derives = t.size() > 3 && t[2].type == Tok::open && t[3].type != Tok::close;
  return !derives && holds_functions();
}

bool StatementReader::holds_functions() {
  Lexer ahead = lexer_;
  Line line;
  bool is_decorated = false, has_any = false;
  for (int depth = 0; ahead.next(line, Lexer::Mode::python);) {
    depth += (line.indent ? 1 : 0) - line.dedents;
    if (depth <= 0) break;
    ahead.tokens(line, Lexer::Mode::python);
    const auto& t = line.tokens;
    if (depth > 1) continue;
    const std::string_view name = t.size() > 1 && t[1].type == Tok::name ? canonical(t[1]) : "";
    switch (t[0].type) {
      case Tok::at: is_decorated |= is_of_language(name) && !ends_with_name(name, "ir_module"); continue;
      case Tok::def:
        if (!is_decorated) return false;
        has_any = true;
        is_decorated = false;
        continue;
      case Tok::class_: return false;
      case Tok::name: {  // of a statement about the module, or `f = R.ExternFunc("f")`
        const bool is_assignment = t.size() > 2 && t[1].type == Tok::assign;
        const Token& callee = is_assignment ? t[2] : t[0];
        if (callee.type != Tok::name || !is_of_language(canonical(callee))) return false;
        continue;
      }
      default: continue;
    }
  }
  return has_any;
}

// `import a.b, c as d`, `from a import b, (c as d)`; what is relative to the file's package leads nowhere.
void StatementReader::note_import() {
  const auto& t = line_.tokens;
  const std::string_view word = lexer_.text(t[0]);
  const bool is_from = word == "from";
  if (!is_from && word != "import") return;
  const std::string_view whole = is_from && t.size() > 1 && t[1].type == Tok::name ? lexer_.text(t[1]) : "";
  size_t i = 1;
  while (is_from && i < t.size() && lexer_.text(t[i]) != "import") ++i;
  for (i += is_from; i < t.size(); ++i) {
    if (t[i].type != Tok::name) continue;
    const std::string_view member = lexer_.text(t[i]);
    const bool has_name = i + 2 < t.size() && t[i + 1].type == Tok::as && t[i + 2].type == Tok::name;
    const std::string_view name = has_name  ? lexer_.text(t[i += 2])
                                  : is_from ? member
                                            : member.substr(0, member.find('.'));
    for (size_t space = 0; space < kNamespaces; ++space)
      ast_.imports[space] |= name == std::string_view("ITR").substr(space, 1);
    ast_.imports[3] |= name == "tvm";
    if (is_from) aliases_.bind(name, whole.empty() ? "" : std::string(whole) + "." + std::string(member));
    else aliases_.bind(name, has_name ? member : name);
  }
}

// `sizes.append(3)`, `sizes[0] = 3`, `sizes += [3]`, `del sizes[0]`
void StatementReader::note_change() {
  constexpr std::string_view kChanges[] = {"append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort"};
  std::span<const Token> t(line_.tokens);
  if (t.size() > 1 && lexer_.text(t[0]) == "del") t = t.subspan(1);
  if (t.size() < 3 || t[0].type != Tok::name) return;
  const std::string_view path = lexer_.text(t[0]);
  const size_t dot = std::min(path.find('.'), path.size());
  const bool is_method = dot < path.size() && t[1].type == Tok::open &&
                         std::ranges::find(kChanges, path.substr(dot + 1)) != std::end(kChanges);
  const bool is_whole = dot == path.size() && (t[1].type == Tok::open_list || t[1].type == Tok::augmented);
  if (!is_method && !is_whole) return;
  Definition change = unknown({t[0].begin, t[0].begin + static_cast<uint32_t>(dot)});
  change.kind = Definition::Kind::changed;
  ast_.definitions.push_back(change);
}

// Python is not run, but what is plainly a value is known to the definitions behind it.
void StatementReader::note_names() {
  const auto& t = line_.tokens;
  const size_t first = lexer_.text(t[0]) == "async" && t.size() > 1 ? 1 : 0;
  std::string_view word = lexer_.text(t[first]);
  opens_scope_ = t[first].type == Tok::def || t[first].type == Tok::class_;
  opens_condition_ = !opens_scope_ && word != "with";
  python_parameters_.clear();
  if (names_namespace()) return;
  std::vector<BoundName> names;
  bound_names(line_, lexer_.text(), names);
  const bool imports = word == "import" || word == "from";
  if (imports) note_import();
  for (const BoundName& name : names) {
    if (!imports && !name.is_parameter)
      aliases_.hide(lexer_.text().substr(name.span.begin, name.span.end - name.span.begin));
  }
  if (!line_.broken && !suites_.back().is_conditional && python_assignments()) return;
  note_change();
  for (const BoundName& name : names)
    (name.is_parameter ? python_parameters_ : ast_.definitions).push_back(unknown(name.span));
}

// `R = relax`, of a module that is imported.
bool StatementReader::names_namespace() {
  const auto& t = line_.tokens;
  if (t.size() != 4 || t[0].type != Tok::name || t[1].type != Tok::assign || t[2].type != Tok::name ||
      lexer_.text(t[0]).find('.') != std::string_view::npos)
    return false;
  const std::string path = aliases_.path(lexer_.text(t[2]));
  if (path.empty()) return false;
  aliases_.bind(lexer_.text(t[0]), path);
  return true;
}

// False: the line is something else, too.
bool StatementReader::python_assignments() {
  if (!may_be_value()) return false;
  const size_t count = ast_.definitions.size();
  auto give_up = [&] {
    ast_.definitions.resize(count);
    return false;
  };
  LineStream& stream = grammar_.stream;
  stream.set(line_.tokens);
  while (!stream.at_end()) {
    grammar_.builder.begin_line(lexer_, ScriptKind::rules);
    try {
      grammar_.parser.line();
    } catch (const LineError&) {  // Python's to say
      grammar_.parser.forget();
      return give_up();
    }
    grammar_.parser.forget();
    const Stmt& stmt = grammar_.builder.stmt();
    if (stmt.kind != StmtKind::assign && stmt.kind != StmtKind::annotated) return give_up();
    ast_.definitions.push_back(
        {Definition::Kind::assignment, StmtId(static_cast<uint32_t>(ast_.stmts.size())), {line_.begin, line_.end}, {}});
    ast_.stmts.push_back(stmt);
  }
  return true;
}

// Arrays of numpy and their methods; symbols.
static bool makes_value(std::string_view callee) {
  constexpr std::string_view kNames[] = {"astype", "reshape", "Var", "SizeVar", "dynamic", "symbolic"};
  return callee.starts_with("numpy.") ||
         std::ranges::any_of(kNames, [&](std::string_view name) { return ends_with_name(callee, name); });
}

// Expressions of all kinds; calls of the language and of Python's own functions and methods only.
bool StatementReader::may_be_value() {
  auto& t = line_.tokens;
  bool assigns = false;
  for (size_t i = 0; i < t.size(); ++i) {
    if (t[i].type == Tok::foreign) t[i].type = keyword_or_name(lexer_.text(t[i]), ScriptKind::rules);
    switch (t[i].type) {
      case Tok::assign: assigns = true; break;
      case Tok::open:
        if (i > 0 && t[i - 1].type == Tok::name) {
          const bool is_method = i > 1 && t[i - 2].type == Tok::dot;
          const std::string callee = (is_method ? "." : "") + std::string(canonical(t[i - 1]));
          if (!is_of_language(callee) && !makes_value(callee) &&
              !(options_.is_function && options_.is_function(callee)))
            return false;
        }
        break;
      case Tok::foreign:
      case Tok::augmented:
      case Tok::def:
      case Tok::class_:
      case Tok::with:
      case Tok::while_:
      case Tok::assert_:
      case Tok::return_:
      case Tok::import: return false;
      default: break;
    }
  }
  return assigns;
}

void StatementReader::python_suite(Suite& suite) {
  suite.opens_scope = opens_scope_;
  suite.aliases = aliases_.state();
  if (opens_scope_) {
    for (const Definition& parameter : python_parameters_) aliases_.hide(context_.text(parameter.name));
  }
  suite.is_conditional = opens_scope_ ? false : suite.is_conditional || opens_condition_;
  if (!opens_scope_) return;
  ast_.definitions.push_back({Definition::Kind::scope, {}, {}, {}});
  ast_.definitions.insert(ast_.definitions.end(), python_parameters_.begin(), python_parameters_.end());
}

}  // namespace hammock::syntax
