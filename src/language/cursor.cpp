// SPDX-License-Identifier: Apache-2.0
#include "hammock/language/cursor.h"

#include <algorithm>

namespace hammock::language {
namespace {

// How far before the place its statement is looked for.
constexpr uint32_t kFarthest = 1 << 16;
// Brackets within each other; no script has more, so deeper ones are only counted.
constexpr size_t kDeepest = 1000;

bool is_keyword_line(std::string_view line) {
  constexpr std::string_view kWords[] = {"@",    "def ",   "class ", "return", "with ",   "if ", "elif ",
                                         "for ", "while ", "else:",  "from ",  "import ", "pass"};
  return std::ranges::any_of(kWords, [&](std::string_view word) { return line.starts_with(word); });
}

// Whether a physical line looks like the beginning of a statement: `x = `, `x: `, a keyword. A keyword argument has no
// blank before its `=`.
bool begins_statement(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  if (is_keyword_line(line)) return true;
  size_t end = 0;
  while (end < line.size() && (is_word_character(line[end]) || line[end] == ',' || line[end] == ' ')) ++end;
  if (end == 0 || end == line.size()) return false;
  const bool is_assignment = line[end] == '=' && line[end - 1] == ' ' && line.substr(end, 2) != "==";
  return is_assignment || (line[end] == ':' && line.find(' ') > end);
}

uint32_t statement_begin(std::string_view text, uint32_t offset) {
  uint32_t begin = offset;
  while (true) {
    while (begin > 0 && text[begin - 1] != '\n') --begin;
    if (begin == 0 || offset - begin > kFarthest) return begin;
    if (begins_statement(text.substr(begin, text.find('\n', begin) - begin))) return begin;
    --begin;
  }
}

struct Bracket {
  OpenCall call;
  uint32_t argument_begin = 0;
  bool is_call = false;
};

class Scan {
 public:
  Scan(std::string_view text, uint32_t offset) : text_(text), offset_(offset), at_(statement_begin(text, offset)) {}

  Cursor run() {
    while (at_ < offset_) step();
    Cursor cursor;
    cursor.is_in_comment = is_in_comment_;
    cursor.is_in_string = is_in_string_;
    for (auto it = brackets_.rbegin(); it != brackets_.rend() && !cursor.call && deeper_ == 0; ++it) {
      if (!it->is_call) continue;
      it->call.keyword = keyword(it->argument_begin);
      cursor.call = it->call;
    }
    return cursor;
  }

 private:
  void step() {
    const char c = text_[at_];
    if (c == '#') {
      const size_t end = text_.find('\n', at_);
      is_in_comment_ = end >= offset_;
      at_ = static_cast<uint32_t>(std::min<size_t>(end, offset_));
    } else if (c == '"' || c == '\'') {
      string(c);
    } else {
      if (c == '(' || c == '[' || c == '{') open(c);
      else if (c == ')' || c == ']' || c == '}') close();
      else if (c == ',' && !brackets_.empty() && deeper_ == 0) next_argument();
      ++at_;
    }
  }

  void string(char quote) {
    const std::string long_quote(3, quote);
    const bool is_long = text_.substr(at_, 3) == long_quote;
    at_ += is_long ? 3 : 1;
    while (at_ < offset_) {
      if (text_[at_] == '\\') {
        at_ += 2;
      } else if (is_long ? text_.substr(at_, 3) == long_quote : text_[at_] == quote || text_[at_] == '\n') {
        at_ += is_long ? 3 : 1;
        return;
      } else {
        ++at_;
      }
    }
    is_in_string_ = true;
  }

  void close() {
    if (deeper_ > 0) --deeper_;
    else if (!brackets_.empty()) brackets_.pop_back();
  }

  void open(char c) {
    if (brackets_.size() == kDeepest) {
      ++deeper_;
      return;
    }
    Bracket bracket;
    uint32_t begin = at_;
    while (begin > 0 && (is_word_character(text_[begin - 1]) || text_[begin - 1] == '.')) --begin;
    bracket.is_call = c == '(' && begin < at_;
    bracket.call.callee = text_.substr(begin, at_ - begin);
    bracket.call.begin = begin;
    bracket.argument_begin = at_ + 1;
    brackets_.push_back(std::move(bracket));
  }

  void next_argument() {
    Bracket& bracket = brackets_.back();
    if (std::string word = keyword(bracket.argument_begin); !word.empty())
      bracket.call.keywords.push_back(std::move(word));
    ++bracket.call.argument;
    bracket.argument_begin = at_ + 1;
  }

  // `axis` of an argument `axis=...`.
  std::string keyword(uint32_t begin) const {
    while (begin < text_.size() && (text_[begin] == ' ' || text_[begin] == '\n' || text_[begin] == '\t')) ++begin;
    uint32_t end = begin;
    while (end < text_.size() && is_word_character(text_[end])) ++end;
    const bool is_keyword = end < text_.size() && end > begin && text_[end] == '=' && text_.substr(end, 2) != "==";
    return is_keyword ? std::string(text_.substr(begin, end - begin)) : "";
  }

  std::string_view text_;
  uint32_t offset_, at_;
  std::vector<Bracket> brackets_;
  size_t deeper_ = 0;
  bool is_in_comment_ = false, is_in_string_ = false;
};

}  // namespace

Span dotted_word(std::string_view text, uint32_t offset) {
  uint32_t begin = offset, end = offset;
  while (end < text.size() && is_word_character(text[end])) ++end;
  while (begin > 0 && (is_word_character(text[begin - 1]) || (text[begin - 1] == '.' && begin > 1))) --begin;
  return {begin, end};
}

Cursor cursor_at(std::string_view text, uint32_t offset) {
  offset = std::min(offset, static_cast<uint32_t>(text.size()));
  Cursor cursor = Scan(text, offset).run();
  cursor.word = dotted_word(text, offset);
  return cursor;
}

}  // namespace hammock::language
