// SPDX-License-Identifier: Apache-2.0
// What the runtime has a routine for: it computes what the statements of the kernel say, which stay its meaning.
#pragma once

#include <cstdint>
#include <variant>

#include "hammock/base/dtype.h"

namespace hammock::tir {

// runtime/sort.h: of the first buffer; the values, if they are asked for, and the places follow.
struct SortRoutine {
  DType dtype;
  int64_t outer = 1, length = 0, inner = 1, first = 0, count = 0;
  bool descending = false, gives_values = true;
  DType places;
};

using Routine = std::variant<std::monostate, SortRoutine>;

}  // namespace hammock::tir
