// SPDX-License-Identifier: Apache-2.0
// Large pages behind a big block that is about to be filled: a page fault per 2 MiB instead of per 4 KiB.
#pragma once

#include <cstddef>
#include <cstdint>

namespace hammock {

inline constexpr int64_t kHugePage = INT64_C(2) << 20;  // bytes

// A hint without effect on small blocks and where the system does not do it.
void prefer_huge_pages(void* begin, size_t bytes);

// Takes the memory of a block that another thread is about to fill, so that it need not wait for it. What the block
// holds stays as it is; of memory that is gone nothing happens.
void fill_pages(void* begin, size_t bytes);

// From now on memory that is freed stays with the process, for what is asked for next: of a command that makes one
// large thing after another and holds none for long.
void keep_freed_memory();

}  // namespace hammock
