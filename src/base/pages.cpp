// SPDX-License-Identifier: Apache-2.0
#include "hammock/base/pages.h"

#ifdef __linux__
#include <link.h>
#include <sys/mman.h>
#endif
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <vector>

#include "hammock/base/sanitizer.h"

namespace hammock {

namespace {

#ifdef __linux__
constexpr size_t kPage = size_t{1} << 12;

// The advice for the pages that lie in the block as a whole.
void advise(uintptr_t begin, size_t bytes, size_t page, int advice) {
  const uintptr_t from = (begin + page - 1) & ~(page - 1), to = (begin + bytes) & ~(page - 1);
  if (from < to) madvise(reinterpret_cast<void*>(from), to - from, advice);
}
#endif

}  // namespace

void prefer_huge_pages(void* begin, size_t bytes) {
#ifdef __linux__
  advise(reinterpret_cast<uintptr_t>(begin), bytes, static_cast<size_t>(kHugePage), MADV_HUGEPAGE);
#endif
}

void fill_pages(void* begin, size_t bytes) {
#ifdef MADV_POPULATE_WRITE
  advise(reinterpret_cast<uintptr_t>(begin), bytes, kPage, MADV_POPULATE_WRITE);
#endif
}

void map_object_of([[maybe_unused]] const void* address) {
#if defined(MADV_POPULATE_READ) && !defined(HAMMOCK_ADDRESS_SANITIZER)
  auto visit = [](dl_phdr_info* object, size_t, void* wanted) {
    const auto at = reinterpret_cast<uintptr_t>(wanted);
    bool is_it = false;
    for (int i = 0; i < object->dlpi_phnum; ++i) {
      const auto& part = object->dlpi_phdr[i];
      is_it |= part.p_type == PT_LOAD && at - object->dlpi_addr - part.p_vaddr < part.p_memsz;
    }
    for (int i = 0; is_it && i < object->dlpi_phnum; ++i) {
      const auto& part = object->dlpi_phdr[i];
      if (part.p_type != PT_LOAD) continue;
      const uintptr_t begin = object->dlpi_addr + part.p_vaddr;
      if (part.p_flags & PF_X) advise(begin, part.p_filesz, kPage, MADV_POPULATE_READ);
      advise(begin + part.p_filesz, part.p_memsz - part.p_filesz, kPage, MADV_POPULATE_WRITE);
    }
    return is_it ? 1 : 0;
  };
  dl_iterate_phdr(visit, const_cast<void*>(address));
#endif
}

void keep_freed_memory() {
#ifdef __GLIBC__
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, -1);
#endif
}

HeapAhead::HeapAhead([[maybe_unused]] size_t bytes) {
#if defined(__GLIBC__) && !defined(HAMMOCK_ADDRESS_SANITIZER)
  constexpr size_t kBlock = 96 << 10;  // from 128 KiB on they would not be in the heap
  std::vector<std::unique_ptr<void, Free>> blocks(bytes / kBlock);
  for (auto& block : blocks) block.reset(std::malloc(kBlock));
  end_.reset(std::malloc(kBlock));
  for (auto& block : blocks) {
    if (block) fill_pages(block.get(), kBlock);
  }
#endif
}

}  // namespace hammock
