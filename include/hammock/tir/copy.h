// SPDX-License-Identifier: Apache-2.0
// A kernel once more, for a module that has it already: no two kernels share variables.
#pragma once

#include <memory>

#include "hammock/tir/kernel.h"

namespace hammock::tir {

std::shared_ptr<Kernel> copy(const Kernel& kernel);

}  // namespace hammock::tir
