// SPDX-License-Identifier: Apache-2.0
// Loops that compilers make vectors of, compiled twice: for every processor, and for the widest vectors.
#pragma once

#include "hammock/runtime/machine.h"

namespace hammock {

// Of the function that is given to in_vectors: [&]() ALWAYS_INLINE { ... }
#define ALWAYS_INLINE __attribute__((always_inline))

#if defined(__x86_64__)
template <class F>
__attribute__((target("avx512f,avx512bw"))) auto in_wide_vectors(F& f) {
  return f();
}
#endif

template <class F>
auto in_vectors(F&& f) {
#if defined(__x86_64__)
  if (may_use(kOwnAvx512)) return in_wide_vectors(f);
#endif
  return f();
}

}  // namespace hammock
