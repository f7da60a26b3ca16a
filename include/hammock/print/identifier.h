// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace hammock {

// Whether a variable, function or class may have this name; a keyword of Python may not.
bool is_identifier(std::string_view text);
// What is printed for a variable with this hint: `_1_weight` for `1.weight`, `onnx__Clip_39` for `onnx::Clip_39`.
std::string make_identifier(std::string_view hint);

}  // namespace hammock
