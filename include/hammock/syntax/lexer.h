// SPDX-License-Identifier: Apache-2.0
// Script text to tokens, one logical line at a time.
//
// Lines, indentation and joining follow Python 3 (language 1.1). The token types are those of
// grammar/ScriptTokens.tokens; what each stands for is said at the top of the grammar. What is wrong with the text is
// reported here; such a line comes back `broken` and is not parsed, and the next call goes on behind it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "hammock/base/diagnostic.h"
#include "hammock/syntax/ast.h"

namespace hammock::syntax {

enum class Tok : uint8_t {
  end,
  name,
  keyword,
  literal,
  string,
  op,
  sign,
  star,
  tilde,
  not_,
  at,
  open,
  close,
  open_list,
  close_list,
  open_dict,
  close_dict,
  comma,
  colon,
  dot,
  assign,
  arrow,
  lambda,
  class_,
  def,
  if_,
  elif,
  else_,
  with,
  as,
  return_,
  pass,
  foreign,
  newline,
  for_,
  in,
  is,
  while_,
  break_,
  continue_,
  assert_,
  raise,
  import,
  from,
  augmented,
  annotation,  // not of the grammar: all tokens of an annotation that was read before (Lexer::use)
};
inline constexpr size_t kTokCount = static_cast<size_t>(Tok::annotation) + 1;

struct Token {
  static constexpr uint32_t kNoWord = (1u << 24) - 1;
  constexpr Token() = default;
  constexpr Token(Tok type, uint32_t begin, uint32_t end) : type(type), begin(begin), end(end) {}
  Tok type = Tok::end;
  uint32_t word : 24 = kNoWord;  // of some names: those of one number have the same text
  uint32_t begin = 0, end = 0;
  constexpr Span span() const { return {begin, end}; }
};

static_assert(sizeof(Token) == 12, "there may be one for each character of a text");

inline constexpr size_t kMaxLineAhead = 4096;  // of a line that is read ahead, or it is left to the reader
// Tokens of a text. With this many, reading takes at most some 10 GiB; a binding has about 26.
inline constexpr size_t kMaxTokens = size_t{1} << 26;

// From `#` to the end of the line, without blanks at the end.
struct LineComment {
  uint32_t begin = 0, end = 0;
  uint32_t column = 0;         // a tab goes to the next multiple of 8
  bool is_own_line = false;    // nothing stands before it
  bool is_last = false;        // on the last physical line of a logical line
  bool follows_blank = false;  // an empty line stands before it
};

// An annotation that was read.
struct KnownAnnotation {
  std::string_view text;
  std::vector<Token> tokens;  // of the line where it was read
  ExprId nodes;
};

// Annotations whose meaning is their text alone: R.Tensor of numbers and a dtype. A long script repeats a few of them
// at every binding.
inline constexpr std::string_view kKnownInfo = "R.Tensor";
class KnownAnnotations {
 public:
  // That which `text` begins with, up to the `=` behind it; null: none.
  const KnownAnnotation* find(std::string_view text);
  const KnownAnnotation* find_whole(std::string_view text);
  // Of a line with an annotation, if it is such a one.
  void add(std::string_view text, const std::vector<Token>& line, ExprId nodes);

 private:
  static constexpr size_t kMaxKnown = 4096, kMaxText = 256;
  std::unordered_map<std::string_view, KnownAnnotation> known_;
  const KnownAnnotation* last_ = nullptr;
};

struct Line {
  std::vector<LineComment> above, inside;  // before the line; within it, or behind
  bool follows_blank = false;              // an empty line stands before it
  std::vector<Token> tokens;               // the last is a newline
  int dedents = 0;                         // suites that end before this line
  bool indent = false;                     // a suite begins with this line
  bool broken = false;                     // reported already
  bool too_deep = false;                   // in a suite beyond kMaxDepth: broken, and its indentation is not counted
  uint32_t begin = 0;                      // of the first physical line
  uint32_t indentation = 0;                // bytes of white space before the first token
  uint32_t end = 0;                        // behind the last physical line's end
  const KnownAnnotation* annotation = nullptr;  // its third token stands for the tokens of this one

  uint32_t shape = kNoShape;  // of some: those of one number have the same types of tokens
  static constexpr uint32_t kNoShape = UINT32_MAX;

