// SPDX-License-Identifier: Apache-2.0
// Who takes which part of a loop. Every member has a range of its own, the same one for loops of equal length, and
// then takes what is left of the others': what it wrote in the loop before is still in its caches.
//
// Invariant: an item is taken once. Members may come late or not at all.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

namespace hammock {

class WorkQueue {
 public:
  explicit WorkQueue(int members) : next_(static_cast<size_t>(members)) {}

  struct Items {
    int64_t begin, end;
  };

  // [0, count) in steps of `grain`. Nobody may be taking.
  void fill(int64_t count, int64_t grain) {
    count_ = count;
    grain_ = grain;
    for (size_t i = 0; i < next_.size(); ++i) next_[i].store(first(i), std::memory_order_relaxed);
  }

  std::optional<Items> take(int member) {
    const size_t size = next_.size();
    for (size_t i = 0, of = static_cast<size_t>(member); i < size; ++i, of = of + 1 == size ? 0 : of + 1) {
      const int64_t end = first(of + 1);
      if (next_[of].load(std::memory_order_relaxed) >= end) continue;
      const int64_t step = next_[of].fetch_add(1, std::memory_order_relaxed);
      if (step < end) return Items{step * grain_, std::min((step + 1) * grain_, count_)};
    }
    return std::nullopt;
  }

  // The first of so many steps that the member has; those at the front have one more.
  static int64_t first_step(int64_t steps, int64_t members, int64_t member) {
    return member * (steps / members) + std::min(member, steps % members);
  }

 private:
  int64_t first(size_t member) const {
    return first_step((count_ + grain_ - 1) / grain_, static_cast<int64_t>(next_.size()), static_cast<int64_t>(member));
  }

  int64_t count_ = 0, grain_ = 1;
  std::vector<std::atomic<int64_t>> next_;  // side by side: each loop writes and reads all of them
};

}  // namespace hammock
