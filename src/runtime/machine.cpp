// SPDX-License-Identifier: Apache-2.0
#include "hammock/runtime/machine.h"

#include <unistd.h>

namespace hammock {

CacheSizes cache_sizes() {
  CacheSizes sizes;
#if defined(_SC_LEVEL1_DCACHE_SIZE) && defined(_SC_LEVEL2_CACHE_SIZE)
  if (const long l1 = sysconf(_SC_LEVEL1_DCACHE_SIZE); l1 > 0) sizes.l1 = l1;
  if (const long l2 = sysconf(_SC_LEVEL2_CACHE_SIZE); l2 > 0) sizes.l2 = l2;
#endif
  return sizes;
}

}  // namespace hammock
