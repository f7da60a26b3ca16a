// SPDX-License-Identifier: Apache-2.0
#include "hammock/base/source.h"

#include <algorithm>
#include <cstring>

namespace hammock {

Source::Source(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)) {
  line_starts_.push_back(text_.starts_with(kByteOrderMark) ? kByteOrderMark.size()
                                                           : 0);  // no column counts a byte order mark
  const char* begin = text_.data();
  const char* end = begin + text_.size();
  // A CR ends a line, too, unless an LF follows; few texts have one.
  const bool has_cr = begin != end && std::memchr(begin, '\r', text_.size());
  for (const char* at = begin; at < end;) {
    const char* line_end = at;
    if (has_cr) {
      while (line_end < end && *line_end != '\n' && *line_end != '\r') ++line_end;
      if (end - line_end > 1 && line_end[0] == '\r' && line_end[1] == '\n') ++line_end;
    } else {
      const void* newline = std::memchr(at, '\n', static_cast<size_t>(end - at));
      line_end = newline ? static_cast<const char*>(newline) : end;
    }
    if (line_end == end) break;
    at = line_end + 1;
    line_starts_.push_back(static_cast<uint32_t>(at - begin));
  }
}

LineColumn Source::place(uint32_t offset) const {
  offset = std::clamp(offset, line_starts_[0], static_cast<uint32_t>(text_.size()));
  auto next = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  uint32_t line = static_cast<uint32_t>(next - line_starts_.begin());
  return {line, offset - line_starts_[line - 1] + 1};
}

std::string_view Source::line(uint32_t number) const {
  if (number == 0 || number > line_starts_.size()) return {};
  uint32_t begin = line_starts_[number - 1];
  uint32_t end = number < line_starts_.size() ? line_starts_[number] : static_cast<uint32_t>(text_.size());
  std::string_view text = std::string_view(text_).substr(begin, end - begin);
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

}  // namespace hammock
