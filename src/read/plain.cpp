// SPDX-License-Identifier: Apache-2.0
// Assignments of the Python around the definitions (language 1.2): what is plainly a value is evaluated, and nothing is run for it. Anything
// else makes its names unknown, which is said where a definition uses them.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "bound_names.h"
#include "elaborate.h"
#include "lexer.h"

namespace hammock::read {

void Elaborator::bind_unknown(Name name, Span span) {
  if (!is_predefined(text(name))) bind(name, make(What::unknown, span));
}

// Literals, names bound before, lists and tuples of them, operators between them, functions of Python, and struct info.
bool Elaborator::is_plain(ExprId e) {
  const Expr& expr = ast_[e];
  auto are_plain = [&](std::span<const ExprId> list) { return std::ranges::all_of(list, [&](ExprId part) { return is_plain(part); }); };
  switch (expr.kind) {
    case ExprKind::integer: case ExprKind::real: case ExprKind::string: return true;
    case ExprKind::constant: return expr.sub != static_cast<uint8_t>(Literal::ellipsis);
    case ExprKind::name: return expr.b == Name::kNone ? lookup(Name(expr.a)) != nullptr : is_struct_info(e);
    case ExprKind::tuple: case ExprKind::list: case ExprKind::index: return are_plain(ast_.list(e));
    case ExprKind::call: return (is_struct_info(ast_.list(e)[0]) || python_function(ast_.list(e)[0])) && are_plain(ast_.list(e).subspan(1));
    case ExprKind::keyword: return is_plain(ExprId(expr.b));
    case ExprKind::starred: return !expr.sub && is_plain(ExprId(expr.a));
    case ExprKind::operation: return std::ranges::all_of(ast_.operation(e), [&](const OperationItem& item) { return !item.operand || is_plain(item.operand); });
    default: return false;
  }
}

bool Elaborator::is_struct_info(ExprId e) {
  const Expr& expr = ast_[e];
  return expr.kind == ExprKind::name && !lookup(Name(expr.b == Name::kNone ? expr.a : expr.b)) && builtin(Name(expr.a)).kind == Builtin::Kind::info;
}

void Elaborator::plain_assignment(const Stmt& stmt) {
  std::vector<ExprId> targets{stmt.target};
  if (ast_[stmt.target].kind == ExprKind::tuple || ast_[stmt.target].kind == ExprKind::list) targets.assign(ast_.list(stmt.target).begin(), ast_.list(stmt.target).end());
  Diagnostics unheard;  // what is wrong with it is Python's to say
  std::swap(diagnostics_, unheard);
  Item value = stmt.value && is_plain(stmt.value) ? eval(stmt.value) : Item();
  std::vector<Item> values{value};
  if (targets[0] != stmt.target) {
    bool is_list = value.is(What::tuple) || value.is(What::list);
    values.assign(targets.size(), Item());
    if (is_list && value.size == targets.size()) values.assign(items(value).begin(), items(value).end());
  }
  for (size_t i = 0; i < targets.size(); ++i) {
    const Expr& target = ast_[targets[i]];
    if (target.kind != ExprKind::name || target.b != Name::kNone || is_predefined(text(Name(target.a)))) continue;
    const Item& item = values[i];
    const bool is_list = item.is(What::list) || item.is(What::tuple);
    if (is_list ? !keep(Name(target.a), item) : !item) bind_unknown(Name(target.a), target.span);
    else if (!is_list) bind(Name(target.a), item);
  }
  std::swap(diagnostics_, unheard);
  items_.resize(items_kept_);
}

// ---- in the text of a T.prim_func, which is kept without what is around it ----

// None for what has no short text.
std::optional<std::string> Elaborator::written_value(const Item& item) const {
  switch (item.what) {
    case What::nothing: return "None";
    case What::boolean: return item.integer ? "True" : "False";
    case What::integer: return item.integer < 0 ? "(" + std::to_string(item.integer) + ")" : std::to_string(item.integer);
    case What::real: {
      if (!std::isfinite(item.real)) return std::nullopt;
      char digits[32];
      std::string out(digits, std::to_chars(digits, digits + sizeof digits, item.real).ptr);
      if (out.find_first_of(".e") == std::string::npos) out += ".0";
      return item.real < 0 ? "(" + out + ")" : out;
    }
    case What::string: {
      std::string_view value = text(item.name());
      bool is_simple = std::ranges::all_of(value, [](unsigned char c) { return c >= ' ' && c < 0x7f && c != '"' && c != '\\'; });
      return is_simple ? std::optional("\"" + std::string(value) + "\"") : std::nullopt;
    }
    case What::tuple: case What::list: {
      const bool is_tuple = item.is(What::tuple);
      std::string out(is_tuple ? "(" : "[");
      for (const Item& part : items(item)) {
        if (part.is(What::tuple) || part.is(What::list)) return std::nullopt;
        std::optional<std::string> written = written_value(part);
        if (!written) return std::nullopt;
        out += *written + ", ";
      }
      if (item.size > 0) out.resize(out.size() - (is_tuple && item.size == 1 ? 1 : 2));
      return out + (is_tuple ? ")" : "]");
    }
    default: return std::nullopt;
  }
}

// The lines with the values of the names that Python around them has given, and with the names of imports as the language writes them.
std::string Elaborator::with_constants(Span lines) {
  std::string_view whole = source_.text().substr(0, lines.end);
  std::string out;
  uint32_t done = lines.begin;
  auto alias = std::ranges::lower_bound(ast_.aliased, lines.begin, {}, [](const auto& a) { return a.first.begin; });
  const bool has_aliases = alias != ast_.aliased.end() && alias->first.begin < lines.end;
  if (!variables_.empty() || has_aliases) {
    Diagnostics unheard;
    Lexer lexer(whole, unheard);
    lexer.start_at(lines.begin);
    Line line;
    std::vector<Token> names;
    std::vector<BoundName> bound;
    while (lexer.next(line, Lexer::Mode::tir)) {
      lexer.tokens(line, Lexer::Mode::tir);
      bound_names(line, whole, bound);
      for (const Token& t : line.tokens) {
        if (t.type == Tok::name) names.push_back(t);
      }
    }
    std::unordered_set<std::string_view> own;
    for (const BoundName& name : bound) own.insert(whole.substr(name.span.begin, name.span.end - name.span.begin));
    std::unordered_map<std::string_view, std::optional<std::string>> values;
    for (const Token& t : names) {
      std::string_view word = lexer.text(t);
      while (alias != ast_.aliased.end() && alias->first.begin < t.begin) ++alias;
      const bool is_alias = alias != ast_.aliased.end() && alias->first.begin == t.begin;
      auto [known, is_new] = values.try_emplace(word);
      std::optional<std::string>& written = known->second;
      if (is_new && is_alias && !own.contains(word.substr(0, word.find('.')))) {
        written = text(alias->second);
      } else if (is_new && !own.contains(word)) {
        const Item* item = lookup(context_.name(word));
        if (item) written = written_value(*item);
      }
      if (!written) continue;
      if (out.size() > lines.end - lines.begin + kMaxString) {
        bad(Diag::too_large, {t.begin, t.end}, "with the values of the names around it the kernel is more than " + std::to_string(kMaxString) + " bytes longer");
        break;
      }
      out += whole.substr(done, t.begin - done);
      out += *written;
      done = t.end;
    }
  }
  out += whole.substr(done);
  return out;
}

}  // namespace hammock::read
