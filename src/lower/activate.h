// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "call.h"

namespace hammock::lower {

StageTensor softmax_of(Stages& stages, const StageTensor& x, size_t axis);

}  // namespace hammock::lower
