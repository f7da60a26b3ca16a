// SPDX-License-Identifier: Apache-2.0
// The rules that the eval column of ops.def names, one file per family.
#pragma once

#include "call.h"

namespace hammock::reference {

#define OP(id, signature, traits, infer, eval, lower, ...) Result<RuntimeValue> eval(const OpCall&);
#include "hammock/ir/ops.def"
#undef OP

}  // namespace hammock::reference
