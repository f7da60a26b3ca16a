// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "call.h"

namespace hammock::lower {

Tensor softmax_of(Stages& stages, const Tensor& x, size_t axis);

}  // namespace hammock::lower
