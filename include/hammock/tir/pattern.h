// SPDX-License-Identifier: Apache-2.0
// What kind of operator a kernel is, for those who fuse (passes 17.1).
#pragma once

#include <cstdint>

#include "hammock/tir/kernel.h"

namespace hammock::tir {

// Each kind allows for what those before it do. The numbers are those of the attribute `op_pattern`.
enum class OpPattern : uint8_t {
  elementwise = 0,
  broadcast = 1,
  injective = 2,
  reduction = 3,
  fusable = 4,  // a product or a convolution, which a chain of elements may follow
  tuple = 7,
  opaque = 8
};

// By the indices of loads and stores in its blocks. A kernel without blocks is elementwise.
OpPattern pattern_of(const Kernel& kernel);

}  // namespace hammock::tir
