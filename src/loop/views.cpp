// SPDX-License-Identifier: Apache-2.0
// The four forms of views, each in the four directions of views.h.
#include "views.h"

#include <algorithm>
#include <functional>

namespace hammock::loop {
namespace {

// Runs of dims of both shapes that hold the same number of elements; f(begin, end of `a`, begin, end of `b`).
// Dims of extent 1 join a neighbouring run. Shapes have equal, nonzero numbers of elements.
void for_each_run(const Dims& a, const Dims& b, const std::function<void(size_t, size_t, size_t, size_t)>& f) {
  size_t i = 0, j = 0;
  while (i < a.size() || j < b.size()) {
    size_t i0 = i, j0 = j;
    int64_t x = i < a.size() ? a[i++] : 1, y = j < b.size() ? b[j++] : 1;
    while (x != y) {
      if (x < y) x *= a[i++];
      else y *= b[j++];
    }
    f(i0, i, j0, j);
  }
}

std::optional<View> reshape(const View& v, const Dims& shape) {
  View out{v.memory, v.offset, shape, Dims(shape.size(), 0)};
  int64_t elements = 1;
  for (int64_t d : v.shape) elements *= d;
  if (elements == 0) {
    out.strides = contiguous_strides(shape);
    return out;
  }
  bool fits = true;
  for_each_run(v.shape, shape, [&](size_t i0, size_t i1, size_t j0, size_t j1) {
    // the run's dims of the view must lie like one dim
    int64_t stride = 1, extent = 1;
    bool any = false;
    for (size_t i = i1; i-- > i0;) {
      if (v.shape[i] == 1) continue;
      if (!any) stride = v.strides[i];
      else if (v.strides[i] != stride * extent) fits = false;
      any = true;
      extent *= v.shape[i];
    }
    int64_t below = stride;
    for (size_t j = j1; j-- > j0;) {
      out.strides[j] = below;
      below *= shape[j];
    }
  });
  if (!fits) return std::nullopt;
  return out;
}

Point reshape_point(IndexMath& math, const Dims& from, const Dims& to, std::span<const Prim> point) {
  Point out;
  int64_t elements = 1;
  for (int64_t d : from) elements *= d;
  if (elements == 0) return Point(to.size(), math.constant(0));
  for_each_run(from, to, [&](size_t i0, size_t i1, size_t j0, size_t j1) {
    Prim number = math.flatten(point.subspan(i0, i1 - i0), std::span(from).subspan(i0, i1 - i0));
    math.unflatten(number, std::span(to).subspan(j0, j1 - j0), out);
  });
  return out;
}

}  // namespace

bool View::is_contiguous() const {
  int64_t below = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    if (shape[i] != 1 && strides[i] != below) return false;
    below *= shape[i];
  }
  return true;
}

Dims contiguous_strides(const Dims& shape) {
  Dims out(shape.size());
  int64_t below = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    out[i] = below;
    below *= shape[i];
  }
  return out;
}

View contiguous_view(uint32_t memory, const Dims& shape) { return {memory, 0, shape, contiguous_strides(shape)}; }

bool is_bijective(const GraphItem& item) { return item.view == ViewForm::reshape || item.view == ViewForm::permute; }

std::optional<View> apply(const GraphItem& item, const View& v) {
  View out{v.memory, v.offset, item.shape, {}};
  switch (item.view) {
    case ViewForm::none: return std::nullopt;
    case ViewForm::reshape: return reshape(v, item.shape);
    case ViewForm::permute:
      for (int64_t a : item.numbers) out.strides.push_back(v.strides[static_cast<size_t>(a)]);
      return out;
    case ViewForm::broadcast: {
      size_t lead = item.shape.size() - v.shape.size();
      for (size_t i = 0; i < item.shape.size(); ++i)
        out.strides.push_back(i < lead || v.shape[i - lead] == 1 ? 0 : v.strides[i - lead]);
      return out;
    }
    case ViewForm::slice:
      for (size_t i = 0; i < v.shape.size(); ++i) {
        out.offset += item.numbers[i] * v.strides[i];
        out.strides.push_back(item.numbers[v.shape.size() + i] * v.strides[i]);
      }
      return out;
  }
  return std::nullopt;
}

std::optional<View> undo(const GraphItem& item, const View& result, const Dims& operand_shape) {
  if (item.view == ViewForm::reshape) return reshape(result, operand_shape);
  if (item.view != ViewForm::permute) return std::nullopt;
  View out{result.memory, result.offset, operand_shape, Dims(operand_shape.size())};
  for (size_t i = 0; i < item.numbers.size(); ++i)
    out.strides[static_cast<size_t>(item.numbers[i])] = result.strides[i];
  return out;
}

Point source(IndexMath& math, const GraphItem& item, const Dims& operand_shape, std::span<const Prim> point) {
  switch (item.view) {
    case ViewForm::none: break;
    case ViewForm::reshape: return reshape_point(math, item.shape, operand_shape, point);
    case ViewForm::permute: {
      Point out(operand_shape.size());
      for (size_t i = 0; i < point.size(); ++i) out[static_cast<size_t>(item.numbers[i])] = point[i];
      return out;
    }
    case ViewForm::broadcast: return broadcast_point(math, operand_shape, point);
    case ViewForm::slice: {
      Point out;
      for (size_t i = 0; i < point.size(); ++i) {
        out.push_back(math.add(math.mul(point[i], item.numbers[point.size() + i]), math.constant(item.numbers[i])));
      }
      return out;
    }
  }
  HAMMOCK_CHECK(false, "no view operator");
}

Point target(IndexMath& math, const GraphItem& item, const Dims& operand_shape, std::span<const Prim> point) {
  if (item.view == ViewForm::reshape) return reshape_point(math, operand_shape, item.shape, point);
  HAMMOCK_CHECK(item.view == ViewForm::permute, "not bijective");
  Point out;
  for (int64_t a : item.numbers) out.push_back(point[static_cast<size_t>(a)]);
  return out;
}

Point broadcast_point(IndexMath& math, const Dims& from, std::span<const Prim> point) {
  Point out;
  size_t lead = point.size() - from.size();
  for (size_t i = 0; i < from.size(); ++i) out.push_back(from[i] == 1 ? math.constant(0) : point[lead + i]);
  return out;
}

}  // namespace hammock::loop
