// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace hammock {

// Every byte of what a kernel gets and nobody has written: NaN in every float dtype, -1 or the greatest integer, True.
inline constexpr int kUnwritten = 0xff;

}  // namespace hammock
