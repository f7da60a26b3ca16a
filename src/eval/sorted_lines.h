// SPDX-License-Identifier: Apache-2.0
// The order of elements along an axis. Sorts are stable in both directions; NaN comes last.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "element.h"
#include "shape.h"

namespace hammock::reference {

template <class T>
bool before(T a, T b, bool descending) {
  if (is_nan(a) || is_nan(b)) return !is_nan(a);
  return descending ? a > b : a < b;
}

// order(line base, order of its elements) for each line of the axis.
template <class T, class F>
void for_each_sorted_line(const Tensor& x, const Lines& lines, bool descending, F&& f) {
  std::vector<int64_t> order(static_cast<size_t>(lines.length));
  for (int64_t o = 0; o < lines.outer; ++o) {
    for (int64_t i = 0; i < lines.inner; ++i) {
      const T* line = x.as<T>() + o * lines.length * lines.inner + i;
      std::iota(order.begin(), order.end(), 0);
      std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
        return before(line[a * lines.inner], line[b * lines.inner], descending) &&
               !(is_nan(line[a * lines.inner]) && is_nan(line[b * lines.inner]));
      });
      f(o, i, line, order);
    }
  }
}

}  // namespace hammock::reference
