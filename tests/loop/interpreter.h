// SPDX-License-Identifier: Apache-2.0
// Runs kernels point by point, from their definition alone: what a compiler of kernels must agree with.
//
// Every expression is computed in whole; a load outside its buffer or of a buffer's bounds gives poison, which only a
// select that does not choose it removes. Storing poison, or at an index that is poison, is an error.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "hammock/loop/program.h"
#include "hammock/runtime/tensor.h"

namespace hammock::loop {

// The block of memory that a kernel's buffer is a view of, and where in it the view begins, in bytes.
struct Block {
  std::byte* data;
  int64_t bytes;
  int64_t offset = 0;
};

// One block for each buffer of the kernel. Error (run): the kernel did what it must not.
std::optional<Error> interpret(const Context& context, const LoweredKernel& kernel, std::span<const Block> blocks);

// Arguments in parameter order; the leaves of the result. Error (run): of a kernel.
Result<std::vector<Tensor>> interpret(const Context& context, const Program& program,
                                      std::span<const RuntimeValue> args);

}  // namespace hammock::loop
