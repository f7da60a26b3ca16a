// SPDX-License-Identifier: Apache-2.0
// What the blocking of loops needs to know of the machine. Sizes in bytes.
#pragma once

#include <cstdint>

namespace hammock {

struct CacheSizes {
  int64_t l1 = 32 << 10, l2 = 256 << 10;  // of one core
  int64_t l3 = 0;                         // that cores share; 0: none is known
};
CacheSizes cache_sizes();  // what the system reports, or the defaults above

// Instructions by which the runtime's own loops are chosen. Those of this processor, but for those that somebody
// forbids for the whole process, to see what another processor would do.
enum OwnInstructions : uint32_t { kOwnF16c = 1, kOwnAvx512 = 2, kOwnBmi2 = 4 };  // AVX-512: F and BW
void allow_instructions(uint32_t most);
bool may_use(uint32_t instructions);

// What the blocks of allocate_bytes and allocate_for_file hold at present. Tensor::make gives no tensor beyond the
// machine's memory.
int64_t allocated_bytes();
void count_allocated(int64_t bytes);  // by those two: more, or less

}  // namespace hammock
