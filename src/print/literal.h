// SPDX-License-Identifier: Apache-2.0
// Numbers and strings as the language prints them, appended to a text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace hammock {

void append_integer(std::string& out, int64_t value);
void append_float(std::string& out, double value);
void append_string(std::string& out, std::string_view text);

}  // namespace hammock
