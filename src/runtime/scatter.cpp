// SPDX-License-Identifier: Apache-2.0
#include "hammock/runtime/scatter.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <type_traits>

#include "hammock/base/element.h"
#include "rounding.h"

namespace hammock {
namespace {

constexpr int64_t kPiece = 64 << 10;  // bytes to copy, elements to update: worth a hand-over to another thread
constexpr int64_t kColumns = 64;      // neighbours that a thread takes at least

void copy(const void* from, int64_t bytes, void* to, ThreadPool& pool) {
  pool.parallel_for(bytes, kPiece, [&](int64_t begin, int64_t end, int) {
    std::memcpy(static_cast<std::byte*>(to) + begin, static_cast<const std::byte*>(from) + begin,
                static_cast<size_t>(end - begin));
  });
}

template <class I>
int64_t from_front(I index, int64_t extent) {
  const auto wide = static_cast<int64_t>(index);
  if constexpr (std::is_signed_v<I>) return wide + (wide < 0 ? extent : 0);
  else return wide;
}

// Integers wrap.
template <Update how, class T>
T updated(T old, T update) {
  if constexpr (how == Update::replace) {
    return update;
  } else if constexpr (how == Update::least) {
    return old < update ? old : update;
  } else if constexpr (how == Update::most) {
    return old > update ? old : update;
  } else if constexpr (std::is_integral_v<T>) {
    const auto a = static_cast<uint64_t>(old), b = static_cast<uint64_t>(update);
    return static_cast<T>(how == Update::add ? a + b : a * b);
  } else {
    return how == Update::add ? old + update : old * update;
  }
}

template <Update how>
struct How {
  static constexpr Update value = how;
};

// f(Tag of the element, How) where there is such an update. What is replaced is bytes.
template <class F>
bool for_update(DType dtype, Update how, F&& f) {
  if (how == Update::replace) {
    const How<Update::replace> replace;
    switch (dtype.bytes()) {
      case 1: return f(Tag<uint8_t>{}, replace), true;
      case 2: return f(Tag<uint16_t>{}, replace), true;
      case 4: return f(Tag<uint32_t>{}, replace), true;
      case 8: return f(Tag<uint64_t>{}, replace), true;
      default: return false;
    }
  }
  auto typed = [&](auto tag) {
    switch (how) {
      case Update::add: f(tag, How<Update::add>{}); break;
      case Update::multiply: f(tag, How<Update::multiply>{}); break;
      case Update::least: f(tag, How<Update::least>{}); break;
      default: f(tag, How<Update::most>{});
    }
  };
  if (dtype == kFloat32) return typed(Tag<float>{}), true;
  if (dtype == kFloat64) return typed(Tag<double>{}), true;
  return for_integer(dtype, typed);
}

// `inner` divided among threads: f(first column, columns behind it) for parts.
template <class F>
void each_columns(int64_t inner, int64_t work, ThreadPool& pool, F&& f) {
  const bool is_worth = work >= kPiece && inner >= 2 * kColumns;
  const int64_t grain = is_worth ? std::max(kColumns, ceil_div(inner, 4 * pool.size())) : inner;
  pool.parallel_for(inner, grain, [&](int64_t begin, int64_t end, int) { f(begin, end); });
}

}  // namespace

bool can_scatter(DType dtype, DType index, Update how) {
  return for_integer(index, [](auto) {}) && for_update(dtype, how, [](auto, auto) {});
}

void scatter(const ElementScatter& s, const void* x, const void* indices, const void* updates, void* out,
             ThreadPool& pool) {
  copy(x, s.outer * s.length * s.inner * s.dtype.bytes(), out, pool);
  const int64_t line = s.count * s.inner;
  if (s.outer * line == 0) return;
  for_update(s.dtype, s.how, [&]<class T, class H>(Tag<T>, H) {
    for_integer(s.index, [&]<class I>(Tag<I>) {
      auto update = [&](int64_t o, int64_t begin, int64_t end) {
        T* to = static_cast<T*>(out) + o * s.length * s.inner;
        for (int64_t k = 0; k < s.count; ++k) {
          const I* index = static_cast<const I*>(indices) + o * line + k * s.inner;
          const T* from = static_cast<const T*>(updates) + o * line + k * s.inner;
          for (int64_t i = begin; i < end; ++i) {
            T& at = to[from_front(index[i], s.length) * s.inner + i];
            at = updated<H::value>(at, from[i]);
          }
        }
      };
      if (s.outer >= pool.size()) {
        pool.parallel_for(s.outer, std::max<int64_t>(1, kPiece / line), [&](int64_t begin, int64_t end, int) {
          for (int64_t o = begin; o < end; ++o) update(o, 0, s.inner);
        });
        return;
      }
      for (int64_t o = 0; o < s.outer; ++o)
        each_columns(s.inner, line, pool, [&](int64_t begin, int64_t end) { update(o, begin, end); });
    });
  });
}

void scatter(const RowScatter& s, const void* x, const std::vector<const void*>& indices, const void* updates,
             void* out, ThreadPool& pool) {
  int64_t elements = s.inner;
  for (int64_t extent : s.extents) elements *= extent;
  copy(x, elements * s.dtype.bytes(), out, pool);
  if (s.rows * s.inner == 0) return;
  for_update(s.dtype, s.how, [&]<class T, class H>(Tag<T>, H) {
    for_integer(s.index, [&]<class I>(Tag<I>) {
      // What does not change is in variables of the loop's own: a byte that is written might be any of it.
      const auto update_rows = [&s, out, updates](int64_t begin, int64_t end, auto place_of) {
        const T* from = static_cast<const T*>(updates);
        T* const to = static_cast<T*>(out);
        for (int64_t r = 0, rows = s.rows, inner = s.inner; r < rows; ++r, from += inner) {
          T* at = to + place_of(r) * inner;
          if (inner == 1) at[0] = updated<H::value>(at[0], from[0]);  // sooner than a loop has begun
          else
            for (int64_t i = begin; i < end; ++i) at[i] = updated<H::value>(at[i], from[i]);
        }
      };
      each_columns(s.inner, s.rows * s.inner, pool, [&](int64_t begin, int64_t end) {
        if (s.extents.size() == 1) {
          return update_rows(
              begin, end, [index = static_cast<const I*>(indices[0]), step = s.step, extent = s.extents[0]](int64_t r) {
                return from_front(index[r * step], extent);
              });
        }
        update_rows(begin, end, [&](int64_t r) {
          int64_t place = 0;
          for (size_t k = 0; k < s.extents.size(); ++k)
            place = place * s.extents[k] + from_front(static_cast<const I*>(indices[k])[r * s.step], s.extents[k]);
          return place;
        });
      });
    });
  });
}

}  // namespace hammock
