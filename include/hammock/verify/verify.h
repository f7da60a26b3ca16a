// SPDX-License-Identifier: Apache-2.0
// Well-formedness: every rule of language section 5, all violations in one run.
#pragma once

#include "hammock/base/diagnostic.h"
#include "hammock/ir/module.h"

namespace hammock {

struct VerifyOptions {
  bool check_struct_info = true;  // the rules marked (S)
};

// True if nothing was reported.
bool verify(const Module& module, Diagnostics& diagnostics, const VerifyOptions& options = {});

}  // namespace hammock
