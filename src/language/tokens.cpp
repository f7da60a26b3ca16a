// SPDX-License-Identifier: Apache-2.0
// What each word of a text is, for colours that know more than letters.
//
// The letters of the text as it is now say where words, strings and comments are; the names of the analysis say what a
// word stands for. So a text that was edited a moment ago has its tokens at once. Only the lines that are asked for are
// taken apart; what stands before is skipped over, for the strings of several lines.
#include <algorithm>
#include <unordered_map>

#include "hammock/language/queries.h"
#include "hammock/read/known_names.h"

namespace hammock::language {
namespace {

// Sorted.
constexpr std::string_view kKeywords[] = {"False",  "None",   "True",    "and",      "as",       "assert", "async",
                                          "await",  "break",  "class",   "continue", "def",      "del",    "elif",
                                          "else",   "except", "finally", "for",      "from",     "global", "if",
                                          "import", "in",     "is",      "lambda",   "nonlocal", "not",    "or",
                                          "pass",   "raise",  "return",  "try",      "while",    "with",   "yield"};
constexpr size_t kLongestKeyword = 8;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool begins_word(char c) { return is_word_character(c) && !is_digit(c); }
bool ends_line(char c) { return c == '\n' || c == '\r'; }
bool is_quote(char c) { return c == '"' || c == '\''; }

bool is_keyword(std::string_view word) {
  return word.size() > 1 && word.size() <= kLongestKeyword && std::ranges::binary_search(kKeywords, word);
}

TokenKind kind_of(SymbolKind kind) {
  switch (kind) {
    case SymbolKind::class_: return TokenKind::class_;
    case SymbolKind::function: return TokenKind::function;
    case SymbolKind::parameter: return TokenKind::parameter;
    case SymbolKind::dim: return TokenKind::type_parameter;
    case SymbolKind::python:
    case SymbolKind::variable: return TokenKind::variable;
  }
  return TokenKind::variable;
}

class Tokenizer {
 public:
  Tokenizer(const Analysis& analysis, const Changes& changes, const Text& text, Span range)
      : analysis_(analysis), changes_(changes), text_(text.str()) {
    begin_ = text.offset({text.position(range.begin, Encoding::utf8).line, 0}, Encoding::utf8);
    end_ = std::min(range.end, text.size());
    const std::vector<Occurrence>& all = analysis.names.occurrences;
    const auto is_before = [](const Occurrence& o) { return o.span.end; };
    next_ = static_cast<size_t>(std::ranges::lower_bound(all, changes.back(begin_), {}, is_before) - all.begin());
    find_namespaces();
  }

  std::vector<Token> run() {
    skip();
    while (at_ < end_) step();
    return std::move(found_);
  }

 private:
  // What the text calls I, T and R; class and `cls` are names of the analysis.
  void find_namespaces() {
    namespaces_ = {"I", "T", "R", "relax", "tir", "tirx", "ir", "tvm"};
    Name last[kNamespaces];
    for (const syntax::Def& def : analysis_.ast.defs) {
      for (size_t i = 0; i < kNamespaces; ++i) {
        if (!def.namespaces[i] || def.namespaces[i] == last[i]) continue;
        last[i] = def.namespaces[i];
        const std::string_view name = analysis_.text(last[i]);
        if (!is_namespace(name)) namespaces_.push_back(name);
      }
    }
  }
  bool is_namespace(std::string_view word) const { return std::ranges::find(namespaces_, word) != namespaces_.end(); }

  void add(uint32_t begin, uint32_t end, TokenKind kind, uint8_t modifiers = 0) {
    if (begin >= begin_ && end > begin) found_.push_back({{begin, end}, kind, modifiers});
  }

  // To the first line that is asked for.
  void skip() {
    while (at_ < begin_) {
      const char c = text_[at_];
      if (c == '#') at_ = line_end(at_);
      else if (is_quote(c)) string(at_);
      else ++at_;
    }
  }

  uint32_t line_end(uint32_t at) const {
    const size_t end = text_.find_first_of("\r\n", at);
    return static_cast<uint32_t>(std::min(end, text_.size()));
  }

