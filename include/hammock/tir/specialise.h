// SPDX-License-Identifier: Apache-2.0
// A kernel for one set of shapes: what a call gives is bound to the parameters, checked, and put in as constants.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "hammock/base/result.h"
#include "hammock/prim/evaluate.h"
#include "hammock/tir/kernel.h"

namespace hammock::tir {

// A tensor: its element type, shape and strides (in elements; none: compact, row-major). It begins at its pointer.
struct TensorArgument {
  DType dtype;
  std::vector<int64_t> shape;
  std::vector<int64_t> strides;
};
using Argument = std::variant<TensorArgument, Number>;

// The values of the scalar parameters and of the symbols of the buffers' shapes, strides and offsets (TIR 5.2), for
// arguments in the order of the parameters. Scalars are bound first; then each dim, stride or offset that is a
// symbol without a value is bound, and all others must be equal to what they compute. Error: run, with both values.
Result<KnownNumbers> bind_parameters(const Kernel& kernel, std::span<const Argument> arguments);

// The kernel with these values in the place of the symbols, integers folded. Its parameters are the buffers and what
// pointers point to, in order, of constant shapes, strides (none where the kernel says none) and offset 0. A kernel
// that has nothing to replace comes out as it is. What the text says of a symbol elsewhere (attributes, annotations)
// stays.
Result<std::shared_ptr<const Kernel>> specialise(const std::shared_ptr<const Kernel>& kernel,
                                                 std::span<const Argument> arguments);

// "'f'", for messages.
std::string kernel_name(const Kernel& kernel);

}  // namespace hammock::tir
