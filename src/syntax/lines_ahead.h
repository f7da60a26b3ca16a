// SPDX-License-Identifier: Apache-2.0
// Tokens of lines that are still to be read, made on a thread of their own.
//
// The thread goes through the text without knowing what the lines stand in. What it makes of a line is handed on if it
// depends on nothing but the line, and if nothing was reported. The reader asks by the place of a
// line's first token and takes what is there if it reads statements of a module; whatever else there is, it lexes
// itself. So the result is the same with the thread and without it.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <vector>

#include "hammock/syntax/lexer.h"

namespace hammock::syntax {

class LinesAhead {
 public:
  // The nodes of the lines go to `ast`, whose memory the thread takes a little before it is needed.
  LinesAhead(std::string_view text, uint32_t begin, const Ast& ast);
  ~LinesAhead();
  LinesAhead(const LinesAhead&) = delete;
  LinesAhead& operator=(const LinesAhead&) = delete;

  struct Found {
    std::span<const Token> tokens;  // good until the next call; none: nothing is known
    std::span<const LineComment> inside;
    uint32_t end = 0;  // behind the line
    uint32_t shape = Line::kNoShape;
  };
  // The line whose first token begins here. Places are asked for in the order of the text.
  Found find(uint32_t at);

 private:
  struct PlainLine {
    uint32_t at, end;
    uint32_t tokens, size;
    uint32_t comments, comment_count;
    uint32_t shape;
  };
  struct Block {
    std::vector<PlainLine> lines;
    std::vector<Token> tokens;
    std::vector<LineComment> comments;
    uint32_t end = 0;  // of the text that it is about
    bool is_last = false;
  };
  // Numbers for the texts of names of up to 16 bytes: of the last ones that a text may be equal to.
  class Words {
   public:
    void number(std::string_view text, std::vector<Token>& tokens);

   private:
    struct Word {
      uint64_t head = 0, tail = 0;  // with the size they are the text
      uint32_t size = 0, number = 0;
    };
    static constexpr size_t kWords = 1 << 14;
    std::vector<Word> words_ = std::vector<Word>(kWords);
    uint32_t numbers_ = 0;
  };

  // Of a vector that grows in the memory that it has.
  struct Growing {
    char* begin = nullptr;
    size_t size = 0, filled = 0;  // in bytes
    std::atomic<size_t> used = 0;
  };

  void make(uint32_t begin);
  void await_room(uint32_t block);
  void fill_memory();
  uint32_t shape_of(const std::vector<Token>& tokens);
  void note_growth();
  void fill(Block& block, Lexer& lexer, KnownAnnotations& known, Line& line, const Diagnostics& said);
  bool next_block();

  std::string_view text_;
  const Ast& ast_;  // the reader's
  std::array<Growing, 3> growing_;
  // Of the thread.
  Words words_;
  std::unordered_map<std::string, uint32_t> shapes_;
  const std::pair<const std::string, uint32_t>* last_shape_ = nullptr;
  std::string types_;
  // Of both.
  std::array<Block, 8> blocks_;
  std::atomic<uint32_t> made_ = 0, used_ = 0;  // blocks
  std::atomic<bool> is_stopped_ = false;
  // Of the reader: its block, and the line there that comes next.
  Block* block_ = nullptr;
  size_t line_ = 0;
  uint32_t idle_ = 0;  // blocks of which no line was taken
  bool is_over_ = false;
  std::thread thread_;
};

}  // namespace hammock::syntax
