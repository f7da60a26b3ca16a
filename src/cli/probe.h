// SPDX-License-Identifier: Apache-2.0
// The speed of this machine, measured once and kept.
#pragma once

#include <string>

#include "command.h"
#include "hammock/runtime/speed.h"

namespace hammock::cli {

struct Machine {
  std::string processor, compiler;  // as the system and the JIT call it
  MachineSpeed speed;
  bool is_measured = false;  // now; else it was kept
  std::string file;          // where it is kept; empty: nowhere
};

// Of all threads that this process may use, with progress on a terminal. Kept in cache_directory() for each processor,
// number of threads and version of Hammock. `is_fresh`: measured anew.
Machine probe(const Io& io, bool is_fresh = false);

}  // namespace hammock::cli
