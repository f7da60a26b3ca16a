// SPDX-License-Identifier: Apache-2.0
// Which sums of a kernel are contractions: matrix products in any layout, convolutions with padding, stride, dilation
// and groups.
#pragma once

#include <optional>

#include "values.h"

namespace hammock::loop {

// What a value adds up, if it is the product of two factors that each leave out an axis of the other. A factor that is
// computed becomes a value of its own, at the end of the list.
std::optional<Product> find_product(Context& context, IndexMath& math, KernelValues& values, uint32_t value);

}  // namespace hammock::loop
