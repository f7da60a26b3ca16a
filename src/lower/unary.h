// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "call.h"

namespace hammock::lower {

Tensor erf_of(Call& c, const Tensor& x);

}  // namespace hammock::lower
