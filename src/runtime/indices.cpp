// SPDX-License-Identifier: Apache-2.0
// One sweep without a branch for each element, by all threads, says whether any index is outside; only then they are
// looked at one by one.
#include "hammock/runtime/indices.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <limits>
#include <type_traits>
#include <utility>

#include "hammock/base/check.h"
#include "hammock/base/element.h"
#include "hammock/base/storage.h"
#include "hammock/runtime/tensor.h"
#include "wide_vectors.h"

namespace hammock {
namespace {

// What is asked of each index of one position along the last dim.
struct Bounds {
  int64_t least = 0, most = -1;  // both are inside
  std::optional<int64_t> ignored;

  Bounds(const IndexRange& range, int64_t extent)
      : least(range.from_either_end ? -extent : 0), most(extent - 1 + range.is_length), ignored(range.ignored) {}
};

template <class T>
bool is_outside(T index, const Bounds& b) {
  if constexpr (std::is_signed_v<T>) {
    const auto wide = static_cast<int64_t>(index);
    return (wide < b.least) | (wide > b.most);
  } else {
    return b.most < 0 || static_cast<uint64_t>(index) > static_cast<uint64_t>(b.most);
  }
}

// Compared in the width of the indices and without a branch: what lies inside are those whose distance from the least
// is at most `room`, and a loop over them becomes one of vectors.
template <class T>
bool is_any_outside(const T* row, int64_t count, int64_t stride, const Bounds& bounds) {
  using Number = std::make_unsigned_t<T>;
  constexpr auto kLeast = std::numeric_limits<T>::min(), kMost = std::numeric_limits<T>::max();
  const T least = std::cmp_less(bounds.least, kLeast) ? kLeast : static_cast<T>(bounds.least);
  const T most = std::cmp_less(kMost, bounds.most) ? kMost : static_cast<T>(bounds.most);
  const bool is_none_inside = std::cmp_less(bounds.most, least);
  const auto room = static_cast<Number>(static_cast<Number>(most) - static_cast<Number>(least));
  Number wrong = 0;
  auto look = [&](auto step, auto is_ignored) {
    wrong = in_vectors([=]() ALWAYS_INLINE {
      Number out = 0;
      for (int64_t i = 0; i < count; ++i) {
        const T index = row[i * step];
        const auto distance = static_cast<Number>(static_cast<Number>(index) - static_cast<Number>(least));
        out |= static_cast<Number>((is_none_inside || distance > room) && !is_ignored(index) ? 1 : 0);
      }
      return out;
    });
  };
  auto look_along = [&](auto is_ignored) {
    if (stride == 1) look(std::integral_constant<int64_t, 1>(), is_ignored);
    else look(stride, is_ignored);
  };
  if (bounds.ignored && std::in_range<T>(*bounds.ignored))
    look_along([ignored = static_cast<T>(*bounds.ignored)](T index) { return index == ignored; });
  else look_along([](T) { return false; });
  return wrong != 0;
}

template <class T>
bool is_any_outside(const T* data, std::span<const int64_t> shape, std::span<const int64_t> strides,
                    const Bounds& bounds) {
  if (std::ranges::find(shape, 0) != shape.end()) return false;
  // The dims at the end that lie in one piece are one row.
  int64_t count = 1;
  size_t outer = shape.size();
  while (outer > 0 && (shape[outer - 1] == 1 || strides[outer - 1] == count)) count *= shape[--outer];
  int64_t stride = 1;
  if (count == 1 && outer > 0) {
    --outer;
    count = shape[outer];
    stride = strides[outer];
  }
  std::vector<int64_t> index(outer, 0);
  while (true) {
    int64_t offset = 0;
    for (size_t d = 0; d < outer; ++d) offset += index[d] * strides[d];
    if (is_any_outside(data + offset, count, stride, bounds)) return true;
    size_t d = outer;
    while (d > 0 && ++index[d - 1] == shape[d - 1]) index[--d] = 0;
    if (d == 0) return false;
  }
}

template <class T>
bool is_any_outside(const T* data, std::span<const int64_t> shape, std::span<const int64_t> strides,
                    const IndexRange& range) {
  if (range.extents.size() == 1) return is_any_outside(data, shape, strides, Bounds(range, range.extents[0]));
  const size_t last = shape.size() - 1;
  for (int64_t k = 0; k < shape[last]; ++k) {
    const Bounds bounds(range, range.extents[static_cast<size_t>(k)]);
    if (is_any_outside(data + k * strides[last], shape.first(last), strides.first(last), bounds)) return true;
  }
  return false;
}

// The same by all threads: the rows of the first dim that has several, but that each has its own extent.
template <class T>
bool is_any_outside(const T* data, std::span<const int64_t> shape, std::span<const int64_t> strides,
                    const IndexRange& range, ThreadPool& pool) {
  constexpr int64_t kAtOnce = 1 << 15;  // elements
  size_t d = 0;
  while (d < shape.size() && shape[d] == 1) ++d;
  const bool is_whole = d == shape.size() || (range.extents.size() > 1 && d + 1 == shape.size());
  if (is_whole) return is_any_outside(data, shape, strides, range);
  int64_t row = 1;
  for (size_t i = d + 1; i < shape.size(); ++i) row *= shape[i];
  std::atomic<bool> any = false;
  pool.parallel_for(shape[d], std::max<int64_t>(1, kAtOnce / std::max<int64_t>(1, row)),
                    [&](int64_t begin, int64_t end, int) {
                      std::vector<int64_t> part(shape.begin(), shape.end());
                      part[d] = end - begin;
                      if (is_any_outside(data + begin * strides[d], part, strides, range))
                        any.store(true, std::memory_order_relaxed);
                    });
  return any;
}

// There is one.
template <class T>
OutsideIndex first_outside(const T* data, std::span<const int64_t> shape, std::span<const int64_t> strides,
                           const IndexRange& range) {
  for (int64_t flat = 0;; ++flat) {
    std::vector<int64_t> at = index_of(flat, shape);
    int64_t offset = 0;
    for (size_t d = 0; d < at.size(); ++d) offset += at[d] * strides[d];
    const T value = data[offset];
    const int64_t extent = range.extent_at(at);
    if (range.ignored && std::in_range<T>(*range.ignored) && value == static_cast<T>(*range.ignored)) continue;
    if (is_outside(value, Bounds(range, extent))) {
      const size_t axis = range.axis_at(at);
      return OutsideIndex{std::to_string(value), std::move(at), axis, extent, range.is_length};
    }
  }
}

}  // namespace

std::vector<int64_t> index_of(int64_t flat, std::span<const int64_t> shape) {
  std::vector<int64_t> index(shape.size());
  for (size_t d = shape.size(); d-- > 0; flat /= shape[d]) index[d] = flat % shape[d];
  return index;
}

std::optional<OutsideIndex> find_outside(DType dtype, const std::byte* data, std::span<const int64_t> shape,
                                         std::span<const int64_t> strides, const IndexRange& range, ThreadPool& pool) {
  std::optional<OutsideIndex> found;
  const DType stored = !is_nibble(dtype) ? dtype : dtype.is_integer() ? kInt8 : kUint8;
  const bool known = for_integer(stored, [&]<class T>(Tag<T>) {
    const T* elements = reinterpret_cast<const T*>(data);
    if (is_any_outside(elements, shape, strides, range, pool)) found = first_outside(elements, shape, strides, range);
  });
  HAMMOCK_CHECK(known, "indices of dtype " + to_string(dtype));
  return found;
}

std::string outside_text(const OutsideIndex& index) {
  std::string where = index.at.empty() ? "" : " at " + shape_text(index.at);
  if (index.is_length)
    return "length " + index.value + where + " is not between 0 and " + std::to_string(index.extent) +
           ", the size of axis " + std::to_string(index.axis);
  return "index " + index.value + where + outside_axis(index.axis, index.extent);
}

}  // namespace hammock
