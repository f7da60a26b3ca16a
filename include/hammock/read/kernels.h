// SPDX-License-Identifier: Apache-2.0
// The kernels (T.prim_func) of a script as IR (TIR, sections 1 and 2).
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "hammock/base/diagnostic.h"
#include "hammock/base/source.h"
#include "hammock/tir/kernel.h"

namespace hammock {

struct ScriptKernel {
  Name module;  // the class that it is a member of; none: it stands alone
  std::unique_ptr<tir::Kernel> kernel;
};

// In the order of the text. Kernels with mistakes are left out after a report of each mistake; Relax functions are not
// looked at.
std::vector<ScriptKernel> read_kernels(const std::shared_ptr<const Source>& source,
                                       const std::shared_ptr<Context>& context, Diagnostics& diagnostics);

}  // namespace hammock
