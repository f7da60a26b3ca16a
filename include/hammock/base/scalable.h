// SPDX-License-Identifier: Apache-2.0
// Vectors that are n times as long as a unit which only the machine knows, T.vscale(): "float32xvscalex4".
#pragma once

#include "hammock/base/dtype.h"

namespace hammock {

inline constexpr int kMostLanes = 0x7fff;  // of other vectors
inline constexpr int kMostInText = 4096;   // lanes, or units, that the name of a dtype says

constexpr int scalable_lanes(int n) { return 0xffff - n; }  // DType::lanes
constexpr int vscale_factor(DType dtype) { return dtype.lanes > kMostLanes ? 0xffff - dtype.lanes : 0; }  // n; else 0

// What parse_dtype reads, and names of these.
std::optional<DType> parse_vector_dtype(std::string_view text);

}  // namespace hammock
