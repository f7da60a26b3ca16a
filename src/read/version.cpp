// SPDX-License-Identifier: Apache-2.0
// The versions of the language as they are read (language 8, dialect.def).
//
// Both spellings of everything are understood, and mean the same. Where one text means different things in two versions
// (k = m + 1, a parameter that is left out and has got another default), the other spellings of the file decide; a file
// without any is read as TVM 0.19 does.
#include <algorithm>

#include "elaborate.h"

namespace hammock::read {

// As the file spells it: its namespace may have been imported under another name.
std::string Items::as_spelled(std::string name) const {
  if (!definition_ || name.size() < 2 || name[1] != '.') return name;
  const size_t space = std::string_view("ITR").find(name[0]);
  if (space < kNamespaces && definition_->namespaces[space]) name.replace(0, 1, text(definition_->namespaces[space]));
  return name;
}

void Items::note_keyword(std::string_view key, Span span) {
  if (!options_.spellings) return;
  for (const SpellingInfo& row : spellings()) {
    bool is_row = row.kind == SpellingKind::keyword && (row.newer == key || row.older == key);
    bool is_newer = row.newer == key;
    if (is_row)
      note(row.id, is_newer, {span.begin, span.begin + static_cast<uint32_t>(key.size())},
           std::string(is_newer ? row.older : row.newer));
  }
}

void Items::note_text(std::string_view text, Span span) {
  if (!options_.spellings) return;
  for (const SpellingInfo& row : spellings()) {
    bool is_word = row.kind == SpellingKind::text || row.kind == SpellingKind::dtype;
    bool is_newer = row.newer == text;
    if (is_word && (is_newer || row.older == text))
      note(row.id, is_newer, span, std::string(is_newer ? row.older : row.newer));
  }
}

// s_tir=True of a decorator, and T.let[...], which kernels of older versions do not have.
bool Items::is_of_newer_kernel(ExprId id) const {
  const Expr& e = ast_[id];
  if (e.kind == ExprKind::keyword) return text(Name(e.a)) == "s_tir";
  if (e.kind != ExprKind::index) return false;
  const Expr& base = ast_[ast_.list(id)[0]];
  return base.kind == ExprKind::name && text(Name(base.a)).ends_with(".let");
}

// Is the file written for this version or a later one? What is only found there says so.
bool Items::reads_as_newer(Dialect since) {
  if (options_.dialect) return is_in(static_cast<int>(since), *options_.dialect);
  if (!file_dialect_) {
    int version = static_cast<int>(Dialect::tvm_0_19);
    auto seen = [&](std::string_view word, SpellingKind kind) {
      for (const SpellingInfo& row : spellings()) {
        if (row.kind == kind && row.newer == word) version = std::max<int>(version, row.since);
      }
    };
    for (uint32_t i = 0; i < ast_.exprs.size(); ++i) {
      const Expr& e = ast_.exprs[i];
      if (is_of_newer_kernel(ExprId(i))) version = std::max<int>(version, info(Spelling::let_annotation).since);
      if (e.kind == ExprKind::keyword) seen(text(Name(e.a)), SpellingKind::keyword);
      if (e.kind == ExprKind::name) seen(text(Name(e.a)), SpellingKind::name), seen(text(Name(e.a)), SpellingKind::tir);
    }
    if (!type_variables_.empty()) version = static_cast<int>(Dialect::tvm_0_26);
    file_dialect_ = version;
  }
  return *file_dialect_ >= static_cast<int>(since);
}

// m = TypeVar("m"): a dim that is written m without quotes in signatures.
void Statements::type_variable(const Stmt& stmt) {
  const Expr& target = ast_[stmt.target];
  std::span<const ExprId> call = ast_.list(stmt.value);
  bool is_good = target.kind == ExprKind::name && call.size() == 2 && ast_[call[1]].kind == ExprKind::string &&
                 Name(ast_[call[1]].a) == Name(target.a);
  if (!is_good) {
    bad(Diag::unsupported_syntax, stmt.span, "a type variable is written NAME = TypeVar(\"NAME\"), with nothing else");
    return;
  }
  note(Spelling::type_variables, true, stmt.span);
  type_variables_.insert(Name(target.a));
}

// Names of type variables in a dim without quotes declare what they name.
void Statements::collect_type_variables(ExprId e) {
  const Expr& expr = ast_[e];
  if (expr.kind == ExprKind::name && (type_variables_.contains(Name(expr.a)) || is_file_symbol(Name(expr.a))))
    declare_signature_symbol(Name(expr.a), expr.span);
  if (expr.kind != ExprKind::operation) return;
  for (const OperationItem& item : ast_.operation(e)) {
    if (item.operand) collect_type_variables(item.operand);
  }
}

void Statements::declare_signature_symbol(Name name, Span span) {
  if (symbols_.empty()) ++symbol_list_;
  if (name.index >= symbol_lists_.size())
    symbol_lists_.resize(std::max<size_t>(name.index + 1, symbol_lists_.size() * 2));
  if (std::exchange(symbol_lists_[name.index], symbol_list_) == symbol_list_) return;
  const Item* known = scopes_.lookup(name);
  Item symbol = known && known->is(What::file_symbol) ? symbol_of_file(*known)
                                                      : make(What::prim, span, context_.prims.var(name).index);
  symbol.span = span;
  symbols_.emplace_back(name, symbol);
}

// y: T.int64 = n + 1 binds a primitive value.
Item Statements::primitive_value(Item item, StructInfo info) {
  if (context_.infos[info].kind != InfoKind::prim) return item;
  if (!item.is(What::boolean) && !item.is(What::integer) && !item.is(What::real) && !item.is(What::prim)) return item;
  std::optional<Prim> value = to_prim(item, context_.infos[info].dtype);
  return value ? make_expr(fn_->add_prim(*value, item.span), item.span) : item;
}

// What is known of the values that `info` does not say.
StructInfo Statements::with_values(StructInfo info, StructInfo known) {  // struct info nests at most kMaxDepth deep
  InfoStore& infos = context_.infos;
  if (info == known || infos[info].kind != infos[known].kind) return info;
  if (infos[info].kind == InfoKind::prim)
    return !infos[info].value() && infos[info].dtype == infos[known].dtype ? known : info;
  if (infos[info].kind != InfoKind::tuple || infos.fields(info).size() != infos.fields(known).size()) return info;
  std::vector<StructInfo> fields(infos.fields(info).begin(), infos.fields(info).end()),
      others(infos.fields(known).begin(), infos.fields(known).end());
  for (size_t i = 0; i < fields.size(); ++i) fields[i] = with_values(fields[i], others[i]);
  return infos.tuple(fields);
}

// R.Object, R.Any, with any prefix.
void Items::note_any(std::string_view written, Span span) {
  const SpellingInfo& row = info(Spelling::any);
  bool is_newer = written.ends_with(row.newer.substr(1));
  std::string_view prefix = written.substr(0, written.rfind('.'));
  note(row.id, is_newer, span, std::string(prefix) + std::string((is_newer ? row.older : row.newer).substr(1)));
}

}  // namespace hammock::read
