// SPDX-License-Identifier: Apache-2.0
// The kernel is loops around one block, in which one element is stored that is loaded. Both positions are polynomials
// over the variables of the block and the dims of the buffers: x % c is x - x // c * c, and of x // c goes out what is
// a multiple of c, and goes what surely stays within 0 and c. Dims are at least 1: with none of an element there is
// nothing to store.
#include "hammock/tir/reshape.h"

#include <algorithm>

#include "hammock/prim/polynomial.h"
#include "hammock/prim/symbols.h"
#include "hammock/prim/walk.h"

namespace hammock::tir {
namespace {

// The store that is all the kernel does, and the innermost block around it.
struct OnlyStore {
  const Stmt* store = nullptr;
  const Block* block = nullptr;
};

OnlyStore only_store(const Kernel& kernel) {
  OnlyStore out;
  Suite at = kernel.body;
  while (at.size == 1) {
    const Stmt& s = kernel[kernel.suite(at)[0]];
    if (s.kind == StmtKind::loop) {
      at = s.body;
    } else if (s.kind == StmtKind::block) {
      out.block = &kernel.block(s);
      if (out.block->has_init || !out.block->matches.empty()) return {};
      at = out.block->body;
    } else {
      out.store = s.kind == StmtKind::store && !s.min ? &s : nullptr;
      break;
    }
  }
  return out;
}

class Positions {
 public:
  Positions(const Kernel& kernel, const Block& block, const Buffer& from, const Buffer& to)
      : prims_(kernel.context->prims) {
    SymbolSet dims;
    for (const Buffer* b : {&from, &to}) {
      for (Prim d : b->shape) dims.add_free(*kernel.context, d);
    }
    for (Prim d : dims.in_order()) dims_[d] = {1, Interval::kInfinity};
    for (const IterVar& v : block.vars) add_variable(v);
  }

  // The position in the buffer as it lies in memory; false from failed() on.
  Polynomial position(const Buffer& buffer, std::span<const Prim> indices) {
    Polynomial out;
    for (size_t i = 0; i < indices.size(); ++i) out = plus(times(out, of(buffer.shape[i])), of(indices[i]));
    return out;
  }

  // Is every position of the buffer one of these, once? They are a number whose digits are the variables, then.
  bool is_each_once(const Polynomial& position, const Buffer& buffer) {
    Polynomial stride = Polynomial::integer(1), sum;
    std::vector<Prim> left = variables_;
    while (!left.empty()) {
      const auto next = std::ranges::find_if(left, [&](Prim v) { return coefficient(position, v) == stride; });
      if (next == left.end()) return false;
      sum = plus(sum, times(stride, Polynomial::atom(*next)));
      stride = times(stride, extents_.at(*next));
      left.erase(next);
    }
    Polynomial size = Polynomial::integer(1);
    for (Prim d : buffer.shape) size = times(size, of(d));
    return sum == position && stride == size;
  }

  bool failed() const { return failed_; }

 private:
  void add_variable(const IterVar& v) {
    if (!prims_.is_constant(v.domain.min, 0)) return;
    const Polynomial extent = of(v.domain.extent);
    if (extent == Polynomial::integer(1)) {
      known_[v.var] = Polynomial();
      return;
    }
    variables_.push_back(v.var);
    extents_[v.var] = extent;
  }

  Polynomial checked(std::optional<Polynomial> p) {
    failed_ |= !p;
    return std::move(p).value_or(Polynomial());
  }
  Polynomial plus(const Polynomial& a, const Polynomial& b, int64_t scale = 1) {
    return checked(Polynomial::sum(a, b, scale));
  }
  Polynomial times(const Polynomial& a, const Polynomial& b) { return checked(Polynomial::product(a, b)); }

  const Polynomial& of(Prim root) {
    operands_first(
        prims_, root, [&](Prim e) { return known_.contains(e); },
        [&](Prim e, const std::vector<Prim>& operands) { known_.emplace(e, node(e, operands)); });
    return known_.at(root);
  }

  Polynomial node(Prim e, const std::vector<Prim>& operands) {
    using enum PrimKind;
    const PrimNode n = prims_[e];
    const auto operand = [&](size_t i) -> const Polynomial& { return known_.at(operands[i]); };
    switch (n.kind) {
      case int_imm: return Polynomial::integer(n.value);
      case add: return plus(operand(0), operand(1));
      case sub: return plus(operand(0), operand(1), -1);
      case mul: return times(operand(0), operand(1));
      case floordiv: return quotient(e, operand(0), operand(1));
      case floormod: return plus(operand(0), times(quotient(e, operand(0), operand(1)), operand(1)), -1);
      case cast: {
        const DType from = prims_[operands[0]].dtype;
        return from.is_integer() && n.dtype.is_integer() && from.bits <= n.dtype.bits ? operand(0)
                                                                                      : Polynomial::atom(e);
      }
      default: return Polynomial::atom(e);
    }
  }

