// SPDX-License-Identifier: Apache-2.0
// Block by block, in order: each raises the kind of the kernel, or leaves it.
//
// A block is judged where it ends, by all that was loaded and stored since the last block began: one that is nested in
// it counts twice, by itself and with what is around it, without what stands before it. Indices are the same if they
// are one variable.
#include "hammock/tir/pattern.h"

#include <algorithm>
#include <unordered_set>

#include "hammock/prim/walk.h"
#include "hammock/tir/walk.h"

namespace hammock::tir {
namespace {

using Variables = std::unordered_set<Prim>;

class Analysis {
 public:
  explicit Analysis(const Kernel& kernel) : kernel_(kernel), prims_(kernel.context->prims) {
    for (const Parameter& p : kernel.params) {
      if (p.buffer) params_.insert(p.buffer.index);
    }
  }

  OpPattern run() {
    auto begin = [&](StmtId, Part part) { inits_ += part == Part::init; };
    auto end = [&](StmtId, Part part) { inits_ -= part == Part::init; };
    auto leave = [&](StmtId id) {
      if (kernel_[id].kind == StmtKind::block && !is_root(kernel_[id])) judge(kernel_.block(kernel_[id]));
    };
    walk(
        kernel_, kernel_.body, [&](StmtId id) { return enter(kernel_[id]); }, begin, end, leave);
    return kind_;
  }

 private:
  bool is_root(const Stmt& s) const { return kernel_.context->text(kernel_.block(s).name) == "root"; }
  std::span<const Prim> indices(Prim load) const { return prims_.call_args(load); }
  bool is_var(Prim e) const { return prims_[e].kind == PrimKind::var; }
  bool are_vars(std::span<const Prim> list) const {
    return std::ranges::all_of(list, [&](Prim e) { return is_var(e); });
  }
  void raise(OpPattern kind) { kind_ = std::max(kind_, kind); }

  bool enter(const Stmt& s) {
    if (inits_ > 0) return false;
    if (s.kind == StmtKind::block) {
      if (!is_root(s)) loads_.clear(), seen_.clear(), store_ = nullptr;
      return true;
    }
    if (s.kind == StmtKind::store) {
      if (store_ != nullptr && !std::ranges::equal(kernel_.list(*store_), kernel_.list(s))) raise(OpPattern::opaque);
      store_ = &s;
    }
    for (Prim e : {s.value, s.min}) {
      if (e) collect(e);
    }
    for (Prim e : kernel_.list(s)) collect(e);
    return true;
  }

  void collect(Prim root) {
    operands_first(
        prims_, root, [&](Prim e) { return seen_.contains(e); },
        [&](Prim e, std::span<const Prim>) {
          seen_.insert(e);
          if (prims_[e].kind == PrimKind::load) loads_.push_back(e);
        });
  }

  void judge(const Block& block) {
    if (store_ == nullptr) return raise(OpPattern::opaque);
    if (const OpPattern kind = by_indices(); kind != OpPattern::opaque) {
      const bool is_output =
          std::ranges::any_of(block.writes, [&](const BufferRegion& r) { return params_.contains(r.buffer.index); });
      // A reduction and what is made of it, a softmax.
      return raise(is_output && kind_ == OpPattern::reduction ? OpPattern::fusable : kind);
    }
    Variables reduced;
    for (const IterVar& v : block.vars) {
      if (v.kind == IterKind::reduce) reduced.insert(v.var);
    }
    if (reduced.empty()) return raise(OpPattern::opaque);
    raise(is_product(block) || !is_pure_reduction(reduced) ? OpPattern::fusable : OpPattern::reduction);
  }

  // How the loads follow from the store; opaque if they do not.
  OpPattern by_indices() const {
    const std::span<const Prim> store = kernel_.list(*store_);
    OpPattern kind = OpPattern::elementwise;
    bool has_elementwise = false;
    std::vector<Prim> others;
    for (Prim load : loads_) {
      if (is_same(indices(load))) {
        has_elementwise = true;
      } else if (is_broadcast(load)) {
        kind = std::max(kind, OpPattern::broadcast);
      } else {
        kind = OpPattern::injective;
        others.insert(others.end(), indices(load).begin(), indices(load).end());
      }
    }
    if (kind == OpPattern::broadcast && has_elementwise) return OpPattern::elementwise;
    if (kind != OpPattern::injective) return kind;
    return are_vars(store) && uses_only(others, Variables(store.begin(), store.end())) ? kind : OpPattern::opaque;
  }

