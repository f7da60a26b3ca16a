// SPDX-License-Identifier: Apache-2.0
// Variables and expressions of kernels: defined before use, defined once, and handed over to blocks (V1, V2).
#include <algorithm>
#include <unordered_set>

#include "kernel_verifier.h"

namespace hammock {
namespace {

constexpr size_t kMostWalks = 1000;  // that look for the variables that a mistake is about

}  // namespace

// ---- expressions ----

void KernelVerifier::expression(Prim root, Levels levels) {
  if (!root) return;
  todo_.assign(1, {root, 0});
  while (!todo_.empty()) {
    auto [e, phase] = todo_.back();
    if (phase == 0) {
      begin(e);
      continue;
    }
    const PrimNode& n = context_.prims[e];
    if (n.kind != PrimKind::call || context_.text(n.name()) != "Let") {
      finish(e);
    } else if (phase == 1) {
      todo_.back().second = 2;
      let_marks_.push_back(scope_.mark());
      define(context_.prims.call_args(e)[1]);
      todo_.push_back({context_.prims.call_args(e)[0], 0});
      continue;
    } else {
      finish_let(e);
    }
    todo_.pop_back();
  }
  if (levels == Levels::unchecked || blocks_.empty()) return;
  const bool is_var = context_.prims[root].kind == PrimKind::var;
  const KernelScope::Needs* known = is_var ? nullptr : scope_.known(root);
  const uint32_t level = is_var ? scope_.of(root).level : known ? known->level : KernelScope::kNowhere;
  if (level < blocks_.size()) outer_variables(root);
}

void KernelVerifier::begin(Prim e) {
  const PrimNode& n = context_.prims[e];
  if (n.kind == PrimKind::var) {
    todo_.pop_back();
    if (!scope_.is_defined(e)) undefined(e);
    return;
  }
  if (const KernelScope::Needs* known = scope_.known(e)) {
    todo_.pop_back();
    if (known->defines) second_definitions(e);
    return;
  }
  todo_.back().second = 1;
  if (n.kind == PrimKind::call && context_.text(n.name()) == "Let") {
    todo_.push_back({context_.prims.call_args(e)[2], 0});
    return;
  }
  operands_.clear();
  context_.prims.operands(e, operands_);
  for (size_t i = operands_.size(); i-- > 0;) todo_.push_back({operands_[i], 0});
  if (n.kind != PrimKind::load) return;
  access(tir::BufferId(n.c), operands_, false);
  const tir::Buffer& b = (*kernel_)[tir::BufferId(n.c)];
  for (Prim p : b.shape) todo_.push_back({p, 0});
  for (Prim p : b.strides) todo_.push_back({p, 0});
  if (b.elem_offset) todo_.push_back({b.elem_offset, 0});
  todo_.push_back({b.data, 0});
}

void KernelVerifier::finish(Prim e) {
  KernelScope::Needs needs;
  auto needs_of = [&](Prim p) {
    if (context_.prims[p].kind == PrimKind::var) return scope_.of(p);
    const KernelScope::Needs* known = scope_.known(p);
    return known ? *known : KernelScope::Needs();
  };
  operands_.clear();
  context_.prims.operands(e, operands_);
  for (Prim p : operands_) KernelScope::add(needs, needs_of(p));
  if (const PrimNode& n = context_.prims[e]; n.kind == PrimKind::load) {
    auto add_field = [&](Prim p) {  // the block rule does not look at what a buffer is
      KernelScope::Needs of_field = needs_of(p);
      of_field.level = KernelScope::kNowhere;
      KernelScope::add(needs, of_field);
    };
    const tir::Buffer& b = (*kernel_)[tir::BufferId(n.c)];
    std::ranges::for_each(b.shape, add_field);
    std::ranges::for_each(b.strides, add_field);
    if (b.elem_offset) add_field(b.elem_offset);
    add_field(b.data);
  } else if (n.kind == PrimKind::call) {
    call(e);
  } else if (n.kind == PrimKind::cast) {
    cast(e);
  }
  scope_.keep(e, needs);
}

// It needs what its body needs besides its own variable. What that is may have been hidden by the variable: it is as if
// it needed all that is defined around it.
void KernelVerifier::finish_let(Prim e) {
  scope_.pop(let_marks_.back());
  let_marks_.pop_back();
  KernelScope::Needs needs = scope_.of_top();
  for (Prim part : {context_.prims.call_args(e)[0], context_.prims.call_args(e)[2]}) {
    if (context_.prims[part].kind == PrimKind::var) needs.level = std::min(needs.level, scope_.of(part).level);
    else if (const KernelScope::Needs* known = scope_.known(part)) needs.level = std::min(needs.level, known->level);
  }
  needs.defines = true;
  scope_.keep(e, needs);
}

// Every part of an expression that is known and that `matters(known)`, and every variable, once; `visit(e)` says
// whether to go on into it.
template <class Matters, class Visit>
void KernelVerifier::walk_again(Prim root, const Matters& matters, const Visit& visit) {
  if (++walks_ > kMostWalks) return;
  std::vector<Prim> stack{root};
  std::unordered_set<Prim> seen;
  while (!stack.empty()) {
    const Prim e = stack.back();
    stack.pop_back();
    if (context_.prims[e].kind == PrimKind::var) {
      visit(e);
      continue;
    }
    const KernelScope::Needs* known = scope_.known(e);
    if (!known || !matters(*known) || seen.size() > kMostWalks || !seen.insert(e).second) continue;
    if (visit(e)) context_.prims.operands(e, stack);
  }
}

// A T.Let that is there twice defines its variable twice.
void KernelVerifier::second_definitions(Prim root) {
  bool is_found = false;
  auto visit = [&](Prim e) {
    const PrimNode& n = context_.prims[e];
    if (is_found || n.kind != PrimKind::call || context_.text(n.name()) != "Let") return !is_found;
    const size_t mark = scope_.mark();
    define(context_.prims.call_args(e)[1]);
    scope_.pop(mark);
    is_found = true;
    return false;
  };
  walk_again(
      root, [](const KernelScope::Needs& known) { return known.defines; }, visit);
}

// V1: a block with variables gets what it needs of the loops around it through them.
void KernelVerifier::outer_variables(Prim root) {
  auto visit = [&](Prim e) {
    if (context_.prims[e].kind == PrimKind::var) outer_variable(e);
    return true;
  };
  walk_again(
      root, [&](const KernelScope::Needs& known) { return known.level < blocks_.size(); }, visit);
}

void KernelVerifier::outer_variable(Prim e) {
  KernelScope::Variable& v = scope_[e];
  if (v.depth == KernelScope::kNowhere || v.level >= blocks_.size()) return;
  const tir::StmtId outer = blocks_[v.level];
  if (v.said_of_block == outer.index + 1) return;
  v.said_of_block = outer.index + 1;
  const std::string block = "'" + std::string(context_.text(kernel_->block((*kernel_)[outer]).name)) + "'";
  Diagnostic& d = report(Diag::outer_loop_variable, name(e) + " is the variable of a loop around block " + block +
                                                        ", which needs a block variable for it");
  if (Span span = (*kernel_)[outer].span) d.notes.push_back({span, "block " + block + " begins here"});
  note(d, e, "the loop over " + name(e));
}

// ---- definitions ----

void KernelVerifier::define(Prim var, uint32_t level, bool is_thread) {
  if (context_.prims[var].kind != PrimKind::var) {
    report(Diag::ill_formed, "something that is no variable is defined");
    return;
  }
  KernelScope::Variable& v = scope_[var];
  if (owners_[var.index] != 0 && owners_[var.index] != function_ + 1) {
    const GlobalFunction& other = module_.functions[owners_[var.index] - 1];
    Diagnostic& d = report(Diag::redefined_variable,
                           name(var) + " belongs to function '" + std::string(context_.text(other.name)) + "' already");
    if (other.span) d.notes.push_back({other.span, "the other function"});
  } else if (v.was_defined && !(v.is_thread && is_thread)) {
    const bool is_inside = v.depth != KernelScope::kNowhere;
    Diagnostic& d = report(Diag::redefined_variable, name(var) + (is_inside ? " is defined again in its own scope"
                                                                            : " is defined a second time"));
    if (v.span) d.notes.push_back({v.span, "it is defined here first"});
  }
  owners_[var.index] = function_ + 1;
  if (!v.was_defined) v.span = place_;
  v.level = level;
  v.is_thread |= is_thread;
  scope_.push(var);
}

// What a buffer is of whole variables that have no value yet, it defines.
void KernelVerifier::define_fields(tir::BufferId id) {
  buffer(id);
  const tir::Buffer& b = (*kernel_)[id];
  auto define_new = [&](Prim p) {
    if (p && context_.prims[p].kind == PrimKind::var && !scope_.is_defined(p)) define(p);
  };
  define_new(b.data);
  std::ranges::for_each(b.shape, define_new);
  std::ranges::for_each(b.strides, define_new);
  define_new(b.elem_offset);
}

void KernelVerifier::fields(tir::BufferId id) {
  buffer(id);
  const tir::Buffer& b = (*kernel_)[id];
  expression(b.data, Levels::unchecked);
  for (Prim p : b.shape) expression(p, Levels::unchecked);
  for (Prim p : b.strides) expression(p, Levels::unchecked);
  expression(b.elem_offset, Levels::unchecked);
}

void KernelVerifier::undefined(Prim var) {
  KernelScope::Variable& v = scope_[var];
  if (v.is_said) return;
  v.is_said = true;
  if (v.was_defined) {
    Diagnostic& d = report(Diag::undefined_variable, name(var) + " is used where its scope has ended");
    if (v.span) d.notes.push_back({v.span, "its scope begins here"});
    return;
  }
  auto of_buffer = kernel_->buffers.end();
  if (++walks_ <= kMostWalks) of_buffer = std::ranges::find(kernel_->buffers, var, &tir::Buffer::data);
  if (of_buffer != kernel_->buffers.end()) {
    const tir::BufferId id(static_cast<uint32_t>(of_buffer - kernel_->buffers.begin()));
    Diagnostic& d =
        report(Diag::undefined_variable, "buffer " + name(id) +
                                             " is used, but nothing gives it memory: it is no parameter's, not "
                                             "allocated, and has no data of another");
    if (of_buffer->span) d.notes.push_back({of_buffer->span, "it is declared here"});
    return;
  }
  Diagnostic& d = report(Diag::undefined_variable, name(var) + " is used, but nothing gives it a value");
  note(d, var, "it is declared here; a parameter's buffer gives it one where it is a whole dim, stride or offset");
}

// ---- names ----

std::string KernelVerifier::name(Prim var) const {
  const Name hint = kernel_->hint(var);
  return hint && !context_.text(hint).empty() ? "'" + std::string(context_.text(hint)) + "'" : "a variable";
}

std::string KernelVerifier::name(tir::BufferId b) const {
  const Name name = (*kernel_)[b].name;
  return name ? "'" + std::string(context_.text(name)) + "'" : "without a name";
}

void KernelVerifier::note(Diagnostic& d, Prim var, std::string text) const {
  auto at = kernel_->variables.find(var.index);
  if (at != kernel_->variables.end() && at->second.span) d.notes.push_back({at->second.span, std::move(text)});
}

}  // namespace hammock
