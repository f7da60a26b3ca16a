// SPDX-License-Identifier: Apache-2.0
// Runs a loop::Program point by point, from the kernels' definition alone: what a compiler of kernels must agree with.
//
// Every expression is computed in whole; a load outside its buffer or of a buffer's bounds gives poison, which only a
// select that does not choose it removes. Storing poison is an error.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "hammock/loop/program.h"
#include "hammock/runtime/tensor.h"

namespace hammock::loop {

// Arguments in parameter order; the leaves of the result. Error (run): a kernel did what it must not.
Result<std::vector<Tensor>> interpret(const Context& context, const Program& program, std::span<const Tensor> args);

}  // namespace hammock::loop
