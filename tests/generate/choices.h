// SPDX-License-Identifier: Apache-2.0
// Where a generator's decisions come from: a seed, or the bytes of a fuzzer.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "hammock/base/hash.h"

namespace hammock::generate {

class Choices {
 public:
  explicit Choices(uint64_t seed) : state_(hash_mix(0x67656e6572617465ull, seed)), is_random_(true) {}
  // One byte for most decisions; without any left every decision is the first alternative, and is_over() says so.
  explicit Choices(std::span<const uint8_t> bytes) : bytes_(bytes) {}

  // [0, n); n is at least 1.
  uint32_t below(uint32_t n) {
    if (n <= 1) return 0;
    if (is_random_) {
      state_ += 0x9e3779b97f4a7c15ull;
      return static_cast<uint32_t>((hash_mix(state_, 0x5bd1e995) >> 20) % n);
    }
    uint32_t value = next_byte();
    if (n > 256) value = value << 8 | next_byte();
    return value % n;
  }
  int64_t between(int64_t low, int64_t high) { return low + below(static_cast<uint32_t>(high - low + 1)); }
  // False when the bytes are used up.
  bool chance(uint32_t percent) { return below(100) >= 100 - percent; }
  template <class Container>
  const auto& pick(const Container& all) {
    return all[below(static_cast<uint32_t>(all.size()))];
  }
  // All 64 bits.
  uint64_t bits() {
    return uint64_t{below(1u << 22)} << 42 ^ uint64_t { below(1u << 22) } << 21 ^ below(1u << 22);
  }
  template <class Container>
  void shuffle(Container& all) {
    for (size_t i = all.size(); i > 1; --i) std::swap(all[i - 1], all[below(static_cast<uint32_t>(i))]);
  }
  bool is_over() const { return !is_random_ && at_ >= bytes_.size(); }

 private:
  uint32_t next_byte() { return at_ < bytes_.size() ? bytes_[at_++] : 0; }

  uint64_t state_ = 0;
  bool is_random_ = false;
  std::span<const uint8_t> bytes_;
  size_t at_ = 0;
};

}  // namespace hammock::generate
