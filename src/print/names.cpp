// SPDX-License-Identifier: Apache-2.0
#include "names.h"

#include <algorithm>
#include <charconv>
#include <string>

namespace hammock {
namespace {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_';
}

// Sorted. A variable of this name would print a text that cannot be read.
constexpr std::string_view kKeywords[] = {"False",  "None",   "True",    "and",      "as",       "assert", "async",
                                          "await",  "break",  "class",   "continue", "def",      "del",    "elif",
                                          "else",   "except", "finally", "for",      "from",     "global", "if",
                                          "import", "in",     "is",      "lambda",   "nonlocal", "not",    "or",
                                          "pass",   "raise",  "return",  "try",      "while",    "with",   "yield"};

bool is_keyword(std::string_view s) {
  return s.size() >= 2 && s.size() <= 8 && !is_digit(s.back()) && std::ranges::binary_search(kKeywords, s);
}

}  // namespace

std::string make_identifier(std::string_view hint) {
  std::string s(hint.empty() ? "v" : hint);
  for (char& c : s) {
    if (!is_name_char(c)) c = '_';
  }
  if (is_digit(s[0])) s.insert(s.begin(), '_');
  if (is_keyword(s)) s += '_';
  return s;
}

bool is_identifier(std::string_view s) {
  return !s.empty() && !is_digit(s[0]) && std::ranges::all_of(s, is_name_char) && !is_keyword(s);
}

Names::Entry Names::define(Name hint, size_t scope) {
  std::string_view text = hint ? hints_.text(hint) : std::string_view();
  return take(is_identifier(text) ? hint.index : entry(make_identifier(text)), scope);
}

void Names::reserve(std::string_view text) { take(entry(text), scopes_.size() - 1); }

Names::Entry Names::take(Entry entry, size_t scope) {
  if (record(entry).is_defined) entry = first_free(entry);
  record(entry).is_defined = true;
  scopes_[scope].push_back(entry);
  return entry;
}

Names::Entry Names::entry(std::string_view text) {
  Name hint = hints_.find(text);
  return hint ? hint.index : kMade + made_.intern(text).index;
}

Names::Record& Names::record(Entry entry) {
  std::vector<std::unique_ptr<Page>>& pages = entry >= kMade ? made_records_ : hint_records_;
  const size_t index = entry >= kMade ? entry - kMade : entry, at = index / kPageSize;
  if (at >= pages.size()) pages.resize((entry >= kMade ? index : hints_.size()) / kPageSize + 1);
  if (!pages[at]) pages[at] = std::make_unique<Page>();
  return (*pages[at])[index % kPageSize];
}

Names::Entry Names::first_free(Entry base) {
  has_suffixes_ = true;
  std::string candidate(text(base));
  candidate += '_';
  size_t stem = candidate.size();
  for (uint32_t suffix = record(base).next_suffix;; ++suffix) {
    candidate.resize(stem);
    candidate += std::to_string(suffix);
    Entry found = entry(candidate);
    if (record(found).is_defined) continue;
    record(base).next_suffix = suffix + 1;
    return found;
  }
}

void Names::close() {
  for (Entry entry : scopes_.back()) {
    record(entry).is_defined = false;
    if (has_suffixes_) lower_suffix_of_base(text(entry));
  }
  scopes_.pop_back();
}

// A name `x_3` that becomes free may be the first free one of the base `x`.
void Names::lower_suffix_of_base(std::string_view released) {
  size_t bar = released.find_last_of('_');
  if (bar == std::string_view::npos || bar == 0 || bar + 1 == released.size() || released[bar + 1] == '0') return;
  uint32_t suffix = 0;
  auto [end, error] = std::from_chars(released.data() + bar + 1, released.data() + released.size(), suffix);
  if (error != std::errc() || end != released.data() + released.size()) return;
  std::string_view base = released.substr(0, bar);
  Name hint = hints_.find(base), made = hint ? Name() : made_.find(base);
  if (!hint && !made) return;
  Record& r = record(hint ? hint.index : kMade + made.index);
  r.next_suffix = std::min(r.next_suffix, suffix);
}

}  // namespace hammock
