// SPDX-License-Identifier: Apache-2.0
#include "hammock/syntax/lexer.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>

#include "hammock/base/utf8.h"
#include "hammock/ir/function.h"
#include "lines_ahead.h"

namespace hammock::syntax {
namespace {

enum Class : uint8_t { kOther, kLetter, kDigit, kBlank, kLineEnd, kQuote };

constexpr std::array<uint8_t, 256> kClasses = [] {
  std::array<uint8_t, 256> c{};
  for (int i = 'a'; i <= 'z'; ++i) c[i] = kLetter;
  for (int i = 'A'; i <= 'Z'; ++i) c[i] = kLetter;
  for (int i = 0x80; i < 256; ++i) c[i] = kLetter;  // the text is UTF-8; Python has identifiers of any letters
  c['_'] = kLetter;
  for (int i = '0'; i <= '9'; ++i) c[i] = kDigit;
  c[' '] = c['\t'] = c['\f'] = kBlank;
  c['\n'] = c['\r'] = kLineEnd;
  c['"'] = c['\''] = kQuote;
  return c;
}();

constexpr Class class_of(char c) { return static_cast<Class>(kClasses[static_cast<unsigned char>(c)]); }
constexpr bool is_name_char(char c) { return class_of(c) == kLetter || class_of(c) == kDigit; }

// How many spaces stand here.
uint32_t spaces_at(std::string_view text, size_t begin) {
  uint64_t eight = 0;
  constexpr uint64_t kEight = 0x2020202020202020;
  size_t at = begin;
  for (; at + sizeof eight <= text.size(); at += sizeof eight) {
    std::memcpy(&eight, text.data() + at, sizeof eight);
    if (eight != kEight) break;
  }
  while (at < text.size() && text[at] == ' ') ++at;
  return static_cast<uint32_t>(at - begin);
}

struct Keyword {
  std::string_view text;
  Tok type;
  Tok in_python = Tok::end;  // in kernels and rule scripts; end: the same
};

constexpr Keyword kKeywords[] = {
    {"False", Tok::literal},
    {"None", Tok::literal},
    {"True", Tok::literal},
    {"and", Tok::op},
    {"as", Tok::as},
    {"assert", Tok::foreign, Tok::assert_},
    {"async", Tok::foreign},
    {"await", Tok::foreign},
    {"break", Tok::foreign, Tok::break_},
    {"class", Tok::class_},
    {"continue", Tok::foreign, Tok::continue_},
    {"def", Tok::def},
    {"del", Tok::foreign},
    {"elif", Tok::elif},
    {"else", Tok::else_},
    {"except", Tok::foreign},
    {"finally", Tok::foreign},
    {"for", Tok::foreign, Tok::for_},
    {"from", Tok::foreign, Tok::from},
    {"global", Tok::foreign},
    {"if", Tok::if_},
    {"import", Tok::foreign, Tok::import},
    {"in", Tok::foreign, Tok::in},
    {"is", Tok::foreign, Tok::is},
    {"lambda", Tok::lambda},
    {"nonlocal", Tok::foreign},
    {"not", Tok::not_},
    {"or", Tok::op},
    {"pass", Tok::pass},
    {"raise", Tok::foreign, Tok::raise},
    {"return", Tok::return_},
    {"try", Tok::foreign},
    {"while", Tok::foreign, Tok::while_},
    {"with", Tok::with},
    {"yield", Tok::foreign},
};

// The keywords that begin with each letter, as a range of the table.
constexpr std::array<std::pair<uint8_t, uint8_t>, 128> kKeywordRanges = [] {
  std::array<std::pair<uint8_t, uint8_t>, 128> r{};
  for (uint8_t i = 0; i < std::size(kKeywords); ++i) {
    auto& range = r[static_cast<size_t>(kKeywords[i].text[0])];
    if (range.second == 0) range.first = i;
    range.second = static_cast<uint8_t>(i + 1);
  }
  return r;
}();

}  // namespace

Tok keyword_or_name(std::string_view text, ScriptKind kind) {
  if (static_cast<unsigned char>(text[0]) >= 128 || text.back() < 'a') return Tok::name;  // all end in a small letter
  auto [begin, end] = kKeywordRanges[static_cast<size_t>(text[0])];
  for (; begin < end; ++begin) {
    const Keyword& k = kKeywords[begin];
    if (k.text == text) return kind != ScriptKind::module && k.in_python != Tok::end ? k.in_python : k.type;
  }
  return Tok::name;
}

bool begins_operand(Tok type) {
  return type == Tok::name || type == Tok::literal || type == Tok::string || type == Tok::keyword ||
         depth_step(type) > 0;
}

bool ends_operand(Tok type) {
  return type == Tok::name || type == Tok::literal || type == Tok::string || depth_step(type) < 0;
}

int depth_step(Tok type) {
  if (type == Tok::open || type == Tok::open_list || type == Tok::open_dict) return 1;
  return type == Tok::close || type == Tok::close_list || type == Tok::close_dict ? -1 : 0;
}

namespace {

// What the beginning of a physical line says of it: `maybe`, if it is a keyword that an expression may have, too.
enum class Start : uint8_t { other, maybe, name, statement };
Start start_of(std::string_view text, uint32_t at, Tok before, ScriptKind kind) {
  if (text[at] == '@') return ends_operand(before) ? Start::other : Start::statement;
  uint32_t end = at;
  while (end < text.size() && is_name_char(text[end])) ++end;
  if (end == at || class_of(text[at]) != kLetter) return Start::other;
  if (end < text.size() && class_of(text[end]) == kQuote) return Start::other;  // the prefix of a string
  Tok type = keyword_or_name(text.substr(at, end - at), kind);
  if (type == Tok::name) return Start::name;
  bool is_statement = type == Tok::def || type == Tok::class_ || type == Tok::return_ || type == Tok::with;
  return is_statement ? Start::statement : Start::maybe;
}

bool is_string_prefix(std::string_view text) {
  constexpr std::string_view kPrefixes[] = {"r", "u", "b", "f", "t", "rb", "br", "rf", "fr", "rt", "tr"};
  if (text.size() > 2) return false;
  char lower[2];
  for (size_t i = 0; i < text.size(); ++i) lower[i] = static_cast<char>(text[i] | 0x20);
  return std::ranges::find(kPrefixes, std::string_view(lower, text.size())) != std::end(kPrefixes);
}

// Blanks, controls, punctuation and pictures; not exact at the edges, where nobody writes.
bool is_symbol(char32_t code) {
  constexpr std::pair<char32_t, char32_t> kRanges[] = {
      {0x80, 0xA9},     {0xAB, 0xB4},     {0xB6, 0xB9},     {0xBB, 0xBF},     {0xD7, 0xD7},     {0xF7, 0xF7},
      {0x2000, 0x203E}, {0x2041, 0x2053}, {0x2055, 0x2070}, {0x2190, 0x2BFF}, {0x3000, 0x3004}, {0x3008, 0x3020},
      {0xFE30, 0xFE32}, {0xFEFF, 0xFEFF}, {0xFF01, 0xFF0F}, {0xFF1A, 0xFF20}, {0xFFF0, 0xFFFF}, {0x1F000, 0x1FAFF}};
  return std::ranges::any_of(kRanges, [&](const auto& range) { return range.first <= code && code <= range.second; });
}

constexpr size_t kMaxIndents = static_cast<size_t>(kMaxDepth) + 1;
constexpr int kMaxRescans = 16;  // each may read the rest of the text once more

}  // namespace

std::string_view describe(Tok type) {
  switch (type) {
    case Tok::end: return "the end of the text";
    case Tok::name: return "a name";
    case Tok::keyword: return "a keyword argument";
    case Tok::literal: return "a literal";
    case Tok::string: return "a string";
    case Tok::op:
    case Tok::sign:
    case Tok::star:
    case Tok::tilde:
    case Tok::at: return "an operator";
    case Tok::not_: return "'not'";
    case Tok::open: return "'('";
    case Tok::close: return "')'";
    case Tok::open_list: return "'['";
    case Tok::close_list: return "']'";
    case Tok::open_dict: return "'{'";
    case Tok::close_dict: return "'}'";
    case Tok::comma: return "','";
    case Tok::colon: return "':'";
    case Tok::dot: return "'.'";
    case Tok::assign: return "'='";
    case Tok::arrow: return "'->'";
    case Tok::lambda: return "'lambda'";
    case Tok::class_: return "'class'";
    case Tok::def: return "'def'";
    case Tok::if_: return "'if'";
    case Tok::elif: return "'elif'";
    case Tok::else_: return "'else'";
    case Tok::with: return "'with'";
    case Tok::as: return "'as'";
    case Tok::return_: return "'return'";
    case Tok::pass: return "'pass'";
    case Tok::foreign: return "a keyword";
    case Tok::newline: return "the end of the line";
    case Tok::for_: return "'for'";
    case Tok::in: return "'in'";
    case Tok::is: return "'is'";
    case Tok::while_: return "'while'";
    case Tok::break_: return "'break'";
    case Tok::continue_: return "'continue'";
    case Tok::assert_: return "'assert'";
    case Tok::raise: return "'raise'";
    case Tok::import: return "'import'";
    case Tok::from: return "'from'";
    case Tok::augmented: return "an assignment";
    case Tok::annotation: return "an annotation";
  }
  return "";
}

Diagnostic& Lexer::report(Line& line, Diag diag, Span span, std::string text) {
  unheard_.notes.clear();
  if (mode_ == Mode::skipped && diag == Diag::unsupported_syntax) return unheard_;
  line.broken = true;
  if (mode_ == Mode::python && diag != Diag::too_large) return unheard_;
  return diagnostics_.report(diag, place(span), std::move(text));
}

bool Lexer::next(Line& line, Mode mode) {
  mode_ = mode;
  line.tokens.clear();
  line.dedents = 0;
  line.indent = false;
  line.broken = false;
  line.too_deep = false;
  line.above.clear();
  line.inside.clear();
  line.follows_blank = false;
  line.annotation = nullptr;
  line.shape = Line::kNoShape;
  closed_.clear();
  misfit_.reset();
  brackets_.clear();
  suspect_ = 0;
  if (skip_blank_lines(line)) return true;
  line.dedents = static_cast<int>(std::min(indents_.size(), kMaxIndents) - 1);
  indents_.resize(1);
  line.begin = line.end = at_;
  return false;
}

void Lexer::tokens(Line& line, Mode mode) {
  mode_ = mode;
  if (!ahead_ || !take_ahead(line)) physical_lines(line);
  tokens_ += line.tokens.size();
  line.end = at_;
}

void Lexer::start_at(uint32_t begin) {
  at_ = begin;
  Indent here;
  for (uint32_t i = begin; i < text_.size() && class_of(text_[i]) == kBlank; ++i) {
    here.column = text_[i] == '\t' ? (here.column / 8 + 1) * 8 : here.column + 1;
    ++here.characters;
  }
  indents_.back() = here;
}

// To the first token of the next line that has one.
bool Lexer::skip_blank_lines(Line& line) {
  while (at_ < text_.size()) {
    line.begin = at_;
    const uint32_t spaces = spaces_at(text_, at_);
    Indent here{spaces, spaces};
    for (at_ += spaces; class_of(peek()) == kBlank && at_ < text_.size(); ++at_) {
      char c = text_[at_];
      if (c == '\f') {
        here = {};
      } else {
        here.column = c == '\t' ? (here.column / 8 + 1) * 8 : here.column + 1;
        ++here.characters;
      }
    }
    if (at_ >= text_.size()) return false;
    char c = text_[at_];
    if (c != '#' && class_of(c) != kLineEnd) {
      line.indentation = at_ - line.begin;
      if (!place_ && !is_ahead_) indent(line, here);
      return true;
    }
    if (c == '#') {
      line.above.push_back(comment());
      line.above.back().column = here.column;
      line.above.back().is_own_line = true;
      line.above.back().follows_blank = std::exchange(line.follows_blank, false);
    } else {
      line.follows_blank = true;
    }
    skip_to_line_end();
  }
  return false;
}

// To the end of the line.
LineComment Lexer::comment() {
  LineComment comment;
  comment.begin = at_;
  while (at_ < text_.size() && class_of(text_[at_]) != kLineEnd) ++at_;
  comment.end = at_;
  while (class_of(text_[comment.end - 1]) == kBlank) --comment.end;
  return comment;
}

void Lexer::skip_to_line_end() {
  while (at_ < text_.size() && class_of(text_[at_]) != kLineEnd) ++at_;
  if (peek() == '\r' && peek(1) == '\n') ++at_;
  if (at_ < text_.size()) ++at_;
}

void Lexer::indent(Line& line, Indent here) {
  Indent top = indents_.back();
  Span span{line.begin, at_ > line.begin ? at_ : at_ + 1};
  bool same_order = (here.column < top.column) == (here.characters < top.characters) &&
                    (here.column == top.column) == (here.characters == top.characters);
  if (!same_order) {
    bool is_said = mode_ == Mode::script && std::exchange(has_mixed_tabs_, true);
    if (is_said) line.broken = true;
    else
      report(line, Diag::bad_indentation, span,
             "tabs and spaces are mixed so that the indentation depends on the width of a tab");
    return;
  }
  if (here.column > top.column) {
    indents_.push_back(here);
    line.indent = indents_.size() <= kMaxIndents;
    if (indents_.size() == kMaxIndents + 1)
      report(line, Diag::too_deep, span, "suites are nested deeper than " + std::to_string(kMaxDepth));
  }
  while (indents_.size() > 1 && indents_.back().column > here.column) {
    if (indents_[indents_.size() - 2].column < here.column) {  // between two levels: taken for the inner one
      report(line, Diag::bad_indentation, span, "the indentation matches no enclosing suite");
      misfit_ = here;
      break;
    }
    line.dedents += indents_.size() <= kMaxIndents;
    closed_.push_back(indents_.back());
    indents_.pop_back();
  }
  line.too_deep = indents_.size() > kMaxIndents;
  line.broken |= line.too_deep;
}

// The column of the next line that has a token; a column of no line if there is none.
uint32_t Lexer::next_column() const {
  uint32_t column = 0;
  for (uint32_t at = at_; at < text_.size(); ++at) {
    char c = text_[at];
    if (class_of(c) == kBlank) {
      column = c == '\t' ? (column / 8 + 1) * 8 : column + 1;
    } else if (class_of(c) == kLineEnd) {
      column = 0;
    } else if (c == '#') {
      while (at + 1 < text_.size() && class_of(text_[at + 1]) != kLineEnd) ++at;
    } else {
      return column;
    }
  }
  return UINT32_MAX;
}

// The line after this one tells what to make of an indentation that is wrong. If it stands where the lines before did,
// only this line is out of place: the suites that it seemed to close are still open.
void Lexer::settle_indentation(Line& line, Mode mode) {
  if (line.dedents == 0 && !misfit_) return;
  const State before{at_, tokens_, rescans_};
  const bool was_broken = line.broken;
  tokens(line, Mode::python);
  mode_ = mode;
  Tok first = line.tokens.front().type;
  bool is_header = line.tokens.size() > 1 && (line.tokens[line.tokens.size() - 2].type == Tok::colon ||
                                              (first >= Tok::class_ && first <= Tok::with));
  bool is_reported = false;
  if (uint32_t next = next_column(); line.too_deep || is_header) {
  } else if (!closed_.empty() && next == closed_.front().column) {
    indents_.insert(indents_.end(), closed_.rbegin(), closed_.rend());
    line.dedents = 0;
    is_reported = !line.broken;
    if (is_reported)
      report(line, Diag::bad_indentation, line.tokens.front().span(),
             "the line is indented less than the suite around it");
  } else if (misfit_ && next == misfit_->column) {
    indents_.back() = *misfit_;
  }
  go_back(before);
  line.tokens.clear();
  line.inside.clear();
  line.broken = was_broken || is_reported;
  brackets_.clear();
  suspect_ = 0;
}

void Lexer::too_many(Line& line) {
  report(line, Diag::too_large, {at_, at_ + 1},
         "the text has more than " + std::to_string(kMaxTokens) + " tokens; what follows is not read");
  at_ = static_cast<uint32_t>(text_.size());
}

void Lexer::physical_lines(Line& line) {
  while (true) {
    if (tokens_ + line.tokens.size() > kMaxTokens) return too_many(line);
    if (is_ahead_ && line.tokens.size() > 2 * kMaxLineAhead)
      line.tokens.erase(line.tokens.begin() + 1, line.tokens.end() - static_cast<long>(kMaxLineAhead));
    if (at_ >= text_.size()) {
      if (!brackets_.empty()) return unclosed(line);
      push(line, Tok::newline, at_);
      return;
    }
    char c = text_[at_];
    switch (class_of(c)) {
      case kBlank: ++at_; break;
      case kLetter:
        name(line);
        if (known_ && line.tokens.size() == 1) known_annotation(line);
        break;
      case kDigit: number(line); break;
      case kQuote: string(line, at_); break;
      case kLineEnd:
        if (brackets_.empty()) {
          push(line, Tok::newline, at_);
          line.tokens.back().end = at_ + 1;
          skip_to_line_end();
          return;
        }
        if (!next_physical_line(line)) return;
        break;
      case kOther:
        if (c == '#') {
          uint32_t before = at_;
          while (before > line.begin && class_of(text_[before - 1]) == kBlank) --before;
          line.inside.push_back(comment());
          line.inside.back().is_own_line = before > line.begin && class_of(text_[before - 1]) == kLineEnd;
          line.inside.back().is_last = brackets_.empty();
        } else {
          punctuation(line);
        }
        break;
    }
  }
}

// Inside brackets. False: a bracket was forgotten, and the line ends here.
//
// Inside brackets no statement begins, and no operand stands behind another. A physical line that begins with a name in
// the column of the statement or left of it, or behind the ':' of a header, may still be part of an expression; it is
// remembered as the place where reading goes on if the bracket turns out to be open.
bool Lexer::next_physical_line(Line& line) {
  skip_to_line_end();
  const uint32_t begin = at_;
  while (at_ < text_.size() && class_of(text_[at_]) == kBlank) ++at_;
  if (at_ >= text_.size()) return true;
  Tok before = line.tokens.back().type, first = line.tokens.front().type;
  Start start = start_of(text_, at_, before, kind_);
  if (start == Start::other) return true;
  bool is_left = at_ - begin <= line.indentation;
  bool is_body = before == Tok::colon && first >= Tok::class_ && first <= Tok::with;
  bool is_statement =
      start == Start::statement || (start == Start::name && is_left && (ends_operand(before) || line.broken));
  if ((is_left || is_body) && suspect_ == 0) suspect_ = begin;
  if (!is_statement) return true;
  at_ = begin;
  unclosed(line);
  return false;
}

// A bracket is never closed. The line ends at the first place that looked like a statement, or here.
void Lexer::unclosed(Line& line) {
  const Token& open = brackets_.back();
  if (!line.broken) report(line, Diag::syntax, open.span(), std::string(describe(open.type)) + " is never closed");
  if (suspect_ != 0 && suspect_ < at_ && ++rescans_ <= kMaxRescans) {
    at_ = suspect_;
    while (line.tokens.size() > 1 && line.tokens.back().begin >= at_) line.tokens.pop_back();
  }
  push(line, Tok::newline, at_);
}

// Behind the quotes of a long string that is never closed: to the next line that begins a definition or ends one, or to
// the end of the text.
void Lexer::skip_long_string(Line& line) {
  const uint32_t end = at_;
  if (++rescans_ > kMaxRescans) return;
  for (at_ = line.tokens.empty() ? line.begin : line.tokens.back().end; at_ < end;) {
    skip_to_line_end();
    const uint32_t begin = at_;
    while (at_ < end && class_of(text_[at_]) == kBlank) ++at_;
    if (at_ >= end || at_ - begin > line.indentation || start_of(text_, at_, Tok::newline, kind_) != Start::statement)
      continue;
    at_ = begin > 0 && class_of(text_[begin - 1]) == kLineEnd ? begin - 1 : begin;
    return;
  }
}

// Of a name that ends here: characters beyond ASCII that no identifier of Python has.
void Lexer::foreign_letters(Line& line, uint32_t begin) {
  for (uint32_t at = begin; at < at_;) {
    const Utf8Char c = utf8_char(text_, at);
    const Span span{at, at + c.size};
    at = span.end;
    if (!is_symbol(c.code)) continue;
    char number[16];
    std::snprintf(number, sizeof number, "U+%04X", static_cast<unsigned>(c.code));
    bool is_quote = c.code >= 0x2018 && c.code <= 0x201F;
    report(
        line, Diag::bad_character, span,
        "the character " + std::string(number) + " starts no token" + (is_quote ? "; strings stand in \" or '" : ""));
    return;
  }
}

void Lexer::name(Line& line) {
  const uint32_t begin = at_;
  bool is_dotted = false;
  unsigned char all = 0;
  while (true) {
    const char *at = text_.data() + at_, *const end = text_.data() + text_.size();
    for (; at != end && is_name_char(*at); ++at) all |= static_cast<unsigned char>(*at);
    at_ = static_cast<uint32_t>(at - text_.data());
    if (peek() != '.' || class_of(peek(1)) != kLetter) break;
    is_dotted = true;
    ++at_;
  }
  std::string_view text = text_.substr(begin, at_ - begin);
  if (all & 0x80) foreign_letters(line, begin);
  if (!is_dotted) {
    if (class_of(peek()) == kQuote && is_string_prefix(text)) {
      bool is_bytes = text.find_first_of("bB") != std::string_view::npos;
      bool is_format = text.find_first_of("fFtT") != std::string_view::npos;
      if (is_bytes || (is_format && kind_ != ScriptKind::rules)) {
        report(line, Diag::unsupported_syntax, {begin, at_ + 1},
               "a string with the prefix '" + std::string(text) + "' is not part of the language");
      }
      return is_format && kind_ != ScriptKind::rules ? format_string(line, begin) : string(line, begin);
    }
    Tok type = keyword_or_name(text, kind_);
    if (type != Tok::name) return push(line, type, begin);
    if (!brackets_.empty() && brackets_.back().type == Tok::open && line.tokens.back().type != Tok::colon) {
      uint32_t next = at_;
      while (next < text_.size() && class_of(text_[next]) == kBlank) ++next;
      if (next < text_.size() && text_[next] == '=' && (next + 1 == text_.size() || text_[next + 1] != '=')) {
        push(line, Tok::keyword, begin);
        at_ = next + 1;
        return;
      }
    }
  } else if (keyword_or_name(text.substr(text.rfind('.') + 1), kind_) == Tok::literal) {
    report(line, Diag::syntax, {begin, at_}, "'" + std::string(text) + "' is no name");
  }
  push(line, Tok::name, begin);
}

// What was read ahead. False: there is nothing.
bool Lexer::take_ahead(Line& line) {
  if (mode_ != Mode::script || kind_ != ScriptKind::module || line.broken) return false;
  const LinesAhead::Found found = ahead_->find(at_);
  if (found.tokens.empty()) return false;
  const bool is_short = found.tokens.size() > 2 && found.tokens[2].type == Tok::annotation;
  const std::string_view annotation =
      is_short ? text_.substr(found.tokens[2].begin, found.tokens[2].end - found.tokens[2].begin) : "";
  const KnownAnnotation* known = is_short && known_ ? known_->find_whole(annotation) : nullptr;
  if (is_short && !known) return false;
  const size_t hidden = known ? known->tokens.size() - 1 : 0;
  if (tokens_ + hidden + found.tokens.size() > kMaxTokens) return false;
  line.tokens.assign(found.tokens.begin(), found.tokens.end());
  line.inside.assign(found.inside.begin(), found.inside.end());
  line.annotation = known;
  line.shape = found.shape;
  tokens_ += hidden;
  at_ = found.end;
  return true;
}

// Behind the first token of a line. Written as the canonical text has it.
void Lexer::known_annotation(Line& line) {
  const bool is_annotated = mode_ == Mode::script && kind_ == ScriptKind::module && !place_ &&
                            line.tokens[0].type == Tok::name && peek() == ':' && peek(1) == ' ';
  const KnownAnnotation* known = is_annotated ? known_->find(text_.substr(at_ + 2)) : nullptr;
  if (!known || tokens_ + known->tokens.size() + 1 > kMaxTokens) return;
  line.annotation = known;
  tokens_ += known->tokens.size() - 1;
  symbol(line, Tok::colon, 1);
  ++at_;
  symbol(line, Tok::annotation, static_cast<uint32_t>(known->text.size()));
}

// TVM's importer of ONNX prints names such as `1_weight`. No number has a letter behind '_', but for those to the base
// of 16.
bool Lexer::begins_name() const {
  if (kind_ == ScriptKind::rules) return false;
  uint32_t end = at_;
  bool has_letter = false;
  while (end < text_.size() && is_name_char(text_[end])) {
    has_letter |=
        text_[end] == '_' && end + 1 < text_.size() && class_of(text_[end + 1]) == kLetter && text_[end + 1] != '_';
    ++end;
  }
  if (!has_letter) return false;
  std::string_view word = text_.substr(at_, end - at_);
  return !(word.starts_with("0x") || word.starts_with("0X")) ||
         word.find_first_not_of("0123456789abcdefABCDEF_", 2) != std::string_view::npos;
}

// With a '_' in front, or as many as make it a name that the text lacks.
std::string_view Lexer::readable(std::string_view written) const {
  const size_t dot = std::min(written.find('.'), written.size());
  auto [it, is_new] = renamed_->names.try_emplace(written);
  if (!is_new) return it->second;
  std::unordered_set<std::string_view>& taken = renamed_->taken;
  for (size_t at = 0; taken.empty() && at < text_.size(); ++at) {
    const size_t begin = at;
    while (at < text_.size() && is_name_char(text_[at])) ++at;
    if (at > begin && text_[begin] == '_') taken.insert(text_.substr(begin, at - begin));
  }
  taken.insert("_");  // not empty any more
  std::string name = "_" + std::string(written.substr(0, dot));
  while (taken.contains(name)) name.insert(0, "_");
  it->second = name + std::string(written.substr(dot));
  return it->second;
}

void Lexer::number(Line& line) {
  if (begins_name()) {
    const uint32_t from = at_;
    name(line);
    std::string_view written = text_.substr(from, line.tokens.back().end - from);
    written = written.substr(0, written.find('.'));
    if (mode_ == Mode::python || !renamed_->reported.insert(written).second) return;
    diagnostics_.report(Diag::renamed, place({from, from + static_cast<uint32_t>(written.size())}),
                        "Python cannot read the name '" + std::string(written) + "'; it is read as '" +
                            std::string(readable(written)) + "'");
    return;
  }
  const uint32_t begin = at_;
  while (at_ < text_.size()) {
    char c = text_[at_];
    if (is_name_char(c) || c == '.') {
      ++at_;
    } else if ((c == '+' || c == '-') && (text_[at_ - 1] == 'e' || text_[at_ - 1] == 'E') && peek(1) >= '0' &&
               peek(1) <= '9' &&
               (text_[begin] != '0' || begin + 1 >= text_.size() || (text_[begin + 1] | 0x20) != 'x')) {
      ++at_;
    } else {
      break;
    }
  }
  push(line, Tok::literal, begin);
}

// Adjacent literals are one token.
void Lexer::push_string(Line& line, uint32_t begin) {
  if (!line.tokens.empty() && line.tokens.back().type == Tok::string) {
    line.tokens.back().end = at_;
  } else {
    push(line, Tok::string, begin);
  }
}

void Lexer::unclosed_string(Line& line, uint32_t begin, bool is_long) {
  report(line, Diag::bad_literal, {begin, is_long ? begin + 3 : at_}, "the string is not closed");
  if (is_long) {
    brackets_.clear();
    skip_long_string(line);
  }
  push_string(line, begin);
}

void Lexer::string(Line& line, uint32_t begin) {
  const char quote = text_[at_];
  const bool is_long = peek(1) == quote && peek(2) == quote;
  at_ += is_long ? 3 : 1;
  while (true) {
    if (at_ >= text_.size() || (!is_long && class_of(text_[at_]) == kLineEnd))
      return unclosed_string(line, begin, is_long);
    char c = text_[at_];
    if (c == '\\' && at_ + 1 < text_.size()) {
      at_ += 2;
    } else if (c != quote) {
      ++at_;
    } else if (!is_long) {
      ++at_;
      break;
    } else if (peek(1) == quote && peek(2) == quote) {
      at_ += 3;
      break;
    } else {
      ++at_;
    }
  }
  push_string(line, begin);
}

// A format string may hold strings with its own quotes inside braces (as of Python 3.12), and format strings again.
void Lexer::format_string(Line& line, uint32_t begin) {
  enum class In : uint8_t { text, expression, format };
  struct Level {
    In in;
    char quote = 0;  // of a text
    bool is_long = false, is_format = true;
    int brackets = 0;  // of an expression
  };
  const bool is_long = peek(1) == peek() && peek(2) == peek();
  std::vector<Level> levels;
  auto open = [&](bool is_format) {
    char quote = text_[at_];
    bool is_triple = peek(1) == quote && peek(2) == quote;
    levels.push_back({In::text, quote, is_triple, is_format});
    at_ += is_triple ? 3 : 1;
  };
  auto closes = [&](const Level& l) {
    return peek() == l.quote && (!l.is_long || (peek(1) == l.quote && peek(2) == l.quote));
  };
  open(true);
  while (!levels.empty()) {
    Level& level = levels.back();
    const char c = peek();
    bool ends = at_ >= text_.size() || levels.size() > static_cast<size_t>(kMaxDepth);
    if (ends || (class_of(c) == kLineEnd && level.in != In::expression && !is_long && !level.is_long))
      return unclosed_string(line, begin, is_long);
    if (c == '\\') {
      at_ += at_ + 1 < text_.size() && peek(1) != '{' ? 2 : 1;
    } else if (level.in == In::text && closes(level)) {
      at_ += level.is_long ? 3 : 1;
      levels.pop_back();
    } else if (level.in != In::expression && c == '{' && level.is_format) {
      bool is_escaped = level.in == In::text && peek(1) == '{';
      at_ += is_escaped ? 2 : 1;
      if (!is_escaped) levels.push_back({In::expression});
    } else if (level.in == In::expression && class_of(c) == kQuote) {
      uint32_t prefix = at_;
      while (prefix > begin && is_name_char(text_[prefix - 1])) --prefix;
      open(text_.substr(prefix, at_ - prefix).find_first_of("fFtT") != std::string_view::npos);
    } else if (level.in == In::expression && (c == '(' || c == '[' || c == '{')) {
      ++level.brackets;
      ++at_;
    } else if (level.in == In::expression && level.brackets > 0 && (c == ')' || c == ']' || c == '}')) {
      --level.brackets;
      ++at_;
    } else if (level.in != In::text && c == '}') {
      levels.pop_back();
      ++at_;
    } else {
      if (level.in == In::expression && c == ':' && level.brackets == 0) level.in = In::format;
      ++at_;
    }
  }
  push_string(line, begin);
}

void Lexer::symbol(Line& line, Tok type, uint32_t size) {
  const uint32_t begin = at_;
  at_ += size;
  push(line, type, begin);
}

void Lexer::open_bracket(Line& line, Tok type) {
  symbol(line, type, 1);
  if (brackets_.size() == static_cast<size_t>(kMaxDepth) && !line.broken) {
    report(line, Diag::too_deep, line.tokens.back().span(),
           "brackets are nested deeper than " + std::to_string(kMaxDepth));
  }
  brackets_.push_back(line.tokens.back());
}

void Lexer::close_bracket(Line& line, Tok type, Tok opened) {
  symbol(line, type, 1);
  const Span span = line.tokens.back().span();
  if (brackets_.empty()) {
    if (!line.broken) report(line, Diag::syntax, span, std::string(describe(type)) + " closes nothing");
    return;
  }
  const Token top = brackets_.back();
  brackets_.pop_back();
  if (top.type == opened || line.broken) return;
  report(line, Diag::syntax, span, std::string(describe(type)) + " does not close " + std::string(describe(top.type)))
      .notes.push_back({place(top.span()), "opened here"});
}

// `;` between statements.
void Lexer::end_statement(Line& line) {
  if (!brackets_.empty() && !line.broken) {
    report(line, Diag::syntax, brackets_.back().span(),
           std::string(describe(brackets_.back().type)) + " is never closed");
  }
  brackets_.clear();
  symbol(line, Tok::newline, 1);
}

void Lexer::unknown_symbol(Line& line) {
  const uint32_t begin = at_;
  const uint32_t size = peek(1) == '=' ? 2 : peek(2) == '=' && peek(1) == text_[at_] ? 3 : 1;
  at_ += size;
  const std::string what = "'" + std::string(text_.substr(begin, size)) + "'";
  if (size > 1) report(line, Diag::unsupported_syntax, {begin, at_}, what + " is not part of the language");
  else report(line, Diag::bad_character, {begin, at_}, what + " starts no token");
}

void Lexer::punctuation(Line& line) {
  const char c = text_[at_], next = peek(1);
  const bool is_shift = (c == '<' || c == '>') && next == c;
  const uint32_t width = is_shift || ((c == '*' || c == '/') && next == c) ? 2 : 1;
  if (peek(width) == '=' && (is_shift || std::string_view("+-*/%&|^@").find(c) != std::string_view::npos))
    return brackets_.empty() ? symbol(line, Tok::augmented, width + 1) : unknown_symbol(line);
  switch (c) {
    case '(': return open_bracket(line, Tok::open);
    case '[': return open_bracket(line, Tok::open_list);
    case '{': return open_bracket(line, Tok::open_dict);
    case ')': return close_bracket(line, Tok::close, Tok::open);
    case ']': return close_bracket(line, Tok::close_list, Tok::open_list);
    case '}': return close_bracket(line, Tok::close_dict, Tok::open_dict);
    case ',': return symbol(line, Tok::comma, 1);
    case '~': return symbol(line, Tok::tilde, 1);
    case '@': return symbol(line, Tok::at, 1);
    case '=': return next == '=' ? symbol(line, Tok::op, 2) : symbol(line, Tok::assign, 1);
    case '-': return next == '>' ? symbol(line, Tok::arrow, 2) : symbol(line, Tok::sign, 1);
    case '+': return symbol(line, Tok::sign, 1);
    case '*': return symbol(line, width == 2 ? Tok::op : Tok::star, width);
    case '/':
    case '%':
    case '&':
    case '|':
    case '^': return symbol(line, Tok::op, width);
    case '<':
    case '>': return symbol(line, Tok::op, next == '=' ? 2 : width);
    case '.':
      if (class_of(next) == kDigit) return number(line);
      return next == '.' && peek(2) == '.' ? symbol(line, Tok::literal, 3) : symbol(line, Tok::dot, 1);
    case ':':
      if (next != '=') return symbol(line, Tok::colon, 1);
      break;
    case ';':
      if (!line.tokens.empty() && line.tokens.back().type != Tok::newline) return end_statement(line);
      break;
    case '!':
      if (next == '=') return symbol(line, Tok::op, 2);
      break;
    case '\\':
      if (class_of(next) == kLineEnd) return skip_to_line_end();
      break;
    default: break;
  }
  unknown_symbol(line);
}

}  // namespace hammock::syntax
