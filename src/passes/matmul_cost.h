// SPDX-License-Identifier: Apache-2.0
// Which of the two ways to combine matmuls of one left operand is cheaper.
#pragma once

#include <cstdint>

namespace hammock {

// `parts` products of `rows` x `inner` with `inner` x `width`.
struct MatmulSizes {
  int64_t rows, inner, width, parts;
};

// A batch of products instead of one product that is `parts` times as wide?
bool prefers_batch(const MatmulSizes& sizes);

}  // namespace hammock
