// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace hammock {

// Whether a variable, function or class may have this name; a keyword of Python may not.
bool is_identifier(std::string_view text);

}  // namespace hammock
