// SPDX-License-Identifier: Apache-2.0
// Sorting of elements by unsigned keys, digit by digit from the lowest one, so that equal keys keep their order.
// Digits that are the same in all elements cost a count and no pass.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "hammock/runtime/thread_pool.h"
#include "hammock/runtime/work_queue.h"

namespace hammock {

// What is sorted: a key and the place where it stood; keys of 32 bits and less share one number with it.
struct NarrowEntry {
  using Key = uint32_t;
  uint64_t both;
  static NarrowEntry of(uint64_t key, uint32_t place) { return {key << 32 | place}; }
  uint32_t key() const { return static_cast<uint32_t>(both >> 32); }
  uint32_t place() const { return static_cast<uint32_t>(both); }
  friend bool operator<(NarrowEntry a, NarrowEntry b) { return a.both < b.both; }
};
struct WideEntry {
  using Key = uint64_t;
  uint64_t bits;
  uint32_t at;
  static WideEntry of(uint64_t key, uint32_t place) { return {key, place}; }
  uint64_t key() const { return bits; }
  uint32_t place() const { return at; }
  friend bool operator<(const WideEntry& a, const WideEntry& b) {
    return a.bits != b.bits ? a.bits < b.bits : a.at < b.at;
  }
};
// A key that needs no place: equal ones are the same.
template <class Bits>
struct BareKey {
  using Key = Bits;
  Bits bits;
  static BareKey of(uint64_t key, uint32_t) { return {static_cast<Bits>(key)}; }
  Bits key() const { return bits; }
  friend bool operator<(BareKey a, BareKey b) { return a.bits < b.bits; }
};

inline constexpr int kMostDigits = 8;

// The digits of keys of so many bits.
struct Digits {
  int width, count;
  Digits(int key_bits, int width) : width(width), count((key_bits + width - 1) / width) {}
  int64_t values() const { return int64_t{1} << width; }
  template <class E>
  uint32_t of(const E& e, int digit) const {
    return static_cast<uint32_t>(e.key() >> (digit * width)) & static_cast<uint32_t>(values() - 1);
  }
};

// Where the sorted elements are: `from` or `other`, which has as much room.
template <class E>
E* radix_sort(E* from, E* other, int64_t count, int key_bits) {
  constexpr int64_t kLong = 4096;  // elements for which long digits pay for their counts
  const Digits digits(key_bits, key_bits > 16 && count >= kLong ? 11 : 8);
  std::array<std::array<uint32_t, 2048>, kMostDigits> counts;
  for (int d = 0; d < digits.count; ++d) std::fill_n(counts[d].begin(), digits.values(), 0);
  for (int64_t i = 0; i < count; ++i) {
    for (int d = 0; d < digits.count; ++d) ++counts[d][digits.of(from[i], d)];
  }
  for (int d = 0; d < digits.count; ++d) {
    auto& next = counts[d];
    if (next[digits.of(from[0], d)] == count) continue;
    uint32_t sum = 0;
    for (int64_t v = 0; v < digits.values(); ++v) sum += std::exchange(next[v], sum);
    for (int64_t i = 0; i < count; ++i) other[next[digits.of(from[i], d)]++] = from[i];
    std::swap(from, other);
  }
  return from;
}

// The same of many elements by all threads: each piece counts its digits, and knows then where they go.
class SharedRadixSort {
 public:
  static constexpr int kWidth = 8;
  static constexpr int64_t kValues = 1 << kWidth, kPiece = 1 << 15, kMostPieces = 64;

  static int64_t pieces(int64_t count) { return std::clamp<int64_t>(count / kPiece, 1, kMostPieces); }
  static int64_t bytes() { return kMostPieces * kValues * static_cast<int64_t>(sizeof(uint32_t)); }

  SharedRadixSort(int64_t count, std::byte* scratch, ThreadPool& pool)
      : count_(count), pieces_(pieces(count)), counts_(reinterpret_cast<uint32_t*>(scratch)), pool_(pool) {}

  // f(begin, end) for each piece.
  template <class F>
  void each_piece(F&& f) {
    pool_.parallel_for(pieces_, 1, [&](int64_t begin, int64_t end, int) {
      for (int64_t p = begin; p < end; ++p) f(p, begin_of(p), begin_of(p + 1));
    });
  }

  template <class E>
  E* run(E* from, E* other, int key_bits) {
    const Digits digits(key_bits, kWidth);
    for (int d = 0; d < digits.count; ++d) {
      each_piece([&](int64_t p, int64_t begin, int64_t end) {
        std::array<uint32_t, kValues> counts{};
        for (int64_t i = begin; i < end; ++i) ++counts[digits.of(from[i], d)];
        std::ranges::copy(counts, counts_ + p * kValues);
      });
      if (!place()) continue;
      each_piece([&](int64_t p, int64_t begin, int64_t end) {
        std::array<uint32_t, kValues> next;
        std::copy_n(counts_ + p * kValues, kValues, next.begin());
        for (int64_t i = begin; i < end; ++i) other[next[digits.of(from[i], d)]++] = from[i];
      });
      std::swap(from, other);
    }
    return from;
  }

 private:
  int64_t begin_of(int64_t piece) const { return WorkQueue::first_step(count_, pieces_, piece); }

  // Counts become places. False: all elements have the same digit.
  bool place() {
    uint32_t sum = 0;
    for (int64_t v = 0; v < kValues; ++v) {
      const uint32_t before = sum;
      for (int64_t p = 0; p < pieces_; ++p) sum += std::exchange(counts_[p * kValues + v], sum);
      if (sum - before == count_) return false;
    }
    return true;
  }

  int64_t count_, pieces_;
  uint32_t* counts_;
  ThreadPool& pool_;
};

}  // namespace hammock
