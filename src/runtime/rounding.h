// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace hammock {

// b > 0
constexpr int64_t ceil_div(int64_t a, int64_t b) { return a / b + (a % b > 0 ? 1 : 0); }
constexpr int64_t round_up(int64_t a, int64_t b) { return ceil_div(a, b) * b; }

}  // namespace hammock
