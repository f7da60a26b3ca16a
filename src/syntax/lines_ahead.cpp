// SPDX-License-Identifier: Apache-2.0
#include "lines_ahead.h"

#include <algorithm>
#include <cstring>
#include <exception>

#include "hammock/base/hash.h"
#include "hammock/base/pages.h"
#include "token_types.h"

namespace hammock::syntax {

constexpr size_t kBlockText = size_t{1} << 16;
constexpr size_t kMemoryAhead = size_t{2} << 20;
constexpr size_t kMaxShapes = 512;
constexpr uint32_t kMostIdle = 4;

template <class T>
static char* begin_of(const std::vector<T>& v) {
  return reinterpret_cast<char*>(const_cast<T*>(v.data()));
}

LinesAhead::LinesAhead(std::string_view text, uint32_t begin, const Ast& ast) : text_(text), ast_(ast) {
  auto grows = [](Growing& g, const auto& v) {
    g.begin = begin_of(v);
    g.size = v.capacity() * sizeof v[0];
  };
  grows(growing_[0], ast.exprs);
  grows(growing_[1], ast.lists);
  grows(growing_[2], ast.stmts);
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
  uint32_t block = 0;
  bool is_over = false;
  try {
    Diagnostics said(nullptr);
    KnownAnnotations known;
    Lexer lexer(text_, said);
    lexer.read_ahead(begin);
    lexer.use(&known);
    Line line;
    while (!is_over) {
      await_room(block);
      if (is_stopped_.load()) return;
      Block& b = blocks_[block % blocks_.size()];
      fill(b, lexer, known, line, said);
      is_over = b.is_last;
      made_.store(++block);
      made_.notify_one();
    }
  } catch (const std::exception&) {  // no memory: the reader goes on alone
    await_room(block);
    Block& b = blocks_[block % blocks_.size()];
    b.lines.clear();
    b.end = 0;
    b.is_last = true;
    made_.store(++block);
    made_.notify_one();
  }
}

void LinesAhead::await_room(uint32_t block) {
  uint32_t used = used_.load();
  if (block > 0) fill_memory();
  for (; block - used == blocks_.size(); used = used_.load()) {
    used_.wait(used);
    fill_memory();
  }
}

void LinesAhead::fill_memory() {
  for (Growing& g : growing_) {
    const size_t wanted = std::min(g.size, g.used.load(std::memory_order_relaxed) + kMemoryAhead);
    if (wanted < g.filled + kMemoryAhead / 2) continue;
    fill_pages(g.begin + g.filled, wanted - g.filled);
    g.filled = wanted;
  }
}

uint32_t LinesAhead::shape_of(const std::vector<Token>& tokens) {
  take_types(tokens, types_);
  if (last_shape_ && last_shape_->first == types_) return last_shape_->second;
  auto known = shapes_.find(types_);
  if (known == shapes_.end()) {
    if (shapes_.size() == kMaxShapes) return Line::kNoShape;
    known = shapes_.emplace(types_, static_cast<uint32_t>(shapes_.size())).first;
  }
  last_shape_ = &*known;
  return known->second;
}

void LinesAhead::fill(Block& block, Lexer& lexer, KnownAnnotations& known, Line& line, const Diagnostics& said) {
  block.lines.clear();
  block.tokens.clear();
  block.comments.clear();
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
    if (line.tokens.size() >= kMaxLineAhead) continue;  // an array: not to be held twice
    if (line.broken || has_digit_name || said.all().size() + said.dropped() != before) continue;
    if (!line.annotation) known.add(text_, line.tokens, {});
    words_.number(text_, line.tokens);
    block.lines.push_back({at, line.end, static_cast<uint32_t>(block.tokens.size()),
                           static_cast<uint32_t>(line.tokens.size()), static_cast<uint32_t>(block.comments.size()),
                           static_cast<uint32_t>(line.inside.size()), shape_of(line.tokens)});
    block.comments.insert(block.comments.end(), line.inside.begin(), line.inside.end());
    block.tokens.insert(block.tokens.end(), line.tokens.begin(), line.tokens.end());
  } while (block.end < end);
}

// The first and the last eight bytes; of a shorter text its bytes, twice.
static std::pair<uint64_t, uint64_t> ends_of(std::string_view text, size_t begin, size_t size) {
  uint64_t head = 0, tail = 0;
  if (size >= sizeof head) {
    std::memcpy(&head, text.data() + begin, sizeof head);
    std::memcpy(&tail, text.data() + begin + size - sizeof tail, sizeof tail);
    return {head, tail};
  }
  for (size_t i = 0; i < size; ++i) head = head << 8 | static_cast<unsigned char>(text[begin + i]);
  return {head, head};
}

void LinesAhead::Words::number(std::string_view text, std::vector<Token>& tokens) {
  for (Token& t : tokens) {
    if (t.type != Tok::name) continue;
    const uint32_t size = t.end - t.begin;
    const auto [head, tail] = ends_of(text, t.begin, size);
    if (size > 2 * sizeof head) continue;
    Word& word = words_[hash_mix(hash_mix(size, head), tail) >> 50];
    static_assert(kWords == size_t{1} << (64 - 50));
    if (word.size != size || word.head != head || word.tail != tail)
      word = {head, tail, size, numbers_ < Token::kNoWord ? numbers_++ : Token::kNoWord};
    t.word = word.number;
  }
}

// ---- the reader ----

void LinesAhead::note_growth() {
  auto note = [](Growing& g, const auto& v) {
    if (begin_of(v) == g.begin) g.used.store(v.size() * sizeof v[0], std::memory_order_relaxed);
  };
  note(growing_[0], ast_.exprs);
  note(growing_[1], ast_.lists);
  note(growing_[2], ast_.stmts);
}

bool LinesAhead::next_block() {
  if (is_over_) return false;
  uint32_t at = used_.load();
  if (block_) {
    is_over_ = block_->is_last || ++idle_ > kMostIdle;  // of kernels, nothing is taken
    if (is_over_) is_stopped_.store(true);
    block_ = nullptr;
    note_growth();
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
      idle_ = 0;
      return {std::span(block_->tokens).subspan(line.tokens, line.size),
              std::span(block_->comments).subspan(line.comments, line.comment_count), line.end, line.shape};
    }
    if (at < block_->end) return {};
    if (!next_block()) break;
  }
  return {};
}

}  // namespace hammock::syntax
