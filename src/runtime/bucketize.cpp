// SPDX-License-Identifier: Apache-2.0
// Elements are searched sixteen at a time, so that their loads wait together.
#include "hammock/runtime/bucketize.h"

#include <algorithm>
#include <array>

#include "hammock/base/element.h"

namespace hammock {
namespace {

constexpr int64_t kGrain = 4096, kTogether = 16;

// By the steps of a search for the first bound that is not before the element.
template <bool right, class Common, class X, class B>
void search(const X* x, int64_t count, const B* bounds, int64_t bound_count, std::array<int64_t, kTogether>& first) {
  std::array<Common, kTogether> value;
  std::array<int64_t, kTogether> length;
  for (int64_t i = 0; i < count; ++i) {
    value[i] = static_cast<Common>(x[i]);
    first[i] = 0;
    length[i] = bound_count;
  }
  for (int64_t left = bound_count; left > 0; left /= 2) {
    for (int64_t i = 0; i < count; ++i) {
      const int64_t half = length[i] / 2, middle = std::min(first[i] + half, bound_count - 1);
      const auto bound = static_cast<Common>(bounds[middle]);
      const bool is_before = right ? !(value[i] < bound) : bound < value[i];
      const bool moves = bool(int(is_before) & int(length[i] > 0));
      first[i] = moves ? first[i] + half + 1 : first[i];
      length[i] = moves ? length[i] - half - 1 : half;
    }
  }
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
      pool.parallel_for(b.elements, kGrain, [&](int64_t begin, int64_t end, int) {
        std::array<int64_t, kTogether> first;
        for (int64_t at = begin; at < end; at += kTogether) {
          const int64_t count = std::min(kTogether, end - at);
          const X* from = static_cast<const X*>(x) + at;
          const B* of = static_cast<const B*>(bounds);
          if (b.right) search<true, Common>(from, count, of, b.bounds, first);
          else search<false, Common>(from, count, of, b.bounds, first);
          if (b.out == kInt32) std::copy_n(first.begin(), count, static_cast<int32_t*>(out) + at);
          else std::copy_n(first.begin(), count, static_cast<int64_t*>(out) + at);
        }
      });
    });
  });
}

}  // namespace hammock
