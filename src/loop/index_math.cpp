// SPDX-License-Identifier: Apache-2.0
// See index_math.h. Expressions are as deep as a fusion group allows, so recursion is bounded.
#include "index_math.h"

#include <algorithm>

namespace hammock::loop {
namespace {

int64_t floor_quotient(int64_t a, int64_t b) { return static_cast<int64_t>(floor_div(a, b)); }

}  // namespace

void IndexMath::collect(Prim e, int64_t factor, Linear& out) const {
  const PrimNode& n = prims_[e];
  switch (n.kind) {
    case PrimKind::int_imm: out.constant += factor * n.value; return;
    case PrimKind::add:
      collect(n.lhs(), factor, out);
      collect(n.rhs(), factor, out);
      return;
    case PrimKind::sub:
      collect(n.lhs(), factor, out);
      collect(n.rhs(), -factor, out);
      return;
    case PrimKind::mul:
      if (auto c = prims_.constant(n.rhs())) return collect(n.lhs(), factor * *c, out);
      if (auto c = prims_.constant(n.lhs())) return collect(n.rhs(), factor * *c, out);
      break;
    default: break;
  }
  out.add(e, factor);
}

Linear IndexMath::sum_of(Prim e) const {
  Linear out;
  collect(e, 1, out);
  rejoin(out);
  return out;
}

void IndexMath::rejoin(Linear& sum) const {
  for (size_t i = 0; i < sum.terms.size(); ++i) {
    const PrimNode& q = prims_[sum.terms[i].first];
    if (q.kind != PrimKind::floordiv) continue;
    int64_t c = prims_.constant(q.rhs()).value_or(0);
    for (size_t j = 0; j < sum.terms.size(); ++j) {
      const PrimNode& r = prims_[sum.terms[j].first];
      if (r.kind != PrimKind::floormod || r.lhs() != q.lhs() || r.rhs() != q.rhs()) continue;
      int64_t factor = sum.terms[j].second;
      if (sum.terms[i].second != factor * c) continue;
      const Prim quotient = sum.terms[i].first, remainder = sum.terms[j].first, whole = q.lhs();
      sum.add(quotient, -factor * c);
      sum.add(remainder, -factor);
      collect(whole, factor, sum);
      return rejoin(sum);
    }
  }
}

Prim IndexMath::build(Linear sum) {
  // by falling coefficient, then by term: outer axes first
  std::ranges::sort(sum.terms, [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  Prim out;
  for (auto [term, coefficient] : sum.terms) {
    Prim scaled = coefficient == 1 ? term : prims_.mul(term, constant(coefficient));
    out = out ? prims_.add(out, scaled) : scaled;
  }
  if (!out) return constant(sum.constant);
  return sum.constant == 0 ? out : prims_.add(out, constant(sum.constant));
}

std::optional<Range> IndexMath::range(const Linear& sum) const {
  return range_of(sum, [&](Prim term) { return range(term); });
}

std::optional<Range> IndexMath::range(Prim e) const {
  const PrimNode& n = prims_[e];
  switch (n.kind) {
    case PrimKind::var: {
      auto it = extents_.find(e.index);
      if (it == extents_.end()) return std::nullopt;
      return Range{0, std::max<int64_t>(it->second - 1, 0)};
    }
    case PrimKind::mul:
      if (!prims_.constant(n.lhs()) && !prims_.constant(n.rhs())) return std::nullopt;
      [[fallthrough]];
    case PrimKind::add:
    case PrimKind::sub: return range(sum_of(e));
    default: {
      const Range r = range_of_term(prims_, e, [&](Prim operand) { return range(operand); });
      return r.has_low() && r.has_high() ? std::optional(r) : std::nullopt;
    }
  }
}

Prim IndexMath::add(Prim a, Prim b) {
  Linear sum;
  collect(a, 1, sum);
  collect(b, 1, sum);
  rejoin(sum);
  return build(std::move(sum));
}

Prim IndexMath::mul(Prim a, int64_t factor) {
  if (factor == 0) return constant(0);
  Linear sum;
  collect(a, factor, sum);
  return build(std::move(sum));
}

Prim IndexMath::quotient(Prim a, int64_t divisor) {
  if (divisor == 1) return a;
  Linear sum = sum_of(a), whole, rest;
  for (auto [term, coefficient] : sum.terms) {
    if (coefficient % divisor == 0) whole.terms.emplace_back(term, coefficient / divisor);
    else rest.terms.emplace_back(term, coefficient);
  }
  whole.constant = floor_quotient(sum.constant, divisor);
  rest.constant = sum.constant - whole.constant * divisor;
  auto r = range(rest);
  if (r && r->low >= 0 && r->high < divisor) return build(std::move(whole));
  const PrimNode& n = prims_[a];  // (x / c) / d is x / (c d)
  if (n.kind == PrimKind::floordiv && prims_.constant(n.rhs()))
    return quotient(n.lhs(), *prims_.constant(n.rhs()) * divisor);
  Prim inner = prims_.node(PrimKind::floordiv, kInt64, build(std::move(rest)), constant(divisor));
  return whole.terms.empty() && whole.constant == 0 ? inner : add(build(std::move(whole)), inner);
}

Prim IndexMath::remainder(Prim a, int64_t divisor) {
  if (divisor == 1) return constant(0);
  Linear sum = sum_of(a), rest;
  for (auto [term, coefficient] : sum.terms) {
    if (coefficient % divisor != 0) rest.terms.emplace_back(term, coefficient);
  }
  rest.constant = sum.constant - floor_quotient(sum.constant, divisor) * divisor;
  auto r = range(rest);
  Prim inner = build(std::move(rest));
  if (r && r->low >= 0 && r->high < divisor) return inner;
  return prims_.node(PrimKind::floormod, kInt64, inner, constant(divisor));
}

Prim IndexMath::flatten(std::span<const Prim> point, std::span<const int64_t> shape) {
  Prim number = constant(0);
  for (size_t i = 0; i < point.size(); ++i) number = add(mul(number, shape[i]), point[i]);
  return number;
}

void IndexMath::unflatten(Prim number, std::span<const int64_t> shape, std::vector<Prim>& out) {
  int64_t below = 1;
  for (int64_t d : shape) below *= d;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] == 1) {
      out.push_back(constant(0));
      continue;
    }
    below /= std::max<int64_t>(shape[i], 1);
    Prim q = quotient(number, std::max<int64_t>(below, 1));
    // the outermost one needs no remainder: the number is in range
    bool is_first = std::ranges::all_of(shape.first(i), [](int64_t d) { return d == 1; });
    out.push_back(is_first ? q : remainder(q, shape[i]));
  }
}

}  // namespace hammock::loop
