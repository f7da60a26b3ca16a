// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "hammock/infer/describe.h"
#include "hammock/language/queries.h"
#include "hammock/read/known_names.h"

namespace hammock::language {
namespace {

constexpr size_t kMostNames = 500;

class Completer {
 public:
  Completer(const Analysis& analysis, uint32_t known, std::string_view text, uint32_t offset)
      : analysis_(analysis), known_(known), text_(text), offset_(offset), cursor_(cursor_at(text, offset)) {}

  Completions run() {
    out_.replaced = {cursor_.word.begin, offset_};
    if (cursor_.is_in_comment) return std::move(out_);
    const std::string_view word = text_.substr(cursor_.word.begin, offset_ - cursor_.word.begin);
    if (cursor_.is_in_string) {
      in_string(word);
    } else if (const size_t dot = word.rfind('.'); dot != std::string_view::npos) {
      behind_dot(word, word.substr(0, dot));
    } else {
      keywords_of_call(word);
      names(word);
      words(word);
    }
    return std::move(out_);
  }

 private:
  void add(std::string label, CompletionKind kind, std::string detail = {}, std::string text = {}) {
    out_.items.push_back({std::move(label), kind, std::move(detail), std::move(text)});
  }

  std::string written(Span span) const {
    return std::string(analysis_.text().substr(span.begin, span.end - span.begin));
  }

  const Param* parameter_of_call() const {
    if (!cursor_.call) return nullptr;
    const std::string name = canonical_name(analysis_, cursor_.call->callee);
    const Op op = name.starts_with("R.") ? find_op(std::string_view(name).substr(2)) : Op::none;
    if (op == Op::none) return nullptr;
    if (!cursor_.call->keyword.empty()) return info(op).param(cursor_.call->keyword);
    const std::vector<Param>& params = info(op).params;
    return cursor_.call->argument < params.size() ? &params[cursor_.call->argument] : nullptr;
  }

  // Words of a parameter, else dtypes.
  void in_string(std::string_view word) {
    const Param* param = parameter_of_call();
    if (param && !param->words.empty()) {
      for (std::string_view w : param->words) {
        if (w.starts_with(word)) add(std::string(w), CompletionKind::value);
      }
      return;
    }
    constexpr std::string_view kDTypes[] = {"float32", "float16", "bfloat16", "float64",       "int8",
                                            "int16",   "int32",   "int64",    "uint8",         "uint16",
                                            "uint32",  "uint64",  "bool",     "float8_e4m3fn", "float8_e5m2"};
    for (std::string_view dtype : kDTypes) {
      if (dtype.starts_with(word)) add(std::string(dtype), CompletionKind::value, "dtype");
    }
  }

  void behind_dot(std::string_view word, std::string_view root) {
    const std::string canonical = canonical_name(analysis_, word);
    for (const std::string& name : known_names()) {
      if (!name.starts_with(canonical)) continue;
      const bool is_op = name.starts_with("R.") && find_op(std::string_view(name).substr(2)) != Op::none;
      // As the text calls its namespace.
      const std::string text = std::string(word) + name.substr(canonical.size());
      const std::optional<Signature> s = signature(analysis_, name);
      add(text, is_op ? CompletionKind::op : CompletionKind::form, s ? s->label : "");
    }
    if (!out_.items.empty()) return;
    for (const Symbol& symbol : analysis_.names.symbols) {
      const bool is_module = symbol.kind == SymbolKind::class_ || symbol.is_module;
      if (!is_module || analysis_.text(symbol.name) != root) continue;
      for (const Symbol& member : analysis_.names.symbols) {
        if (member.kind != SymbolKind::function) continue;
        const std::string label = fmt::format("{}.{}", root, analysis_.text(member.name));
        if (!label.starts_with(word)) continue;
        if (out_.items.size() == kMostNames) {
          out_.is_incomplete = true;
          return;
        }
        const std::optional<Signature> s = signature(analysis_, analysis_.text(member.name));
        add(label, CompletionKind::function, s ? s->label : "");
      }
      return;
    }
    if (root.find('.') != std::string_view::npos) return;
    for (std::string_view attribute : {"shape", "dtype", "ndim"}) {
      const std::string label = fmt::format("{}.{}", root, attribute);
      if (label.starts_with(word)) add(label, CompletionKind::value);
    }
  }

  void keywords_of_call(std::string_view word) {
    if (!cursor_.call || !cursor_.call->keyword.empty()) return;
    const std::optional<Signature> s = signature(analysis_, cursor_.call->callee);
    if (!s) return;
    for (uint32_t i = 0; i < s->parameters.size(); ++i) {
      const Signature::Parameter& p = s->parameters[i];
      const bool is_given = i < cursor_.call->argument && cursor_.call->keywords.empty();
      if (is_given || p.takes_rest || !std::string_view(p.name).starts_with(word) ||
          std::ranges::find(cursor_.call->keywords, p.name) != cursor_.call->keywords.end())
        continue;
      add(p.name + "=", CompletionKind::parameter, s->label.substr(p.begin, p.end - p.begin));
    }
  }

  // The nearest definitions first.
  void names(std::string_view word) {
    const Names& all = analysis_.names;
    const uint32_t scope = all.scope_at(known_);
    std::unordered_set<uint32_t> seen;
    auto at = std::ranges::upper_bound(all.occurrences, known_, {}, [](const Occurrence& o) { return o.span.begin; });
    while (at != all.occurrences.begin()) {
      --at;
      const Symbol& symbol = all.symbols[at->symbol];
      if (!at->is_definition || at->span.end >= known_ || !analysis_.text(symbol.name).starts_with(word) ||
          symbol.kind == SymbolKind::function || !all.encloses(symbol.scope, scope) || !seen.insert(at->symbol).second)
        continue;
      if (seen.size() > kMostNames) {
        out_.is_incomplete = true;
        return;
      }
      add_name(*at, symbol);
    }
  }

  void add_name(const Occurrence& definition, const Symbol& symbol) {
    const bool is_dim = symbol.kind == SymbolKind::dim, is_class = symbol.kind == SymbolKind::class_;
    const StructInfo info = analysis_.info(definition);
    add(std::string(analysis_.text(symbol.name)),
        is_dim     ? CompletionKind::dim
        : is_class ? CompletionKind::module
                   : CompletionKind::variable,
        info     ? describe(*analysis_.script.context, info)
        : is_dim ? "symbolic dim"
                 : "");
  }

  void words(std::string_view word) {
    for (std::string_view space : {"R", "T", "I"}) {
      if (space.starts_with(word)) add(std::string(space), CompletionKind::module);
    }
    if (cursor_.call) return;
    for (std::string_view keyword : {"return", "with", "if", "else", "for", "while", "def", "class", "pass"}) {
      if (keyword.starts_with(word)) add(std::string(keyword), CompletionKind::keyword);
    }
  }

  const Analysis& analysis_;
  uint32_t known_;
  std::string_view text_;
  uint32_t offset_;
  Cursor cursor_;
  Completions out_;
};

}  // namespace

Completions complete(const Analysis& analysis, uint32_t known, std::string_view text, uint32_t offset) {
  return Completer(analysis, known, text, offset).run();
}

}  // namespace hammock::language
