// SPDX-License-Identifier: Apache-2.0
// Polynomials over dims and variables, to prove that two positions are equal, or that one cost is less than another for
// all sizes within bounds.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hammock/ir/context.h"
#include "hammock/prim/interval.h"

namespace hammock {

// Least value of a symbol or other atom, which is never negative infinity, and greatest one.
using Ranges = std::unordered_map<Prim, Interval>;

class Polynomial {
 public:
  using Product = std::vector<Prim>;  // sorted; empty: the constant term
  using Terms = std::map<Product, int64_t>;

  Polynomial() = default;                                         // 0
  explicit Polynomial(Terms terms) : terms_(std::move(terms)) {}  // no coefficient is 0
  static Polynomial integer(int64_t value) { return value == 0 ? Polynomial() : Polynomial(Terms{{Product{}, value}}); }
  static Polynomial atom(Prim atom) { return Polynomial(Terms{{Product{atom}, 1}}); }

  // What is no sum or product is an atom. None where a coefficient grows out of bounds or there are too many terms.
  static std::optional<Polynomial> of(const Context& context, Prim expr);

  // The terms of both, at most kMostTerms; none beyond, or where a coefficient does not fit.
  static std::optional<Polynomial> sum(const Polynomial& a, const Polynomial& b, int64_t scale_of_b);
  static std::optional<Polynomial> product(const Polynomial& a, const Polynomial& b);

  // Is it greater than 0 for all values of the atoms within `ranges` (an atom without one: >= 0)? False: not proved.
  bool is_positive(const Ranges& ranges) const;
  const Terms& terms() const { return terms_; }
  friend bool operator==(const Polynomial&, const Polynomial&) = default;

 private:
  static constexpr size_t kMostTerms = 256;
  static constexpr int kMostBounded = 6;  // atoms with a greatest value that are tried at both ends

  std::optional<Polynomial> with(Prim atom, int64_t value) const;
  std::optional<Polynomial> shifted(Prim atom, int64_t by) const;  // atom := atom + by

  Terms terms_;
};

}  // namespace hammock
