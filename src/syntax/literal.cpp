// SPDX-License-Identifier: Apache-2.0
#include "hammock/syntax/literal.h"

#include <charconv>
#include <limits>

namespace hammock::syntax {

std::optional<double> parse_float(std::string_view text) {
  double value = 0;
  if (text.empty() || !(text[0] == '.' || (text[0] >= '0' && text[0] <= '9'))) return std::nullopt;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size()) return std::nullopt;
  if (error == std::errc::result_out_of_range) {
    // from_chars leaves the value alone: nothing but zeros in the mantissa's reach is 0, everything else infinite.
    size_t e = text.find_first_of("eE");
    bool is_small = e != std::string_view::npos && e + 1 < text.size() && text[e + 1] == '-';
    return is_small || text[0] == '.' || (e == std::string_view::npos && text.starts_with("0."))
               ? 0.0
               : std::numeric_limits<double>::infinity();
  }
  return value;
}

namespace {

void append_utf8(std::string& out, uint32_t c) {
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xc0 | c >> 6);
    out += static_cast<char>(0x80 | (c & 0x3f));
  } else if (c < 0x10000) {
    out += static_cast<char>(0xe0 | c >> 12);
    out += static_cast<char>(0x80 | (c >> 6 & 0x3f));
    out += static_cast<char>(0x80 | (c & 0x3f));
  } else {
    out += static_cast<char>(0xf0 | c >> 18);
    out += static_cast<char>(0x80 | (c >> 12 & 0x3f));
    out += static_cast<char>(0x80 | (c >> 6 & 0x3f));
    out += static_cast<char>(0x80 | (c & 0x3f));
  }
}

// The escape that begins with the backslash at `at`; the place behind it, or 0 if it is malformed.
size_t decode_escape(std::string_view s, size_t at, std::string& out) {
  char c = s[at + 1];
  switch (c) {
    case '\n': return at + 2;
    case '\r': return at + 2 + (at + 2 < s.size() && s[at + 2] == '\n');
    case '\\':
    case '\'':
    case '"': out += c; return at + 2;
    case 'a': out += '\a'; return at + 2;
    case 'b': out += '\b'; return at + 2;
    case 'f': out += '\f'; return at + 2;
    case 'n': out += '\n'; return at + 2;
    case 'r': out += '\r'; return at + 2;
    case 't': out += '\t'; return at + 2;
    case 'v': out += '\v'; return at + 2;
    case 'x':
    case 'u':
    case 'U': {
      size_t digits = c == 'x' ? 2 : c == 'u' ? 4 : 8;
      uint32_t value = 0;
      if (at + 2 + digits > s.size()) return 0;
      auto [end, error] = std::from_chars(s.data() + at + 2, s.data() + at + 2 + digits, value, 16);
      if (error != std::errc() || end != s.data() + at + 2 + digits || value > 0x10ffff) return 0;
      // \xhh is a byte: that is what the canonical text means by it (language, Appendix C 14).
      if (c == 'x') {
        out += static_cast<char>(value);
      } else {
        append_utf8(out, value);
      }
      return at + 2 + digits;
    }
    case 'N': return 0;
    default: break;
  }
  if (c >= '0' && c <= '7') {
    uint32_t value = 0;
    size_t i = at + 1;
    for (; i < s.size() && i < at + 4 && s[i] >= '0' && s[i] <= '7'; ++i)
      value = value * 8 + static_cast<uint32_t>(s[i] - '0');
    append_utf8(out, value);
    return i;
  }
  out += '\\';
  out += c;
  return at + 2;
}

}  // namespace

bool decode_string(std::string_view s, std::string& out, Span& bad) {
  size_t at = 0;
  while (at < s.size()) {
    // To the next literal: between literals there are blanks, line ends, comments and joined lines.
    if (s[at] == '#') {
      while (at < s.size() && s[at] != '\n' && s[at] != '\r') ++at;
      continue;
    }
    bool is_raw = false;
    while (at < s.size() && s[at] != '"' && s[at] != '\'' && s[at] != '#')
      is_raw |= (s[at++] | 0x20) == 'r' && s[at - 1] != '\r';
    if (at >= s.size()) break;
    if (s[at] == '#') continue;
    char quote = s[at];
    bool is_long = at + 2 < s.size() && s[at + 1] == quote && s[at + 2] == quote;
    size_t width = is_long ? 3 : 1;
    at += width;
    while (at < s.size()) {
      if (s[at] == quote && (!is_long || (at + 2 < s.size() && s[at + 1] == quote && s[at + 2] == quote))) break;
      if (s[at] == '\\' && at + 1 < s.size()) {
        if (is_raw) {
          out.append(s, at, 2);
          at += 2;
          continue;
        }
        size_t next = decode_escape(s, at, out);
        if (next == 0) {
          bad = {static_cast<uint32_t>(at), static_cast<uint32_t>(at + 2)};
          return false;
        }
        at = next;
        continue;
      }
      if (s[at] == '\r') {  // a line end of any kind is a line feed
        out += '\n';
        at += 1 + (at + 1 < s.size() && s[at + 1] == '\n');
        continue;
      }
      size_t end = s.find_first_of(std::string_view(quote == '"' ? "\"\\\r" : "'\\\r"), at + 1);
      if (end == std::string_view::npos) end = s.size();
      out.append(s, at, end - at);
      at = end;
    }
    at += width;
  }
  return true;
}

}  // namespace hammock::syntax
