// SPDX-License-Identifier: Apache-2.0
#include "hammock/runtime/sort.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <random>

#include "hammock/base/element.h"
#include "hammock/runtime/machine.h"

using namespace hammock;

namespace {

// Few different numbers, so that many are equal; of floats some that compare in their own way.
template <class T>
std::vector<T> some_elements(int64_t count, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<T> out;
  for (int64_t i = 0; i < count; ++i) {
    const int n = static_cast<int>(random() % 64) - (std::is_unsigned_v<T> || std::is_same_v<T, Bool> ? 0 : 32);
    out.push_back(T(n));
    if constexpr (kIsFloat<T>) {
      if (n == 3) out.back() = T(-0.0f);
      if (n == 4) out.back() = T(std::numeric_limits<float>::quiet_NaN());
      if (n == 5) out.back() = T(-std::numeric_limits<float>::infinity());
      if (n == 6) out.back() = T(std::numeric_limits<float>::infinity());
    }
  }
  return out;
}

// What runtime/sort.h says, by the library's sort.
template <class T>
std::vector<int64_t> sorted_places(const LineSort& s, const std::vector<T>& x) {
  std::vector<int64_t> out(static_cast<size_t>(s.outer * s.count * s.inner)), order(static_cast<size_t>(s.length));
  for (int64_t line = 0; line < s.outer * s.inner; ++line) {
    const int64_t o = line / s.inner, i = line % s.inner;
    auto at = [&](int64_t k) {
      if constexpr (kIsFloat<T>) return static_cast<double>(x[(o * s.length + k) * s.inner + i]);
      else return x[(o * s.length + k) * s.inner + i];
    };
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
      if constexpr (kIsFloat<T>) {
        if (std::isnan(at(a)) || std::isnan(at(b))) return !std::isnan(at(a)) && std::isnan(at(b));
      }
      return s.descending ? at(a) > at(b) : at(a) < at(b);
    });
    for (int64_t k = 0; k < s.count; ++k) out[(o * s.count + k) * s.inner + i] = order[s.first + k];
  }
  return out;
}

template <class T>
bool is_sorted_right(LineSort s, ThreadPool& pool) {
  const std::vector<T> x = some_elements<T>(s.outer * s.length * s.inner, static_cast<uint32_t>(s.length));
  const std::vector<int64_t> expected = sorted_places(s, x);
  std::vector<std::vector<std::byte>> members(static_cast<size_t>(pool.size()));
  for (auto& m : members) m.resize(static_cast<size_t>(sort_member_bytes(s)));
  std::vector<std::byte> shared(static_cast<size_t>(sort_shared_bytes(s)));
  std::vector<T> values(expected.size());
  std::vector<int64_t> places(expected.size());
  sort_lines(s, {x.data(), values.data(), places.data(), [&](int m) { return members[m].data(); }, shared.data()},
             pool);
  for (size_t at = 0; at < expected.size(); ++at) {
    const int64_t flat = static_cast<int64_t>(at), o = flat / (s.count * s.inner), i = flat % s.inner;
    const T& value = x[(o * s.length + expected[at]) * s.inner + i];
    if (s.gives_values && std::memcmp(&values[at], &value, sizeof(T)) != 0) return false;
    if (s.places == kInt64 && places[at] != expected[at]) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("lines are sorted as a stable sort sorts them, whatever way they go") {
  struct Case {
    int64_t outer, length, inner, first, count;
  };
  // Ranked, by radix of both widths, filtered, gathered, shared by all threads, one rank in the middle, nothing.
  constexpr Case kCases[] = {{3, 1, 1, 0, 1},       {5, 64, 1, 0, 3},          {2, 65, 1, 0, 65},
                             {2, 5000, 1, 0, 5000}, {2, 3000, 1, 0, 7},        {2, 90, 37, 0, 90},
                             {1, 900, 5, 0, 9},     {1, 140000, 1, 0, 140000}, {1, 140001, 1, 0, 5},
                             {2, 301, 3, 150, 1},   {1, 140000, 1, 70000, 1},  {0, 7, 1, 0, 7}};
  ThreadPool pool(2);
  for (const uint32_t instructions : {UINT32_MAX, 0u}) {
    allow_instructions(instructions);
    for (const Case& c : kCases) {
      for (const DType dtype : {kFloat32, kFloat64, kFloat16, kBfloat16, kInt8, kUint8, kInt32, kInt64, kBool}) {
        for (const bool descending : {false, true}) {
          for (const bool gives_places : {false, true}) {
            LineSort s{dtype, c.outer, c.length, c.inner, c.first, c.count, descending, true};
            if (gives_places) s.places = kInt64;
            REQUIRE(is_sortable(s));
            bool is_right = false;
            for_element(dtype, [&]<class T>(Tag<T>) { is_right = is_sorted_right<T>(s, pool); });
            INFO(to_string(dtype), " ", c.length, " x ", c.inner, ", ", c.count, " from ", c.first);
            CHECK(is_right);
          }
        }
      }
    }
  }
  allow_instructions(UINT32_MAX);
}

TEST_CASE("what has no order or too many elements is not sorted") {
  CHECK(!is_sortable({DType::make(DType::Code::e4m3, 8), 1, 4, 1, 0, 4}));
  CHECK(!is_sortable({kFloat32, 1, int64_t{1} << 33, 1, 0, 4}));
  CHECK(!is_sortable({kFloat32, 1, 4, 1, 0, 4, false, true, kInt8}));
}
