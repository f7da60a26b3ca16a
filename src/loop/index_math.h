// SPDX-License-Identifier: Apache-2.0
// Integer expressions over axes of known extent, kept small: sums of terms, and quotients and remainders that the
// ranges of the axes decide. (4 i + j) floordiv 4 is i, and (4 i + j) floormod 4 is j, where 0 <= j < 4.
//
// All values are int64; axes are >= 0. The result of every function is canonical enough that equal kernels built along
// different ways have equal expressions, not more.
#pragma once

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "hammock/prim/linear.h"
#include "hammock/prim/may_fail.h"

namespace hammock::loop {

// A sum of terms of one variable each, or of other expressions; what is left of too many steps stands as terms.
Linear linear_form(const PrimStore& prims, Prim e);

class IndexMath : public SumIntervals {
 public:
  explicit IndexMath(PrimStore& prims) : SumIntervals(prims), prims_(prims), may_fail_(prims) {}

  void set_extent(Prim axis, int64_t extent) { know(axis, {0, std::max<int64_t>(extent - 1, 0)}); }

  Prim constant(int64_t value) { return prims_.integer(value, kInt64); }
  Prim add(Prim a, Prim b);
  Prim mul(Prim a, int64_t factor);
  Prim quotient(Prim a, int64_t divisor);   // floordiv, divisor > 0
  Prim remainder(Prim a, int64_t divisor);  // floormod

  // The row-major number of a point, and back.
  Prim flatten(std::span<const Prim> point, std::span<const int64_t> shape);
  void unflatten(Prim number, std::span<const int64_t> shape, std::vector<Prim>& out);

  bool may_fail(Prim e) { return may_fail_(e); }

  PrimStore& prims() { return prims_; }

 private:
  Linear sum_of(Prim e) const override;  // its terms are no sums
  void collect(Prim e, int64_t factor, Linear& out) const;
  Prim build(Linear sum);
  void rejoin(Linear& sum) const;                                  // c (e floordiv c) + e floormod c is e
  std::pair<Prim, int64_t> as_remainder(const Linear& sum) const;  // x and c, if it is x floormod c

  PrimStore& prims_;
  MayFail may_fail_;
};

}  // namespace hammock::loop
