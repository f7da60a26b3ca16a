// SPDX-License-Identifier: Apache-2.0
// Comments of the statements to comments of what they became (ir/comments.h).
//
// What comes before a statement waits for the first binding that the statement emits; what stands behind it goes to the
// last. A statement that emits none leaves its comments to the next thing that is printed, or to the end of the region.
#include <algorithm>

#include "elaborate.h"
#include "hammock/base/check.h"
#include "hammock/base/utf8.h"

namespace hammock::read {
void append(std::vector<Name>& to, std::span<const Name> texts) { to.insert(to.end(), texts.begin(), texts.end()); }

void append_docstring(std::vector<Name>& to, std::string_view text, Context& context) {
  const std::string valid = valid_utf8(text);  // escapes may stand for line ends and for what is no text
  std::string_view rest = valid;
  while (!rest.empty()) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
    while (!line.empty() && (line.back() == ' ' || line.back() == '\t')) line.remove_suffix(1);
    if (!line.empty()) to.push_back(context.name("# " + std::string(line)));
  }
}

void Blocks::keep_comments(At at, uint32_t number, std::vector<Name>& texts) {
  fn_->comments.add(at, number, texts);
  texts.clear();
}

void Statements::commented_statement(const Stmt& stmt) {
  append(waiting_, comments_of(At::before, stmt));
  std::vector<Name> behind(comments_of(At::behind, stmt).begin(), comments_of(At::behind, stmt).end());
  if (stmt.kind == StmtKind::with) return commented_with(stmt, std::move(behind));
  const Value outer = std::exchange(emitted_, {});
  const size_t attrs = function_attrs_.size();
  const bool had_output = region_->has_output;
  declared_ = {};
  statement(stmt);
  if (stmt.kind == StmtKind::return_) {
    keep_comments(At::result_before, region_->id.index, waiting_);
    keep_comments(At::result_behind, region_->id.index, behind);
  } else if (emitted_) {
    keep_comments(At::behind, emitted_.index, behind);
    if (stmt.kind == StmtKind::if_) {
      fn_->comments.add(At::else_before, emitted_.index, comments_of(At::else_before, stmt));
      fn_->comments.add(At::else_behind, emitted_.index, comments_of(At::else_behind, stmt));
    }
  } else if (declared_ && !(waiting_.empty() && behind.empty())) {
    keep_comments(At::symbol_before, declared_.index, waiting_);
    keep_comments(At::symbol_behind, declared_.index, behind);
    commented_symbols_.push_back(declared_);
  } else if (function_attrs_.size() != attrs) {
    keep_comments(At::attrs_before, lambda_.index, waiting_);
    keep_comments(At::attrs_behind, lambda_.index, behind);
  } else if (!had_output && region_->has_output) {
    append(output_before_, std::exchange(waiting_, {}));
    append(output_behind_, behind);
  } else {
    append(waiting_, behind);
  }
  if (!emitted_) emitted_ = outer;
}

// Neighbouring blocks become one: the comments of the second come before its first binding then.
void Statements::commented_with(const Stmt& stmt, std::vector<Name> behind) {
  const size_t blocks = region_->blocks.size();
  const bool merges = blocks > 0 && region_->blocks.back().is_dataflow;
  std::vector<Name> before = std::exchange(waiting_, {});
  if (merges) {
    append(waiting_, before);
    append(waiting_, std::exchange(behind, {}));
    before.clear();
  }
  output_before_.clear();
  output_behind_.clear();
  statement(stmt);
  append(waiting_, comments_of(At::end, stmt));
  if (merges || region_->blocks.size() > blocks) {
    uint32_t& label = region_->blocks.back().label;
    bool has_any =
        !(before.empty() && behind.empty() && output_before_.empty() && output_behind_.empty() && waiting_.empty());
    if (!has_any) return;
    if (label == Id<int>::kNone) label = labels_++;
    keep_comments(At::block_before, label, before);
    keep_comments(At::block_behind, label, behind);
    keep_comments(At::output_before, label, output_before_);
    keep_comments(At::output_behind, label, output_behind_);
    keep_comments(At::block_end, label, waiting_);
  } else {  // an empty block is none
    for (std::vector<Name>* texts : {&behind, &output_before_, &output_behind_, &waiting_}) append(before, *texts);
    waiting_ = std::move(before);
  }
}

