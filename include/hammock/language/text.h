// SPDX-License-Identifier: Apache-2.0
// A text that is edited: its lines, and the positions that an editor counts in them.
//
// The text is one string and a list of where its lines begin: an edit moves what stands behind it, which takes less
// than a millisecond in 100,000 lines. A line ends with \n, \r\n or \r, as the protocol has it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hammock/base/source.h"
#include "hammock/print/splice.h"

namespace hammock::language {

// What a character of a position is: a byte, a code unit of UTF-16, a code point.
enum class Encoding : uint8_t { utf8, utf16, utf32 };

struct Position {  // from 0
  uint32_t line = 0, character = 0;
  friend constexpr auto operator<=>(Position, Position) = default;
};

// What stood at `span` is `size` bytes now.
struct Change {
  Span span;
  uint32_t size = 0;
};

class Text {
 public:
  explicit Text(std::string text = {});

  const std::string& str() const { return text_; }
  uint32_t size() const { return static_cast<uint32_t>(text_.size()); }
  uint32_t line_count() const { return static_cast<uint32_t>(starts_.size()); }
  // Without its end.
  std::string_view line(uint32_t number) const;

  // A character beyond the end of its line is that end, a line beyond the last one the end of the text; the middle of a
  // code point is where it begins.
  uint32_t offset(Position position, Encoding encoding) const;
  Position position(uint32_t offset, Encoding encoding) const;

  Change replace(Span span, std::string_view with);
  // Of places apart from each other, from the last to the first, in one pass. The change: from the first to the last.
  Change replace(std::span<const Edit> edits);
  // By the smallest change from what it was.
  Change assign(std::string_view text);

 private:
  uint32_t line_of(uint32_t offset) const;
  void find_lines(uint32_t from, uint32_t to, std::vector<uint32_t>& starts) const;

  std::string text_;
  std::vector<uint32_t> starts_;
  // The last place that was counted: lists of places in one long line are counted once.
  struct Counted {
    uint32_t offset = 0, character = 0, line_start = 0, line = 0;
    Encoding encoding = Encoding::utf8;
  };
  mutable Counted counted_;
};

// Where the places of a text are after changes, in their order; before them with `back`. Nowhere: it has gone, or was
// not there.
class Changes {
 public:
  void add(Change change) { all_.push_back(change); }
  // As one with the last: what stands between the two counts as changed.
  void join(Change change);
  void clear() { all_.clear(); }
  bool empty() const { return all_.empty(); }
  size_t size() const { return all_.size(); }
  // Those that came after the first `count`.
  void forget(size_t count) { all_.erase(all_.begin(), all_.begin() + static_cast<ptrdiff_t>(count)); }

  uint32_t back(uint32_t offset) const;  // of what is new, where it came in
  Span forward(Span span) const;         // nowhere if its ends, or something of one without a length, have changed

 private:
  std::vector<Change> all_;
};

}  // namespace hammock::language
