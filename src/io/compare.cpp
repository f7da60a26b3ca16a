// SPDX-License-Identifier: Apache-2.0
// Two tensors beside each other, by numpy's rule.
#include <cmath>
#include <cstdio>

#include "hammock/io/tensor_file.h"
#include "hammock/runtime/indices.h"

namespace hammock {
namespace {

std::string number(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}

std::string element_text(const Tensor& t, int64_t i) {
  if (t.dtype.is_boolean()) return element_as_integer(t, i) ? "True" : "False";
  if (t.dtype.is_unsigned()) return std::to_string(static_cast<uint64_t>(element_as_integer(t, i)));
  if (t.dtype.is_integer()) return std::to_string(element_as_integer(t, i));
  return number(element_as_double(t, i));
}

struct Difference {
  bool agrees;
  double size;  // |a - b|; infinite where one is NaN or only one is infinite
};

Difference difference(const Tensor& actual, const Tensor& expected, int64_t i, const Tolerance& tolerance) {
  if (actual.dtype.is_integral()) {
    // In integers: 64-bit ones do not fit a double.
    bool is_signed = actual.dtype.is_integer();
    int64_t x = element_as_integer(actual, i), y = element_as_integer(expected, i);
    bool x_is_less = is_signed ? x < y : static_cast<uint64_t>(x) < static_cast<uint64_t>(y);
    uint64_t gap = x_is_less ? static_cast<uint64_t>(y) - static_cast<uint64_t>(x)
                             : static_cast<uint64_t>(x) - static_cast<uint64_t>(y);
    auto size = static_cast<double>(gap);
    return {gap == 0 || size <= tolerance.atol + tolerance.rtol * std::fabs(element_as_double(expected, i)), size};
  }
  double x = element_as_double(actual, i), y = element_as_double(expected, i);
  if (std::isnan(x) || std::isnan(y)) return {tolerance.equal_nan && std::isnan(x) && std::isnan(y), INFINITY};
  if (std::isinf(x) || std::isinf(y)) return {x == y, x == y ? 0 : INFINITY};
  double size = std::fabs(x - y);
  return {size <= tolerance.atol + tolerance.rtol * std::fabs(y), size};
}

}  // namespace

std::string compare_tensors(const Tensor& actual, const Tensor& expected, const Tolerance& tolerance) {
  if (actual.dtype != expected.dtype)
    return "dtype is " + to_string(actual.dtype) + ", expected " + to_string(expected.dtype);
  if (actual.shape != expected.shape)
    return "shape is " + shape_text(actual.shape) + ", expected " + shape_text(expected.shape);
  int64_t count = actual.elements(), wrong = 0, first = -1, largest = -1;
  double largest_size = -1;
  for (int64_t i = 0; i < count; ++i) {
    Difference d = difference(actual, expected, i, tolerance);
    if (d.agrees) continue;
    if (wrong++ == 0) first = i;
    if (d.size > largest_size) {
      largest_size = d.size;
      largest = i;
    }
  }
  if (wrong == 0) return {};
  auto at = [&](int64_t i) {
    return shape_text(index_of(i, actual.shape)) + ": " + element_text(actual, i) + ", expected " +
           element_text(expected, i);
  };
  std::string text = std::to_string(wrong) + " of " + std::to_string(count) +
                     (count == 1 ? " element differs" : " elements differ") + " (rtol=" + number(tolerance.rtol) +
                     ", atol=" + number(tolerance.atol) + "); the first at " + at(first);
  if (largest != first) text += "; the largest at " + at(largest);
  return text;
}

}  // namespace hammock
