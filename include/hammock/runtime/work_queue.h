// SPDX-License-Identifier: Apache-2.0
// Who takes which part of a loop. Every member has a range of its own, the same one for loops of equal length, and
// then takes what is left of the others': what it wrote in the loop before is still in its caches. Steps that are
// better done together are taken so, but only half of what a range has left: members are not equally fast, and the last
// steps even out when they end.
//
// Invariant: an item is taken once. Members may come late or not at all.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

namespace hammock {

// Chunks of so many units in even pieces, at most so many, which are the steps of a queue that takes those of a chunk
// together.
struct Pieces {
  int64_t units, size, count;  // of a chunk; of a piece; pieces of a chunk

  Pieces(int64_t of_chunk, int64_t most)
      : units(of_chunk),
        size(std::max<int64_t>(1, (of_chunk + most - 1) / most)),
        count(std::max<int64_t>(1, (of_chunk + size - 1) / size)) {}

  // The units of pieces [begin, end) of a chunk that begins with unit `first`, of `all`: none where it is the last one
  // and has no such pieces.
  struct Units {
    int64_t begin, end;
  };
  Units part(int64_t begin_piece, int64_t end_piece, int64_t first, int64_t all) const {
    const int64_t before = begin_piece / count * count, last = std::min(all, first + units);
    return {std::min(last, first + (begin_piece - before) * size), std::min(last, first + (end_piece - before) * size)};
  }
};

class WorkQueue {
 public:
  explicit WorkQueue(int members) : next_(static_cast<size_t>(members)) {}

  struct Items {
    int64_t begin, end;
  };

  // [0, count) in steps of `grain`, of which as many are taken at once as are left up to a multiple of `together`.
  // Nobody may be taking.
  void fill(int64_t count, int64_t grain, int64_t together = 1) {
    count_ = count;
    grain_ = grain;
    together_ = together;
    for (size_t i = 0; i < next_.size(); ++i) next_[i].store(first(i), std::memory_order_relaxed);
  }

  std::optional<Items> take(int member) {
    const size_t size = next_.size();
    for (size_t i = 0, of = static_cast<size_t>(member); i < size; ++i, of = of + 1 == size ? 0 : of + 1) {
      const int64_t end = first(of + 1);
      for (int64_t step = next_[of].load(std::memory_order_relaxed); step < end;) {
        const int64_t after = step + std::min(together_ - step % together_, std::max<int64_t>(1, (end - step) / 2));
        if (next_[of].compare_exchange_weak(step, after, std::memory_order_relaxed))
          return Items{step * grain_, std::min(after * grain_, count_)};
      }
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

  int64_t count_ = 0, grain_ = 1, together_ = 1;
  std::vector<std::atomic<int64_t>> next_;  // side by side: each loop writes and reads all of them
};

}  // namespace hammock
