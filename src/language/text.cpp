// SPDX-License-Identifier: Apache-2.0
#include "hammock/language/text.h"

#include <algorithm>
#include <ranges>

#include "hammock/base/utf8.h"

namespace hammock::language {
namespace {

uint32_t units(Utf8Char c, Encoding encoding) {
  if (encoding == Encoding::utf8) return c.size;
  return encoding == Encoding::utf16 && c.code > 0xffff ? 2 : 1;
}

}  // namespace

Text::Text(std::string text) : text_(std::move(text)), starts_{0} { find_lines(0, size(), starts_); }

// Lines that begin in (from, to].
void Text::find_lines(uint32_t from, uint32_t to, std::vector<uint32_t>& starts) const {
  for (uint32_t at = from; at < to; ++at) {
    const char c = text_[at];
    if (c == '\n' || (c == '\r' && (at + 1 == text_.size() || text_[at + 1] != '\n'))) starts.push_back(at + 1);
  }
}

std::string_view Text::line(uint32_t number) const {
  if (number >= starts_.size()) return {};
  const uint32_t begin = starts_[number], end = number + 1 < starts_.size() ? starts_[number + 1] : size();
  std::string_view line = std::string_view(text_).substr(begin, end - begin);
  while (line.ends_with('\n') || line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

uint32_t Text::offset(Position position, Encoding encoding) const {
  if (position.line >= starts_.size()) return size();
  const std::string_view line = this->line(position.line);
  const uint32_t start = starts_[position.line];
  if (encoding == Encoding::utf8 && position.character >= line.size())
    return start + static_cast<uint32_t>(line.size());
  uint32_t at = 0, character = 0;
  if (counted_.line_start == start && counted_.encoding == encoding && counted_.character <= position.character &&
      counted_.offset - start <= line.size())
    at = counted_.offset - start, character = counted_.character;
  while (at < line.size()) {
    const Utf8Char c = utf8_char(line, at);
    if (character + units(c, encoding) > position.character) break;
    character += units(c, encoding), at += c.size;
  }
  counted_ = {start + at, character, start, position.line, encoding};
  return start + at;
}

// Lists of places come in their order: the line is mostly the one of the last place, or the next.
uint32_t Text::line_of(uint32_t offset) const {
  constexpr uint32_t kNear = 4;
  const uint32_t last = counted_.line;
  if (last < starts_.size() && starts_[last] <= offset) {
    for (uint32_t line = last; line < last + kNear; ++line) {
      if (line + 1 >= starts_.size() || offset < starts_[line + 1]) return line;
    }
  }
  return static_cast<uint32_t>(std::ranges::upper_bound(starts_, offset) - starts_.begin()) - 1;
}

Position Text::position(uint32_t offset, Encoding encoding) const {
  offset = std::min(offset, size());
  const uint32_t line = line_of(offset), start = starts_[line];
  uint32_t at = start, character = 0;
  if (encoding == Encoding::utf8) at = offset, character = offset - start;
  else if (counted_.line_start == start && counted_.encoding == encoding && counted_.offset <= offset)
    at = counted_.offset, character = counted_.character;
  while (at < offset) {
    if (static_cast<unsigned char>(text_[at]) < 0x80) {
      ++at, ++character;
      continue;
    }
    const Utf8Char c = utf8_char(text_, at);
    if (at + c.size > offset) break;
    character += units(c, encoding), at += c.size;
  }
  counted_ = {at, character, start, line, encoding};
  return {line, character};
}

Change Text::replace(Span span, std::string_view with) {
  span.begin = std::min(span.begin, size());
  span.end = std::clamp(span.end, span.begin, size());
  text_.replace(span.begin, span.end - span.begin, with);
  const Change change{span, static_cast<uint32_t>(with.size())};
  const uint32_t end = span.begin + change.size;
  // A line end of two characters may come or go at either side of the change.
  auto first = std::ranges::lower_bound(starts_, span.begin);
  if (first == starts_.begin()) ++first;
  const uint32_t from = *std::prev(first);
  const auto last = std::ranges::upper_bound(first, starts_.end(), span.end + 1);
  std::vector<uint32_t> fresh;
  find_lines(from, std::min(end + 1, size()), fresh);
  for (auto it = last; it != starts_.end(); ++it) *it += change.size - (span.end - span.begin);
  const auto at = starts_.erase(first, last);
  starts_.insert(at, fresh.begin(), fresh.end());
  counted_ = {};
  return change;
}

Change Text::replace(std::span<const Edit> edits) {
  if (edits.empty()) return {};
  const Span all{edits.back().span.begin, edits.front().span.end};
  std::string with;
  uint32_t at = all.begin;
  for (const Edit& edit : std::views::reverse(edits)) {
    with.append(text_, at, edit.span.begin - at).append(edit.text);
    at = edit.span.end;
  }
  return replace(all, with);
}

Change Text::assign(std::string_view text) {
  const std::string_view old = text_;
  size_t begin = static_cast<size_t>(std::ranges::mismatch(old, text).in1 - old.begin());
  size_t tail = 0;
  const size_t most = std::min(old.size(), text.size()) - begin;
  while (tail < most && old[old.size() - 1 - tail] == text[text.size() - 1 - tail]) ++tail;
  return replace({static_cast<uint32_t>(begin), static_cast<uint32_t>(old.size() - tail)},
                 text.substr(begin, text.size() - tail - begin));
}

void Changes::join(Change change) {
  if (all_.empty()) return add(change);
  Change& last = all_.back();
  const uint32_t end = last.span.begin + last.size;
  const uint32_t from = std::min(last.span.begin, change.span.begin), to = std::max(end, change.span.end);
  last.span = {from, to - end + last.span.end};
  last.size = to - from - (change.span.end - change.span.begin) + change.size;
}

uint32_t Changes::back(uint32_t offset) const {
  for (auto it = all_.rbegin(); it != all_.rend(); ++it) {
    const uint32_t end = it->span.begin + it->size;
    if (offset >= end) offset = offset - end + it->span.end;
    else if (offset > it->span.begin) offset = it->span.begin;
  }
  return offset;
}

Span Changes::forward(Span span) const {
  for (const Change& c : all_) {
    const uint32_t end = c.span.begin + c.size;
    auto moved = [&](uint32_t at) { return at - c.span.end + end; };
    if (span.begin >= c.span.end) {
      span = {moved(span.begin), moved(span.end)};
    } else if (span.begin > c.span.begin || span == c.span) {
      return {};
    } else if (span.end >= c.span.end) {
      if (span.end > c.span.begin) span.end = moved(span.end);
    } else if (span.end > c.span.begin) {
      return {};
    }
  }
  return span;
}

}  // namespace hammock::language
