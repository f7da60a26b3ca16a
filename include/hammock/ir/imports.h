// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace hammock {

// What a script has to import to be Python: I, T, R, and tvm for `metadata = tvm.ir.load_json(...)`. Flags of them stand in this order.
inline constexpr size_t kImports = 4;

}  // namespace hammock
