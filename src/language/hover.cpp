// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "hammock/infer/describe.h"
#include "hammock/language/queries.h"
#include "hammock/read/known_names.h"

namespace hammock::language {
namespace {

constexpr size_t kLongestLine = 300;

std::string code(std::string_view text) { return fmt::format("```python\n{}\n```", text); }

// The line that a place stands in, without blanks around.
std::string_view line_around(const Analysis& analysis, uint32_t offset) {
  std::string_view line = analysis.source->line(analysis.source->place(offset).line);
  while (line.starts_with(' ') || line.starts_with('\t')) line.remove_prefix(1);
  while (line.ends_with(' ') || line.ends_with('\r')) line.remove_suffix(1);
  if (line.size() <= kLongestLine) return line;
  size_t end = kLongestLine;
  while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xc0) == 0x80) --end;
  return line.substr(0, end);
}

std::string_view describe(SymbolKind kind) {
  switch (kind) {
    case SymbolKind::python: return "value of Python";
    case SymbolKind::class_: return "module";
    case SymbolKind::function: return "function";
    case SymbolKind::parameter: return "parameter";
    case SymbolKind::variable: return "variable";
    case SymbolKind::dim: return "symbolic dim";
  }
  return "";
}

std::string of_name(const Analysis& analysis, const Occurrence& use) {
  const Symbol& symbol = analysis.names.symbols[use.symbol];
  const std::string_view name = analysis.text(symbol.name);
  if (symbol.kind == SymbolKind::function) {
    if (const std::optional<Signature> s = signature(analysis, name)) return code("def " + s->label);
  }
  const Occurrence* definition = analysis.names.definition(use);
  if (!definition) return code(fmt::format("({}) {}", describe(symbol.kind), name));
  const StructInfo info = analysis.info(*definition);
  std::string text = fmt::format("({}) {}", describe(symbol.kind), name);
  if (info) text += ": " + hammock::describe(*analysis.script.context, info);
  text = code(text);
  if (symbol.kind != SymbolKind::parameter || !info) text += "\n" + code(line_around(analysis, definition->span.begin));
  return text;
}

// Of an operator, a form, a function of kernels; and what the call at the word comes to.
std::optional<std::string> of_builtin(const Analysis& analysis, Span word) {
  const std::string_view written = analysis.text().substr(word.begin, word.end - word.begin);
  const std::string name = canonical_name(analysis, written);
  const std::span<const std::string> known = known_names();
  std::optional<Signature> s;
  if (name.find('.') != std::string::npos) s = signature(analysis, written);
  if (!s && !std::ranges::binary_search(known, name)) return std::nullopt;
  std::string text = code(s ? s->label : name);
  for (const Analysis::Known& k : std::ranges::equal_range(analysis.known, word.begin, {},
                                                           [](const Analysis::Known& v) { return v.span.begin; })) {
    if (k.span.end <= word.end) continue;
    text += "\n" + code("-> " + hammock::describe(*analysis.script.context, k.info));
    break;
  }
  if (s && !s->documentation.empty()) text += "\n" + s->documentation;
  return text;
}

}  // namespace

std::optional<Hover> hover(const Analysis& analysis, uint32_t offset) {
  if (const Occurrence* use = analysis.names.at(offset)) return Hover{of_name(analysis, *use), use->span};
  Span word = dotted_word(analysis.text(), offset);
  // The whole name, whichever part of it the place is in.
  while (word.end < analysis.text().size() &&
         (is_word_character(analysis.text()[word.end]) || analysis.text()[word.end] == '.'))
    ++word.end;
  if (word.begin == word.end) return std::nullopt;
  if (std::optional<std::string> text = of_builtin(analysis, word)) return Hover{std::move(*text), word};
  return std::nullopt;
}

}  // namespace hammock::language
