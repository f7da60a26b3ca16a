// SPDX-License-Identifier: Apache-2.0
// Two mappings of one size: `memory`, which is used, and `view`, the file's pages, which nobody has touched. Giving
// back moves the view over the memory. Both begin on the page that `offset` lies in, so that bytes keep their places.
#include "hammock/runtime/file_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <map>
#include <mutex>

#include "hammock/base/pages.h"
#include "hammock/runtime/machine.h"

namespace hammock {
namespace {

struct Block {
  void* memory;
  void* view;  // null once it lies over the memory
  size_t size;
};

struct Registry {
  std::mutex mutex;
  std::map<const std::byte*, Block> blocks;  // by the address that was handed out
};
Registry& registry() {
  static Registry* all = new Registry;  // blocks of static objects outlive it otherwise
  return *all;
}

void release(std::byte* begin) {
  Registry& all = registry();
  std::lock_guard lock(all.mutex);
  const auto at = all.blocks.find(begin);
  const Block& b = at->second;
  munmap(b.memory, b.size);
  if (b.view) {
    munmap(b.view, b.size);
    count_allocated(-static_cast<int64_t>(b.size));
  }
  all.blocks.erase(at);
}

}  // namespace

std::shared_ptr<std::byte> allocate_for_file(int file, int64_t offset, int64_t bytes) {
  const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE)), shift = static_cast<size_t>(offset) % page,
             size = (shift + static_cast<size_t>(bytes) + page - 1) / page * page;
  void* view = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_NORESERVE, file,
                    static_cast<off_t>(offset) - static_cast<off_t>(shift));
  if (view == MAP_FAILED) return nullptr;
  void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    munmap(view, size);
    return nullptr;
  }
  prefer_huge_pages(memory, size);
  std::byte* begin = static_cast<std::byte*>(memory) + shift;
  Registry& all = registry();
  {
    std::lock_guard lock(all.mutex);
    all.blocks.emplace(begin, Block{memory, view, size});
  }
  count_allocated(static_cast<int64_t>(size));
  return {begin, release};
}

bool give_back_to_file(const std::byte* begin) {
  Registry& all = registry();
  std::lock_guard lock(all.mutex);
  const auto at = all.blocks.find(begin);
  if (at == all.blocks.end()) return false;
  Block& b = at->second;
  if (!b.view) return true;
  if (mremap(b.view, b.size, b.size, MREMAP_MAYMOVE | MREMAP_FIXED, b.memory) == MAP_FAILED) return false;
  b.view = nullptr;
  count_allocated(-static_cast<int64_t>(b.size));
  return true;
}

}  // namespace hammock
