// SPDX-License-Identifier: Apache-2.0
// Inside `io`: tensors from a rule instead of data.
#pragma once

#include <cstdint>

#include "hammock/runtime/tensor.h"

namespace hammock {

// Every element is `value`, converted: truncated for integers, != 0 for bool.
void fill_value(const Tensor& tensor, double value);
// 0, 1, 2 ... in row-major order; wraps in small integers, modulo 2 in bool.
void fill_iota(const Tensor& tensor);

struct RandomFill {
  enum class Kind { normal, uniform, integer };
  Kind kind = Kind::normal;
  uint64_t seed = 0;
  uint64_t stream = 0;             // other numbers for the same seed
  double mean = 0, deviation = 1;  // normal
  double low = 0, high = 1;        // uniform, integer: [low, high)
};
// The same numbers on every machine and for any number of threads: element i is a function of the seed, the
// stream and i alone.
// Into integers: normal and uniform round toward zero and saturate; into bool: normal > mean, uniform >= the middle.
void fill_random(const Tensor& tensor, const RandomFill& fill);

}  // namespace hammock