  // Of a by b, which stands in `e`.
  Polynomial quotient(Prim e, const Polynomial& a, const Polynomial& b) {
    if (b.terms().size() != 1 || b.terms().begin()->second <= 0) return Polynomial::atom(e);
    const auto& [by, scale_by] = *b.terms().begin();
    Polynomial::Terms whole, rest;
    for (const auto& [product, scale] : a.terms()) {
      int64_t left = scale;
      if (std::ranges::includes(product, by)) {
        left = ((scale % scale_by) + scale_by) % scale_by;
        Polynomial::Product factors;
        std::ranges::set_difference(product, by, std::back_inserter(factors));
        if (left != scale) whole[factors] = (scale - left) / scale_by;
      }
      if (left != 0) rest[product] = left;
    }
    Polynomial out(whole), remainder(rest), divisor = b;
    if (is_within(remainder, b)) return out;
    while (rest.size() == 1 && rest.begin()->second == 1 && rest.begin()->first.size() == 1) {
      const auto inner = quotients_.find(rest.begin()->first[0]);
      if (inner == quotients_.end()) break;
      divisor = times(divisor, inner->second.second);
      remainder = inner->second.first;
      if (is_within(remainder, divisor)) return out;
      rest = remainder.terms();
    }
    const Prim atom = atoms_.try_emplace({remainder.terms(), divisor.terms()}, e).first->second;
    quotients_.try_emplace(atom, remainder, divisor);
    return plus(out, Polynomial::atom(atom));
  }

  // 0 <= p < bound, for all values of the variables?
  bool is_within(const Polynomial& p, const Polynomial& bound) {
    Polynomial least, most;
    for (const auto& [product, scale] : p.terms()) {
      Polynomial largest = Polynomial::integer(scale);
      bool varies = false;
      for (Prim factor : product) {
        const auto extent = extents_.find(factor);
        if (extent == extents_.end() && !dims_.contains(factor)) return false;
        varies |= extent != extents_.end();
        largest = times(largest, extent == extents_.end() ? Polynomial::atom(factor)
                                                          : plus(extent->second, Polynomial::integer(1), -1));
      }
      if (scale < 0 || !varies) least = plus(least, largest);
      if (scale > 0 || !varies) most = plus(most, largest);
    }
    return plus(least, Polynomial::integer(1)).is_positive(dims_) && plus(bound, most, -1).is_positive(dims_);
  }

  // What v is multiplied with; nothing that has v itself.
  static Polynomial coefficient(const Polynomial& p, Prim v) {
    Polynomial::Terms out;
    for (const auto& [product, scale] : p.terms()) {
      const auto at = std::ranges::find(product, v);
      if (at == product.end()) continue;
      Polynomial::Product factors(product.begin(), at);
      factors.insert(factors.end(), at + 1, product.end());
      out[factors] = scale;
    }
    return Polynomial(std::move(out));
  }

  const PrimStore& prims_;
  Ranges dims_;
  std::vector<Prim> variables_;                   // of the block, from 0
  std::unordered_map<Prim, Polynomial> extents_;  // of the variables
  std::unordered_map<Prim, Polynomial> known_;
  std::map<std::pair<Polynomial::Terms, Polynomial::Terms>, Prim> atoms_;  // of quotients that are no polynomials
  std::unordered_map<Prim, std::pair<Polynomial, Polynomial>> quotients_;  // what those atoms are
  bool failed_ = false;
};

}  // namespace

bool is_reshape(const Kernel& kernel) {
  const OnlyStore found = only_store(kernel);
  if (!found.store || !found.block) return false;
  const bool is_parallel =
      std::ranges::all_of(found.block->vars, [](const IterVar& v) { return v.kind == IterKind::spatial; });
  const PrimStore& prims = kernel.context->prims;
  const Prim value = found.store->value;
  std::vector<BufferId> buffers;
  for (const Parameter& p : kernel.params) {
    if (p.buffer) buffers.push_back(p.buffer);
  }
  if (!is_parallel || buffers.size() < 2 || found.store->buffer != buffers.back() ||
      prims[value].kind != PrimKind::load || prims[value].c != buffers[0].index)
    return false;
  const Buffer &from = kernel[buffers[0]], &to = kernel[buffers.back()];
  const std::span<const Prim> loaded = prims.call_args(value), stored = kernel.list(*found.store);
  if (loaded.size() != from.shape.size() || stored.size() != to.shape.size()) return false;
  Positions positions(kernel, *found.block, from, to);
  const Polynomial source = positions.position(from, loaded), target = positions.position(to, stored);
  return source == target && positions.is_each_once(target, to) && !positions.failed();
}

}  // namespace hammock::tir
