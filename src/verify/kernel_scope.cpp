// SPDX-License-Identifier: Apache-2.0
#include "kernel_scope.h"

#include <algorithm>

namespace hammock {

void KernelScope::enter_kernel() {
  ++kernel_;
  stack_.clear();
  if (variables_.size() < context_.prims.size()) {
    variables_.resize(context_.prims.size());
    needs_.resize(context_.prims.size());
  }
}

KernelScope::Variable& KernelScope::operator[](Prim var) {
  Variable& v = variables_[var.index];
  if (v.kernel != kernel_) {
    v = {};
    v.kernel = kernel_;
  }
  return v;
}

void KernelScope::push(Prim var) {
  Variable& v = (*this)[var];
  stack_.push_back({var, ++serial_, v.depth});
  v.depth = static_cast<uint32_t>(stack_.size() - 1);
  v.was_defined = true;
}

void KernelScope::pop(size_t mark) {
  for (; stack_.size() > mark; stack_.pop_back()) (*this)[stack_.back().var].depth = stack_.back().outer;
}

void KernelScope::keep(Prim e, Needs needs) {
  needs.kernel = kernel_;
  needs_[e.index] = needs;
}

const KernelScope::Needs* KernelScope::known(Prim e) const {
  const Needs& n = needs_[e.index];
  if (n.kernel != kernel_) return nullptr;
  if (n.depth == kNowhere) return &n;
  return n.depth < stack_.size() && stack_[n.depth].serial == n.serial ? &n : nullptr;
}

KernelScope::Needs KernelScope::of(Prim var) {
  const Variable& v = (*this)[var];
  if (v.depth == kNowhere) return {};
  return {kernel_, v.depth, stack_[v.depth].serial, v.level};
}

KernelScope::Needs KernelScope::of_top() const {
  if (stack_.empty()) return {};
  return {kernel_, static_cast<uint32_t>(stack_.size() - 1), stack_.back().serial};
}

void KernelScope::add(Needs& to, const Needs& more) {
  if (more.depth != kNowhere && (to.depth == kNowhere || more.depth > to.depth))
    to.depth = more.depth, to.serial = more.serial;
  to.level = std::min(to.level, more.level);
  to.defines |= more.defines;
}

}  // namespace hammock
