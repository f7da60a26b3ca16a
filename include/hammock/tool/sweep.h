// SPDX-License-Identifier: Apache-2.0
// --dim=n=1..512:7: the sizes that a function runs at, one after the other.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "hammock/base/result.h"

namespace hammock::tool {

inline constexpr size_t kMaxSweepSizes = 4096;

struct SweepSize {
  std::vector<std::string> dims;  // NAME=NUMBER, as InputOptions::dims
  std::string text;               // those of a range: "n=8, k=2"
};

// Of settings NAME=NUMBER and NAME=FROM..TO or NAME=FROM..TO:STEP: every combination, the last range the fastest. Empty
// where none is a range. Error (usage): a range that is none, or more than kMaxSweepSizes sizes.
Result<std::vector<SweepSize>> sizes_of_sweep(std::span<const std::string> dims);

}  // namespace hammock::tool
