// SPDX-License-Identifier: Apache-2.0
// UTF-8: what is valid, and how wide a terminal shows it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace hammock {

// The first byte that is not part of UTF-8 text (a NUL is none), or the size of the text.
size_t first_bad_byte(std::string_view text);

// The character that begins at text[at]; `size` bytes long. A byte that begins none is U+FFFD of size 1.
struct Utf8Char {
  char32_t code;
  uint8_t size;
};
Utf8Char utf8_char(std::string_view text, size_t at);

// Columns of a terminal: 2 for East Asian wide characters and emoji, 0 for marks that combine with the character
// before.
int terminal_width(char32_t code);

// The text with U+FFFD for every byte that is no part of UTF-8, and `?` for control characters but line ends and tabs.
std::string valid_utf8(std::string_view text);

}  // namespace hammock
