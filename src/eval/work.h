// SPDX-License-Identifier: Apache-2.0
// How much a run has to do, from the struct info alone.
#pragma once

#include "hammock/ir/module.h"
#include "match.h"

namespace hammock::reference {

// See Sample::work.
double work_of(const Module& module, const Function& fn, const Symbols& symbols);

// The same of a kernel whose arguments have these shapes.
double work_of_kernel(const Module& module, GlobalId kernel, std::span<const std::vector<int64_t>> shapes);

}  // namespace hammock::reference