  void step() {
    const char c = text_[at_];
    if (c == '#') {
      const uint32_t end = line_end(at_);
      add(at_, end, TokenKind::comment);
      at_ = end;
    } else if (is_quote(c)) {
      string(at_);
    } else if (is_digit(c)) {
      number();
    } else if (begins_word(c)) {
      words();
    } else {
      if (c != ' ' && c != '\t') last_ = c;
      ++at_;
    }
  }

  void number() {
    const uint32_t begin = at_;
    const bool is_hex = text_.substr(at_, 2) == "0x" || text_.substr(at_, 2) == "0X";
    while (at_ < text_.size()) {
      const char c = text_[at_], before = at_ > begin ? text_[at_ - 1] : '0';
      const bool is_exponent = !is_hex && (c == '+' || c == '-') && (before == 'e' || before == 'E');
      if (!is_word_character(c) && c != '.' && !is_exponent) break;
      ++at_;
    }
    add(begin, at_, TokenKind::number);
    last_ = '0';
  }

  // The quote is at `at_`; `begin`: with the letters before it. One that is not closed ends with its line.
  void string(uint32_t begin) {
    const char quote = text_[at_];
    const std::string_view all = text_.substr(at_);
    const bool is_long = all.size() >= 3 && all[1] == quote && all[2] == quote;
    at_ += is_long ? 3 : 1;
    bool is_closed = false;
    while (at_ < text_.size() && !is_closed && (is_long || !ends_line(text_[at_]))) {
      const char c = text_[at_];
      if (c == '\\') {
        at_ += 2;
      } else {
        is_closed = c == quote && (!is_long || (text_.substr(at_, 3) == std::string_view(all.data(), 3)));
        at_ += is_closed && is_long ? 3 : 1;
      }
    }
    at_ = std::min(at_, static_cast<uint32_t>(text_.size()));
    lines_of_string(begin, at_);
    last_ = '"';
  }

  void lines_of_string(uint32_t begin, uint32_t end) {
    if (end <= begin_) return;
    while (begin < end && begin < end_) {
      const uint32_t line = std::min(line_end(begin), end);
      parts_of_string(begin, line);
      begin = line + 1;
    }
  }

  // Dims stand in strings, and functions: "n", {"global_symbol": "main"}.
  void parts_of_string(uint32_t begin, uint32_t end) {
    while (const Occurrence* o = occurrence_in({begin, end})) {
      const Span now = changes_.forward(o->span);
      add(begin, now.begin, TokenKind::string);
      add_name(now, *o);
      begin = now.end;
    }
    add(begin, end, TokenKind::string);
  }

  // The next one that stands within, unchanged; those before are done with.
  const Occurrence* occurrence_in(Span now) {
    const std::vector<Occurrence>& all = analysis_.names.occurrences;
    const uint32_t known = changes_.back(now.begin);
    while (next_ < all.size() && all[next_].span.begin < known) ++next_;
    for (; next_ < all.size(); ++next_) {
      const Span place = changes_.forward(all[next_].span);
      if (!place || place.begin < now.begin) continue;
      return place.end <= now.end ? &all[next_++] : nullptr;
    }
    return nullptr;
  }

  void add_name(Span now, const Occurrence& o) {
    const Symbol& symbol = analysis_.names.symbols[o.symbol];
    const bool is_namespace = symbol.is_module && symbol.kind == SymbolKind::variable;
    add(now.begin, now.end, is_namespace ? TokenKind::namespace_ : kind_of(symbol.kind),
        static_cast<uint8_t>((o.is_definition ? kDefinition : 0) | (symbol.is_dataflow ? kDataflow : 0)));
  }

  Span word_at(uint32_t at) const {
    uint32_t end = at;
    while (end < text_.size() && is_word_character(text_[end])) ++end;
    return {at, end};
  }
  std::string_view written(Span span) const { return text_.substr(span.begin, span.end - span.begin); }

