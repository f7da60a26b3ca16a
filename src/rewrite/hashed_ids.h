// SPDX-License-Identifier: Apache-2.0
// Ids by hash, where ids come and go: open addressing, and what stands behind one that goes moves up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace hammock {

class HashedIds {
 public:
  static constexpr uint32_t kNone = 0xffffffffu;

  void insert(uint64_t hash, uint32_t id) {
    if (2 * ++used_ > slots_.size()) grow();
    put({hash, id});
  }
  // The first of this hash that `fits`, or none.
  template <class Fits>
  uint32_t find(uint64_t hash, Fits&& fits) const {
    for (size_t i = home(hash); !slots_.empty() && slots_[i].id != kNone; i = next(i)) {
      if (slots_[i].hash == hash && fits(slots_[i].id)) return slots_[i].id;
    }
    return kNone;
  }
  void erase(uint64_t hash, uint32_t id) {
    size_t hole = home(hash);
    while (slots_[hole].hash != hash || slots_[hole].id != id) hole = next(hole);
    --used_;
    for (size_t i = next(hole); slots_[i].id != kNone; i = next(i)) {
      // It may stand anywhere from its home on: the hole takes it unless its home lies behind the hole.
      if (((i - home(slots_[i].hash)) & mask_) < ((i - hole) & mask_)) continue;
      slots_[hole] = slots_[i];
      hole = i;
    }
    slots_[hole].id = kNone;
  }

 private:
  struct Slot {
    uint64_t hash = 0;
    uint32_t id = kNone;
  };
  size_t home(uint64_t hash) const { return (hash * 0x9e3779b97f4a7c15ull >> 20) & mask_; }
  size_t next(size_t i) const { return (i + 1) & mask_; }
  void put(const Slot& slot) {
    size_t i = home(slot.hash);
    while (slots_[i].id != kNone) i = next(i);
    slots_[i] = slot;
  }
  void grow() {
    std::vector<Slot> old(slots_.empty() ? 64 : 2 * slots_.size());
    std::swap(old, slots_);
    mask_ = slots_.size() - 1;
    for (const Slot& slot : old) {
      if (slot.id != kNone) put(slot);
    }
  }

  std::vector<Slot> slots_;
  size_t mask_ = 0, used_ = 0;
};

}  // namespace hammock
