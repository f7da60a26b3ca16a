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

// The same where bounds ascend: the elements take their steps together, none of which is a jump.
template <bool right, class Common, class X, class B>
void search(const X* x, int64_t count, const B* bounds, int64_t bound_count, std::array<int64_t, kTogether>& first) {
  std::array<Common, kTogether> value{};
  for (int64_t i = 0; i < count; ++i) value[i] = static_cast<Common>(x[i]);
  first.fill(0);
  int64_t left = bound_count;
  for (; left > 1; left -= left / 2) {
    const int64_t half = left / 2;
    for (int64_t i = 0; i < kTogether; ++i) {
      const auto bound = static_cast<Common>(bounds[first[i] + half - 1]);
      first[i] += -static_cast<int64_t>(is_before<right>(bound, value[i])) & half;
    }
  }
  for (int64_t i = 0; left == 1 && i < kTogether; ++i)
    first[i] += is_before<right>(static_cast<Common>(bounds[first[i]]), value[i]);
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

}  // namespace

bool can_bucketize(const Bucketize& b) {
  const auto is_known = [](DType d) { return for_number(d, [](auto) {}); };
  return (b.out == kInt32 || b.out == kInt64) && is_known(b.dtype) && is_known(b.bound);
}

void bucketize(const Bucketize& b, const void* x, const void* bounds, void* out, ThreadPool& pool) {
  for_number(b.dtype, [&]<class X>(Tag<X>) {
    for_number(b.bound, [&]<class B>(Tag<B>) {
      using Common = std::conditional_t<kIsFloat<X> || kIsFloat<B>, double, int64_t>;
      const B* of = static_cast<const B*>(bounds);
      const bool is_rising = ascend<Common>(of, b.bounds);
      pool.parallel_for(b.elements, kGrain, [&](int64_t begin, int64_t end, int) {
        std::array<int64_t, kTogether> first;
        for (int64_t at = begin; at < end; at += kTogether) {
          const int64_t count = std::min(kTogether, end - at);
          const X* from = static_cast<const X*>(x) + at;
          for (int64_t i = 0; !is_rising && i < count; ++i) {
            const auto value = static_cast<Common>(from[i]);
            first[i] = b.right ? by_halves<true>(value, of, b.bounds) : by_halves<false>(value, of, b.bounds);
          }
          if (is_rising && b.right) search<true, Common>(from, count, of, b.bounds, first);
          if (is_rising && !b.right) search<false, Common>(from, count, of, b.bounds, first);
          if (b.out == kInt32) std::copy_n(first.begin(), count, static_cast<int32_t*>(out) + at);
          else std::copy_n(first.begin(), count, static_cast<int64_t*>(out) + at);
        }
      });
    });
  });
}

}  // namespace hammock
