// SPDX-License-Identifier: Apache-2.0
// How long a kernel takes at least.
#pragma once

#include <optional>

#include "hammock/loop/cost.h"
#include "hammock/runtime/speed.h"

namespace hammock::tool {

// The shortest time, in seconds, in which so many threads could do that: as long as its operations take, or its bytes,
// from the nearest level that holds them, whichever is longer. None: the machine's speed at either is unknown.
std::optional<double> bound(const MachineSpeed& speed, const loop::KernelWork& work, int threads);

}  // namespace hammock::tool
