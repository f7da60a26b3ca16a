// SPDX-License-Identifier: Apache-2.0
// Fills, counter-based: the random bits of element i are SplitMix64 (Steele, Lea, Flood 2014) of the seed's key and i,
// so that threads share no state and the result does not depend on how the elements are dealt out.
//
// Normal numbers are Box and Muller's pairs. Logarithm, sine and cosine are polynomials over plain sums and products
// here, because those of the C library differ between machines in the last place; no contraction into fused operations
// may happen in this file (see CMakeLists.txt). They are within a few units of the last place of float64.
#include "fill.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <thread>
#include <vector>

#include "hammock/base/check.h"
#include "hammock/base/element.h"
#include "hammock/runtime/thread_pool.h"

namespace hammock {
namespace {

constexpr int64_t kBlock = 256;                   // numbers made at a time
constexpr int64_t kPerThread = INT64_C(1) << 20;  // elements that are worth a thread

uint64_t split_mix(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}
uint64_t random_bits(uint64_t key, uint64_t counter) { return split_mix(key + (counter + 1) * 0x9e3779b97f4a7c15ull); }

// (0, 1]: its logarithm exists.
double open_unit(uint64_t bits) { return (static_cast<double>(static_cast<int64_t>(bits >> 11)) + 1.0) * 0x1p-53; }
double half_open_unit(uint64_t bits) { return static_cast<double>(static_cast<int64_t>(bits >> 11)) * 0x1p-53; }

// Of a number in (0, 1]: x = 2^e m with m in [1/sqrt 2, sqrt 2), log m = 2 artanh((m - 1) / (m + 1)).
double logarithm(double x) {
  auto bits = __builtin_bit_cast(uint64_t, x);
  double exponent = static_cast<double>(static_cast<int32_t>(bits >> 52)) - 1023.0;
  double m = __builtin_bit_cast(double, (bits & 0xfffffffffffffull) | 0x3ff0000000000000ull);
  bool is_high = m > 1.4142135623730951;
  m = is_high ? m * 0.5 : m;
  exponent = is_high ? exponent + 1.0 : exponent;
  double s = (m - 1.0) / (m + 1.0), t = s * s;
  double series = 1.0 / 19;
  for (int k = 17; k >= 1; k -= 2) series = series * t + 1.0 / k;
  return exponent * 0.6931471805599453 + 2.0 * s * series;
}

// Of an angle in [-pi/4, pi/4].
void sine_cosine(double x, double& sine, double& cosine) {
  double t = x * x;
  sine =
      x * (1 + t * (-1.0 / 6 +
                    t * (1.0 / 120 +
                         t * (-1.0 / 5040 + t * (1.0 / 362880 + t * (-1.0 / 39916800 +
                                                                     t * (1.0 / 6227020800 - t / 1307674368000.0)))))));
  cosine =
      1 + t * (-1.0 / 2 +
               t * (1.0 / 24 + t * (-1.0 / 720 + t * (1.0 / 40320 + t * (-1.0 / 3628800 +
                                                                         t * (1.0 / 479001600 - t / 87178291200.0))))));
}

// Numbers 2p and 2p + 1 for the pairs from `begin` (even) on.
void normal_block(uint64_t key, int64_t begin, int64_t count, double* out) {
  int64_t pairs = (count + 1) / 2;
  double radius[kBlock / 2], sine[kBlock / 2], cosine[kBlock / 2];
  uint64_t first[kBlock / 2], second[kBlock / 2];
  for (int64_t p = 0; p < pairs; ++p) {
    first[p] = random_bits(key, static_cast<uint64_t>(begin + 2 * p));
    second[p] = random_bits(key, static_cast<uint64_t>(begin + 2 * p + 1));
  }
  for (int64_t p = 0; p < pairs; ++p) radius[p] = std::sqrt(-2.0 * logarithm(open_unit(first[p])));
  for (int64_t p = 0; p < pairs; ++p) {
    // The top two bits choose the quadrant, the others the angle within it.
    double turn = half_open_unit(second[p] << 2) - 0.5;
    sine_cosine(turn * 1.5707963267948966, sine[p], cosine[p]);
  }
  for (int64_t p = 0; p < pairs; ++p) {
    bool swapped = second[p] >> 63, negative = second[p] >> 62 & 1;
    double x = swapped ? sine[p] : cosine[p], y = swapped ? -cosine[p] : sine[p];
    double r = negative ? -radius[p] : radius[p];
    out[2 * p] = r * x;
    out[2 * p + 1] = r * y;
  }
}

void random_block(const RandomFill& fill, uint64_t key, int64_t begin, int64_t count, double* out) {
  switch (fill.kind) {
    case RandomFill::Kind::normal:
      normal_block(key, begin, count, out);
      for (int64_t i = 0; i < count; ++i) out[i] = fill.mean + fill.deviation * out[i];
      return;
    case RandomFill::Kind::uniform:
      for (int64_t i = 0; i < count; ++i) out[i] = half_open_unit(random_bits(key, static_cast<uint64_t>(begin + i)));
      for (int64_t i = 0; i < count; ++i) out[i] = fill.low + (fill.high - fill.low) * out[i];
      return;
    case RandomFill::Kind::integer: {
      auto range = static_cast<uint64_t>(fill.high - fill.low);
      for (int64_t i = 0; i < count; ++i) {
        unsigned __int128 product =
            static_cast<unsigned __int128>(random_bits(key, static_cast<uint64_t>(begin + i))) * range;
        out[i] = fill.low + static_cast<double>(static_cast<uint64_t>(product >> 64));
      }
      return;
    }
  }
}

// `threshold`: what a bool must exceed (a normal number) or reach.
void store(const Tensor& t, int64_t begin, int64_t count, const double* values, double threshold) {
  const bool known = for_stored(t.dtype, [&]<class T>(Tag<T>) {
    T* to = t.as<T>() + begin;
    for (int64_t i = 0; i < count; ++i) {
      if constexpr (std::is_same_v<T, Bool>) to[i] = Bool(values[i] >= threshold);
      else if constexpr (kIsInteger<T>) to[i] = saturated<T>(values[i]);
      else if constexpr (sizeof(T) < 4) to[i] = T(static_cast<float>(values[i]));
      else to[i] = static_cast<T>(values[i]);
    }
  });
  HAMMOCK_CHECK(known, "fill of a tensor of dtype " + to_string(t.dtype));
}

// make(begin, count, values) writes up to kBlock numbers; blocks are independent.
template <class Make>
void fill_blocks(const Tensor& t, double threshold, Make make) {
  int64_t total = t.elements();
  auto run = [&](int64_t begin, int64_t end) {
    double values[kBlock];
    for (int64_t i = begin; i < end; i += kBlock) {
      int64_t count = std::min(kBlock, end - i);
      make(i, count, values);
      store(t, i, count, values, threshold);
    }
  };
  int64_t threads = std::clamp<int64_t>(total / kPerThread, 1, usable_cores());
  int64_t share = (total / threads + kBlock) / kBlock * kBlock;
  std::vector<std::thread> team;
  for (int64_t begin = share; begin < total; begin += share)
    team.emplace_back(run, begin, std::min(begin + share, total));
  run(0, std::min(share, total));
  for (std::thread& thread : team) thread.join();
}

}  // namespace

void fill_value(const Tensor& t, double value) {
  double threshold = value != 0 ? value : 1;  // bool: any number but 0 is true
  fill_blocks(t, threshold, [&](int64_t, int64_t count, double* out) { std::fill(out, out + count, value); });
}

void fill_iota(const Tensor& t) {
  bool wraps = t.dtype.is_integral() && t.dtype.bits < 32;
  int64_t period = wraps ? INT64_C(1) << t.dtype.bits : std::numeric_limits<int64_t>::max();
  int64_t first = t.dtype.is_integer() && wraps ? period / 2 : 0;  // int8 goes on at -128 after 127
  fill_blocks(t, 1, [&](int64_t begin, int64_t count, double* out) {
    for (int64_t i = 0; i < count; ++i)
      out[i] = static_cast<double>(wraps ? (begin + i + first) % period - first : begin + i);
  });
}

void fill_random(const Tensor& t, const RandomFill& fill) {
  uint64_t key = split_mix(fill.seed + 0x9e3779b97f4a7c15ull) ^ (fill.stream ? split_mix(fill.stream) : 0);
  double threshold = fill.kind == RandomFill::Kind::normal    ? fill.mean
                     : fill.kind == RandomFill::Kind::uniform ? (fill.low + fill.high) / 2
                                                              : 1;
  fill_blocks(t, threshold,
              [&](int64_t begin, int64_t count, double* out) { random_block(fill, key, begin, count, out); });
}

}  // namespace hammock
