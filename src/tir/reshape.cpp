// SPDX-License-Identifier: Apache-2.0
// The kernel is loops and blocks around one block, in which one element is stored that is loaded. Both positions are
// polynomials over the variables of that block and the dims of the buffers: x % c is x - x // c * c, and of x // c goes
// out what is a multiple of c, and goes what surely stays within 0 and c. Likewise the number that the variables make,
// over the loops, each of which is a digit of it; variables of blocks further out are what they are bound to. Dims are
// at least 1: with none of an element there is nothing to store.
#include "hammock/tir/reshape.h"

#include <algorithm>

#include "hammock/prim/polynomial.h"
#include "hammock/prim/symbols.h"
#include "hammock/prim/walk.h"
#include "hammock/tir/effects.h"

namespace hammock::tir {
namespace {

// The store that is all the kernel does, the loops and blocks around it from the outside, and the innermost block.
struct OnlyStore {
  const Stmt* store = nullptr;
  std::vector<const Stmt*> around;
  const Block* block = nullptr;
};

bool is_plain(const Kernel& kernel, const Block& b) {
  return b.is_realized && b.values.size() == b.vars.size() && !b.has_init && b.matches.empty() &&
         (!b.predicate || kernel.context->prims.is_constant(b.predicate, 1));
}

OnlyStore only_store(const Kernel& kernel) {
  OnlyStore out;
  Suite at = kernel.body;
  while (at.size == 1) {
    const Stmt& s = kernel[kernel.suite(at)[0]];
    if (s.kind == StmtKind::loop) {
      at = s.body;
      out.around.push_back(&s);
    } else if (s.kind == StmtKind::block) {
      out.block = &kernel.block(s);
      if (!is_plain(kernel, *out.block)) return {};
      at = out.block->body;
      out.around.push_back(&s);
    } else {
      out.store = s.kind == StmtKind::store && !s.min ? &s : nullptr;
      break;
    }
  }
  return out;
}

class Positions {
 public:
  Positions(const Kernel& kernel, std::span<const Stmt* const> around, const Block& block, const Buffer& from,
            const Buffer& to)
      : prims_(kernel.context->prims) {
    SymbolSet dims;
    for (const Buffer* b : {&from, &to}) {
      for (Prim d : b->shape) dims.add_free(*kernel.context, d);
    }
    for (Prim d : dims.in_order()) dims_[d] = {1, Interval::kInfinity};
    for (const Stmt* s : around) {
      if (s->kind == StmtKind::loop) add_loop(*s);
      else if (&kernel.block(*s) == &block) add_variables(block);
      else bind(kernel.block(*s));
    }
  }

  // The position in the buffer as it lies in memory; false from failed() on.
  Polynomial position(const Buffer& buffer, std::span<const Prim> indices) {
    Polynomial out;
    for (size_t i = 0; i < indices.size(); ++i) out = plus(times(out, of(buffer.shape[i])), of(indices[i]));
    return out;
  }

  // Is every position of the buffer one of these, once?
  bool is_each_once(const Polynomial& position, const Buffer& buffer) {
    Polynomial size = Polynomial::integer(1);
    for (Prim d : buffer.shape) size = times(size, of(d));
    return is_each_once(position, variables_, size);
  }

  bool failed() const { return failed_; }

 private:
  void add_loop(const Stmt& s) {
    failed_ |= !prims_.is_constant(s.min, 0) || step_of(s) != 1;
    add(s.var, of(s.value), loops_);
  }

  void bind(const Block& b) {
    for (size_t i = 0; i < b.vars.size(); ++i) known_.insert_or_assign(b.vars[i].var, Polynomial(of(b.values[i])));
  }

  void add_variables(const Block& b) {
    Polynomial number, size = Polynomial::integer(1);
    for (size_t i = 0; i < b.vars.size(); ++i) {
      const Range& domain = b.vars[i].domain;
      const Polynomial extent = of(domain.extent);
      failed_ |= !prims_.is_constant(domain.min, 0) || !stays_within(b.values[i], extent);
      number = plus(times(number, extent), of(b.values[i]));
      size = times(size, extent);
    }
    failed_ |= !is_each_once(number, loops_, size);
    for (const IterVar& v : b.vars) add(v.var, of(v.domain.extent), variables_);
  }

  void add(Prim var, const Polynomial& extent, std::vector<Prim>& to) {
    if (extent == Polynomial::integer(1)) {
      known_[var] = Polynomial();
      return;
    }
    to.push_back(var);
    extents_[var] = extent;
  }

  // 0 <= e < bound, for all values of the loops?
  bool stays_within(Prim e, Polynomial bound) {
    while (!is_within(of(e), bound)) {
      const PrimNode n = prims_[e];
      const bool is_remainder = n.kind == PrimKind::floormod;
      if (!is_remainder && n.kind != PrimKind::floordiv) return false;
      const Polynomial& by = of(Prim(n.b));
      if (!by.is_positive(dims_)) return false;
      if (is_remainder && by == bound) return true;
      if (!is_remainder) bound = times(bound, by);
      e = Prim(n.a);
    }
    return true;
  }

  // Is every number below `size` one of these, once? They are numbers whose digits are the variables, then.
  bool is_each_once(const Polynomial& number, std::vector<Prim> variables, const Polynomial& size) {
    Polynomial stride = Polynomial::integer(1), sum;
    while (!variables.empty()) {
      const auto next = std::ranges::find_if(variables, [&](Prim v) { return coefficient(number, v) == stride; });
      if (next == variables.end()) return false;
      sum = plus(sum, times(stride, Polynomial::atom(*next)));
      stride = times(stride, extents_.at(*next));
      variables.erase(next);
    }
    return sum == number && stride == size;
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

  // 0 <= p < bound, for all values of the loops and variables?
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
  std::vector<Prim> loops_, variables_;           // of the block, from 0
  std::unordered_map<Prim, Polynomial> extents_;  // of both
  std::unordered_map<Prim, Polynomial> known_;
  std::map<std::pair<Polynomial::Terms, Polynomial::Terms>, Prim> atoms_;  // of quotients that are no polynomials
  std::unordered_map<Prim, std::pair<Polynomial, Polynomial>> quotients_;  // what those atoms are
  bool failed_ = false;
};

// Row by row from the start of its memory?
bool is_compact(const Kernel& kernel, const Buffer& b) {
  return b.strides.empty() && (!b.elem_offset || kernel.context->prims.is_constant(b.elem_offset, 0));
}

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
  if (loaded.size() != from.shape.size() || stored.size() != to.shape.size() || !is_compact(kernel, from) ||
      !is_compact(kernel, to))
    return false;
  Positions positions(kernel, found.around, *found.block, from, to);
  const Polynomial source = positions.position(from, loaded), target = positions.position(to, stored);
  return source == target && positions.is_each_once(target, to) && !positions.failed();
}

}  // namespace hammock::tir
