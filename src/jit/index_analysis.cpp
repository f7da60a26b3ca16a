// SPDX-License-Identifier: Apache-2.0
#include "index_analysis.h"

#include <algorithm>

namespace hammock::jit {

IndexAnalysis::IndexAnalysis(const Context& context, const loop::LoweredKernel& kernel)
    : SumIntervals(context.prims), context_(context) {
  auto know = [&](const loop::Axis& axis) {
    if (axis.var) SumIntervals::know(axis.var, {0, std::max<int64_t>(axis.extent - 1, 0)});
  };
  if (const auto* nest = std::get_if<loop::Nest>(&kernel.body)) {
    for (const loop::Axis& a : nest->outer) know(a);
    for (const loop::Stage& s : nest->stages) {
      for (const loop::Axis& a : s.axes) know(a);
    }
  } else if (const auto* contraction = std::get_if<loop::Contraction>(&kernel.body)) {
    for (const loop::Axis& a : contraction->batch) know(a);
    know(contraction->m);
    know(contraction->n);
    know({contraction->inner, contraction->k});
  }
}

const Linear& IndexAnalysis::affine(Prim e) const {
  auto found = affines_.find(e.index);
  if (found == affines_.end()) found = affines_.emplace(e.index, make_affine(e)).first;
  return found->second;
}

Linear IndexAnalysis::split(Linear& sum, int64_t divisor) const {
  Linear quotient;
  quotient.constant = static_cast<int64_t>(floor_div(sum.constant, divisor));
  sum.constant = static_cast<int64_t>(sum.constant - static_cast<__int128>(quotient.constant) * divisor);
  for (auto& [term, c] : sum.terms) {
    int64_t q = c / divisor;
    if (q == 0) continue;
    quotient.terms.push_back({term, q});
    c -= q * divisor;
  }
  std::erase_if(sum.terms, [](const auto& t) { return t.second == 0; });
  return quotient;
}

Linear IndexAnalysis::make_affine(Prim e) const {
  const PrimNode& n = context_.prims[e];
  Linear out;
  switch (n.kind) {
    case PrimKind::int_imm: out.constant = n.value; return out;
    case PrimKind::add:
    case PrimKind::sub:
      if (n.dtype != kInt64) break;
      out = affine(n.lhs());
      out.add(affine(n.rhs()), n.kind == PrimKind::add ? 1 : -1);
      return out;
    case PrimKind::mul: {
      if (n.dtype != kInt64) break;
      const Linear &a = affine(n.lhs()), &b = affine(n.rhs());
      if (!a.terms.empty() && !b.terms.empty()) break;
      bool constant_left = a.terms.empty();
      out.add(constant_left ? b : a, constant_left ? a.constant : b.constant);
      return out;
    }
    case PrimKind::floordiv:
    case PrimKind::floormod: {
      std::optional<int64_t> divisor = context_.prims.constant(n.rhs());
      if (n.dtype != kInt64 || !divisor || *divisor <= 0) break;
      Linear rest = affine(n.lhs());
      Linear quotient = split(rest, *divisor);
      std::optional<Interval> r = range(rest);
      if (!r || !r->within(0, *divisor - 1)) break;
      return n.kind == PrimKind::floordiv ? quotient : rest;
    }
    case PrimKind::min:
    case PrimKind::max: {  // a clamp that clamps nothing
      std::optional<Interval> a = range(affine(n.lhs())), b = range(affine(n.rhs()));
      if (n.dtype != kInt64 || !a || !b) break;
      if (a->high <= b->low) return affine(n.kind == PrimKind::min ? n.lhs() : n.rhs());
      if (b->high <= a->low) return affine(n.kind == PrimKind::min ? n.rhs() : n.lhs());
      break;
    }
    default: break;
  }
  out.terms.push_back({e, 1});
  return out;
}

Linear IndexAnalysis::address(const loop::Buffer& buffer, std::span<const Prim> index) const {
  Linear out;
  for (size_t d = 0; d < index.size(); ++d) out.add(affine(index[d]), buffer.strides[d]);
  return out;
}

bool IndexAnalysis::inside(const loop::Buffer& buffer, std::span<const Prim> index) const {
  for (size_t d = 0; d < index.size(); ++d) {
    std::optional<Interval> r = range(index[d]);
    if (!r || !r->within(0, buffer.shape[d] - 1)) return false;
  }
  return true;
}

}  // namespace hammock::jit