  bool is_same(std::span<const Prim> load) const {
    return are_vars(load) && std::ranges::equal(load, kernel_.list(*store_));
  }

  // The indices of the load are some of the store's, in that order.
  bool is_broadcast(Prim load) const {
    const std::span<const Prim> store = kernel_.list(*store_), list = indices(load);
    const std::vector<Prim>& shape = kernel_.buffers[prims_[load].c].shape;
    size_t at = 0;
    for (size_t i = 0; i < list.size(); ++i) {
      if (i < shape.size() && prims_.is_constant(shape[i], 1) && prims_.is_constant(list[i], 0)) continue;
      while (at < store.size() && !(is_var(list[i]) && store[at] == list[i])) ++at;
      if (at == store.size()) return false;
    }
    return true;
  }

  // Nor loads, which use their buffer's pointer.
  bool uses_only(std::span<const Prim> list, const Variables& variables) const {
    Variables seen;
    bool only = true;
    for (Prim root : list) {
      operands_first(
          prims_, root, [&](Prim e) { return !only || seen.contains(e); },
          [&](Prim e, std::span<const Prim>) {
            seen.insert(e);
            only &= prims_[e].kind != PrimKind::load && (!is_var(e) || variables.contains(e));
          });
    }
    return only;
  }

  Prim without_casts(Prim e) const {
    while (prims_[e].kind == PrimKind::cast) e = prims_[e].lhs();
    return e;
  }

  // C[..] = C[..] + A[..] * B[..], where each element of A and B serves several of C.
  bool is_product(const Block& block) const {
    if (block.body.size != 1 || kernel_[kernel_.suite(block.body)[0]].kind != StmtKind::store) return false;
    const Prim sum = without_casts(store_->value);
    if (prims_[sum].kind != PrimKind::add) return false;
    const Prim old = without_casts(prims_[sum].lhs()), product = without_casts(prims_[sum].rhs());
    if (prims_[old].kind != PrimKind::load || prims_[product].kind != PrimKind::mul) return false;
    if (prims_[old].c != store_->buffer.index || !is_same(indices(old))) return false;
    return is_reused(without_casts(prims_[product].lhs())) && is_reused(without_casts(prims_[product].rhs()));
  }

  // Some variable of the store is none of the load.
  bool is_reused(Prim load) const {
    const std::span<const Prim> store = kernel_.list(*store_);
    if (prims_[load].kind != PrimKind::load || !are_vars(store)) return false;
    Variables left(store.begin(), store.end()), seen;
    for (Prim root : indices(load)) {
      operands_first(
          prims_, root, [&](Prim e) { return seen.contains(e); },
          [&](Prim e, std::span<const Prim>) {
            seen.insert(e);
            left.erase(e);
          });
    }
    return !left.empty();
  }

  // Where an index has a reduced variable, it is that variable; not so in the windows of a pooling.
  bool is_pure_reduction(const Variables& reduced) const {
    Variables seen;
    bool is_pure = true;
    for (Prim load : loads_) {
      for (Prim index : indices(load)) {
        if (is_var(index)) continue;
        operands_first(
            prims_, index, [&](Prim e) { return seen.contains(e); },
            [&](Prim e, std::span<const Prim>) {
              seen.insert(e);
              is_pure &= !reduced.contains(e);
            });
      }
    }
    return is_pure;
  }

  const Kernel& kernel_;
  const PrimStore& prims_;
  std::unordered_set<uint32_t> params_;  // buffers
  OpPattern kind_ = OpPattern::elementwise;
  int inits_ = 0;  // around the statement
  // Since the last block began.
  std::vector<Prim> loads_;
  Variables seen_;
  const Stmt* store_ = nullptr;
};

}  // namespace

OpPattern pattern_of(const Kernel& kernel) { return Analysis(kernel).run(); }

}  // namespace hammock::tir
