// SPDX-License-Identifier: Apache-2.0
// Where every arena memory lies. It lives from the first step that names it to the last; the steps of a group of bands
// are one, and what is a band's own lies elsewhere.
//
// Up to kGreedyLimit memories: greedy by size, the largest first, each at the lowest offset that is free during its
// life. Beyond: one walk over the steps with a list of free blocks, best fit, n log n.
#include <algorithm>
#include <map>
#include <set>

#include "lowerer.h"

namespace hammock::loop {
namespace {

constexpr int64_t kAlignment = 64;
constexpr size_t kGreedyLimit = 4096;

struct Life {
  uint32_t memory;
  int64_t bytes;
  uint32_t first, last;  // steps
};

int64_t greedy(Program& program, std::vector<Life> lives) {
  std::ranges::stable_sort(lives, [](const Life& a, const Life& b) { return a.bytes > b.bytes; });
  struct Placed {
    int64_t begin, end;
    uint32_t first, last;
  };
  std::vector<Placed> placed;  // by offset
  int64_t total = 0;
  for (const Life& life : lives) {
    int64_t at = 0;
    for (const Placed& p : placed) {
      if (p.last < life.first || life.last < p.first) continue;
      if (at + life.bytes <= p.begin) break;
      at = std::max(at, p.end);
    }
    Placed mine{at, at + life.bytes, life.first, life.last};
    placed.insert(std::ranges::upper_bound(placed, at, {}, &Placed::begin), mine);
    program.memories[life.memory].arena_offset = at;
    total = std::max(total, mine.end);
  }
  return total;
}

// Free blocks by offset and by size; neighbours are merged.
class FreeBlocks {
 public:
  int64_t take(int64_t bytes) {
    auto it = by_size_.lower_bound({bytes, 0});
    if (it == by_size_.end()) {
      int64_t at = end_;
      if (!blocks_.empty() && std::prev(blocks_.end())->first + std::prev(blocks_.end())->second == end_) {
        at = std::prev(blocks_.end())->first;
        remove(at);
      }
      end_ = at + bytes;
      return at;
    }
    auto [size, at] = *it;
    remove(at);
    if (size > bytes) insert(at + bytes, size - bytes);
    return at;
  }
  void give(int64_t at, int64_t bytes) {
    auto next = blocks_.lower_bound(at);
    if (next != blocks_.end() && at + bytes == next->first) {
      bytes += next->second;
      remove(next->first);
    }
    auto after = blocks_.lower_bound(at);
    if (after != blocks_.begin()) {
      auto before = std::prev(after);
      if (before->first + before->second == at) {
        at = before->first;
        bytes += before->second;
        remove(at);
      }
    }
    insert(at, bytes);
  }
  int64_t end() const { return end_; }

 private:
  void insert(int64_t at, int64_t bytes) {
    blocks_[at] = bytes;
    by_size_.insert({bytes, at});
  }
  void remove(int64_t at) {
    by_size_.erase({blocks_[at], at});
    blocks_.erase(at);
  }
  std::map<int64_t, int64_t> blocks_;
  std::set<std::pair<int64_t, int64_t>> by_size_;
  int64_t end_ = 0;
};

int64_t walk(Program& program, std::vector<Life> lives) {
  std::ranges::stable_sort(lives, {}, &Life::first);
  FreeBlocks free;
  std::set<std::pair<uint32_t, uint32_t>> alive;  // last step, number in lives
  for (uint32_t n = 0; n < lives.size(); ++n) {
    while (!alive.empty() && alive.begin()->first < lives[n].first) {
      const Life& dead = lives[alive.begin()->second];
      free.give(program.memories[dead.memory].arena_offset, dead.bytes);
      alive.erase(alive.begin());
    }
    program.memories[lives[n].memory].arena_offset = free.take(lives[n].bytes);
    alive.insert({lives[n].last, n});
  }
  return free.end();
}

}  // namespace

void plan_memory(Program& program, std::span<const BandGroup> groups) {
  std::vector<Life> all(program.memories.size());
  for (uint32_t m = 0; m < all.size(); ++m) {
    int64_t bytes = (program.memories[m].bytes + kAlignment - 1) / kAlignment * kAlignment;
    all[m] = {m, bytes, UINT32_MAX, 0};
  }
  for (uint32_t s = 0; s < program.steps.size(); ++s) {
    for (const Argument& a : program.steps[s].args) {
      all[a.memory].first = std::min(all[a.memory].first, s);
      all[a.memory].last = s;
    }
  }
  for (const BandGroup& group : groups) {
    for (uint32_t s = group.first; s <= group.last(); ++s) {
      for (const Argument& a : program.steps[s].args) {
        all[a.memory].first = std::min(all[a.memory].first, group.first);
        all[a.memory].last = std::max(all[a.memory].last, group.last());
      }
    }
    for (const BandGroup::Own& own : group.own) all[own.memory].bytes = 0;
  }
  std::erase_if(all, [&](const Life& l) {
    return program.memories[l.memory].storage != Storage::arena || l.first == UINT32_MAX || l.bytes == 0;
  });
  int64_t sum = 0;
  for (const Life& l : all) {
    if (__builtin_add_overflow(sum, l.bytes, &sum)) {  // no machine has them
      program.arena_bytes = INT64_MAX;
      return;
    }
  }
  bool is_small = all.size() <= kGreedyLimit;
  program.arena_bytes = is_small ? greedy(program, std::move(all)) : walk(program, std::move(all));
}

}  // namespace hammock::loop
