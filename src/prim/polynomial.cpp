// SPDX-License-Identifier: Apache-2.0
// A polynomial is positive on a box if it is so where each atom is at its least (what is over it is a new atom >= 0)
// and no coefficient is negative then. An atom with a greatest value that is nowhere squared is tried at both ends
// instead: in it the polynomial is linear.
#include "hammock/prim/polynomial.h"

#include <algorithm>

namespace hammock {

static bool add_to(Polynomial::Terms& terms, Polynomial::Product product, int64_t scale) {
  int64_t& entry = terms[product];
  if (__builtin_add_overflow(entry, scale, &entry)) return false;
  if (entry == 0) terms.erase(product);
  return true;
}

std::optional<Polynomial> Polynomial::sum(const Polynomial& a, const Polynomial& b, int64_t scale_of_b) {
  Polynomial out = a;
  for (const auto& [product, scale] : b.terms_) {
    int64_t scaled;
    if (__builtin_mul_overflow(scale, scale_of_b, &scaled) || !add_to(out.terms_, product, scaled)) return std::nullopt;
  }
  return out.terms_.size() <= kMostTerms ? std::optional(std::move(out)) : std::nullopt;
}

std::optional<Polynomial> Polynomial::product(const Polynomial& a, const Polynomial& b) {
  Polynomial out;
  for (const auto& [p, scale_p] : a.terms_) {
    for (const auto& [q, scale_q] : b.terms_) {
      int64_t scale;
      if (__builtin_mul_overflow(scale_p, scale_q, &scale)) return std::nullopt;
      Product both = p;
      both.insert(both.end(), q.begin(), q.end());
      std::sort(both.begin(), both.end());
      if (!add_to(out.terms_, std::move(both), scale) || out.terms_.size() > kMostTerms) return std::nullopt;
    }
  }
  return out;
}

std::optional<Polynomial> Polynomial::of(const Context& context, Prim expr) {  // dims have at most kMaxDimParts parts
  const PrimNode& node = context.prims[expr];
  Polynomial out;
  if (node.kind == PrimKind::int_imm) {
    if (node.value != 0) out.terms_[{}] = node.value;
    return out;
  }
  if (node.kind != PrimKind::add && node.kind != PrimKind::sub && node.kind != PrimKind::mul) {
    out.terms_[{expr}] = 1;
    return out;
  }
  std::optional<Polynomial> a = of(context, node.lhs()), b = of(context, node.rhs());
  if (!a || !b) return std::nullopt;
  return node.kind == PrimKind::mul ? product(*a, *b) : sum(*a, *b, node.kind == PrimKind::add ? 1 : -1);
}

std::optional<Polynomial> Polynomial::with(Prim atom, int64_t value) const {
  Polynomial out;
  for (const auto& [product, scale] : terms_) {
    Product rest;
    int64_t scaled = scale;
    for (Prim p : product) {
      if (p != atom) rest.push_back(p);
      else if (__builtin_mul_overflow(scaled, value, &scaled)) return std::nullopt;
    }
    if (!add_to(out.terms_, std::move(rest), scaled)) return std::nullopt;
  }
  return out;
}

std::optional<Polynomial> Polynomial::shifted(Prim atom, int64_t by) const {
  Polynomial moved, out;
  moved.terms_[{atom}] = 1;
  if (by != 0) moved.terms_[{}] = by;
  for (const auto& [product_of, scale] : terms_) {
    std::optional<Polynomial> term = Polynomial();
    term->terms_[{}] = scale;
    for (Prim p : product_of) {
      Polynomial factor;
      factor.terms_[{p}] = 1;
      term = product(*term, p == atom ? moved : factor);
      if (!term) return std::nullopt;
    }
    std::optional<Polynomial> both = sum(out, *term, 1);
    if (!both) return std::nullopt;
    out = std::move(*both);
  }
  return out;
}

bool Polynomial::is_positive(const Ranges& ranges) const {
  struct Case {
    Polynomial polynomial;
    int ends = 0;
  };
  std::vector<Case> open{{*this, 0}};
  while (!open.empty()) {
    Case at = std::move(open.back());
    open.pop_back();
    std::map<Prim, bool> atoms;  // and whether one is squared
    for (const auto& [product, _] : at.polynomial.terms_) {
      for (size_t i = 0; i < product.size(); ++i) atoms[product[i]] |= i > 0 && product[i] == product[i - 1];
    }
    bool is_split = false;
    for (auto [atom, is_squared] : atoms) {
      auto range = ranges.find(atom);
      if (is_squared || range == ranges.end() || !range->second.has_high() || at.ends >= kMostBounded) continue;
      std::optional<Polynomial> low = at.polynomial.with(atom, static_cast<int64_t>(range->second.low)),
                                high = at.polynomial.with(atom, static_cast<int64_t>(range->second.high));
      if (!low || !high) return false;
      open.push_back({std::move(*low), at.ends + 1});
      open.push_back({std::move(*high), at.ends + 1});
      is_split = true;
      break;
    }
    if (is_split) continue;
    for (auto [atom, _] : atoms) {
      auto range = ranges.find(atom);
      if (range == ranges.end() || range->second.low == 0) continue;
      std::optional<Polynomial> moved = at.polynomial.shifted(atom, static_cast<int64_t>(range->second.low));
      if (!moved) return false;
      at.polynomial = std::move(*moved);
    }
    bool is_good = at.polynomial.terms_.contains({});
    for (const auto& [_, scale] : at.polynomial.terms_) is_good &= scale > 0;
    if (!is_good) return false;
  }
  return true;
}

}  // namespace hammock
