// SPDX-License-Identifier: Apache-2.0
// Elements are searched sixteen at a time where bounds ascend, so that their loads wait together.
#include "hammock/runtime/bucketize.h"

#include <algorithm>
#include <array>

#include "hammock/base/element.h"

namespace hammock {
namespace {

constexpr int64_t kGrain = 4096, kTogether = 16;

// Whether a bound stands before the element.
template <bool right, class Common>
bool is_before(Common bound, Common value) {
  return right ? !(value < bound) : bound < value;
}

// By the steps of a search for the first bound that is not before the element.
template <bool right, class Common, class B>
int64_t by_halves(Common value, const B* bounds, int64_t count) {
  int64_t first = 0;
  while (count > 0) {
    const int64_t half = count / 2;
    const bool moves = is_before<right>(static_cast<Common>(bounds[first + half]), value);
    first = moves ? first + half + 1 : first;
    count = moves ? count - half - 1 : half;
  }
  return first;
}

template <class Common>
using Together = std::array<Common, kTogether>;
using Places = std::array<int64_t, kTogether>;

// The same where bounds ascend: the elements take their steps together, none of which is a jump.
template <bool right, class Common, class B>
void search(const Together<Common>& value, const B* bounds, int64_t bound_count, Places& first) {
  first.fill(0);
  int64_t left = bound_count;
  for (; left > 1; left -= left / 2) {
    const int64_t half = left / 2;
    for (size_t i = 0; i < first.size(); ++i) {
      const auto bound = static_cast<Common>(bounds[first[i] + half - 1]);
      first[i] += -static_cast<int64_t>(is_before<right>(bound, value[i])) & half;
    }
  }
  for (size_t i = 0; left == 1 && i < first.size(); ++i)
    first[i] += is_before<right>(static_cast<Common>(bounds[first[i]]), value[i]);
}

template <bool right, class Common, class B>
void find(const Together<Common>& value, const B* bounds, int64_t bound_count, bool is_rising, Places& first) {
  if (is_rising) return search<right>(value, bounds, bound_count, first);
  for (size_t i = 0; i < first.size(); ++i) first[i] = by_halves<right>(value[i], bounds, bound_count);
}

// Elements [begin, begin + count) as what they are compared as.
template <class X, class Common>
void load_as(const void* x, int64_t begin, int64_t count, Together<Common>& to) {
  const X* from = static_cast<const X*>(x) + begin;
  for (int64_t i = 0; i < count; ++i) to[static_cast<size_t>(i)] = static_cast<Common>(from[i]);
}

template <class Common, class B>
bool ascend(const B* bounds, int64_t count) {
  for (int64_t i = 0; i + 1 < count; ++i) {
    if (!(static_cast<Common>(bounds[i]) <= static_cast<Common>(bounds[i + 1]))) return false;
  }
  return count != 1 || bounds[0] == bounds[0];
}

template <class F>
bool for_number(DType dtype, F&& f) {
  if (dtype == DType::unsigned_integer(64)) return false;
  return for_element(dtype, f);
}

template <class Common>
void bucketize_as(const Bucketize& b, const void* x, const void* bounds, void* out, ThreadPool& pool) {
  void (*load)(const void*, int64_t, int64_t, Together<Common>&) = nullptr;
  for_number(b.dtype, [&]<class X>(Tag<X>) { load = &load_as<X, Common>; });
  for_number(b.bound, [&]<class B>(Tag<B>) {
    if constexpr (std::is_same_v<Common, double> || !kIsFloat<B>) {
      const B* of = static_cast<const B*>(bounds);
      const bool is_rising = ascend<Common>(of, b.bounds);
      pool.parallel_for(b.elements, kGrain, [&](int64_t begin, int64_t end, int) {
        Together<Common> value{};
        Places first;
        for (int64_t at = begin; at < end; at += kTogether) {
          const int64_t count = std::min(kTogether, end - at);
          load(x, at, count, value);
          if (b.right) find<true>(value, of, b.bounds, is_rising, first);
          else find<false>(value, of, b.bounds, is_rising, first);
          if (b.out == kInt32) std::copy_n(first.begin(), count, static_cast<int32_t*>(out) + at);
          else std::copy_n(first.begin(), count, static_cast<int64_t*>(out) + at);
        }
      });
    }
  });
}

}  // namespace

bool can_bucketize(const Bucketize& b) {
  const auto is_known = [](DType d) { return for_number(d, [](auto) {}); };
  return (b.out == kInt32 || b.out == kInt64) && is_known(b.dtype) && is_known(b.bound);
}

void bucketize(const Bucketize& b, const void* x, const void* bounds, void* out, ThreadPool& pool) {
  if (b.dtype.is_any_float() || b.bound.is_any_float()) bucketize_as<double>(b, x, bounds, out, pool);
  else bucketize_as<int64_t>(b, x, bounds, out, pool);
}

}  // namespace hammock
