// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "compiled_kernel.h"
#include "hammock/base/pages.h"
#include "hammock/runtime/guard.h"
#include "hammock/runtime/tensor.h"

namespace hammock::jit {

namespace {

// A kernel goes over all of a member's memory, which takes more entries of the page table than the processor keeps,
// unless the pages are huge.
int64_t with_huge_pages(int64_t bytes) {
  return bytes < kHugePage / 8 ? bytes : (bytes + kHugePage - 1) / kHugePage * kHugePage;
}

}  // namespace

bool Scratch::reserve(int members, int64_t member_bytes, int64_t shared_bytes) {
  if (member_bytes > member_bytes_ || static_cast<size_t>(members) > blocks_.size()) {
    member_bytes_ = std::max(with_huge_pages(member_bytes), member_bytes_);
    blocks_.clear();
    for (int i = 0; i < members; ++i) blocks_.push_back(allocate_bytes(member_bytes_));
  }
  if (shared_bytes > shared_bytes_) {
    shared_bytes_ = with_huge_pages(shared_bytes);
    shared_.reset();
    shared_ = allocate_bytes(shared_bytes_);
  }
  return std::ranges::all_of(blocks_, [](const auto& block) { return block != nullptr; }) &&
         (shared_bytes_ == 0 || shared_);
}

void Scratch::fit(int64_t member_bytes, int64_t shared_bytes) {
  member_offset_ = member_bytes_ - member_bytes;
  shared_offset_ = shared_bytes_ - shared_bytes;
  for (const auto& block : blocks_) {
    poison(block.get(), member_bytes_);
    guard_block(block.get(), "a thread's scratch memory");
  }
  poison(shared_.get(), shared_bytes_);
  guard_block(shared_.get(), "the threads' shared memory");
}

int64_t Scratch::bytes() const { return static_cast<int64_t>(blocks_.size()) * member_bytes_ + shared_bytes_; }

}  // namespace hammock::jit
