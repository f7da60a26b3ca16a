// SPDX-License-Identifier: Apache-2.0
// A text with a name, and places in it.
//
// A Span is a half-open range of byte offsets. Lines and columns count from 1; a column counts bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hammock {

struct Span {
  static constexpr uint32_t kNowhere = 0xffffffffu;
  uint32_t begin = kNowhere;
  uint32_t end = kNowhere;
  constexpr explicit operator bool() const { return begin != kNowhere; }
  friend constexpr bool operator==(Span, Span) = default;
};

struct LineColumn {
  uint32_t line = 0;
  uint32_t column = 0;
};

inline constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

class Source {
 public:
  // Texts of 4 GiB and more do not fit the offsets; the caller refuses them before.
  Source(std::string name, std::string text);

  const std::string& name() const { return name_; }
  std::string_view text() const { return text_; }
  LineColumn place(uint32_t offset) const;
  // The text of a line (from 1) without its line end.
  std::string_view line(uint32_t number) const;
  uint32_t line_count() const { return static_cast<uint32_t>(line_starts_.size()); }

 private:
  std::string name_;
  std::string text_;
  std::vector<uint32_t> line_starts_;
};

}  // namespace hammock
