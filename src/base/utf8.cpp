// SPDX-License-Identifier: Apache-2.0
#include "hammock/base/utf8.h"

#include <algorithm>
#include <cstring>
#include <iterator>

namespace hammock {
namespace {

constexpr char32_t kReplacement = 0xfffd;
constexpr std::string_view kReplacementBytes = "\xef\xbf\xbd";

struct CodePoints {
  char32_t first, last;
};

// The blocks that matter in source text, from the Unicode properties East_Asian_Width (W, F) and General_Category (Mn,
// Me, Cf).
constexpr CodePoints kWide[] = {{0x1100, 0x115f},   {0x2e80, 0x303e},   {0x3041, 0x33ff},  {0x3400, 0x4dbf},
                                {0x4e00, 0x9fff},   {0xa000, 0xa4cf},   {0xac00, 0xd7a3},  {0xf900, 0xfaff},
                                {0xfe30, 0xfe6f},   {0xff00, 0xff60},   {0xffe0, 0xffe6},  {0x1f300, 0x1f64f},
                                {0x1f680, 0x1f6ff}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd}};
constexpr CodePoints kZero[] = {{0x300, 0x36f},   {0x483, 0x489},   {0x591, 0x5bd},    {0x610, 0x61a},
                                {0x64b, 0x65f},   {0x200b, 0x200f}, {0x20d0, 0x20f0},  {0xfe00, 0xfe0f},
                                {0xfe20, 0xfe2f}, {0xfeff, 0xfeff}, {0xe0100, 0xe01ef}};

template <size_t N>
bool is_in(const CodePoints (&ranges)[N], char32_t code) {
  const CodePoints* at = std::upper_bound(std::begin(ranges), std::end(ranges), code,
                                          [](char32_t c, const CodePoints& r) { return c < r.first; });
  return at != std::begin(ranges) && code <= at[-1].last;
}

// C0, DEL, C1, and the characters that turn the direction of text around.
bool is_control(char32_t c) {
  return c < 0x20 || (c >= 0x7f && c < 0xa0) || (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

}  // namespace

Utf8Char utf8_char(std::string_view text, size_t at) {
  unsigned char lead = static_cast<unsigned char>(text[at]);
  if (lead < 0x80) return {lead, 1};
  uint8_t size = lead >= 0xf0 && lead < 0xf5   ? 4
                 : lead >= 0xe0 && lead < 0xf0 ? 3
                 : lead >= 0xc2 && lead < 0xe0 ? 2
                                               : 1;
  if (size == 1 || at + size > text.size()) return {kReplacement, 1};
  char32_t code = lead & (0xffu >> (size + 1));
  for (uint8_t k = 1; k < size; ++k) {
    unsigned char c = static_cast<unsigned char>(text[at + k]);
    if ((c & 0xc0) != 0x80) return {kReplacement, 1};
    code = code << 6 | (c & 0x3f);
  }
  bool is_overlong = (size == 3 && code < 0x800) || (size == 4 && code < 0x10000);
  if (is_overlong || (code >= 0xd800 && code < 0xe000) || code > 0x10ffff) return {kReplacement, 1};
  return {code, size};
}

size_t first_bad_byte(std::string_view s) {
  constexpr uint64_t kOnes = 0x0101010101010101u, kHigh = kOnes * 0x80;
  size_t i = 0;
  while (i < s.size()) {
    uint64_t word = 0;
    for (; i + sizeof word <= s.size(); i += sizeof word) {  // of ASCII without a NUL: no high bit, and none from below
      std::memcpy(&word, s.data() + i, sizeof word);
      if (((word - kOnes) | word) & kHigh) break;
    }
    if (i == s.size()) break;
    if (static_cast<unsigned char>(s[i]) < 0x80) {
      if (s[i] == '\0') return i;
      ++i;
      continue;
    }
    uint8_t size = utf8_char(s, i).size;
    if (size == 1) return i;
    i += size;
  }
  return i;
}

int terminal_width(char32_t code) {
  if (code < 0x300) return 1;
  return is_in(kZero, code) ? 0 : is_in(kWide, code) ? 2 : 1;
}

std::string valid_utf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size();) {
    Utf8Char c = utf8_char(text, i);
    if (c.code == '\n' || c.code == '\t') out += text[i];
    else if (is_control(c.code)) out += '?';
    else if (c.code == kReplacement) out += kReplacementBytes;
    else out += text.substr(i, c.size);
    i += c.size;
  }
  return out;
}

}  // namespace hammock
