// SPDX-License-Identifier: Apache-2.0
// Literals as Python writes them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hammock/base/source.h"

namespace hammock::syntax {

std::optional<double> parse_float(std::string_view text);
// The text of one or more adjacent string literals. False if an escape is malformed; `bad` is its place in the text
// then.
bool decode_string(std::string_view literals, std::string& out, Span& bad);

}  // namespace hammock::syntax
