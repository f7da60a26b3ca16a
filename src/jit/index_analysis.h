// SPDX-License-Identifier: Apache-2.0
// Integer expressions over loop axes as sums: constant + coefficient * term + ..., and the range of their values.
//
// A term is a variable, or an expression that is no sum of such (a load, a quotient): then its Prim stands for it.
// `floordiv` and `floormod` by a constant disappear where the ranges say so: (8 i + j) floordiv 8 = i for 0 <= j < 8.
#pragma once

#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hammock/ir/context.h"

namespace hammock::jit {

struct Affine {
  int64_t constant = 0;
  std::vector<std::pair<Prim, int64_t>> terms;  // sorted by Prim, no coefficient 0

  int64_t coefficient(Prim term) const;
  void add(const Affine& other, int64_t factor);
};

struct Range {
  int64_t low, high;  // both included
};

class IndexAnalysis {
 public:
  explicit IndexAnalysis(const Context& context) : context_(context) {}
  void set_extent(Prim var, int64_t extent) { ranges_[var.index] = {0, extent - 1}; }

  Affine affine(Prim e) const;
  std::optional<Range> range(const Affine& sum) const;
  std::optional<Range> range(Prim e) const;
  // Of the address in elements, from the pointer: offset + sum of index * stride.
  // Is every index of the load provably inside the buffer?
 private:
  const Context& context_;
  std::unordered_map<uint32_t, Range> ranges_;
};

}  // namespace hammock::jit
