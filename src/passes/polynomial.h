// SPDX-License-Identifier: Apache-2.0
// Polynomials over dims, to prove that one cost is less than another for all sizes within bounds.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "hammock/prim/linear.h"

namespace hammock {

// Least value of a symbol or other atom, which is never negative infinity, and greatest one.
using Ranges = std::unordered_map<Prim, Interval>;

class Polynomial {
 public:
  // What is no sum or product is an atom. None where a coefficient grows out of bounds or there are too many terms.
  static std::optional<Polynomial> of(const Context& context, Prim expr);

  // The terms of both, at most kMostTerms; none beyond, or where a coefficient does not fit.
  static std::optional<Polynomial> sum(const Polynomial& a, const Polynomial& b, int64_t scale_of_b);
  static std::optional<Polynomial> product(const Polynomial& a, const Polynomial& b);

  // Is it greater than 0 for all values of the atoms within `ranges` (an atom without one: >= 0)? False: not proved.
  bool is_positive(const Ranges& ranges) const;

 private:
  static constexpr size_t kMostTerms = 256;
  static constexpr int kMostBounded = 6;  // atoms with a greatest value that are tried at both ends

  using Product = std::vector<Prim>;  // sorted; empty: the constant term
  std::optional<Polynomial> with(Prim atom, int64_t value) const;
  std::optional<Polynomial> shifted(Prim atom, int64_t by) const;  // atom := atom + by

  std::map<Product, int64_t> terms_;
};

}  // namespace hammock
