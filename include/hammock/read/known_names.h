// SPDX-License-Identifier: Apache-2.0
// The names of the language, for editors.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace hammock {

// All of R, T and I, as the language writes them: R.nn.relu, T.int64, I.ir_module.
std::span<const std::string> known_names();
// The parameters of one that is no operator, such as R.call_tir: "value dtype?", where `?` may be absent and a last `*`
// takes the rest. None if it has none of that kind.
std::optional<std::string_view> parameters_of_form(std::string_view name);

}  // namespace hammock
