// SPDX-License-Identifier: Apache-2.0
// Compilation targets as the language exports them (language 6.3): "cuda -arch=sm_80" stands for a dict with the kind's
// keys and defaults.
#pragma once

#include "hammock/ir/context.h"

namespace hammock::read {

// The full dict of a target that is written as a string or a dict, and of its host. A kind that is not in the table,
// and anything else, is returned as it is.
Attr full_target(Context& context, Attr target);

// What full_target gave, for that host. A string that it does not know is the kind.
Attr with_host(Context& context, Attr target, Attr host);

}  // namespace hammock::read
