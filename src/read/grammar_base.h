// SPDX-License-Identifier: Apache-2.0
// What the generated parser derives from: the builder that its actions call, and the tokens of a line as ANTLR wants
// them. They stay where they are until the line is done, and nothing is allocated per token.
#pragma once

#include <antlr4-runtime.h>

#include <string>
#include <vector>

#include "ast_builder.h"
#include "lexer.h"

namespace hammock::read {

class ScriptToken final : public antlr4::Token {
 public:
  ScriptToken(const read::Token& token, uint32_t index) : token_(token), index_(index) {}
  const read::Token& token() const { return token_; }

  std::string getText() const override { return {}; }
  size_t getType() const override { return static_cast<size_t>(token_.type); }
  size_t getLine() const override { return 0; }
  size_t getCharPositionInLine() const override { return token_.begin; }
  size_t getChannel() const override { return DEFAULT_CHANNEL; }
  size_t getTokenIndex() const override { return index_; }
  size_t getStartIndex() const override { return token_.begin; }
  size_t getStopIndex() const override { return token_.end; }
  antlr4::TokenSource* getTokenSource() const override { return nullptr; }
  antlr4::CharStream* getInputStream() const override { return nullptr; }
  std::string toString() const override { return {}; }

 private:
  read::Token token_;
  uint32_t index_;
};

class LineStream final : public antlr4::TokenStream {
 public:
  void set(const std::vector<read::Token>& tokens);
  bool at_end() const { return at_ + 1 >= tokens_.size(); }
  const read::Token& previous() const { return tokens_[at_ - 1].token(); }
  const read::Token& current() const { return tokens_[at_].token(); }
  size_t position() const { return at_; }

  void consume() override { ++at_; }
  size_t LA(ssize_t i) override { return tokens_[at_ + static_cast<size_t>(i) - 1].getType(); }
  antlr4::Token* LT(ssize_t k) override;
  ssize_t mark() override { return 0; }
  void release(ssize_t) override {}
  size_t index() override { return at_; }
  void seek(size_t index) override { at_ = index; }
  size_t size() override { return tokens_.size(); }
  std::string getSourceName() const override { return {}; }
  antlr4::Token* get(size_t index) const override { return const_cast<ScriptToken*>(&tokens_[index]); }
  antlr4::TokenSource* getTokenSource() const override { return nullptr; }
  std::string getText(const antlr4::misc::Interval&) override { return {}; }
  std::string getText() override { return {}; }
  std::string getText(antlr4::RuleContext*) override { return {}; }
  std::string getText(antlr4::Token*, antlr4::Token*) override { return {}; }

 private:
  std::vector<ScriptToken> tokens_;  // those of the line, then an end token
  size_t at_ = 0;
};

class GrammarBase : public antlr4::Parser {
 public:
  explicit GrammarBase(antlr4::TokenStream* stream) : Parser(stream), stream_(static_cast<LineStream*>(stream)) {}
  void set_builder(AstBuilder& builder) { builder_ = &builder; }
  // Forgets the contexts of the rules that the last line entered.
  void forget() {
    _ctx = nullptr;
    _tracker.reset();
  }

 protected:
  AstBuilder& ast() { return *builder_; }
  const read::Token& last() const { return stream_->previous(); }

 private:
  LineStream* stream_;
  AstBuilder* builder_ = nullptr;
};

}  // namespace hammock::read
