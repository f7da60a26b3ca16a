// SPDX-License-Identifier: Apache-2.0
// Where the comments of a script belong (ir/comments.h says which places there are).
#include "hammock/base/marks.h"
#include "statement_reader.h"

namespace hammock::syntax {

// The last one stands where a kernel has a root block that its text leaves out.
static bool says_nothing(std::string_view text) {
  if (text.starts_with("# with ") && (text.ends_with(".block(\"root\"):") || text.ends_with(".sblock(\"root\"):")))
    return true;
  return text == kMetadataOmitted || text == kTypeVariables || text.starts_with("# from tvm.script import ");
}

void StatementReader::leave_out_comments() {
  std::erase_if(line_.inside,
                [&](const LineComment& c) { return says_nothing(lexer_.text().substr(c.begin, c.end - c.begin)); });
}

// Of its line: they have the comments within it.
bool StatementReader::is_last_statement() {
  LineStream& stream = grammar_.stream;
  return stream.at_end() || stream.current().type == Tok::newline;
}

// Those above a line: to the ends of suites that end before it, or to the next statement. `is_head`: it is the first
// line of all.
void StatementReader::place_comments(bool is_head) {
  bool in_golden_head = false;
  for (const LineComment& c : line_.above) {
    std::string_view text = lexer_.text().substr(c.begin, c.end - c.begin);
    for (; line_.dedents > 0 && c.column < suites_.back().column; --line_.dedents) close_suites(1);
    if (line_.dedents > 0 && suites_.back().owner) {
      suite_end_ = behind_line(c.end);
      if (!suites_.back().skips)
        ast_.comments.add(suites_.back().is_else ? At::block_end : At::end, suites_.back().owner.index, text_of(c));
      continue;
    }
    // What is a golden test's is not the script's.
    const bool is_outside = suites_.back().is_python && !in_definition_ && c.column == 0;
    in_golden_head = is_outside && is_head && (is_golden_mark(text) || (in_golden_head && !c.follows_blank));
    const bool is_expected = is_outside && text.starts_with(kGoldenExpected);
    if (!says_nothing(text) && !in_golden_head && !is_expected) above_.push_back(c);
  }
}

uint32_t StatementReader::behind_line(uint32_t at) const {
  std::string_view text = lexer_.text();
  while (at < text.size() && text[at] != '\n' && text[at] != '\r') ++at;
  if (text.substr(at).starts_with("\r\n")) ++at;
  return at < text.size() ? at + 1 : at;
}

void StatementReader::take_above(At at, StmtId stmt) {
  for (const LineComment& c : above_) ast_.comments.add(at, stmt.index, text_of(c));
  above_.clear();
}

// The first of the waiting ones, with the empty lines between them.
void StatementReader::file_comments(At at, StmtId stmt, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (i > 0 && above_[i].follows_blank) ast_.comments.add(at, stmt.index, context_.name(""));
    ast_.comments.add(at, stmt.index, text_of(above_[i]));
  }
  above_.erase(above_.begin(), above_.begin() + static_cast<ptrdiff_t>(count));
}

// Before a definition: what an empty line divides from it belongs to the file.
void StatementReader::take_file_comments(StmtId stmt) {
  size_t count = definition_follows_blank_ ? above_.size() : 0;
  for (size_t i = above_.size(); i-- > 0 && count == 0;) {
    if (above_[i].follows_blank) count = i;
  }
  file_comments(At::header, stmt, count + add_leading(count > 0));
}

// Puts the first lines of the file before those that wait. How many they are.
size_t StatementReader::add_leading(bool is_divided) {
  if (!leading_.empty() && is_divided) above_[0].follows_blank = true;
  above_.insert(above_.begin(), leading_.begin(), leading_.end());
  return std::exchange(leading_, {}).size();
}

void StatementReader::statement_comments(StmtId stmt) {
  if (!above_.empty()) take_above(At::before, stmt);
  if (line_.inside.empty() || !is_last_statement()) return;
  if (ast_[stmt].kind == StmtKind::def) return signature_comments(stmt);
  size_t trailing = 0;
  for (const LineComment& c : line_.inside) trailing += !c.is_own_line;
  for (const LineComment& c : line_.inside) {
    bool is_behind = !c.is_own_line && (c.is_last || trailing == 1);
    ast_.comments.add(is_behind ? At::behind : At::before, stmt.index, text_of(c));
  }
}

void StatementReader::signature_comments(StmtId stmt) {
  const Def& def = ast_.defs[ast_[stmt].def];
  uint32_t close = 0;
  int depth = 0;
  for (const Token& t : line_.tokens) {
    depth += (t.type == Tok::open) - (t.type == Tok::close);
    if (t.type == Tok::close && depth == 0) {
      close = t.begin;
      break;
    }
  }
  uint32_t next = def.params_begin;
  const uint32_t end = next + def.params_size;
  for (const LineComment& c : line_.inside) {
    while (next < end && ast_.params[next].span.begin < c.begin) ++next;
    if (c.begin > close) ast_.comments.add(At::def_behind, stmt.index, text_of(c));
    else if (c.is_own_line && next < end) ast_.param_comments.add(At::before, next, text_of(c));
    else if (c.is_own_line) ast_.comments.add(At::params_end, stmt.index, text_of(c));
    else if (next == def.params_begin) ast_.comments.add(At::params_begin, stmt.index, text_of(c));
    else ast_.param_comments.add(At::behind, next - 1, text_of(c));
  }
}

void StatementReader::decorator_comments() {
  if (decorators_.size() == 1) decorators_above_ = std::exchange(above_, {});
  for (const LineComment& c : above_) at_decorators_.push_back(c);
  for (const LineComment& c : line_.inside) at_decorators_.push_back(c);
  above_.clear();
}

void StatementReader::definition_comments(StmtId stmt, bool has_decorators) {
  if (has_decorators) {
    for (const LineComment& c : at_decorators_)
      ast_.comments.add(c.is_own_line ? At::def_before : At::decorator_behind, stmt.index, text_of(c));
    for (const LineComment& c : above_) ast_.comments.add(At::def_before, stmt.index, text_of(c));
    above_ = std::exchange(decorators_above_, {});
    at_decorators_.clear();
  }
  if (suites_.back().is_python) take_file_comments(stmt);
}

}  // namespace hammock::syntax
