// SPDX-License-Identifier: Apache-2.0
#include "hammock/language/names.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace hammock::language {
namespace {

using namespace syntax;

// The struct info whose dims may be text.
constexpr std::string_view kShaped[] = {"Tensor", "DTensor", "Shape", "Prim"};

bool begins_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}
bool is_word(char c) { return begins_word(c) || (c >= '0' && c <= '9'); }

std::string_view last_part(std::string_view dotted) { return dotted.substr(dotted.rfind('.') + 1); }

class Finder {
 public:
  Finder(const Ast& ast, Context& context, std::string_view text) : ast_(ast), context_(context), text_(text) {}

  Names run() {
    found_.scopes.push_back({0, {0, static_cast<uint32_t>(text_.size())}});
    for (const syntax::Definition& d : ast_.definitions) {
      if (d.kind == syntax::Definition::Kind::assignment) statement(ast_[d.stmt], SymbolKind::python);
      if (d.kind == syntax::Definition::Kind::unknown) define(d.line, SymbolKind::python);
      if (d.kind == syntax::Definition::Kind::definition) statement(ast_[d.stmt], SymbolKind::python);
    }
    std::ranges::stable_sort(found_.occurrences, {}, [](const Occurrence& o) { return o.span.begin; });
    index();
    return std::move(found_);
  }

 private:
  struct Entry {
    Name name;
    uint32_t symbol, hidden;
  };

  void index() {
    found_.first_of.assign(found_.symbols.size() + 1, 0);
    for (const Occurrence& o : found_.occurrences) ++found_.first_of[o.symbol + 1];
    std::partial_sum(found_.first_of.begin(), found_.first_of.end(), found_.first_of.begin());
    found_.by_symbol.resize(found_.occurrences.size());
    std::vector<uint32_t> next = found_.first_of;
    for (uint32_t i = 0; i < found_.occurrences.size(); ++i) found_.by_symbol[next[found_.occurrences[i].symbol]++] = i;
  }

  Name name_at(Span span) { return context_.name(text_.substr(span.begin, span.end - span.begin)); }

  // ---- scopes
  size_t open(Span text) {
    found_.scopes.push_back({scope_, text});
    scope_ = static_cast<uint32_t>(found_.scopes.size() - 1);
    return entries_.size();
  }
  void close(size_t entries) {
    for (; entries_.size() > entries; entries_.pop_back()) slots_[entries_.back().name.index] = entries_.back().hidden;
    scope_ = found_.scopes[scope_].parent;
  }
  uint32_t lookup(Name name) const { return name.index < slots_.size() ? slots_[name.index] : Span::kNowhere; }

  uint32_t declare(Name name, SymbolKind kind) {
    const uint32_t known = lookup(name);
    if (known != Span::kNowhere && found_.symbols[known].scope == scope_) return known;
    if (name.index >= slots_.size()) slots_.resize(std::max<size_t>(name.index + 1, slots_.size() * 2), Span::kNowhere);
    const uint32_t symbol = static_cast<uint32_t>(found_.symbols.size());
    found_.symbols.push_back({name, kind, scope_, false, in_dataflow_ && kind == SymbolKind::variable});
    entries_.push_back({name, symbol, known});
    slots_[name.index] = symbol;
    return symbol;
  }

  Occurrence& define(Span span, SymbolKind kind) { return define(span, name_at(span), kind); }
  Occurrence& define(Span span, Name name, SymbolKind kind) {
    const uint32_t symbol = declare(name, kind);
    return found_.occurrences.emplace_back(Occurrence{span, symbol, true});
  }

