// SPDX-License-Identifier: Apache-2.0
// Which way to carry out matmuls of one left operand is cheapest: side by side, as one wide product, or as a batch.
#pragma once

#include <cstdint>

namespace hammock {

// Products of `rows` x `inner` with `parts` right operands of `inner` x `width / parts`.
struct MatmulSizes {
  static constexpr int64_t kUnknown = -1;
  int64_t rows, inner, width, parts;  // unknown rows: many
};

// A batch of products instead of one wide product?
bool prefers_batch(const MatmulSizes& sizes);

// What joining the right operands in every run and cutting the result moves, and what it saves of reading the left
// operand again; in elements, for each row where rows are unknown.
struct JoinCost {
  int64_t moved, saved;
  bool pays() const;
};
JoinCost cost_of_joining(const MatmulSizes& sizes);

}  // namespace hammock
