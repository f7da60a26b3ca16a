// SPDX-License-Identifier: Apache-2.0
// Integer expressions over loop axes as sums: constant + coefficient * term + ..., and the range of their values.
//
// A term is a variable, or an expression that is no sum of such (a load, a quotient): then its Prim stands for it.
// `floordiv` and `floormod` by a constant disappear where the ranges say so: (8 i + j) floordiv 8 = i for 0 <= j < 8.
// Results are remembered: one object per kernel and thread.
#pragma once

#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hammock/ir/context.h"
#include "hammock/loop/kernel.h"
#include "hammock/prim/linear.h"

namespace hammock::jit {

class IndexAnalysis : public SumIntervals {
 public:
  // Knows the extents of the axes of the kernel, whatever its body is.
  IndexAnalysis(const Context& context, const loop::LoweredKernel& kernel);
  const Context& context() const { return context_; }

  const Linear& affine(Prim e) const;
  // The place of an element, counted in elements from the buffer's pointer.
  Linear address(const loop::Buffer& buffer, std::span<const Prim> index) const;
  // Is the element inside the buffer wherever the axes are?
  bool inside(const loop::Buffer& buffer, std::span<const Prim> index) const;

 private:
  Linear sum_of(Prim e) const override { return affine(e); }
  Linear make_affine(Prim e) const;
  // The part of `sum` that `divisor` divides, divided; the rest stays in `sum`.
  Linear split(Linear& sum, int64_t divisor) const;

  const Context& context_;
  mutable std::unordered_map<uint32_t, Linear> affines_;
};

}  // namespace hammock::jit