  // A word with those behind its dots.
  void words() {
    const Span first = word_at(at_);
    const std::string_view word = written(first);
    if (first.end < text_.size() && is_quote(text_[first.end]) && word.size() <= 2) {  // r"..."
      at_ = first.end;
      return string(first.begin);
    }
    at_ = first.end;
    if (last_ != '.' && is_keyword(word)) {
      add(first.begin, first.end, TokenKind::keyword);
      last_ = word == "def" ? 'd' : word == "class" ? 'c' : 'k';
      return;
    }
    uint32_t end = first.end;
    while (end + 1 < text_.size() && text_[end] == '.' && begins_word(text_[end + 1])) end = word_at(end + 1).end;
    if (last_ != '.' && is_namespace(word) && end > first.end) builtin(first, end);
    else names(first, end);
    at_ = end;
    last_ = 'w';
  }

  // R.nn.relu: what it is, told once for each way to write it.
  void builtin(Span first, uint32_t end) {
    const auto [known, is_new] = builtins_.try_emplace(written({first.begin, end}), TokenKind::variable);
    if (is_new) {
      const std::string name = canonical_name(analysis_, known->first);
      if (std::ranges::binary_search(known_names(), name))
        known->second = is_type(name) ? TokenKind::type : TokenKind::function;
    }
    for (Span word = first;; word = word_at(word.end + 1)) {
      if (word.end < end) {
        add(word.begin, word.end, TokenKind::namespace_, kOfLanguage);
        continue;
      }
      const TokenKind kind = last_ == '@' ? TokenKind::decorator : known->second;
      if (kind != TokenKind::variable) add(word.begin, word.end, kind, kOfLanguage);
      return;
    }
  }

  // R.Tensor, T.Buffer, T.int64: what stands where a type does.
  static bool is_type(std::string_view name) {
    const std::string_view last = name.substr(name.rfind('.') + 1);
    constexpr std::string_view kDTypes[] = {"int", "uint", "float", "bfloat", "bool", "handle"};
    const bool is_dtype = std::ranges::any_of(kDTypes, [&](std::string_view dtype) { return last.starts_with(dtype); });
    const bool is_capital = last[0] >= 'A' && last[0] <= 'Z';
    return name.starts_with("T.") ? is_dtype || last == "Buffer" : is_capital;
  }

  void names(Span first, uint32_t end) {
    for (Span word = first;; word = word_at(word.end + 1)) {
      const Occurrence* o = occurrence_in(word);
      if (o && changes_.forward(o->span) == word) add_name(word, *o);
      else if (word.begin > first.begin || last_ == '.') add(word.begin, word.end, TokenKind::property);
      else if (last_ == 'd' || last_ == 'c') add(word.begin, word.end, definition(), kDefinition);
      else if (is_argument(word)) add(word.begin, word.end, TokenKind::property);
      if (word.end >= end) return;
    }
  }
  TokenKind definition() const { return last_ == 'd' ? TokenKind::function : TokenKind::class_; }

  // `axis` of `axis=1`; an assignment has a blank before its sign.
  bool is_argument(Span word) const {
    return word.end < text_.size() && text_[word.end] == '=' && text_.substr(word.end, 2) != "==";
  }

  const Analysis& analysis_;
  const Changes& changes_;
  std::string_view text_;
  uint32_t begin_ = 0, end_ = 0, at_ = 0;
  size_t next_ = 0;  // occurrence
  char last_ = ' ';  // before the word: a character, or d, c, k, w: def, class, another keyword, a name
  std::vector<std::string_view> namespaces_;
  std::unordered_map<std::string_view, TokenKind> builtins_;
  std::vector<Token> found_;
};

}  // namespace

std::span<const std::string_view> token_kinds() {
  static constexpr std::string_view kNames[] = {"namespace", "class",    "type",     "typeParameter", "function",
                                                "parameter", "variable", "property", "keyword",       "string",
                                                "number",    "comment",  "decorator"};
  return kNames;
}

std::span<const std::string_view> token_modifiers() {
  static constexpr std::string_view kNames[] = {"definition", "dataflow", "defaultLibrary"};
  return kNames;
}

std::vector<Token> tokens(const Analysis& analysis, const Changes& changes, const Text& text, Span range) {
  return Tokenizer(analysis, changes, text, range).run();
}

}  // namespace hammock::language
