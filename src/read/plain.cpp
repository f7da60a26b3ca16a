// SPDX-License-Identifier: Apache-2.0
// Assignments of the Python around the definitions (language 1.2): what is plainly a value is evaluated, and nothing is
// run for it. Anything else makes its names unknown, which is said where a definition uses them.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "elaborate.h"
#include "hammock/syntax/bound_names.h"
#include "hammock/syntax/lexer.h"

namespace hammock::read {

void Elaborator::bind_unknown(Name name, Span span) {
  if (!is_predefined(text(name))) scopes_.bind(name, make(What::unknown, span));
}

// Python may have changed the list; other names may stand for it.
void Elaborator::forget_list(Name name) {
  const Item* list = scopes_.lookup(name);
  if (!list || !list->is(What::list)) return;
  scopes_.forget_list(*list);
  why_unknown_[name] = "Python may change the list that it was";
  if (list->size == 0) bind_unknown(name, list->span);
}

// Literals, names bound before, lists and tuples of them, operators between them, functions of Python, and struct info.
bool Expressions::is_plain(ExprId e) {
  const Expr& expr = ast_[e];
  auto are_plain = [&](std::span<const ExprId> list) {
    return std::ranges::all_of(list, [&](ExprId part) { return is_plain(part); });
  };
  switch (expr.kind) {
    case ExprKind::integer:
    case ExprKind::real:
    case ExprKind::string: return true;
    case ExprKind::constant: return expr.sub != static_cast<uint8_t>(Literal::ellipsis);
    case ExprKind::name:
      if (expr.b == Name::kNone) return scopes_.lookup(Name(expr.a)) != nullptr;
      if (const Item* known = scopes_.lookup(Name(expr.b))) return known->is(What::array);
      return is_struct_info(e) || text(Name(expr.b)) == "numpy";
    case ExprKind::tuple:
    case ExprKind::list:
    case ExprKind::index: return are_plain(ast_.list(e));
    case ExprKind::call:
      return (is_struct_info(ast_.list(e)[0]) || python_function(ast_.list(e)[0]) || is_array_call(ast_.list(e)[0])) &&
             are_plain(ast_.list(e).subspan(1));
    case ExprKind::attribute: return is_plain(ExprId(expr.a));
    case ExprKind::keyword: return is_plain(ExprId(expr.b));
    case ExprKind::starred: return !expr.sub && is_plain(ExprId(expr.a));
    case ExprKind::operation:
      return std::ranges::all_of(ast_.operation(e),
                                 [&](const OperationItem& item) { return !item.operand || is_plain(item.operand); });
    default: return false;
  }
}

bool Expressions::is_struct_info(ExprId e) {
  const Expr& expr = ast_[e];
  return expr.kind == ExprKind::name && (expr.sub || !scopes_.lookup(Name(expr.b == Name::kNone ? expr.a : expr.b))) &&
         builtin(Name(expr.a)).kind == Builtin::Kind::info;
}

void Elaborator::plain_assignment(const Stmt& stmt) {
  std::vector<ExprId> targets{stmt.target};
  if (file_symbols(stmt)) return;
  if (ast_[stmt.target].kind == ExprKind::tuple || ast_[stmt.target].kind == ExprKind::list)
    targets.assign(ast_.list(stmt.target).begin(), ast_.list(stmt.target).end());
  Diagnostics unheard;  // what is wrong with it is Python's to say
  std::swap(diagnostics_, unheard);
  Item value = stmt.value && is_plain(stmt.value) ? eval(stmt.value) : Item();
  if (!value && stmt.value) value = python_value(stmt.value);
  std::vector<Item> values{value};
  if (targets[0] != stmt.target) {
    const bool is_chain = ast_[stmt.target].kind == ExprKind::list && ast_[stmt.target].sub == 1;  // a = b = value
    const bool is_list = value.is(What::tuple) || value.is(What::list);
    values.assign(targets.size(), is_chain ? value : Item());
    if (!is_chain && is_list && value.size == targets.size()) values.assign(items(value).begin(), items(value).end());
  }
  for (size_t i = 0; i < targets.size(); ++i) {
    const Expr& target = ast_[targets[i]];
    if (target.kind == ExprKind::index && ast_[ast_.list(targets[i])[0]].kind == ExprKind::name)
      forget_list(Name(ast_[ast_.list(targets[i])[0]].a));
    if (target.kind != ExprKind::name || target.b != Name::kNone) continue;
    const Item& item = values[i];
    const bool is_list = item.is(What::list) || item.is(What::tuple);
    if (is_list ? !keep(Name(target.a), item) : !item) bind_unknown(Name(target.a), target.span);
    else if (!is_list) scopes_.bind(Name(target.a), item);
  }
  std::swap(diagnostics_, unheard);
  auto large = std::ranges::find(unheard.all(), Diag::too_large, &Diagnostic::id);
  for (ExprId target : targets) {
    if (ast_[target].kind != ExprKind::name) continue;
    why_unknown_.erase(Name(ast_[target].a));
    if (large != unheard.all().end()) why_unknown_[Name(ast_[target].a)] = large->text;
  }
  items_.resize(items_kept_);
}

// `n = tir.Var("n", "int64")`, `m, n = T.dynamic("m, n")`, `m, n = T.int64(), T.int64()`: symbols, which each function
// has for itself. False: the statement is something else.
bool Elaborator::file_symbols(const Stmt& stmt) {
  auto list_of = [&](ExprId e) {
    const bool is_list = ast_[e].kind == ExprKind::tuple || ast_[e].kind == ExprKind::list;
    return is_list ? std::vector<ExprId>(ast_.list(e).begin(), ast_.list(e).end()) : std::vector<ExprId>{e};
  };
  if (!stmt.value) return false;
  const std::vector<ExprId> targets = list_of(stmt.target), values = list_of(stmt.value);
  if (!std::ranges::all_of(values, [&](ExprId e) { return may_declare(e); })) return false;
  std::vector<FileSymbol> symbols;
  Diagnostics unheard;  // Python's to say
  std::swap(diagnostics_, unheard);
  for (size_t i = 0; i < values.size(); ++i) {
    const Item declared = eval(values[i]);
    if (!declared.is(What::symbol)) continue;
    FileSymbol symbol{{}, DType::unpack(declared.id), declared.flag, {}, 0};
    std::span<const ExprId> args = ast_.list(values[i]).subspan(1);
    const bool is_named = !args.empty() && ast_[args[0]].kind == ExprKind::string;
    for (std::string_view rest = is_named ? text(Name(ast_[args[0]].a)) : "";;) {
      const size_t comma = std::min(rest.find(','), rest.size());
      std::string_view hint = rest.substr(0, comma);
      while (hint.starts_with(' ')) hint.remove_prefix(1);
      while (hint.ends_with(' ')) hint.remove_suffix(1);
      const ExprId target = targets[std::min(symbols.size(), targets.size() - 1)];
      symbol.hint = is_named && is_identifier(hint)       ? context_.name(hint)
                    : ast_[target].kind == ExprKind::name ? Name(ast_[target].a)
                                                          : context_.name("n");
      symbols.push_back(symbol);
      if (comma == rest.size()) break;
      rest.remove_prefix(comma + 1);
    }
  }
  std::swap(diagnostics_, unheard);
  const bool is_good = symbols.size() == targets.size();
  for (size_t i = 0; i < targets.size(); ++i) {
    const Expr& target = ast_[targets[i]];
    if (target.kind != ExprKind::name || target.b != Name::kNone || is_predefined(text(Name(target.a)))) continue;
    if (!is_good) {
      bind_unknown(Name(target.a), target.span);
      continue;
    }
    file_symbols_.push_back(symbols[i]);
    scopes_.bind(Name(target.a), make(What::file_symbol, target.span, static_cast<uint32_t>(file_symbols_.size() - 1)));
  }
  return true;
}

// What it is in the function that is being read.
Item Expressions::symbol_of_file(const Item& item) {
  FileSymbol& symbol = file_symbols_[item.id];
  if (!symbol.var || symbol.function != function_number_) {
    symbol.var = context_.prims.var(symbol.hint, symbol.dtype, symbol.is_size_var);
    symbol.function = function_number_;
  }
  return make(What::prim, item.span, symbol.var.index);
}

}  // namespace hammock::read
