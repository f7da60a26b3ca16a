// SPDX-License-Identifier: Apache-2.0
// Expressions of the loop form as expressions of a kernel of TIR.
//
// Values stay the same, which takes words where the two languages differ:
//   select              T.if_then_else where an arm loads what the other case must not, else T.Select; a > b ? a : b is
//                       T.max(a, b), whose meaning that is, NaN included
//   min, max of floats  a NaN on either side wins here: T.Select(a < b or T.isnan(a), a, b)
//   division of ints    by 0 gives 0 here and is an error there: asked for where the divisor is no constant
//   shifts              by the width or more leave nothing, but the sign
//   isinf, isfinite     comparisons of T.fabs(x) with infinity
//   abs of ints         T.Select(x >= 0, x, 0 - x)
//   bfloat16            each step rounds here, but only what is cast, bound or stored does there: operands that are
//                       sums, products and the like are cast to what they are
//   expm1               (u - 1) * x / log(u) with u = exp(x), where u is near 1
//
// What is large and used several times, or deep, gets a name by a statement before the one that uses it. If the loop
// form computes it under a condition only, its loads are kept inside by clamping indices that may be outside.
#pragma once

#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "hammock/loop/kernel.h"
#include "hammock/tir/kernel.h"
#include "index_math.h"

namespace hammock::loop {

// A buffer of the loop form in a kernel of TIR: each index of the buffer there is a sum over the dims here.
struct Access {
  struct Index {
    int64_t constant = 0;
    std::vector<std::pair<uint32_t, int64_t>> terms;  // dim, factor
  };
  tir::BufferId buffer;
  DType dtype;
  std::vector<int64_t> extents;
  std::vector<Index> indices;
};

class TirExpressions {
 public:
  explicit TirExpressions(tir::Kernel& kernel)
      : math(kernel.context->prims), context_(*kernel.context), prims_(context_.prims) {}

  IndexMath math;                // of the variables of blocks
  std::vector<Access> accesses;  // by number of the loop form

  // What a variable of the loop form is from here on.
  void bind(Prim var, Prim value) { bound_[var.index] = value; }

  // `lets` receives the statements that must come before.
  std::vector<Prim> convert(std::span<const Prim> roots, std::vector<tir::Stmt>& lets);
  // A name for what is no leaf.
  Prim named(Prim value, std::vector<tir::Stmt>& lets);

  std::vector<Prim> index(const Access& access, std::span<const Prim> at);
  bool is_used(tir::BufferId b) const { return used_.contains(b.index); }
  Prim load(const Access& access, std::span<const Prim> at) {
    return prims_.load(access.buffer.index, access.dtype, index(access, at));
  }
  Prim call(std::string_view name, DType dtype, std::initializer_list<Prim> args) {
    return prims_.call(context_.name(name), dtype, std::span(args.begin(), args.size()));
  }
  Prim cast(Prim e, DType to);
  Prim is_nan(Prim x);
  // Where NaN wins.
  Prim extreme(bool is_max, Prim a, Prim b);

 private:
  struct Node {
    uint32_t uses = 0;
    uint32_t size = 1, depth = 1;  // of the text
    bool is_conditional = true;    // all uses are in arms of selects
    bool is_named = false;
    bool is_hoisted = false;  // computed by a statement, though its condition may be false
    bool is_unsafe = false;   // has a load that may be outside
    Prim made;
  };
  struct Dag;

  void order(std::span<const Prim> roots, Dag& dag);
  void measure(std::span<const Prim> roots, Dag& dag);
  bool is_unrounded(Prim e) const;
  Prim rounded(Prim operand);
  Prim rebuild(Prim e, Node& node, std::span<const Prim> in, std::span<Node* const> operands);
  Prim rebuilt_load(const PrimNode& n, Node& node, std::span<const Prim> in);
  Prim rebuilt_call(Prim e, std::span<const Prim> in);
  Prim rebuilt_cast(DType to, Prim value);
  Prim rebuilt_select(const PrimNode& n, std::span<const Prim> in, bool is_lazy);
  Prim rebuilt_binary(const PrimNode& n, std::span<const Prim> in);
  Prim divided(const PrimNode& n, Prim a, Prim b);
  Prim shifted(const PrimNode& n, Prim a, Prim b);
  Prim zero(DType d) { return d.is_any_float() ? prims_.real(0, d) : prims_.integer(0, d); }

  Context& context_;
  PrimStore& prims_;
  std::unordered_map<uint32_t, Prim> bound_;
  std::unordered_set<uint32_t> used_;  // buffers
};

}  // namespace hammock::loop
