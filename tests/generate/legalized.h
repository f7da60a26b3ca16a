// SPDX-License-Identifier: Apache-2.0
// What the kernels of LegalizeOps compute otherwise than the operators, as TVM's do (DEVIATIONS.md, "what operators
// compute better than TVM").
#pragma once

#include "hammock/ir/module.h"

namespace hammock::generate {

// Does it call an operator of which this is known, with operands for which it is?
bool is_legalized_otherwise(const Module& module);

}  // namespace hammock::generate
