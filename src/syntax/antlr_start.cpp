// SPDX-License-Identifier: Apache-2.0
#include "antlr_start.h"

#include "hammock/base/late_start.h"

LATE_CONSTRUCTORS(hammock_antlr)

namespace hammock::syntax {

void start_antlr() {
  [[maybe_unused]] static const bool is_started = run_constructors(hammock_antlr_start, hammock_antlr_end);
}

}  // namespace hammock::syntax
