// SPDX-License-Identifier: Apache-2.0
// What the grammar does with a line, and its memory of it.
//
// Every decision of the grammar is made by the types of tokens alone (it is LL(1), without predicates), and so are its
// actions: a line whose tokens are of the same types as those of an earlier one that was read to its end takes the same
// actions on its own tokens. Scripts have a few dozen such shapes, of some of which there are thousands of lines.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ast_builder.h"
#include "hammock/syntax/lexer.h"
#include "token_types.h"

namespace hammock::syntax {

// The actions of the grammar: members of AstBuilder, without a token, and on the one that was read last.
// clang-format off
#define HAMMOCK_PLAIN_ACTIONS(X) \
  X(annotated_assignment) X(annotation) X(assert_) X(assert_text) X(assignment) X(augmented_value) X(base) \
  X(begin_comprehension) X(begin_expression) X(chained_assignment) X(close_tuple) X(comma) X(comprehension_for) \
  X(comprehension_if) X(decorator) X(def_result) X(dict_comma) X(drop) X(elif) X(else_) X(end_comprehension) \
  X(end_expression) X(end_lambda) X(entry) X(expression_statement) X(for_) X(if_) X(import) X(lambda_default) \
  X(lone_annotation) X(open) X(open_call) X(open_index) X(parameter_annotation) X(parameter_default) X(pass) \
  X(raise) X(return_nothing) X(return_value) X(set) X(slice) X(starred_target) X(target) X(while_) X(with) \
  X(with_item) X(with_name)
#define HAMMOCK_TOKEN_ACTIONS(X) \
  X(attribute) X(augmented) X(binary) X(class_) X(close_call) X(close_dict) X(close_index) X(close_list) \
  X(close_parentheses) X(def) X(from) X(imported) X(imported_as) X(keyword_name) X(known_annotation) X(lambda) \
  X(lambda_parameter) X(leave) X(literal) X(missing) X(name) X(not_in) X(open) X(parameter) X(parameter_comma) X(star) \
  X(star_name) X(star_parameter) X(string) X(type_parameter) X(unary)
// clang-format on

// The builder as the actions of the grammar see it. While it records, it notes what they do.
class LineActions {
 public:
  enum class Action : uint8_t {
#define PLAIN(name) plain_##name,
#define TOKEN(name) token_##name,
    HAMMOCK_PLAIN_ACTIONS(PLAIN) HAMMOCK_TOKEN_ACTIONS(TOKEN)
#undef PLAIN
#undef TOKEN
  };
  struct Step {
    Action action;
    uint8_t token = 0;  // its number in the line
  };
  using Steps = std::vector<Step>;

  void use(AstBuilder& builder) { builder_ = &builder; }
  // What the actions on a line of these tokens are, at most kMaxLine, goes to `steps`; null: nowhere.
  void record(const Token* tokens, Steps* steps) {
    tokens_ = tokens;
    steps_ = steps;
  }

#define PLAIN(name)                            \
  void name() {                                \
    if (steps_) note(Action::plain_##name, 0); \
    builder_->name();                          \
  }
#define TOKEN(name)                                           \
  void name(const Token& token) {                             \
    if (steps_) note(Action::token_##name, &token - tokens_); \
    builder_->name(token);                                    \
  }
  HAMMOCK_PLAIN_ACTIONS(PLAIN)
  HAMMOCK_TOKEN_ACTIONS(TOKEN)
#undef PLAIN
#undef TOKEN

  // The same of a line in which one token, the third, stands for all of its annotation, which has as many as `tokens`.
  // Nothing: it has no value.
  static std::optional<Steps> with_known_annotation(const Steps& steps, size_t tokens);

  // Without what changes nothing: expressions without an operator or a name before them, tuples without a comma.
  static Steps without_idle(const Steps& steps);

  // The same on other tokens.
  static void repeat(const Steps& steps, const Token* tokens, AstBuilder& builder) {
    for (const Step step : steps) {
      switch (step.action) {
#define PLAIN(name)          \
  case Action::plain_##name: \
    builder.name();          \
    break;
#define TOKEN(name) \
  case Action::token_##name: builder.name(tokens[step.token]); break;
        HAMMOCK_PLAIN_ACTIONS(PLAIN) HAMMOCK_TOKEN_ACTIONS(TOKEN)
#undef PLAIN
#undef TOKEN
      }
    }
  }

 private:
  void note(Action action, std::ptrdiff_t token) { steps_->push_back({action, static_cast<uint8_t>(token)}); }
  AstBuilder* builder_ = nullptr;
  const Token* tokens_ = nullptr;
  Steps* steps_ = nullptr;
};

// The actions by the types of a line's tokens. What an unusual script needs is bounded: the first shapes are kept.
class LineShapes {
 public:
  // Of a line of that shape; null: of none that is known.
  const LineActions::Steps* find(const std::vector<Token>& tokens) {
    take_key(tokens);
    const auto found = key_.empty() ? shapes_.end() : shapes_.find(key_);
    return found == shapes_.end() ? nullptr : &found->second;
  }
  // The same, of a line that may have a number for its shape.
  const LineActions::Steps* find(const Line& line) {
    if (line.shape < numbered_.size() && numbered_[line.shape]) return numbered_[line.shape];
    const LineActions::Steps* found = find(line.tokens);
    if (found && line.shape != Line::kNoShape) {
      if (line.shape >= numbered_.size()) numbered_.resize(line.shape + 1);
      numbered_[line.shape] = found;
    }
    return found;
  }
  // The types of the line that was asked for last; none: it is too long.
  const std::string& key() const { return key_; }
  void keep(const std::string& key, const LineActions::Steps& steps) {
    if (!key.empty() && shapes_.size() < kMaxShapes) shapes_.emplace(key, LineActions::without_idle(steps));
  }
  // Of a line that is read next, or null: it need not be recorded.
  LineActions::Steps* recorded(const std::vector<Token>& tokens) {
    take_key(tokens);
    if (key_.empty() || shapes_.size() == kMaxShapes) return nullptr;
    recorded_.clear();
    return &recorded_;
  }
  void keep_recorded() { keep(key_, recorded_); }

 private:
  static constexpr size_t kMaxLine = 255, kMaxShapes = 512;
  void take_key(const std::vector<Token>& tokens) {
    if (tokens.size() > kMaxLine) return key_.clear();
    take_types(tokens, key_);
  }
  std::unordered_map<std::string, LineActions::Steps> shapes_;
  std::vector<const LineActions::Steps*> numbered_;  // by Line::shape
  std::string key_;
  LineActions::Steps recorded_;
};

}  // namespace hammock::syntax
