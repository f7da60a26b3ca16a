// SPDX-License-Identifier: Apache-2.0
// What the generated parser derives from: the builder that its actions call, and the tokens of a line. Nothing is
// allocated per token; as ANTLR wants them, they are made where a line has a mistake.
#pragma once

#include <antlr4-runtime.h>

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "antlr_start.h"
#include "ast_builder.h"
#include "hammock/syntax/lexer.h"
#include "line_actions.h"

namespace hammock::syntax {

class ScriptToken final : public antlr4::Token {
 public:
  ScriptToken(const syntax::Token& token, uint32_t index) : token_(token), index_(index) {}
  const syntax::Token& token() const { return token_; }

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
  syntax::Token token_;
  uint32_t index_;
};

class LineStream final : public antlr4::TokenStream {
 public:
  LineStream() { start_antlr(); }
  void set(const std::vector<syntax::Token>& tokens);
  void set_at_end() {  // of a line that is read
    tokens_.assign(1, {});
    made_.clear();
    at_ = 1;
  }
  bool at_end() const { return at_ + 1 >= tokens_.size(); }
  const syntax::Token& previous() const { return tokens_[at_ - 1]; }
  const syntax::Token& current() const { return tokens_[at_]; }
  const syntax::Token* tokens() const { return tokens_.data(); }
  bool in_brackets() const;  // before the current token
  size_t position() const { return at_; }

  void consume() override { ++at_; }
  size_t LA(ssize_t i) override { return static_cast<size_t>(tokens_[at_ + static_cast<size_t>(i) - 1].type); }
  antlr4::Token* LT(ssize_t k) override;
  ssize_t mark() override { return 0; }
  void release(ssize_t) override {}
  size_t index() override { return at_; }
  void seek(size_t index) override { at_ = index; }
  size_t size() override { return tokens_.size(); }
  std::string getSourceName() const override { return {}; }
  antlr4::Token* get(size_t index) const override;
  antlr4::TokenSource* getTokenSource() const override { return nullptr; }
  std::string getText(const antlr4::misc::Interval&) override { return {}; }
  std::string getText() override { return {}; }
  std::string getText(antlr4::RuleContext*) override { return {}; }
  std::string getText(antlr4::Token*, antlr4::Token*) override { return {}; }

 private:
  std::vector<syntax::Token> tokens_;  // those of the line, then an end token
  mutable std::vector<ScriptToken> made_;
  size_t at_ = 0;
};

// What the error strategy of a line does: it ends the line (parse.cpp). No recovery inside a line.
class LineErrors {
 public:
  explicit LineErrors(const Lexer*& lexer) : lexer_(lexer) {}
  void sync(antlr4::Parser*) {}
  void reportMatch(antlr4::Parser*) {}
  [[noreturn]] antlr4::Token* recoverInline(antlr4::Parser* parser) { fail(*parser); }
  [[noreturn]] void reportError(antlr4::Parser* parser, const antlr4::RecognitionException&) { fail(*parser); }
  void recover(antlr4::Parser*, const std::exception_ptr&) {}

 private:
  [[noreturn]] void fail(antlr4::Parser& parser);
  const Lexer*& lexer_;
};

// The contexts of the rules that are entered in one line, one behind the other in a block that the next line uses
// again. They own nothing (there is no parse tree), so nothing is destroyed.
class LineContexts {
 public:
  template <class T, class... Args>
  T* createInstance(Args&&... args) {
    static_assert(sizeof(T) <= kBlock);
    if (at_ + sizeof(T) > kBlock) next_block();
    T* made = new (blocks_[block_].get() + at_) T(args...);
    at_ += (sizeof(T) + alignof(std::max_align_t) - 1) / alignof(std::max_align_t) * alignof(std::max_align_t);
    return made;
  }
  void reset() {
    block_ = 0;
    at_ = 0;
  }

 private:
  static constexpr size_t kBlock = 1 << 16;
  void next_block() {
    if (++block_ == blocks_.size()) blocks_.push_back(std::make_unique<std::byte[]>(kBlock));
    at_ = 0;
  }
  std::vector<std::unique_ptr<std::byte[]>> blocks_ = first_block();
  static std::vector<std::unique_ptr<std::byte[]>> first_block() {
    std::vector<std::unique_ptr<std::byte[]>> blocks;
    blocks.push_back(std::make_unique<std::byte[]>(kBlock));
    return blocks;
  }
  size_t block_ = 0, at_ = 0;
};

// The generated code names members of antlr4::Parser. Those that it needs at every token are declared again here, so
// that they are found first: inline, without the virtual calls and allocations of the runtime, which cost three times
// as much as everything else that happens to a token.
class GrammarBase : public antlr4::Parser {
 public:
  GrammarBase(antlr4::TokenStream* stream) : Parser(stream), _input(static_cast<LineStream*>(stream)) {}
  void set_builder(AstBuilder& builder, LineErrors& errors) {
    actions_.use(builder);
    _errHandler = &errors;
  }
  // Forgets the rules that the last line entered, and what was to be recorded.
  void forget() {
    actions_.record(nullptr, nullptr);
    _ctx = nullptr;
    state_ = 0;
    _tracker.reset();
  }
  void record(LineActions::Steps* steps) { actions_.record(_input->tokens(), steps); }
  // For the runtime, which computes what was expected.
  void show_state() { Parser::setState(state_); }

 protected:
  LineActions& ast() { return actions_; }
  const syntax::Token& last() const { return _input->previous(); }

  void setState(size_t state) { state_ = state; }
  size_t getState() const { return state_; }
  void enterRule(antlr4::ParserRuleContext* context, size_t state, size_t) final {
    state_ = state;
    _ctx = context;
  }
  void exitRule() {
    state_ = _ctx->invokingState;
    _ctx = static_cast<antlr4::ParserRuleContext*>(_ctx->parent);
  }
  template <class F>
  struct AtExit {
    F leave;
    ~AtExit() { leave(); }
  };
  template <class F>
  static AtExit<F> finally(F leave) {
    return {std::move(leave)};
  }
  void enterOuterAlt(antlr4::ParserRuleContext* context, size_t) { _ctx = context; }
  antlr4::Token* match(size_t type) final {
    if (_input->LA(1) != type) _errHandler->recoverInline(this);
    _input->consume();
    return nullptr;
  }
  antlr4::Token* consume() final {
    _input->consume();
    return nullptr;
  }

  LineStream* _input;
  LineContexts _tracker;
  LineErrors* _errHandler = nullptr;

 private:
  LineActions actions_;
  size_t state_ = 0;
};

}  // namespace hammock::syntax
