// SPDX-License-Identifier: Apache-2.0
// A kernel's text as assignments: each has its loops, counted from 0 by axes of the loop form, and expressions of the
// loop form. Blocks, lets, conditions and inits are gone:
//
//   block variables and lets   stand as their values
//   conditions                 stand at the assignments below them
//   an init                    is an assignment before its block's, with the reduction loops at their first iteration;
//                              so is what stands under `if k == 0`
//
// Integers are exact: what a narrow integer type would wrap stays in that type, everything else is computed in int64,
// where equal indices are equal prims. What may fail at run time (an index outside its buffer, a division by zero, a
// shift by too much, an assertion) is proved not to happen.
#pragma once

#include <optional>
#include <vector>

#include "graph.h"
#include "hammock/tir/kernel.h"
#include "index_math.h"

namespace hammock::loop {

struct CountedLoop {
  Prim axis;
  int64_t extent = 0;  // at least 2
};

struct Assignment {
  std::vector<uint32_t> loops;     // around it, outermost first
  std::vector<uint32_t> at_first;  // those of them that stand at 0 (of an init)
  uint32_t buffer = 0;
  std::vector<Prim> index;  // int64
  Prim value;               // loads name buffers by their number below
  Prim condition;           // none: always
};

struct KernelBuffer {
  DType dtype;
  Dims shape;
  std::optional<uint32_t> param;
  std::vector<uint32_t> loops;  // around its allocation: every iteration has its own
  int64_t elements() const {
    int64_t n = 1;
    for (int64_t d : shape) n *= d;
    return n;
  }
};

struct Assignments {
  std::vector<CountedLoop> loops;
  std::vector<KernelBuffer> buffers;
  std::vector<Assignment> list;
  Name name;
};

// Parallel, vectorised and unrolled loops are plain loops: they mean the same iterations one after the other, and
// whoever computes the assignments chooses the order anew; annotations say how, not what. The kernel has no threads
// (tir/threads.h). Nothing for what has no such form.
std::optional<Assignments> find_assignments(IndexMath& math, Context& context, const tir::Kernel& kernel);

// Every part of an expression once, operands before their users.
std::vector<Prim> parts_of(const PrimStore& prims, Prim root);

// What holds where a condition does (none: nothing), one by one.
std::vector<Prim> conjuncts_of(const PrimStore& prims, Prim condition);

}  // namespace hammock::loop
