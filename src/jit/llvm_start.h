// SPDX-License-Identifier: Apache-2.0
// What LLVM does before main(), where the program has it wait (hammock/base/late_start.h). Each runs once, from any
// thread. Before either there are only LLVM's strings, sets, hashes, and what it tells of this processor.
#pragma once

namespace hammock::jit {

void start_llvm();       // comes before modules and before objects are linked
void start_generator();  // comes before code is made, and what LLVM knows of other processors; the former, too
}  // namespace hammock::jit