  // The words of a span that are known: of `a.b` the first, and the second if the first is the module.
  // An expression has its name as it was read, unless the text calls it otherwise (rx.add).
  void use(const Expr& e) { use(e.span, e.sub ? Name() : Name(e.b != Name::kNone ? e.b : e.a)); }
  void use(Span span, Name of_root = {}) {
    std::string_view written = text_.substr(span.begin, span.end - span.begin);
    const size_t size = written.find('.');
    const Span root{span.begin, size == std::string_view::npos ? span.end : span.begin + static_cast<uint32_t>(size)};
    const uint32_t symbol = lookup(of_root ? of_root : name_at(root));
    if (symbol == Span::kNowhere) return;
    found_.occurrences.push_back({root, symbol});
    const Symbol& of = found_.symbols[symbol];
    if (size == std::string_view::npos || (of.kind != SymbolKind::class_ && !of.is_module)) return;
    Span member{root.end + 1, span.end};
    if (size_t dot = written.find('.', size + 1); dot != std::string_view::npos)
      member.end = span.begin + static_cast<uint32_t>(dot);
    const Name name = name_at(member);
    const auto it = std::ranges::find_if(members_, [&](const auto& m) { return m.first == name; });
    if (it != members_.end()) found_.occurrences.push_back({member, it->second});
  }

  // ---- expressions
  void list(ExprId e, size_t from = 0) {
    for (ExprId item : ast_.list(e).subspan(from)) expression(item);
  }

  void expression(ExprId e) {
    if (!e) return;
    const Expr& expr = ast_[e];
    switch (expr.kind) {
      case ExprKind::name: return use(expr);
      case ExprKind::keyword: return expression(ExprId(expr.b));
      case ExprKind::starred:
      case ExprKind::attribute: return expression(ExprId(expr.a));
      case ExprKind::tuple:
      case ExprKind::list:
      case ExprKind::index:
      case ExprKind::set:
      case ExprKind::slice: return list(e);
      case ExprKind::dict: return dict(e);
      case ExprKind::call: return call(e);
      case ExprKind::operation:
        for (const OperationItem& item : ast_.operation(e)) expression(item.operand);
        return;
      case ExprKind::lambda: return lambda(e);
      default: return;
    }
  }

  // {"global_symbol": "main"} names the function.
  void dict(ExprId e) {
    const std::span<const ExprId> items = ast_.list(e);
    for (size_t i = 0; i + 1 < items.size(); i += 2) {
      const Expr &key = ast_[items[i]], &value = ast_[items[i + 1]];
      const bool is_symbol = function_ != Span::kNowhere && key.kind == ExprKind::string &&
                             value.kind == ExprKind::string && context_.text(Name(key.a)) == "global_symbol" &&
                             Name(value.a) == found_.symbols[function_].name;
      if (is_symbol) found_.occurrences.push_back({{value.span.begin + 1, value.span.end - 1}, function_});
      expression(items[i]);
      expression(items[i + 1]);
    }
  }

  void lambda(ExprId e) {
    const size_t entries = open(ast_[e].span);
    for (ExprId param : ast_.list(e).subspan(1)) {
      if (ast_[param].kind == ExprKind::keyword) expression(ExprId(ast_[param].b));
      else define(ast_[param].span, SymbolKind::parameter);
    }
    expression(ast_.list(e)[0]);
    close(entries);
  }

  // R.dataflow() by its last part, whatever the text calls R.
  bool calls(ExprId e, std::string_view what) const {
    if (!e || ast_[e].kind != ExprKind::call) return false;
    const Expr& callee = ast_[ast_.list(e)[0]];
    return callee.kind == ExprKind::name && last_part(context_.text(Name(callee.a))) == what;
  }

  // R.output(y): what the dataflow block gives out.
  void give_out(ExprId e) {
    for (ExprId arg : ast_.list(e).subspan(1)) {
      const uint32_t symbol = ast_[arg].kind == ExprKind::name ? lookup(name_at(ast_[arg].span)) : Span::kNowhere;
      if (symbol != Span::kNowhere) found_.symbols[symbol].is_dataflow = false;
    }
  }

  void call(ExprId e) {
    if (in_dataflow_ && calls(e, "output")) give_out(e);
    const Expr& callee = ast_[ast_.list(e)[0]];
    const bool is_shaped = callee.kind == ExprKind::name &&
                           std::ranges::find(kShaped, last_part(context_.text(Name(callee.a)))) != std::end(kShaped);
    if (is_shaped) {
      for (ExprId arg : ast_.list(e).subspan(1)) {
        const ExprId value = ast_[arg].kind == ExprKind::keyword ? ExprId(ast_[arg].b) : arg;
        const ExprKind kind = ast_[value].kind;
        const bool is_value = ast_[arg].kind == ExprKind::keyword && context_.text(Name(ast_[arg].a)) == "value";
        if (kind == ExprKind::string && is_value) dims(ast_[value].span);
        if (kind != ExprKind::tuple && kind != ExprKind::list) continue;
        for (ExprId dim : ast_.list(value)) {
          if (ast_[dim].kind == ExprKind::string) dims(ast_[dim].span);
        }
      }
    }
    list(e);
  }

