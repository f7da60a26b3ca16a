// SPDX-License-Identifier: Apache-2.0
// Fewer, longer axes for nests of one store stage.
#include "lowerer.h"

namespace hammock::loop {

void coalesce(Context& context, Kernel& kernel) {}

}  // namespace hammock::loop
