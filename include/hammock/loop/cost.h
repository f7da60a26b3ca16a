// SPDX-License-Identifier: Apache-2.0
// What a kernel of the loop form does, in the terms of tir/cost.h.
#pragma once

#include <cstdint>
#include <optional>

#include "hammock/loop/kernel.h"

namespace hammock::loop {

struct KernelWork {
  std::optional<int64_t> operations;  // on elements; none: only a run tells
  int64_t bytes = 0;                  // of the buffers, each element once, and no more than there are reads of it
  DType dtype;                        // of the factors of products, else of what is computed; kVoid: of several
};
KernelWork work_of(const Context& context, const LoweredKernel& kernel);

}  // namespace hammock::loop