  // The names in the text of a dim; the first of each declares it. Of a literal that is a name, "n", or an expression;
  // one with escapes or prefixes is nobody's dim.
  void dims(Span literal) {
    const std::string_view written = text_.substr(literal.begin, literal.end - literal.begin);
    if (written.size() < 2 || written[0] != written.back() || written.find('\\') != std::string_view::npos) return;
    for (size_t at = 1; at + 1 < written.size();) {
      size_t end = at;
      while (end + 1 < written.size() && (is_word(written[end]) || written[end] == '.')) ++end;
      if (end > at && begins_word(written[at])) {
        const Span span{literal.begin + static_cast<uint32_t>(at), literal.begin + static_cast<uint32_t>(end)};
        const bool is_new = lookup(name_at(span)) == Span::kNowhere;
        const bool is_plain = written.substr(at, end - at).find('.') == std::string_view::npos;
        if (is_new && is_plain) define(span, SymbolKind::dim);
        else use(span);
      }
      at = std::max(end, at + 1);
    }
  }

  // ---- statements
  bool declares_symbol(ExprId value) const {
    if (!value || ast_[value].kind != ExprKind::call || ast_[ast_.list(value)[0]].kind != ExprKind::name) return false;
    const std::string_view callee = context_.text(Name(ast_[ast_.list(value)[0]].a));
    constexpr std::string_view kCallees[] = {"T.int64", "T.int32", "T.Var", "T.SizeVar", "T.var"};
    return std::ranges::find(kCallees, callee) != std::end(kCallees);
  }

  void target(ExprId e, SymbolKind kind, ExprId value = {}, bool is_annotated = false) {
    if (!e) return;
    const Expr& expr = ast_[e];
    switch (expr.kind) {
      case ExprKind::name: {
        if (expr.b != Name::kNone) return use(expr);
        if (declares_symbol(value)) kind = SymbolKind::dim;
        const bool is_module = value && ast_[value].kind == ExprKind::name && names_module(ast_[value].span);
        Occurrence& definition = define(expr.span, expr.sub ? name_at(expr.span) : Name(expr.a), kind);
        definition.is_annotated = is_annotated;
        if (value) definition.value = ast_[value].span;
        found_.symbols[definition.symbol].is_module = is_module;
        return;
      }
      case ExprKind::starred: return target(ExprId(expr.a), kind, value);
      case ExprKind::tuple:
      case ExprKind::list:
        for (ExprId part : ast_.list(e)) target(part, kind, value);
        return;
      default: return expression(e);
    }
  }

  bool names_module(Span span) {
    const uint32_t symbol = lookup(name_at(span));
    return symbol != Span::kNowhere &&
           (found_.symbols[symbol].kind == SymbolKind::class_ || found_.symbols[symbol].is_module);
  }

  void suite(StmtId first) {
    for (StmtId id = first; id; id = ast_[id].next) statement(ast_[id], SymbolKind::variable);
  }

  void statement(const Stmt& stmt, SymbolKind kind) {
    switch (stmt.kind) {
      case StmtKind::def:
        define(ast_.defs[stmt.def].span, kind == SymbolKind::python ? SymbolKind::function : kind);
        return function(stmt);
      case StmtKind::class_: return class_(stmt);
      case StmtKind::import: return;
      default: break;
    }
    expression(stmt.annotation);
    expression(stmt.value);
    if (stmt.kind == StmtKind::augmented) expression(stmt.target);
    else target(stmt.target, kind, stmt.value, static_cast<bool>(stmt.annotation));
    const bool outer = in_dataflow_;
    if (stmt.kind == StmtKind::with) in_dataflow_ = calls(stmt.value, "dataflow");
    suite(stmt.suite);
    in_dataflow_ = outer;
    suite(stmt.else_suite);
  }

