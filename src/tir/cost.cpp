// SPDX-License-Identifier: Apache-2.0
#include "hammock/tir/cost.h"

#include <algorithm>

#include "hammock/ir/prim_kind.h"
#include "hammock/prim/intrinsics.h"
#include "hammock/prim/simplify.h"
#include "hammock/prim/walk.h"
#include "hammock/tir/walk.h"

namespace hammock::tir {
namespace {

using Amount = std::optional<Polynomial>;

constexpr int kMostExtentParts = 1000;  // of an extent in which each variable of a loop around it is its last value

Amount times(const Amount& a, const Amount& b) { return a && b ? Polynomial::product(*a, *b) : std::nullopt; }

class KernelOperations {
 public:
  KernelOperations(const Kernel& kernel, PrimMap symbols)
      : kernel_(kernel), context_(*kernel.context), symbols_(std::move(symbols)), elements_(context_) {}

  Amount run() {
    Amount sum = Polynomial();
    std::vector<Amount> runs{Polynomial::integer(1)};
    auto is_loop = [&](StmtId s) { return kernel_[s].kind == StmtKind::loop || kernel_[s].kind == StmtKind::while_; };
    walk(
        kernel_, kernel_.body,
        [&](StmtId id) {
          const Amount own = times(runs.back(), of(kernel_[id]));
          sum = sum && own ? Polynomial::sum(*sum, *own, 1) : std::nullopt;
          if (is_loop(id)) runs.push_back(times(runs.back(), extent(kernel_[id])));
          return true;
        },
        [](StmtId, Part) {}, [](StmtId, Part) {},
        [&](StmtId id) {
          if (is_loop(id)) runs.pop_back();
        });
    return sum;
  }

 private:
  Amount extent(const Stmt& s) {
    if (s.kind == StmtKind::while_ || elements_.depends(s.value)) return std::nullopt;
    PrimStore& prims = context_.prims;
    Prim extent = substitute(context_, s.value, symbols_);
    if (!has_at_most(prims, extent, kMostExtentParts)) {
      elements_.add_element(s.var);
      return std::nullopt;
    }
    extent = simplify(context_, extent);
    const PrimNode node = prims[extent];
    if (node.kind == PrimKind::int_imm && node.value <= 0) return Polynomial();
    if (s.min) {
      const Prim min = substitute(context_, s.min, symbols_);
      symbols_.insert_or_assign(s.var, prims.sub(prims.add(min, extent), prims.integer(1, prims[extent].dtype)));
    }
    return Polynomial::of(context_, extent);
  }

  Amount of(const Stmt& s) {
    const bool is_nothing = s.kind == StmtKind::evaluate && context_.prims[s.value].kind == PrimKind::int_imm;
    if (s.kind == StmtKind::evaluate && !is_nothing) return std::nullopt;
    if (s.kind == StmtKind::let && elements_.depends(s.value)) elements_.add_element(s.var);
    const bool is_counted = (s.kind == StmtKind::store || s.kind == StmtKind::let) && s.value;
    const std::optional<int64_t> count = is_counted ? elements_.of(s.value) : 0;
    return count ? Amount(Polynomial::integer(*count)) : std::nullopt;
  }

  const Kernel& kernel_;
  Context& context_;
  PrimMap symbols_;
  ElementOperations elements_;
};

}  // namespace

bool ElementOperations::depends(Prim root) {
  if (!root) return false;
  operands_first(
      context_.prims, root, [&](Prim e) { return depends_.contains(e); },
      [&](Prim e, const std::vector<Prim>& operands) {
        const bool has_element = std::ranges::any_of(operands, [&](Prim o) { return depends_.at(o); });
        depends_.emplace(e, has_element || context_.prims[e].kind == PrimKind::load);
      });
  return depends_.at(root);
}

std::optional<int64_t> ElementOperations::of(Prim root) {
  counted_.clear();
  const std::optional<Count> count = more(root, [](Prim) { return true; });
  return count ? std::optional(count->varying) : std::nullopt;
}

std::optional<ElementOperations::Count> ElementOperations::more(Prim root, const std::function<bool(Prim)>& varies) {
  Count count;
  std::vector<Prim> open{root}, operands;
  while (!open.empty()) {
    const Prim e = open.back();
    open.pop_back();
    const PrimNode& n = context_.prims[e];
    if (!depends(e) || n.kind == PrimKind::load || !counted_.insert(e).second) continue;
    const PrimGroup group = row(n.kind).group;
    int64_t own = group != PrimGroup::leaf && group != PrimGroup::other;
    if (n.kind == PrimKind::call) {
      const IntrinsicRow* intrinsic = find_intrinsic(context_.text(n.name()));
      if (!intrinsic || !intrinsic->is_pure()) return std::nullopt;
      own += intrinsic->scalar != ScalarFunction::none;
    }
    if (own > 0) (varies(e) ? count.varying : count.fixed) += own;
    operands.clear();
    context_.prims.operands(e, operands);
    open.insert(open.end(), operands.begin(), operands.end());
  }
  return count;
}

std::optional<Polynomial> operations(const Kernel& kernel, PrimMap symbols) {
  return KernelOperations(kernel, std::move(symbols)).run();
}

}  // namespace hammock::tir
