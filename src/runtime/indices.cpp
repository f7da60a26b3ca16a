// SPDX-License-Identifier: Apache-2.0
// One sweep without a branch for each element says whether any index is outside; only then they are looked at one by
// one.
#include "hammock/runtime/indices.h"

#include <algorithm>
#include <iterator>
#include <type_traits>
#include <utility>

#include "hammock/base/check.h"
#include "hammock/base/element.h"
#include "hammock/base/storage.h"
#include "hammock/runtime/tensor.h"

namespace hammock {
namespace {

// Negative ones are outside: as unsigned numbers they are beyond any extent.
template <class T>
bool is_outside(T index, int64_t extent) {
  if constexpr (std::is_signed_v<T>)
    return static_cast<uint64_t>(static_cast<int64_t>(index)) >= static_cast<uint64_t>(extent);
  return static_cast<uint64_t>(index) >= static_cast<uint64_t>(extent);
}

template <class T>
int64_t first_in_row(const T* row, int64_t count, int64_t stride, int64_t extent) {
  bool any = false;
  if (stride == 1) {
    for (int64_t i = 0; i < count; ++i) any |= is_outside(row[i], extent);
  } else {
    for (int64_t i = 0; i < count; ++i) any |= is_outside(row[i * stride], extent);
  }
  if (!any) return count;
  int64_t i = 0;
  while (!is_outside(row[i * stride], extent)) ++i;
  return i;
}

template <class T>
std::optional<OutsideIndex> find(const T* data, std::span<const int64_t> shape, std::span<const int64_t> strides,
                                 int64_t extent) {
  if (std::ranges::find(shape, 0) != shape.end()) return std::nullopt;
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
    if (int64_t i = first_in_row(data + offset, count, stride, extent); i < count) {
      OutsideIndex out{std::to_string(data[offset + i * stride]), index, extent};
      std::ranges::copy(index_of(i, shape.subspan(outer)), std::back_inserter(out.at));
      return out;
    }
    size_t d = outer;
    while (d > 0 && ++index[d - 1] == shape[d - 1]) index[--d] = 0;
    if (d == 0) return std::nullopt;
  }
}

template <class T>
std::optional<OutsideIndex> find_one_by_one(const T* data, std::span<const int64_t> shape,
                                            std::span<const int64_t> strides, const IndexRange& range) {
  int64_t count = 1;
  for (int64_t d : shape) count *= d;
  for (int64_t flat = 0; flat < count; ++flat) {
    std::vector<int64_t> at = index_of(flat, shape);
    int64_t offset = 0;
    for (size_t d = 0; d < at.size(); ++d) offset += at[d] * strides[d];
    const T value = data[offset];
    const int64_t extent = range.extent_at(at);
    if (range.ignored && std::in_range<T>(*range.ignored) && value == static_cast<T>(*range.ignored)) continue;
    const bool is_from_end = range.from_either_end && std::is_signed_v<T> && value < T(0);
    const bool is_inside =
        is_from_end ? static_cast<int64_t>(value) >= -extent : !is_outside(value, extent + range.is_length);
    if (!is_inside) return OutsideIndex{std::to_string(value), std::move(at), extent, range.is_length};
  }
  return std::nullopt;
}

}  // namespace

std::vector<int64_t> index_of(int64_t flat, std::span<const int64_t> shape) {
  std::vector<int64_t> index(shape.size());
  for (size_t d = shape.size(); d-- > 0; flat /= shape[d]) index[d] = flat % shape[d];
  return index;
}

std::optional<OutsideIndex> find_outside(DType dtype, const std::byte* data, std::span<const int64_t> shape,
                                         std::span<const int64_t> strides, const IndexRange& range) {
  std::optional<OutsideIndex> found;
  const bool is_plain = range.extents.size() == 1 && !range.from_either_end && !range.is_length && !range.ignored;
  const DType stored = !is_nibble(dtype) ? dtype : dtype.is_integer() ? kInt8 : kUint8;
  const bool known = for_integer(stored, [&]<class T>(Tag<T>) {
    const T* elements = reinterpret_cast<const T*>(data);
    found =
        is_plain ? find(elements, shape, strides, range.extents[0]) : find_one_by_one(elements, shape, strides, range);
  });
  HAMMOCK_CHECK(known, "indices of dtype " + to_string(dtype));
  return found;
}

std::string outside_text(const OutsideIndex& index) {
  std::string where = index.at.empty() ? "" : " at " + shape_text(index.at);
  if (index.is_length) return "length " + index.value + where + " is not between 0 and " + std::to_string(index.extent);
  return "index " + index.value + where + " is outside an axis of " + std::to_string(index.extent);
}

}  // namespace hammock
