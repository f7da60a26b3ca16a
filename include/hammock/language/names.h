// SPDX-License-Identifier: Apache-2.0
// Every name of a script with what it stands for, told by the statements as written: of a text with mistakes too.
//
// A symbol is a name in a function, or in one nested in it: all its occurrences can be renamed together. A variable
// that is bound twice is one symbol with two definitions. Symbolic dims stand in quotes, too: `"n"`, `"n + 1"`.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "hammock/base/source.h"
#include "hammock/syntax/ast.h"

namespace hammock::language {

enum class SymbolKind : uint8_t { python, class_, function, parameter, variable, dim };

struct Symbol {
  Name name;
  SymbolKind kind = SymbolKind::variable;
  uint32_t scope = 0;
  bool is_module = false;    // cls = Module
  bool is_dataflow = false;  // of a dataflow block, which does not give it out
};

struct Scope {
  uint32_t parent = 0;  // its own of the file, which is the first
  Span text;
};

struct Occurrence {
  Span span;
  uint32_t symbol = 0;
  bool is_definition = false;
  bool is_annotated = false;  // a definition with its type
  Span value;                 // of a definition: what it is bound to, where the name does not hold yet
};

struct Names {
  std::vector<Symbol> symbols;
  std::vector<Scope> scopes;
  std::vector<Occurrence> occurrences;  // in the order of the text
  std::vector<uint32_t> by_symbol;      // their indices, sorted by symbol
  std::vector<uint32_t> first_of;       // in by_symbol, and its end

  // Of a symbol, in the order of the text: indices of occurrences.
  std::span<const uint32_t> of(uint32_t symbol) const {
    return std::span(by_symbol).subspan(first_of[symbol], first_of[symbol + 1] - first_of[symbol]);
  }
  // The one that holds the place, or ends there; null if there is none.
  const Occurrence* at(uint32_t offset) const;
  // The definition that holds at an occurrence: the last one before it, else the first.
  const Occurrence* definition(const Occurrence& use) const;
  // The innermost one at the place.
  uint32_t scope_at(uint32_t offset) const;
  bool encloses(uint32_t outer, uint32_t scope) const;
};

Names find_names(const syntax::Ast& ast, Context& context, std::string_view text);

}  // namespace hammock::language
