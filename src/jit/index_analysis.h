// SPDX-License-Identifier: Apache-2.0
// Integer expressions over loop axes as sums: constant + coefficient * term + ..., and the range of their values.
//
// A term is a variable, or an expression that is no sum of such (a load, a quotient): then its Prim stands for it.
// `floordiv` and `floormod` by a constant disappear where the ranges say so: (8 i + j) floordiv 8 = i for 0 <= j < 8.
// Results are remembered: one object per kernel and thread.
#pragma once

#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hammock/ir/context.h"
#include "hammock/loop/kernel.h"

namespace hammock::jit {

struct Affine {
  int64_t constant = 0;
  std::vector<std::pair<Prim, int64_t>> terms;  // sorted by Prim, no coefficient 0

  int64_t coefficient(Prim term) const;
  void add(const Affine& other, int64_t factor);
};

struct Range {
  int64_t low = 0, high = 0;  // both included
  bool within(int64_t from, int64_t to) const { return from <= low && high <= to; }
};

class IndexAnalysis {
 public:
  // Knows the extents of the axes of the kernel, whatever its body is.
  IndexAnalysis(const Context& context, const loop::Kernel& kernel);
  const Context& context() const { return context_; }

  const Affine& affine(Prim e) const;
  std::optional<Range> range(const Affine& sum) const;
  std::optional<Range> range(Prim e) const;
  // The place of an element, counted in elements from the buffer's pointer.
  Affine address(const loop::Buffer& buffer, std::span<const Prim> index) const;
  // Is the element inside the buffer wherever the axes are?
  bool inside(const loop::Buffer& buffer, std::span<const Prim> index) const;

 private:
  Affine make_affine(Prim e) const;
  std::optional<Range> make_range(Prim e) const;
  Range limits(Prim e) const;  // its range, or that of its dtype
  // The part of `sum` that `divisor` divides, divided; the rest stays in `sum`.
  Affine split(Affine& sum, int64_t divisor) const;

  const Context& context_;
  std::unordered_map<uint32_t, Range> extents_;
  mutable std::unordered_map<uint32_t, Affine> affines_;
};

}  // namespace hammock::jit
