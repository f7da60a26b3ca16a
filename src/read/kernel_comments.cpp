// SPDX-License-Identifier: Apache-2.0
// Comments of the statements to comments of what they became (ir/comments.h).
//
// The first thing that a statement makes takes its comments: a construct that it opens, a statement of the kernel, a
// variable, a buffer, a line at the head of a block. What makes nothing (`pass`) leaves its comments to the next line
// of its suite, or to the end of it.
#include "kernel_reader.h"

namespace hammock::read {

namespace {

FrameComments& comments_of(KernelFrame& frame) {
  if (!frame.comments) frame.comments = std::make_unique<FrameComments>();
  return *frame.comments;
}

}  // namespace

std::span<const Name> KernelReader::written_comments(At at, const Stmt& s) const {
  return ast_.comments.at(at, static_cast<uint32_t>(&s - ast_.stmts.data()));
}

void KernelReader::commented(const Stmt& s) {
  append(waiting_, written_comments(At::before, s));
  before_ = std::exchange(waiting_, {});
  append(behind_, written_comments(At::behind, s));
  statement(s);
  leave_comments();
}

// What nothing has taken waits.
void KernelReader::leave_comments() {
  append(waiting_, std::exchange(before_, {}));
  append(waiting_, std::exchange(behind_, {}));
}

void KernelReader::take_comments(At before, At behind, uint32_t number) {
  if (before_.empty() && behind_.empty()) return;
  kernel_->comments.add(before, number, std::exchange(before_, {}));
  kernel_->comments.add(behind, number, std::exchange(behind_, {}));
}

void KernelReader::frame_comments(KernelFrame& frame) {
  if (before_.empty() && behind_.empty()) return;
  if (frame.kind == KernelFrame::Kind::init) return line_comments(*frame.for_init, tir::BlockLine::init);
  append(comments_of(frame).before, std::exchange(before_, {}));
  append(comments_of(frame).behind, std::exchange(behind_, {}));
}

void KernelReader::line_comments(KernelFrame& block, tir::BlockLine line) {
  if (before_.empty() && behind_.empty()) return;
  comments_of(block).lines.push_back({line, std::exchange(before_, {}), std::exchange(behind_, {})});
}

// `owner`: the construct whose suite it is; null where the suite is that of the construct around it.
void KernelReader::end_suite(KernelFrame* owner, const Stmt& s, bool is_else) {
  append(waiting_, written_comments(is_else ? At::block_end : At::end, s));
  if (waiting_.empty() || !owner) return;
  const bool is_init = owner->kind == KernelFrame::Kind::init;
  FrameComments& comments = comments_of(is_init ? *owner->for_init : *owner);
  append(is_else || is_init ? comments.else_end : comments.end, std::exchange(waiting_, {}));
}

void KernelReader::else_comments(KernelFrame& frame, const Stmt& s) {
  const auto before = written_comments(At::else_before, s), behind = written_comments(At::else_behind, s);
  if (before.empty() && behind.empty()) return;
  append(comments_of(frame).else_before, before);
  append(comments_of(frame).else_behind, behind);
}

// Of a construct that became a statement.
void KernelReader::keep_comments(KernelFrame& frame, tir::StmtId id) {
  if (!frame.comments) return;
  const FrameComments& c = *frame.comments;
  Comments& out = kernel_->comments;
  out.add(At::before, id.index, c.before);
  out.add(At::behind, id.index, c.behind);
  out.add(At::end, id.index, c.end);
  out.add(At::else_before, id.index, c.else_before);
  out.add(At::else_behind, id.index, c.else_behind);
  out.add(At::block_end, id.index, c.else_end);
  for (const FrameComments::OfLine& l : c.lines) {
    const uint32_t number = tir::line_number((*kernel_)[id].number, l.line);
    out.add(At::line_before, number, l.before);
    out.add(At::line_behind, number, l.behind);
  }
}

void KernelReader::signature_comments(const Stmt& s) {
  const Def& def = ast_.defs[s.def];
  for (At at : {At::decorator_behind, At::def_before, At::def_behind, At::params_begin, At::params_end})
    kernel_->comments.add(at, 0, written_comments(at, s));
  for (uint32_t i = 0; i < def.params_size; ++i) {
    kernel_->comments.add(At::param_before, i, ast_.param_comments.at(At::before, def.params_begin + i));
    kernel_->comments.add(At::param_behind, i, ast_.param_comments.at(At::behind, def.params_begin + i));
  }
}

}  // namespace hammock::read
