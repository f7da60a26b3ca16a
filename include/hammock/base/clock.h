// SPDX-License-Identifier: Apache-2.0
// The clock of every measured time.
#pragma once

#include <chrono>

namespace hammock {

// Milliseconds since a fixed time; never goes back.
inline double now_ms() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace hammock
