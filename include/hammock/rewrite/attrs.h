// SPDX-License-Identifier: Apache-2.0
// The attributes of functions and kernels, changed by an entry. No attributes are no dict.
#pragma once

#include <optional>
#include <string_view>

#include "hammock/ir/context.h"

namespace hammock {

Attr with_attr(Context& context, Attr attrs, std::string_view key, Attr value);  // instead of one that is there
Attr without_attr(Context& context, Attr attrs, std::string_view key);

// A number that is not 0, or true.
bool has_nonzero_attr(const Context& context, Attr attrs, std::string_view key);

// Where the attributes of a function say `num_input`: the number of its first parameter that is a weight.
std::optional<size_t> first_weight(const Context& context, Attr attrs);

}  // namespace hammock
