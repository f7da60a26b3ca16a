// SPDX-License-Identifier: Apache-2.0
// What a kernel's text computes, as kernels of the loop form: chains of elements, reductions, softmax and norms,
// contractions, convolutions, copies, whatever the order of their loops and whether they stand in blocks.
//
// Recognised is what is surely equivalent; nothing is what says how it is to be computed (parallel, vectorised and
// unrolled loops, threads, storage scopes, loops that tile), carries values from one iteration to the next otherwise
// than by adding or comparing, reads what it may not have written, or could fail.
//
// Float sums are taken in any order and a product may be added without rounding in between, as operators' kernels do;
// sums in 16-bit floats are not recognised. A maximum or minimum of floats is a NaN if one of its elements is.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hammock/loop/program.h"
#include "hammock/tir/kernel.h"

namespace hammock::loop {

struct Recognised {
  // What a kernel buffer is a view of: a parameter of the kernel or a temporary, by number.
  struct Argument {
    bool is_temporary = false;
    uint32_t number = 0;
    int64_t offset = 0;  // in bytes
  };
  struct Temporary {
    DType dtype;
    std::vector<int64_t> shape;
  };
  struct Step {
    LoweredKernel kernel;
    std::vector<Argument> args;  // one per kernel buffer
    std::string name;
  };
  std::vector<Temporary> temporaries;
  std::vector<Step> steps;  // in order
};

// Of a kernel without scalar parameters whose shapes and loops are constants. What the steps compute is what the kernel
// does if no parameter that it writes shares memory with another one.
std::optional<Recognised> recognise(Context& context, const tir::Kernel& kernel);

}  // namespace hammock::loop
