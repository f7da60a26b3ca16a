// SPDX-License-Identifier: Apache-2.0
// Attributes of calls, compared by what they mean.
//
// Numbers are equal by value (a bool is 0 or 1), a dtype equals its name, and axes are counted from the front where the
// rank is known: `axis=-1` on rank 3 is `axis=2`, and `axes=None` of permute_dims is the reversed order.
#pragma once

#include <optional>
#include <string_view>

#include "hammock/ir/function.h"

namespace hammock {

// An attribute of a call, or of a local function; nothing if there is none of that name.
std::optional<Attr> attribute_of(const Function& fn, Value v, std::string_view name);
// Do `a` and `b` mean the same as attribute `name` of the call?
bool same_attribute(const Function& fn, Value call, std::string_view name, Attr a, Attr b);
std::string describe(const Context& context, Attr attr);

}  // namespace hammock
