// SPDX-License-Identifier: Apache-2.0
#include "names.h"

#include <algorithm>
#include <charconv>

namespace hammock {
namespace {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_name_char(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_'; }

// Sorted. A variable of this name would print a text that cannot be read.
constexpr std::string_view kKeywords[] = {
    "False", "None", "True",   "and",  "as",   "assert", "async",  "await",    "break", "class", "continue", "def",
    "del",   "elif", "else",   "except", "finally", "for", "from", "global",   "if",    "import", "in",      "is",
    "lambda", "nonlocal", "not", "or",  "pass", "raise",  "return", "try",      "while", "with",  "yield"};

bool is_keyword(std::string_view s) {
  return s.size() >= 2 && s.size() <= 8 && !is_digit(s.back()) && std::ranges::binary_search(kKeywords, s);
}

bool is_identifier(std::string_view s) {
  return !s.empty() && !is_digit(s[0]) && std::ranges::all_of(s, is_name_char) && !is_keyword(s);
}

std::string make_identifier(std::string_view hint) {
  std::string s(hint.empty() ? "v" : hint);
  for (char& c : s) {
    if (!is_name_char(c)) c = '_';
  }
  if (is_digit(s[0])) s.insert(s.begin(), '_');
  if (is_keyword(s)) s += '_';
  return s;
}

}  // namespace

Names::Entry Names::define(std::string_view hint, size_t scope) {
  Entry entry = is_identifier(hint) ? find_or_add(hint, true) : find_or_add(make_identifier(hint), false);
  if (entries_[entry].is_defined) entry = first_free(entry);
  entries_[entry].is_defined = true;
  scopes_[scope].push_back(entry);
  return entry;
}

Names::Entry Names::find_or_add(std::string_view text, bool text_is_lasting) {
  uint64_t hash = hash_mix(hash_bytes(text), text.size());
  uint32_t found = table_.find(hash, [&](uint32_t id) { return entries_[id].text == text; });
  if (found != kNone) return found;
  if (!text_is_lasting) text = texts_.emplace_back(text);
  entries_.push_back({text});
  Entry entry = static_cast<Entry>(entries_.size() - 1);
  table_.insert(hash, entry);
  return entry;
}

Names::Entry Names::first_free(Entry base) {
  for (uint32_t suffix = entries_[base].next_suffix;; ++suffix) {
    scratch_.assign(entries_[base].text);
    scratch_ += '_';
    scratch_ += std::to_string(suffix);
    Entry candidate = find_or_add(scratch_, false);
    if (entries_[candidate].is_defined) continue;
    entries_[base].next_suffix = suffix + 1;
    return candidate;
  }
}

void Names::close() {
  for (Entry entry : scopes_.back()) {
    entries_[entry].is_defined = false;
    lower_suffix_of_base(entries_[entry].text);
  }
  scopes_.pop_back();
}

// A name `x_3` that becomes free may be the first free one of the base `x`.
void Names::lower_suffix_of_base(std::string_view released) {
  size_t bar = released.find_last_of('_');
  if (bar == std::string_view::npos || bar == 0) return;
  std::string_view digits = released.substr(bar + 1);
  uint32_t suffix = 0;
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), suffix);
  if (error != std::errc() || end != digits.data() + digits.size() || suffix == 0 || digits[0] == '0') return;
  std::string_view base = released.substr(0, bar);
  uint64_t hash = hash_mix(hash_bytes(base), base.size());
  uint32_t found = table_.find(hash, [&](uint32_t id) { return entries_[id].text == base; });
  if (found != kNone) entries_[found].next_suffix = std::min(entries_[found].next_suffix, suffix);
}

}  // namespace hammock
