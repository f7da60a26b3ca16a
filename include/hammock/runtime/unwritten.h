// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hammock/base/dtype.h"

namespace hammock {

// Every byte of what a kernel gets and nobody has written: NaN in every float dtype, -1 or the greatest integer, True.
inline constexpr int kUnwritten = 0xff;
// Of a tensor: operators take a bool for 0 or 1.
inline int unwritten(DType dtype) { return dtype.is_boolean() ? 1 : kUnwritten; }

}  // namespace hammock
