// SPDX-License-Identifier: Apache-2.0
// Integer expressions over axes of known extent, kept small: sums of terms, and quotients and remainders that the
// ranges of the axes decide. (4 i + j) floordiv 4 is i, and (4 i + j) floormod 4 is j, where 0 <= j < 4.
//
// All values are int64; axes are >= 0. The result of every function is canonical enough that equal kernels built along
// different ways have equal expressions, not more.
#pragma once

#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "hammock/prim/linear.h"

namespace hammock::loop {

// A sum of terms of one variable each, or of other expressions; what is left of too many steps stands as terms.
Linear linear_form(const PrimStore& prims, Prim e);

class IndexMath {
 public:
  explicit IndexMath(PrimStore& prims) : prims_(prims) {}

  void set_extent(Prim axis, int64_t extent) {
    extents_[axis.index] = extent;
    ranges_.clear();
  }

  Prim constant(int64_t value) { return prims_.integer(value, kInt64); }
  Prim add(Prim a, Prim b);
  Prim mul(Prim a, int64_t factor);
  Prim quotient(Prim a, int64_t divisor);   // floordiv, divisor > 0
  Prim remainder(Prim a, int64_t divisor);  // floormod

  // The row-major number of a point, and back.
  Prim flatten(std::span<const Prim> point, std::span<const int64_t> shape);
  void unflatten(Prim number, std::span<const int64_t> shape, std::vector<Prim>& out);

  PrimStore& prims() { return prims_; }

  // Nothing where it is not bounded on both sides.
  std::optional<Range> range(Prim e) const;

 private:
  Linear sum_of(Prim e) const;  // its terms are no sums
  void collect(Prim e, int64_t factor, Linear& out) const;
  Prim build(Linear sum);
  void rejoin(Linear& sum) const;  // c (e floordiv c) + e floormod c is e
  std::optional<Range> range(const Linear& sum) const;
  // Infinite where nothing bounds it, and where the sum may wrap.
  Range known_range(Prim e) const;
  Range known_range(const Linear& sum) const;

  PrimStore& prims_;
  std::unordered_map<uint32_t, int64_t> extents_;
  mutable std::unordered_map<uint32_t, Range> ranges_;  // of terms that are no variables
};

}  // namespace hammock::loop
