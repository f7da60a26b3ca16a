// SPDX-License-Identifier: Apache-2.0
// Comments that say nothing about a script: the marks of golden tests, and what the canonical text begins and ends
// with.
#pragma once

#include <string_view>

namespace hammock {

inline constexpr std::string_view kGoldenDirective = "# test:", kGoldenExpected = "#|";
inline constexpr std::string_view kTypeVariables = "# from typing import TypeVar";
inline constexpr std::string_view kMetadataOmitted =
    "# Metadata omitted. Use show_meta=True in script() method to show it.";

}  // namespace hammock
