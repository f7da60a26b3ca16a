// SPDX-License-Identifier: Apache-2.0
// The words that an attribute takes: pad_mode is "constant", "reflect" ...
#pragma once

#include <span>
#include <string_view>

#include "hammock/ir/op.h"

namespace hammock {

// Empty if the attribute is of another kind: a layout, a name, free text.
std::span<const std::string_view> words_of(Op op, std::string_view attribute);

}  // namespace hammock
