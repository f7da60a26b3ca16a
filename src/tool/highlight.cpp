// SPDX-License-Identifier: Apache-2.0
#include "highlight.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace hammock::tool {
namespace {

constexpr std::string_view kKeywords[] = {"and",  "as",  "assert", "break",  "class",  "continue", "def", "elif",
                                          "else", "for", "from",   "if",     "import", "in",       "is",  "lambda",
                                          "not",  "or",  "pass",   "return", "while",  "with"};
constexpr std::string_view kValues[] = {"False", "None", "True"};

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_name_start(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_name_part(char c) { return is_name_start(c) || is_digit(c); }

template <size_t N>
bool is_one_of(const std::string_view (&words)[N], std::string_view word) {
  return std::ranges::find(words, word) != std::end(words);
}

std::string in_span(std::string_view kind, std::string_view text) {
  return fmt::format("<span class=\"{}\">{}</span>", kind, escaped(text));
}

std::string as_link(std::string_view text, const std::string& target) {
  return fmt::format("<a href=\"{}\">{}</a>", escaped(target), escaped(text));
}

// A name, with what follows behind dots.
size_t dotted_end(std::string_view text, size_t at) {
  while (at < text.size() &&
         (is_name_part(text[at]) || (text[at] == '.' && at + 1 < text.size() && is_name_start(text[at + 1]))))
    ++at;
  return at;
}

// Up to the quote that closes the string, or the end of the line.
size_t string_end(std::string_view text, size_t at) {
  const char quote = text[at++];
  while (at < text.size() && text[at] != quote && text[at] != '\n') at += text[at] == '\\' ? 2 : 1;
  return std::min(at + 1, text.size());
}

size_t number_end(std::string_view text, size_t at) {
  while (at < text.size() && (is_name_part(text[at]) || text[at] == '.')) ++at;
  return at;
}

class Highlighter {
 public:
  Highlighter(std::string_view script, const Links& links) : text_(script), links_(links) {}

  std::string run() {
    while (at_ < text_.size()) step();
    return std::move(out_);
  }

 private:
  std::string_view until(size_t end) {
    std::string_view piece = text_.substr(at_, end - at_);
    at_ = end;
    return piece;
  }

  void step() {
    const char c = text_[at_];
    if (c == '#') out_ += in_span("comment", until(std::min(text_.find('\n', at_), text_.size())));
    else if (c == '"' || c == '\'') out_ += in_span("string", until(string_end(text_, at_)));
    else if (is_digit(c)) out_ += in_span("number", until(number_end(text_, at_)));
    else if (c == '@') out_ += in_span("decorator", until(dotted_end(text_, at_ + 1)));
    else if (is_name_start(c)) word();
    else out_ += escaped(until(at_ + 1));
  }

  void word() {
    std::string_view name = until(dotted_end(text_, at_));
    const bool is_defined = before_ == "def" || before_ == "class";
    if (is_defined) out_ += in_span("defined", name);
    else if (is_one_of(kKeywords, name)) out_ += in_span("keyword", name);
    else if (is_one_of(kValues, name)) out_ += in_span("number", name);
    else if (std::string target = links_(name); !target.empty()) out_ += as_link(name, target);
    else if (name.starts_with("R.") || name.starts_with("T.") || name.starts_with("I."))
      out_ += in_span("builtin", name);
    else out_ += escaped(name);
    before_ = name;
  }

  std::string_view text_;
  const Links& links_;
  std::string_view before_;  // the last word
  size_t at_ = 0;
  std::string out_;
};

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  for (char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += c;
    }
  }
  return out;
}

std::string prose_as_html(std::string_view text, const Links& links) {
  std::string out;
  bool is_code = false;
  for (size_t at = 0; at < text.size();) {
    if (text[at] == '`') {
      out += is_code ? "</code>" : "<code>";
      is_code = !is_code;
      ++at;
    } else if (is_name_start(text[at])) {
      const size_t end = dotted_end(text, at);
      std::string_view name = text.substr(at, end - at);
      std::string target = links(name);
      out += target.empty() ? escaped(name) : as_link(name, target);
      at = end;
    } else {
      out += escaped(text.substr(at++, 1));
    }
  }
  return is_code ? out + "</code>" : out;
}

std::string script_as_html(std::string_view script, const Links& links) { return Highlighter(script, links).run(); }

}  // namespace hammock::tool
