// SPDX-License-Identifier: Apache-2.0
#include "lines_ahead.h"

#include <algorithm>
#include <cstring>
#include <exception>

#include "hammock/base/hash.h"

namespace hammock::syntax {

constexpr size_t kBlockText = size_t{1} << 16;

LinesAhead::LinesAhead(std::string_view text, uint32_t begin) : text_(text) {
  thread_ = std::thread([this, begin] { make(begin); });
}

LinesAhead::~LinesAhead() {
  is_stopped_.store(true);
  used_.fetch_add(1);
  used_.notify_one();
  thread_.join();
}

// ---- the thread ----

void LinesAhead::make(uint32_t begin) {
  bool is_over = false;
  try {
    Diagnostics said(nullptr);
    KnownAnnotations known;
    Lexer lexer(text_, said);
    lexer.read_ahead(begin);
    lexer.use(&known);
    Line line;
    for (uint32_t block = 0; !is_over; ++block) {
      for (uint32_t used = used_.load(); block - used == blocks_.size(); used = used_.load()) used_.wait(used);
      if (is_stopped_.load()) return;
      Block& b = blocks_[block % blocks_.size()];
      fill(b, lexer, known, line, said);
      is_over = b.is_last;
      made_.store(block + 1);
      made_.notify_one();
    }
  } catch (const std::exception&) {  // no memory: the reader goes on alone
    if (is_over) return;
    const uint32_t block = made_.load();
    for (uint32_t used = used_.load(); block - used == blocks_.size(); used = used_.load()) used_.wait(used);
    blocks_[block % blocks_.size()] = {.end = 0, .is_last = true};
    made_.store(block + 1);
    made_.notify_one();
  }
}

void LinesAhead::fill(Block& block, Lexer& lexer, KnownAnnotations& known, Line& line, const Diagnostics& said) {
  block.lines.clear();
  block.tokens.clear();
  const size_t end = lexer.state(line).at + kBlockText;
  do {
    if (!lexer.next(line)) {
      block.is_last = true;
      break;
    }
    const uint32_t at = line.begin + line.indentation;
    const size_t before = said.all().size() + said.dropped();
    lexer.tokens(line);
    const bool has_digit_name = std::ranges::any_of(line.tokens, [&](const Token& t) {
      return (t.type == Tok::name || t.type == Tok::keyword) && text_[t.begin] >= '0' && text_[t.begin] <= '9';
    });
    block.end = line.end;
    if (line.broken || has_digit_name || !line.inside.empty() || said.all().size() + said.dropped() != before) continue;
    if (!line.annotation) known.add(text_, line.tokens, {});
    words_.number(text_, line.tokens);
    block.lines.push_back(
        {at, line.end, static_cast<uint32_t>(block.tokens.size()), static_cast<uint32_t>(line.tokens.size())});
    block.tokens.insert(block.tokens.end(), line.tokens.begin(), line.tokens.end());
  } while (block.end < end);
}

void LinesAhead::Words::number(std::string_view text, std::vector<Token>& tokens) {
  for (Token& t : tokens) {
    if (t.type != Tok::name) continue;
    const std::string_view written = text.substr(t.begin, t.end - t.begin);
    uint64_t head = 0, tail = 0;
    std::memcpy(&head, written.data(), std::min(written.size(), sizeof head));
    if (written.size() > sizeof tail) std::memcpy(&tail, written.data() + written.size() - sizeof tail, sizeof tail);
    Word& word = words_[hash_mix(hash_mix(written.size(), head), tail) >> 50];
    static_assert(kWords == size_t{1} << (64 - 50));
    if (word.text != written) word = {written, numbers_++};
    t.word = word.number;
  }
}

// ---- the reader ----

bool LinesAhead::next_block() {
  if (is_over_) return false;
  uint32_t at = used_.load();
  if (block_) {
    is_over_ = block_->is_last;
    block_ = nullptr;
    used_.store(++at);
    used_.notify_one();
    if (is_over_) return false;
  }
  made_.wait(at);
  block_ = &blocks_[at % blocks_.size()];
  line_ = 0;
  return true;
}

LinesAhead::Found LinesAhead::find(uint32_t at) {
  while (block_ || next_block()) {
    const std::vector<PlainLine>& lines = block_->lines;
    while (line_ < lines.size() && lines[line_].at < at) ++line_;
    if (line_ < lines.size()) {
      const PlainLine& line = lines[line_];
      if (line.at != at) return {};
      return {std::span(block_->tokens).subspan(line.tokens, line.size), line.end};
    }
    if (at < block_->end) return {};
    if (!next_block()) break;
  }
  return {};
}

}  // namespace hammock::syntax
