// SPDX-License-Identifier: Apache-2.0
// Calls of a kernel to functions of its module: by name, `@f`.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "hammock/tir/kernel.h"

namespace hammock::tir {

// The functions that it calls, each once.
std::vector<Name> callees(const Kernel& kernel);

// The kernel under that name, and its calls of functions that are in the map under theirs.
std::shared_ptr<const Kernel> renamed(const std::shared_ptr<const Kernel>& kernel, Name name,
                                      const std::unordered_map<Name, Name>& functions);

}  // namespace hammock::tir
