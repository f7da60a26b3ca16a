// SPDX-License-Identifier: Apache-2.0
// See index_math.h. Expressions are as deep as a fusion group allows, so recursion is bounded.
#include "index_math.h"

#include <algorithm>

namespace hammock::loop {
namespace {

constexpr size_t kMaxSteps = 4096;  // of a sum: a part that many operands share is looked at for each of them

int64_t floor_quotient(int64_t a, int64_t b) { return static_cast<int64_t>(floor_div(a, b)); }

}  // namespace

Linear linear_form(const PrimStore& prims, Prim root) {
  Linear out;
  std::vector<std::pair<Prim, int64_t>> stack{{root, 1}};
  for (size_t steps = 0; !stack.empty(); ++steps) {
    const auto [e, factor] = stack.back();
    stack.pop_back();
    const PrimNode& n = prims[e];
    const bool is_sum = n.kind == PrimKind::add || n.kind == PrimKind::sub;
    auto scaled = [&stack, factor = static_cast<uint64_t>(factor)](Prim part, int64_t by) {  // wraps, as Linear does
      stack.push_back({part, static_cast<int64_t>(factor * static_cast<uint64_t>(by))});
    };
    const std::optional<int64_t> left = n.kind == PrimKind::mul ? prims.constant(n.lhs()) : std::nullopt,
                                 right = n.kind == PrimKind::mul ? prims.constant(n.rhs()) : std::nullopt;
    if (n.kind == PrimKind::int_imm) {
      out.add({n.value, {}}, factor);
    } else if (steps > kMaxSteps) {
      out.add(e, factor);
    } else if (is_sum) {
      scaled(n.rhs(), n.kind == PrimKind::add ? 1 : -1);
      scaled(n.lhs(), 1);
    } else if (left || right) {
      scaled(right ? n.lhs() : n.rhs(), right ? *right : *left);
    } else {
      out.add(e, factor);
    }
  }
  return out;
}

void IndexMath::collect(Prim e, int64_t factor, Linear& out) const { out.add(linear_form(prims_, e), factor); }

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
    const int64_t divisor = prims_.constant(q.rhs()).value_or(0);
    for (size_t j = 0; j < sum.terms.size(); ++j) {
      const PrimNode& r = prims_[sum.terms[j].first];
      if (r.kind != PrimKind::floormod) continue;
      const PrimNode& from = prims_[r.lhs()];  // e floordiv (c d) with (e floordiv d) floormod c, too
      const bool is_quotient = from.kind == PrimKind::floordiv && r.lhs() != q.lhs();
      const int64_t c = prims_.constant(r.rhs()).value_or(0),
                    d = is_quotient ? prims_.constant(from.rhs()).value_or(0) : 1;
      if ((is_quotient ? from.lhs() : r.lhs()) != q.lhs() || c <= 0 || d <= 0 || divisor % c != 0 || divisor / c != d)
        continue;
      int64_t factor = sum.terms[j].second;
      if (sum.terms[i].second != factor * c) continue;
      const Prim quotient = sum.terms[i].first, remainder = sum.terms[j].first, whole = r.lhs();
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

std::pair<Prim, int64_t> IndexMath::as_remainder(const Linear& sum) const {
  if (sum.constant != 0 || sum.terms.size() != 1 || sum.terms[0].second != 1) return {};
  const PrimNode& n = prims_[sum.terms[0].first];
  if (n.kind != PrimKind::floormod) return {};
  const int64_t c = prims_.constant(n.rhs()).value_or(0);
  return c > 0 ? std::pair(n.lhs(), c) : std::pair<Prim, int64_t>();
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
  if (const auto [x, c] = as_remainder(rest); x && c % divisor == 0 && c > divisor)  // (x % c) / d is (x / d) % (c / d)
    return add(build(std::move(whole)), remainder(quotient(x, divisor), c / divisor));
  const PrimNode& n = prims_[a];  // (x / c) / d is x / (c d)
  const int64_t c = n.kind == PrimKind::floordiv ? prims_.constant(n.rhs()).value_or(0) : 0;
  if (int64_t product = 0; c > 0 && !__builtin_mul_overflow(c, divisor, &product)) return quotient(n.lhs(), product);
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
  if (const auto [x, c] = as_remainder(rest); x && c % divisor == 0) return remainder(x, divisor);  // (x % c) % d
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
