// SPDX-License-Identifier: Apache-2.0
#include "hammock/syntax/bound_names.h"

#include <span>

namespace hammock::syntax {

namespace {

// One statement, or header of one.
class Statement {
 public:
  Statement(std::span<const Token> tokens, std::string_view text, std::vector<BoundName>& out)
      : tokens_(tokens), text_(text), out_(out) {}

  void run() {
    if (tokens_.empty()) return;
    const size_t first = is(0, "async") ? 1 : 0;
    size_t target_end = 0;  // behind the last target of an assignment
    size_t lambda_end = 0, for_end = 0;
    int depth = 0;
    for (size_t i = 0; i < tokens_.size(); ++i) {
      const Tok type = tokens_[i].type;
      depth += depth_step(type);
      if (depth == 0 && (type == Tok::assign || type == Tok::augmented)) target_end = i;
      if (type == Tok::as) name(i + 1);
      if (type == Tok::lambda && i >= lambda_end) names(i + 1, lambda_end = end_of(i, ":"), true);
      if ((type == Tok::for_ || is(i, "for")) && i >= for_end) names(i + 1, for_end = end_of(i, "in"));
    }
    names(0, target_end);
    if (tokens_.size() > 1 && tokens_[1].type == Tok::colon) name(0);
    if (first >= tokens_.size()) return;
    for (std::string_view word : {"import", "from", "del", "global", "nonlocal"}) {
      if (is(first, word)) names(first + 1, tokens_.size());
    }
    const bool is_def = tokens_[first].type == Tok::def;
    if (is_def || tokens_[first].type == Tok::class_) name(first + 1);
    if (is_def) parameters(first + 2);
  }

 private:
  bool is(size_t i, std::string_view word) const {
    return text_.substr(tokens_[i].begin, tokens_[i].end - tokens_[i].begin) == word;
  }

  size_t end_of(size_t i, std::string_view word) const {
    while (i < tokens_.size() && !is(i, word)) ++i;
    return i;
  }

  void name(size_t i, bool is_parameter = false) {
    if (i >= tokens_.size() || (tokens_[i].type != Tok::name && tokens_[i].type != Tok::keyword)) return;
    std::string_view word = text_.substr(tokens_[i].begin, tokens_[i].end - tokens_[i].begin);
    word = word.substr(0, word.find_first_of(" \t\f="));  // of a keyword
    if (word.find('.') != std::string_view::npos) return;
    out_.push_back({{tokens_[i].begin, tokens_[i].begin + static_cast<uint32_t>(word.size())}, is_parameter});
  }

  void names(size_t from, size_t to, bool is_parameter = false) {
    for (size_t i = from; i < to && i < tokens_.size(); ++i) name(i, is_parameter);
  }

  void parameters(size_t from) {
    int depth = 0;
    for (size_t i = from; i < tokens_.size(); ++i) {
      const Tok before = tokens_[i - 1].type;
      depth += depth_step(tokens_[i].type);
      if (depth == 1 && (before == Tok::open || before == Tok::comma || before == Tok::star || before == Tok::op))
        name(i, true);
    }
  }

  std::span<const Token> tokens_;
  std::string_view text_;
  std::vector<BoundName>& out_;
};

}  // namespace

void bound_names(const Line& line, std::string_view text, std::vector<BoundName>& out) {
  std::span<const Token> rest(line.tokens);
  while (!rest.empty()) {
    size_t size = 0;
    while (size < rest.size() && rest[size].type != Tok::newline) ++size;
    Statement(rest.first(size), text, out).run();
    rest = rest.subspan(size + (size < rest.size()));
  }
}

}  // namespace hammock::syntax
