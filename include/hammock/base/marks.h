// SPDX-License-Identifier: Apache-2.0
// Comments that say nothing about a script: the marks of golden tests, and what the canonical text begins and ends
// with.
#pragma once

#include <string_view>

namespace hammock {

inline constexpr std::string_view kGoldenDirective = "# test:", kGoldenRunAll = "# run-all:", kGoldenExpected = "#|";
// Whether a line at the head of a file makes it a golden test.
inline bool is_golden_mark(std::string_view line) {
  return line.starts_with(kGoldenDirective) || line.starts_with(kGoldenRunAll);
}
inline constexpr std::string_view kTypeVariables = "# from typing import TypeVar";
inline constexpr std::string_view kMetadataOmitted =
    "# Metadata omitted. Use show_meta=True in script() method to show it.";

}  // namespace hammock
