// SPDX-License-Identifier: Apache-2.0
// Definitions, references, and new names.
#include <algorithm>

#include "hammock/base/suggest.h"
#include "hammock/language/queries.h"
#include "hammock/print/identifier.h"

namespace hammock::language {
namespace {

Error refuse(std::string text) { return {Error::Kind::usage, std::move(text), {}}; }

// Does the word stand in Python around the definitions, which is not read?
bool stands_in_python(const Analysis& analysis, std::string_view word) {
  const std::string_view text = analysis.text();
  std::vector<Span> inside;  // apart from each other
  for (size_t i = 1; i < analysis.names.scopes.size(); ++i) {
    const Scope& scope = analysis.names.scopes[i];
    if (scope.parent == 0) inside.push_back(scope.text);
  }
  std::ranges::sort(inside, {}, &Span::begin);
  for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + word.size())) {
    const size_t end = at + word.size();
    if ((at > 0 && is_word_character(text[at - 1])) || (end < text.size() && is_word_character(text[end]))) continue;
    const auto behind = std::ranges::upper_bound(inside, at, {}, &Span::begin);
    if (behind == inside.begin() || at >= std::prev(behind)->end) return true;
  }
  return false;
}

// Another symbol with the name, where one of the two could hide the other.
bool is_taken(const Analysis& analysis, const Symbol& symbol, std::string_view name) {
  const Names& names = analysis.names;
  return std::ranges::any_of(names.symbols, [&](const Symbol& other) {
    return analysis.text(other.name) == name &&
           (names.encloses(other.scope, symbol.scope) || names.encloses(symbol.scope, other.scope));
  });
}

// Does the text call something of this name that it does not define, such as `range`?
bool is_called(const Analysis& analysis, std::string_view name) {
  const std::string_view text = analysis.text();
  for (size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + name.size())) {
    const size_t end = at + name.size();
    const bool is_part = at > 0 && (is_word_character(text[at - 1]) || text[at - 1] == '.');
    if (!is_part && end < text.size() && text[end] == '(' && !analysis.names.at(static_cast<uint32_t>(at))) return true;
  }
  return false;
}

}  // namespace

std::optional<Span> definition(const Analysis& analysis, uint32_t offset) {
  const Occurrence* use = analysis.names.at(offset);
  if (!use) return std::nullopt;
  const Occurrence* found = use->is_definition ? use : analysis.names.definition(*use);
  return found ? std::optional(found->span) : std::nullopt;
}

std::vector<Occurrence> references(const Analysis& analysis, uint32_t offset) {
  std::vector<Occurrence> found;
  const Occurrence* use = analysis.names.at(offset);
  if (!use) return found;
  for (uint32_t i : analysis.names.of(use->symbol)) found.push_back(analysis.names.occurrences[i]);
  return found;
}

Result<Span> renamed_name(const Analysis& analysis, uint32_t offset) {
  const Occurrence* use = analysis.names.at(offset);
  if (!use) {
    const Span word = dotted_word(analysis.text(), offset);
    return refuse(word.begin == word.end
                      ? "there is no name here"
                      : quoted(analysis.text().substr(word.begin, word.end - word.begin)) +
                            " is no variable, dim, function or module of this text, so that it cannot be renamed");
  }
  const Symbol& symbol = analysis.names.symbols[use->symbol];
  const std::string_view name = analysis.text(symbol.name);
  if (symbol.kind == SymbolKind::python)
    return refuse(quoted(name) + " is a name of Python, which may be used where this server does not look");
  const bool is_global = symbol.kind == SymbolKind::function || symbol.kind == SymbolKind::class_;
  if (is_global && stands_in_python(analysis, name))
    return refuse(quoted(name) + " also stands in Python around the definition, which this server does not read");
  return use->span;
}

Result<std::vector<Occurrence>> rename(const Analysis& analysis, uint32_t offset, std::string_view new_name) {
  Result<Span> at = renamed_name(analysis, offset);
  if (!at) return at.error();
  const Symbol& symbol = analysis.names.symbols[analysis.names.at(offset)->symbol];
  constexpr std::string_view kTaken[] = {"I", "T", "R", "ir", "tir", "tirx", "relax", "tvm", "metadata"};
  if (!is_identifier(new_name)) return refuse(quoted(new_name) + " is no name");
  if (std::ranges::find(kTaken, new_name) != std::end(kTaken))
    return refuse(quoted(new_name) + " means something else in scripts");
  if (analysis.text(symbol.name) != new_name && is_taken(analysis, symbol, new_name))
    return refuse("there is a " + quoted(new_name) + " already");
  if (is_called(analysis, new_name)) return refuse(quoted(new_name) + " is called in this text, as something else");
  return references(analysis, offset);
}

}  // namespace hammock::language
