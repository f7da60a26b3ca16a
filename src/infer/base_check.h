// SPDX-License-Identifier: Apache-2.0
// base_check between two functions: the symbols of the one are not those of the other, so that n and n + 1 say nothing.
#pragma once

#include "hammock/infer/struct_info.h"

namespace hammock {

BaseCheck base_check_apart(Context& context, StructInfo a, StructInfo b);

}  // namespace hammock
