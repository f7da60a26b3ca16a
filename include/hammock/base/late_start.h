// SPDX-License-Identifier: Apache-2.0
// Constructors of static objects that do not run before main(): those of libraries that most commands do without
// (LLVM's, for options that nobody sets, take 5 to 15 ms). cmake/late_start.ld has them stand apart, with a symbol at
// either end. Without it the symbols are equal, and the constructors have run.
#pragma once

namespace hammock {

using Constructor = void();

inline bool run_constructors(Constructor* const* begin, Constructor* const* end) {
  for (; begin != end; ++begin) (*begin)();
  return true;
}

}  // namespace hammock

// Declares name_start and name_end.
#define LATE_CONSTRUCTORS(name)                                                                  \
  extern "C" {                                                                                   \
  extern hammock::Constructor* const name##_start[] __attribute__((weak, visibility("hidden"))); \
  extern hammock::Constructor* const name##_end[] __attribute__((weak, visibility("hidden")));   \
  }