  void class_(const Stmt& stmt) {
    if (stmt.target && ast_[stmt.target].kind == ExprKind::name) define(ast_[stmt.target].span, SymbolKind::class_);
    else if (stmt.def != Id<int>::kNone) define(ast_.defs[stmt.def].span, SymbolKind::class_);
    const size_t entries = open(stmt.def == Id<int>::kNone ? stmt.span : ast_.defs[stmt.def].text);
    auto outer = std::exchange(members_, {});
    for (StmtId id = stmt.suite; id; id = ast_[id].next) {
      if (ast_[id].kind != StmtKind::def) continue;
      const Occurrence& name = define(ast_.defs[ast_[id].def].span, SymbolKind::function);
      members_.emplace_back(found_.symbols[name.symbol].name, name.symbol);
    }
    for (StmtId id = stmt.suite; id; id = ast_[id].next) {
      if (ast_[id].kind == StmtKind::def) function(ast_[id]);
      else statement(ast_[id], SymbolKind::function);
    }
    members_ = std::move(outer);
    close(entries);
  }

  void function(const Stmt& stmt) {
    const Def& def = ast_.defs[stmt.def];
    if (def.is_python) return;
    const uint32_t outer = std::exchange(function_, lookup(name_at(def.span)));
    const size_t entries = open(def.text);
    for (const auto& [name, span] : def.type_params) define(span, SymbolKind::dim);
    for (const DefParam& p : ast_.def_params(def)) {
      if (!p.span || p.span.end <= p.span.begin) continue;
      expression(p.annotation);
      expression(p.default_value);
      const Name name = p.name;
      const uint32_t size = name ? static_cast<uint32_t>(context_.text(name).size()) : 0;
      const Span span{p.span.begin, std::min(p.span.begin + size, p.span.end)};
      if (size == 0 || name_at(span) != name) continue;
      Occurrence& definition = define(span, SymbolKind::parameter);
      definition.is_annotated = true;
    }
    expression(def.result);
    suite(stmt.suite);
    close(entries);
    function_ = outer;
  }

  const Ast& ast_;
  Context& context_;
  std::string_view text_;
  Names found_;
  uint32_t scope_ = 0;
  uint32_t function_ = Span::kNowhere;  // its symbol
  bool in_dataflow_ = false;
  std::vector<Entry> entries_;
  std::vector<uint32_t> slots_;  // by Name: the symbol
  std::vector<std::pair<Name, uint32_t>> members_;
};

}  // namespace

const Occurrence* Names::at(uint32_t offset) const {
  auto it = std::ranges::upper_bound(occurrences, offset, {}, [](const Occurrence& o) { return o.span.begin; });
  if (it == occurrences.begin()) return nullptr;
  --it;
  return offset <= it->span.end ? &*it : nullptr;
}

const Occurrence* Names::definition(const Occurrence& use) const {
  const std::span<const uint32_t> all = of(use.symbol);
  const auto begin = [&](uint32_t i) { return occurrences[i].span.begin; };
  for (auto it = std::ranges::upper_bound(all, use.span.begin, {}, begin); it != all.begin();) {
    const Occurrence& o = occurrences[*--it];
    const bool is_inside = o.value && o.value.begin <= use.span.begin && use.span.begin < o.value.end;
    if (o.is_definition && !is_inside) return &o;
  }
  const auto first = std::ranges::find_if(all, [&](uint32_t i) { return occurrences[i].is_definition; });
  return first == all.end() ? nullptr : &occurrences[*first];
}

uint32_t Names::scope_at(uint32_t offset) const {
  uint32_t best = 0;
  for (uint32_t i = 0; i < scopes.size(); ++i) {
    if (scopes[i].text.begin <= offset && offset <= scopes[i].text.end) best = i;
  }
  return best;
}

bool Names::encloses(uint32_t outer, uint32_t scope) const {
  while (scope != outer && scope != 0) scope = scopes[scope].parent;
  return scope == outer;
}

Names find_names(const Ast& ast, Context& context, std::string_view text) { return Finder(ast, context, text).run(); }

}  // namespace hammock::language
