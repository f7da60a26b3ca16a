// SPDX-License-Identifier: Apache-2.0
// What an editor asks of a text. Answers are texts and places of the analysed text; whoever shows them converts them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hammock/base/result.h"
#include "hammock/language/analysis.h"
#include "hammock/language/cursor.h"
#include "hammock/language/text.h"
#include "hammock/print/splice.h"

namespace hammock::language {

// ---- documentation (documentation.cpp)

// R.nn.relu of what the text calls it, rx.nn.relu or relax.op.nn.relu.
std::string canonical_name(const Analysis& analysis, std::string_view written);
struct Signature {
  std::string label;  // R.add(x1: tensor, x2: tensor)
  struct Parameter {
    uint32_t begin, end;  // in the label
    std::string name;
    bool takes_rest = false;
  };
  std::vector<Parameter> parameters;
  std::string documentation;
};
// Of an operator or special form of the language by its canonical name, or of a function of the text.
std::optional<Signature> signature(const Analysis& analysis, std::string_view written);
// Which parameter the argument is for; none if it is for none.
std::optional<uint32_t> active_parameter(const Signature& signature, const OpenCall& call);
std::string diagnostic_help(Diag diag);

// ---- at a place (hover.cpp)

struct Hover {
  std::string markdown;
  Span span;
};
std::optional<Hover> hover(const Analysis& analysis, uint32_t offset);

// ---- names (references.cpp)

std::optional<Span> definition(const Analysis& analysis, uint32_t offset);
std::vector<Occurrence> references(const Analysis& analysis, uint32_t offset);
// The name that would be renamed; an error says why it is none.
Result<Span> renamed_name(const Analysis& analysis, uint32_t offset);
// What becomes `new_name`; an error if it cannot.
Result<std::vector<Occurrence>> rename(const Analysis& analysis, uint32_t offset, std::string_view new_name);

// ---- completion (completion.cpp)

enum class CompletionKind : uint8_t { op, form, parameter, variable, dim, function, module, value, keyword };
struct Completion {
  std::string label;
  CompletionKind kind;
  std::string detail;
  std::string text;  // what is inserted, if not the label
};
struct Completions {
  Span replaced;  // in the text as it is now
  std::vector<Completion> items;
  bool is_incomplete = false;
};
// `text`: as it is now; `known`: the place of `offset` in the analysed text.
Completions complete(const Analysis& analysis, uint32_t known, std::string_view text, uint32_t offset);
// What is said of an item that was given.
std::string documentation(std::string_view label);

// ---- the whole text (outline.cpp, tokens.cpp, format.cpp)

struct OutlineItem {
  std::string name, detail;
  SymbolKind kind;
  Span span, name_span;
  std::vector<OutlineItem> children;
};
std::vector<OutlineItem> outline(const Analysis& analysis);
struct Fold {
  Span span;
};
std::vector<Fold> folds(const Analysis& analysis);

enum class TokenKind : uint8_t {
  namespace_,
  class_,
  type,
  type_parameter,  // a symbolic dim
  function,
  parameter,
  variable,
  property,  // an attribute of a call, or what stands behind a value's dot
  keyword,
  string,
  number,
  comment,
  decorator,
};
enum TokenModifier : uint8_t { kDefinition = 1, kDataflow = 2, kOfLanguage = 4 };
struct Token {
  Span span;  // within a line
  TokenKind kind = TokenKind::variable;
  uint8_t modifiers = 0;
};
// As the protocol calls them, in the order above.
std::span<const std::string_view> token_kinds();
std::span<const std::string_view> token_modifiers();
// What the words of the lines in `range` are. `text`, `range`: as they are now, `changes` since the analysis: its names
// hold where nothing has been changed, else the letters tell alone.
std::vector<Token> tokens(const Analysis& analysis, const Changes& changes, const Text& text, Span range);

struct Hint {
  uint32_t offset;
  std::string label;
};
// Struct info of bindings in the range whose text does not say it.
std::vector<Hint> hints(const Analysis& analysis, Span range);

struct Fix {
  std::string title;
  Edit edit;
};
// What a diagnostic suggests; none if it suggests nothing.
std::optional<Fix> fix(const Analysis& analysis, const Diagnostic& diagnostic);

// As `hammock fmt -i` does it; an error where it refuses.
Result<std::vector<Edit>> format(const Analysis& analysis);
Result<std::vector<Edit>> format(const Analysis& analysis, Span range);

}  // namespace hammock::language
