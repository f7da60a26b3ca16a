// SPDX-License-Identifier: Apache-2.0
#include "hammock/runtime/machine.h"

#include <unistd.h>

#include <atomic>
#include <fstream>

namespace hammock {
namespace {

// Of the whole cache that the first core shares with others: what the processor says of itself is that of all its
// cores.
int64_t shared_cache() {
  std::ifstream in("/sys/devices/system/cpu/cpu0/cache/index3/size");
  int64_t size = 0;
  char unit = 0;
  if (!(in >> size)) return 0;
  in >> unit;
  return unit == 'K' ? size << 10 : unit == 'M' ? size << 20 : size;
}

uint32_t instructions_here() {
  uint32_t out = 0;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("f16c") && __builtin_cpu_supports("avx")) out |= kOwnF16c;
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw")) out |= kOwnAvx512;
  if (__builtin_cpu_supports("bmi2")) out |= kOwnBmi2;
#endif
  return out;
}

std::atomic<uint32_t> g_allowed{UINT32_MAX};

}  // namespace

void allow_instructions(uint32_t most) { g_allowed.store(most, std::memory_order_relaxed); }

bool may_use(uint32_t instructions) {
  static const uint32_t here = instructions_here();
  return (here & g_allowed.load(std::memory_order_relaxed) & instructions) == instructions;
}

CacheSizes cache_sizes() {
  CacheSizes sizes;
#if defined(_SC_LEVEL1_DCACHE_SIZE) && defined(_SC_LEVEL2_CACHE_SIZE)
  if (const long l1 = sysconf(_SC_LEVEL1_DCACHE_SIZE); l1 > 0) sizes.l1 = l1;
  if (const long l2 = sysconf(_SC_LEVEL2_CACHE_SIZE); l2 > 0) sizes.l2 = l2;
#endif
  sizes.l3 = shared_cache();
  return sizes;
}

}  // namespace hammock
