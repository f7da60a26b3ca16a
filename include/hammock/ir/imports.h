// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace hammock {

// What a script has to import to be Python: I, T, R, and tvm for `metadata = tvm.ir.load_json(...)`. Flags of them
// stand in this order.
inline constexpr size_t kImports = 4;
inline constexpr size_t kNamespaces = 3;  // of them

// What a text calls I, T and R at some place, if it imports them under other names; empty: so.
using Prefixes = std::array<std::string_view, kNamespaces>;

}  // namespace hammock
