// SPDX-License-Identifier: Apache-2.0
// What LLVM does before main(), where the program has it wait (hammock/base/late_start.h). Each runs once, from any
// thread. Before either there are only LLVM's strings, sets, hashes, and what it tells of this processor.
#pragma once

namespace hammock::jit {

// Comes before modules, and before objects are linked.
void start_llvm();
// Comes before code is made, and before LLVM is asked about other processors; does what start_llvm() does, too.
void start_generator();

}  // namespace hammock::jit
