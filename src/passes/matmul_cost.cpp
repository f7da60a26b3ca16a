// SPDX-License-Identifier: Apache-2.0
#include "matmul_cost.h"

namespace hammock {

bool prefers_batch(const MatmulSizes&) { return false; }

}  // namespace hammock
