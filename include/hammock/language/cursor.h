// SPDX-License-Identifier: Apache-2.0
// What stands around a place in a text that is being written, told by its letters alone: the dotted word, and the call
// whose brackets are open there.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hammock/base/source.h"

namespace hammock::language {

struct OpenCall {
  std::string callee;  // as written, without blanks; empty for brackets without a name
  uint32_t begin = 0;  // of the callee
  uint32_t argument = 0;
  std::string keyword;                // that the argument begins with
  std::vector<std::string> keywords;  // of the other arguments
};

struct Cursor {
  Span word;  // the dotted word around the place; in a string or in none, what could be one
  bool is_in_comment = false, is_in_string = false;
  std::optional<OpenCall> call;  // the innermost
};

Cursor cursor_at(std::string_view text, uint32_t offset);
// The dotted word at the place, without what follows the part that the place is in: of R.nn.relu at `nn` R.nn.
Span dotted_word(std::string_view text, uint32_t offset);
inline bool is_word_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace hammock::language