  // With those tokens themselves.
  void spell_out();
};

class LinesAhead;  // src/syntax/lines_ahead.h

class Lexer {
 public:
  // With `place`, everything is reported there: the text is the content of a string literal at that place.
  Lexer(std::string_view text, Diagnostics& diagnostics, Span place = {}, ScriptKind kind = ScriptKind::module)
      : text_(text), diagnostics_(diagnostics), place_(place), kind_(kind) {
    if (text.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
  }
  // Lines from `begin` on, which may be the indented lines of a suite.
  void start_at(uint32_t begin);

  // What the text is to the language, which decides what is reported.
  enum class Mode : uint8_t {
    script,   // everything
    skipped,  // read by others: what the language lacks is not reported
    python,   // of nobody's concern: nothing is reported, but a line with a mistake is `broken`
  };

  // To the next line that has a token, its indentation counted; `mode` is that of the suite that is open. False at the
  // end of the text; `line.dedents` then counts the suites that are still open. `tokens` reads the line itself.
  bool next(Line& line, Mode mode = Mode::script);
  uint32_t column() const { return indents_.back().column; }  // of the open suite
  // Looks at the line and at the one after it, and takes back a dedent that is a mistake.
  void settle_indentation(Line& line, Mode mode);
  void tokens(Line& line, Mode mode = Mode::script);
  // From now on, where statements of modules begin as in `name: annotation = `, and the annotation is known, one token
  // stands for it. Null: nothing is known.
  void use(KnownAnnotations* known) { known_ = known; }
  void use(LinesAhead* ahead) { ahead_ = ahead; }
  // Nothing is known of what the lines from `begin` on stand in: their indentation means nothing.
  void read_ahead(uint32_t begin) {
    is_ahead_ = true;
    at_ = std::max(at_, begin);
  }

  // A place to come back to: the beginning of a line that `next` has found.
  struct State {
    uint32_t at;
    size_t tokens;
    int rescans;
  };
  State state(const Line& line) const { return {line.begin, tokens_, rescans_}; }
  void go_back(const State& state) { at_ = state.at, tokens_ = state.tokens, rescans_ = state.rescans; }

  std::string_view text() const { return text_; }
  std::string_view text(const Token& token) const {
    std::string_view written = text_.substr(token.begin, token.end - token.begin);
    const bool is_readable =
        (token.type != Tok::name && token.type != Tok::keyword) || written[0] < '0' || written[0] > '9';
    return is_readable ? written : readable(written);
  }
  Span place(Span span) const { return place_ ? place_ : span; }
  ScriptKind kind() const { return kind_; }
  void set_kind(ScriptKind kind) { kind_ = kind; }  // of the lines from now on
  Diagnostics& diagnostics() const { return diagnostics_; }

 private:
  struct Indent {
    uint32_t column = 0;      // a tab goes to the next multiple of 8
    uint32_t characters = 0;  // a tab is one
  };

  bool skip_blank_lines(Line& line);
  LineComment comment();
  void indent(Line& line, Indent at);
  uint32_t next_column() const;
  void physical_lines(Line& line);
  void foreign_letters(Line& line, uint32_t begin);
  void name(Line& line);
  void known_annotation(Line& line);
  bool take_ahead(Line& line);
  void number(Line& line);
  bool begins_name() const;
  std::string_view readable(std::string_view written) const;
  void string(Line& line, uint32_t begin);
  void format_string(Line& line, uint32_t begin);
  void push_string(Line& line, uint32_t begin);
  void unclosed_string(Line& line, uint32_t begin, bool is_long);
  void punctuation(Line& line);
  void symbol(Line& line, Tok type, uint32_t size);
  void open_bracket(Line& line, Tok type);
  void close_bracket(Line& line, Tok type, Tok opened);
  void end_statement(Line& line);
  void unknown_symbol(Line& line);
  bool next_physical_line(Line& line);
  void skip_long_string(Line& line);
  void skip_to_line_end();
  void unclosed(Line& line);
  void too_many(Line& line);
  void push(Line& line, Tok type, uint32_t begin) { line.tokens.push_back({type, begin, at_}); }
  Diagnostic& report(Line& line, Diag diag, Span span, std::string text);
  char peek(size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  std::string_view text_;
  Diagnostics& diagnostics_;
  Span place_;
  ScriptKind kind_;
  uint32_t at_ = 0;
  Mode mode_ = Mode::script;
  bool has_mixed_tabs_ = false;  // reported
  Diagnostic unheard_{};
  size_t tokens_ = 0;  // of the lines before this one
  std::vector<Indent> indents_{{}};
  std::vector<Indent> closed_;    // by the dedent of the current line, the innermost first
  std::optional<Indent> misfit_;  // of the current line: between two levels
  std::vector<Token> brackets_;   // open in the current line
  // Names that begin with a digit, and what they are read as; shared with copies, which look ahead.
  struct Renamed {
    std::unordered_map<std::string_view, std::string> names;
    std::unordered_set<std::string_view> taken, reported;  // taken: what begins with '_' in the text
  };
  std::shared_ptr<Renamed> renamed_ = std::make_shared<Renamed>();
  uint32_t suspect_ = 0;  // inside brackets: where a physical line looked like a statement; 0: nowhere
  int rescans_ = 0;
  KnownAnnotations* known_ = nullptr;
  LinesAhead* ahead_ = nullptr;
  bool is_ahead_ = false;
};

bool begins_operand(Tok type);
bool ends_operand(Tok type);
int depth_step(Tok type);  // 1 for a bracket that opens, -1 for one that closes, else 0
Tok keyword_or_name(std::string_view text, ScriptKind kind);

// What a token is called in a message: `a name`, `')'`.
std::string_view describe(Tok type);

}  // namespace hammock::syntax
