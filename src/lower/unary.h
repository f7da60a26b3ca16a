// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "call.h"

namespace hammock::lower {

StageTensor erf_of(CallLowering& c, const StageTensor& x);

}  // namespace hammock::lower
