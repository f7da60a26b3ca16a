// SPDX-License-Identifier: Apache-2.0
// What ANTLR and the generated parser do before main(), where the program has it wait (hammock/base/late_start.h).
#pragma once

namespace hammock::syntax {

// Runs it, once; from any thread. Comes before the first stream or parser.
void start_antlr();

}  // namespace hammock::syntax
