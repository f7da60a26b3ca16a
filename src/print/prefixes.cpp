// SPDX-License-Identifier: Apache-2.0
// The namespaces under other names (language 6.14). The text is printed with I, T and R, and these are replaced in the
// finished text: outside of strings and comments they stand nowhere but before a dot, since the printer gives no
// variable their names.
#include <cctype>

#include "printer.h"

namespace hammock {

void respell_prefixes(std::string& text, const PrintOptions& options) {
  if (options.ir_prefix == "I" && options.tir_prefix == "T" && options.relax_prefix == "R") return;
  auto is_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
  };
  std::string out;
  out.reserve(text.size() + text.size() / 16);
  for (size_t at = 0; at < text.size();) {
    const char c = text[at];
    size_t end = at + 1;
    if (c == '#') {
      end = std::min(text.find('\n', at), text.size());
    } else if (c == '"' || c == '\'') {
      const std::string quotes = text.compare(at, 3, std::string(3, c)) == 0 ? std::string(3, c) : std::string(1, c);
      end = at + quotes.size();
      while (end < text.size() && text.compare(end, quotes.size(), quotes) != 0) end += text[end] == '\\' ? 2 : 1;
      end = std::min(end + quotes.size(), text.size());
    } else if (is_word(c)) {
      while (end < text.size() && is_word(text[end])) ++end;
      bool is_prefix = end == at + 1 && end < text.size() && text[end] == '.' && (at == 0 || text[at - 1] != '.');
      const std::string* other = !is_prefix ? nullptr
                                 : c == 'I' ? &options.ir_prefix
                                 : c == 'T' ? &options.tir_prefix
                                 : c == 'R' ? &options.relax_prefix
                                            : nullptr;
      if (other) {
        out += *other;
        at = end;
        continue;
      }
    }
    out.append(text, at, end - at);
    at = end;
  }
  text = std::move(out);
}

}  // namespace hammock
