// SPDX-License-Identifier: Apache-2.0
// Pages of memory before they are touched: each that is not there yet costs a fault of its own, up to 15 us in a
// virtual machine, and many at once a tenth of that. All of these are hints; a system that does not know them does
// without.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

namespace hammock {

inline constexpr int64_t kHugePage = INT64_C(2) << 20;  // bytes

// Large pages behind a big block that is about to be filled: a fault per 2 MiB instead of per 4 KiB.
void prefer_huge_pages(void* begin, size_t bytes);

// Takes the memory of a block that another thread is about to fill, so that it need not wait for it. What the block
// holds stays as it is; of memory that is gone nothing happens.
void fill_pages(void* begin, size_t bytes);

// Maps the code of the program, or of the library, that holds `address`, and its data that begins as zeros: much of
// both is about to be used.
void map_object_of(const void* address);

// From now on memory that is freed stays with the process, for what is asked for next: of a command that makes one
// large thing after another and holds none for long.
void keep_freed_memory();

// About so many bytes that the calling thread is about to ask for in small pieces lie ready in its heap, as long as
// this object lives.
class HeapAhead {
 public:
  explicit HeapAhead(size_t bytes);

 private:
  struct Free {
    void operator()(void* block) const { std::free(block); }
  };
  std::unique_ptr<void, Free> end_;  // behind them: what is free at the end of a heap goes back to the system
};

}  // namespace hammock