void Statements::signature_comments(const Stmt& stmt, LambdaId lambda) {
  const Def& def = ast_.defs[stmt.def];
  for (uint32_t i = 0; i < (*fn_)[lambda].params.size() && i < def.params_size; ++i) {
    uint32_t v = (*fn_)[lambda].params[i].index;
    for (At at : {At::before, At::behind}) fn_->comments.add(at, v, ast_.param_comments.at(at, def.params_begin + i));
  }
  for (At at : {At::decorator_behind, At::def_before, At::def_behind, At::params_begin, At::params_end}) {
    fn_->comments.add(at, lambda.index, comments_of(at, stmt));
  }
}

// What is left waits no longer: it stands at the end.
void Statements::region_comments(RegionId region, std::span<const Name> end) {
  if (waiting_.empty() && end.empty()) return;
  append(waiting_, end);
  keep_comments(At::end, region.index, waiting_);
}

// A symbol that nothing mentions is not printed. What was said of it stands before the body then, where declarations
// do.
void Statements::symbol_comments() {
  std::vector<Prim> commented = std::exchange(commented_symbols_, {});
  if (commented.empty()) return;
  SymbolSet used;
  for (size_t i = 0; i < fn_->size(); ++i) add_free(used, context_, fn_->info(fn_->value(i)));
  for (const Lambda& lambda : fn_->lambdas) add_free(used, context_, lambda.ret);
  std::vector<Name> texts;
  for (Prim symbol : commented) {
    if (used.contains(symbol)) continue;
    for (At at : {At::symbol_before, At::symbol_behind}) append(texts, fn_->comments.take(at, symbol.index));
  }
  if (texts.empty()) return;
  Region& body = (*fn_)[fn_->self().body];
  At at = At::result_before;
  uint32_t number = fn_->self().body.index;
  if (!body.blocks.empty() && body.blocks[0].is_dataflow) {
    if (body.blocks[0].label == Id<int>::kNone) body.blocks[0].label = labels_++;
    at = At::block_before;
    number = body.blocks[0].label;
  } else if (!body.blocks.empty()) {
    at = At::before;
    number = body.blocks[0].bindings[0].index;
  }
  append(texts, fn_->comments.take(at, number));
  keep_comments(at, number, texts);
}

void Elaborator::class_comments(const Stmt& stmt) {
  Comments& comments = module_.comments;
  comments.add(At::class_decorator_behind, 0, comments_of(At::decorator_behind, stmt));
  comments.add(At::class_def_before, 0, comments_of(At::def_before, stmt));
  comments.add(At::class_behind, 0, comments_of(At::behind, stmt));
  std::vector<Name> waiting;
  for (StmtId id = stmt.suite; id; id = ast_[id].next) member_comments(ast_[id], waiting);
  append(waiting, comments_of(At::end, stmt));
  comments.add(At::class_end, 0, waiting);
}

void Elaborator::member_comments(const Stmt& stmt, std::vector<Name>& waiting) {
  Comments& comments = module_.comments;
  append(waiting, comments_of(At::before, stmt));
  auto keep = [&](At before, At behind, uint32_t number) {
    comments.add(before, number, waiting);
    waiting.clear();
    comments.add(behind, number, comments_of(At::behind, stmt));
  };
  const Expr* value = stmt.value ? &ast_[stmt.value] : nullptr;
  if (value && value->kind == ExprKind::string) append_docstring(waiting, text(Name(value->a)), context_);
  std::span<const ExprId> call =
      value && value->kind == ExprKind::call ? ast_.list(stmt.value) : std::span<const ExprId>();
  std::string_view callee = !call.empty() && ast_[call[0]].kind == ExprKind::name ? text(Name(ast_[call[0]].a)) : "";
  if (stmt.kind == StmtKind::def) keep(At::member_before, At::member_behind, ast_.defs[stmt.def].name.index);
  else if (stmt.kind == StmtKind::assign && ast_[stmt.target].kind == ExprKind::name)
    keep(At::member_before, At::member_behind, ast_[stmt.target].a);
  else if (callee.ends_with("module_global_infos")) keep(At::global_infos_before, At::global_infos_behind, 0);
  else if (!callee.empty()) keep(At::module_attrs_before, At::module_attrs_behind, 0);
  else append(waiting, comments_of(At::behind, stmt));
}

}  // namespace hammock::read
