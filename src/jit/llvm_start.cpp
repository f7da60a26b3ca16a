// SPDX-License-Identifier: Apache-2.0
#include "llvm_start.h"

#include <llvm/TargetParser/Host.h>

#include "hammock/base/late_start.h"
#include "hammock/base/pages.h"

LATE_CONSTRUCTORS(hammock_llvm)
LATE_CONSTRUCTORS(hammock_generator)

namespace hammock::jit {

void start_llvm() {
  [[maybe_unused]] static const bool is_started = run_constructors(hammock_llvm_start, hammock_llvm_end);
}

void start_generator() {
  [[maybe_unused]] static const bool is_mapped =
      (map_object_of(reinterpret_cast<const void*>(&llvm::sys::getProcessTriple)), true);
  start_llvm();
  [[maybe_unused]] static const bool is_started = run_constructors(hammock_generator_start, hammock_generator_end);
}

}  // namespace hammock::jit
