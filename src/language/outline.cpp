// SPDX-License-Identifier: Apache-2.0
// The text as a whole: what it defines, what can be folded, what could be written beside it.
#include <algorithm>

#include "hammock/base/suggest.h"
#include "hammock/infer/describe.h"
#include "hammock/language/queries.h"

namespace hammock::language {
namespace {

using namespace syntax;

constexpr size_t kLongestHint = 120;

void add_item(const Analysis& analysis, const Stmt& stmt, std::vector<OutlineItem>& out) {
  if (stmt.kind != StmtKind::def && stmt.kind != StmtKind::class_) return;
  if (stmt.def == Id<int>::kNone) return;
  const Def& def = analysis.ast.defs[stmt.def];
  const bool is_class = stmt.kind == StmtKind::class_;
  OutlineItem item{std::string(analysis.text(def.name)),
                   "",
                   is_class ? SymbolKind::class_ : SymbolKind::function,
                   def.text,
                   def.span,
                   {}};
  if (stmt.decorators_size > 0) {
    const Span span = analysis.ast[analysis.ast.decorators(stmt)[0]].span;
    item.detail = "@" + std::string(analysis.text().substr(span.begin, span.end - span.begin));
  }
  if (item.name.empty() || !def.span || !def.text) return;
  for (StmtId id = stmt.suite; id; id = analysis.ast[id].next) add_item(analysis, analysis.ast[id], item.children);
  out.push_back(std::move(item));
}

// Where a suite ends: behind its last statement, whichever suites that one has.
uint32_t suite_end(const Ast& ast, StmtId first) {
  uint32_t end = 0;
  while (first) {
    StmtId last = first;
    for (StmtId id = first; id; id = ast[id].next) last = id;
    const Stmt& stmt = ast[last];
    end = std::max(end, stmt.span.end);
    if (stmt.kind == StmtKind::def) return std::max(end, ast.defs[stmt.def].text.end - 1);
    first = stmt.else_suite ? stmt.else_suite : stmt.suite;
  }
  return end;
}

}  // namespace

std::vector<OutlineItem> outline(const Analysis& analysis) {
  std::vector<OutlineItem> items;
  for (const syntax::Definition& d : analysis.ast.definitions) {
    if (d.kind == syntax::Definition::Kind::definition) add_item(analysis, analysis.ast[d.stmt], items);
  }
  return items;
}

std::vector<Fold> folds(const Analysis& analysis) {
  std::vector<Fold> found;
  const Ast& ast = analysis.ast;
  for (const Stmt& stmt : ast.stmts) {
    if (!stmt.span) continue;
    if ((stmt.kind == StmtKind::def || stmt.kind == StmtKind::class_) && stmt.def != Id<int>::kNone) {
      const Def& def = ast.defs[stmt.def];
      if (def.text && def.span && def.text.end > def.span.begin) found.push_back({{def.span.begin, def.text.end - 1}});
    } else if (stmt.suite) {
      found.push_back({{stmt.span.begin, suite_end(ast, stmt.suite)}});
    }
  }
  return found;
}

std::vector<Hint> hints(const Analysis& analysis, Span range) {
  std::vector<Hint> found;
  const std::vector<Occurrence>& all = analysis.names.occurrences;
  auto at = std::ranges::lower_bound(all, range.begin, {}, [](const Occurrence& o) { return o.span.begin; });
  for (; at != all.end() && at->span.begin < range.end; ++at) {
    if (!at->is_definition || at->is_annotated || analysis.names.symbols[at->symbol].kind != SymbolKind::variable)
      continue;
    const StructInfo info = analysis.info(*at);
    if (!info) continue;
    std::string text = describe(*analysis.script.context, info);
    if (text.size() <= kLongestHint) found.push_back({at->span.end, ": " + std::move(text)});
  }
  return found;
}

// The message begins with the wrong name in quotes, or the place is the name.
std::optional<Fix> fix(const Analysis& analysis, const Diagnostic& diagnostic) {
  const std::string_view meant = suggestion_in(diagnostic.text);
  if (meant.empty() || !diagnostic.span || diagnostic.span.end > analysis.text().size()) return std::nullopt;
  const std::string_view written =
      analysis.text().substr(diagnostic.span.begin, diagnostic.span.end - diagnostic.span.begin);
  auto edit = [&](size_t at, size_t size) {
    const uint32_t begin = diagnostic.span.begin + static_cast<uint32_t>(at);
    return Fix{"Change to " + quoted(meant), {{begin, begin + static_cast<uint32_t>(size)}, std::string(meant)}};
  };
  const auto is_part = [](char c) { return is_word_character(c) || c == '.'; };
  for (size_t open = diagnostic.text.find('\''); open != std::string::npos;) {
    const size_t close = diagnostic.text.find('\'', open + 1);
    if (close == std::string::npos) break;
    const std::string_view word = std::string_view(diagnostic.text).substr(open + 1, close - open - 1);
    open = diagnostic.text.find('\'', close + 1);
    if (word.empty() || word == meant) continue;
    for (size_t at = written.find(word); at != std::string_view::npos; at = written.find(word, at + 1)) {
      const size_t end = at + word.size();
      const bool is_whole = (at == 0 || !is_part(written[at - 1])) && (end == written.size() || !is_part(written[end]));
      if (is_whole) return edit(at, word.size());
    }
  }
  const bool is_name = std::ranges::all_of(written, is_part);
  return is_name ? std::optional(edit(0, written.size())) : std::nullopt;
}

}  // namespace hammock::language
