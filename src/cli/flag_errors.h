// SPDX-License-Identifier: Apache-2.0
// What is wrong with flags, in our words: the library that reads them has its own.
#pragma once

#include <CLI/Error.hpp>
#include <string>

namespace hammock::cli {

// "--repeat=abc: a number from 1 to 1000000 is expected"
std::string describe(const CLI::ParseError& error);

}  // namespace hammock::cli
