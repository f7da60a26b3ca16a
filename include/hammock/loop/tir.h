// SPDX-License-Identifier: Apache-2.0
// The loop form as TIR, and a program as a module: what `hammock run --dump=kernels` prints. The text reads back, and
// runs with the same numbers up to the order in which sums are taken.
//
// A kernel of TIR takes whole memories, each as a contiguous buffer of the memory's own shape; a view of the loop form
// is index arithmetic on it, or a declared buffer with strides over it where indices cannot say it. Stages become
// blocks in a row, values between them buffers of the kernel.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "hammock/loop/program.h"
#include "hammock/tir/kernel.h"

namespace hammock::loop {

// A parameter of a kernel of TIR.
struct TirParameter {
  std::string name;
  DType dtype;
  std::vector<int64_t> shape;
};

// Where a buffer of the loop form begins: so many elements into a parameter.
struct TirPlace {
  uint32_t parameter = 0;
  int64_t offset = 0;
};

struct TirSignature {
  std::string name;
  std::vector<std::string> operators;  // that the kernel holds, in order: names for its blocks
  std::vector<TirParameter> params;
  std::vector<TirPlace> places;  // one per buffer of the kernel
};

std::shared_ptr<const tir::Kernel> to_tir(const std::shared_ptr<Context>& context, const LoweredKernel& kernel,
                                          const TirSignature& signature);

// Copies its first parameter to its second, and asserts that the indices that it looks at are inside.
std::shared_ptr<const tir::Kernel> to_tir(const std::shared_ptr<Context>& context, const IndexCheck& check,
                                          const TirSignature& signature);

// `program` is what `lower` made of that function, with these dims. The module has the kernels, equal ones once, and a
// function `main` of the same parameters and the same result, which is impure if numbers of the run are among that:
// kernels return them.
Module to_module(const Module& module, GlobalId entry, const Program& program, std::span<const Binding> dims);

}  // namespace hammock::loop
