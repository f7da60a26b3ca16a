// SPDX-License-Identifier: Apache-2.0
// Expressions of kernels as expressions of the loop form, and the proof that they cannot fail.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "hammock/prim/symbols.h"
#include "index_math.h"
#include "statements.h"

namespace hammock::loop {

// What a kernel's expression means in the loop form, where it has a meaning there. Where the two differ it is spelled
// out: T.max(a, b) is b if one is a NaN, and `a and b` does not look at b if a is false.
class Translation {
 public:
  // `buffer`: the number of a kernel's buffer in the loop form, if it may be read.
  Translation(Context& context, IndexMath& math, std::function<std::optional<uint32_t>(uint32_t)> buffer)
      : context_(context), prims_(context.prims), math_(math), buffer_(std::move(buffer)) {}

  void bind(Prim variable, Prim value) {
    bound_[variable.index] = value;
    made_.clear();
    wide_.clear();
  }
  // None if there is no such expression.
  Prim operator()(Prim root);
  // The same as an int64.
  Prim index(Prim root);
  // An integer of another type as the int64 that it is a conversion of.
  Prim widened(Prim e) const;
  // An integer as an int64, computed in int64 where nothing wraps.
  Prim deeply_widened(Prim root);
  // `value` in `dtype`; none if it may not fit.
  Prim exact(Prim value, DType dtype);

 private:
  Prim node(Prim e);
  Prim wide_node(Prim e);
  Prim arithmetic(PrimKind kind, DType dtype, Prim a, Prim b);
  Prim compare(PrimKind kind, Prim a, Prim b);
  Prim logical(PrimKind kind, Prim a, Prim b);
  Prim convert(Prim e, DType to);
  Prim call(std::string_view name, DType dtype, std::span<const Prim> args);

  Context& context_;
  PrimStore& prims_;
  IndexMath& math_;
  std::function<std::optional<uint32_t>(uint32_t)> buffer_;
  std::unordered_map<uint32_t, Prim> bound_, made_, wide_;
  std::unordered_map<uint32_t, int> depth_;  // of what was made
  size_t steps_ = 0;
};

// An expression of the loop form with others in the place of its variables and loads; indices are canonical again, and
// what the ranges of axes decide is decided.
class Rewriting {
 public:
  using Leaf = std::function<Prim(Prim)>;  // of a variable: none keeps it
  using Load = std::function<Prim(uint32_t buffer, DType, std::span<const Prim> index)>;
  Rewriting(PrimStore& prims, IndexMath& math, Leaf leaf, Load load)
      : prims_(prims), math_(math), leaf_(std::move(leaf)), load_(std::move(load)) {}
  Prim operator()(Prim root);

 private:
  Prim node(Prim e);

  PrimStore& prims_;
  IndexMath& math_;
  Leaf leaf_;
  Load load_;
  std::unordered_map<uint32_t, Prim> made_;
};

// The same with `values` in the place of variables.
Prim replaced(PrimStore& prims, IndexMath& math, Prim root, const PrimMap& values);

// What is known where an expression is computed: integers that are not negative.
class Facts {
 public:
  Facts(PrimStore& prims, IndexMath& math) : prims_(prims), math_(math) {}
  void assume(Prim condition, bool is_true);
  bool proves(Prim e) const;  // that it is not negative
  const std::vector<Prim>& all() const { return facts_; }
  bool is_exact() const { return is_exact_; }  // nothing more is known than `all` says

 private:
  bool is_exact_integer(Prim e) const;

  PrimStore& prims_;
  IndexMath& math_;
  std::vector<Prim> facts_;
  bool is_exact_ = true;
};

// Whether no part of `root` can fail where `condition` (none: nothing) holds.
bool is_sound(Context& context, IndexMath& math, const std::vector<KernelBuffer>& buffers, Prim root, Prim condition);

}  // namespace hammock::loop
