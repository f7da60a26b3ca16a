// SPDX-License-Identifier: Apache-2.0
// Order (operators 2.13, 2.14) and sampling.
#include "hammock/runtime/sort.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "hammock/runtime/indices.h"
#include "operators.h"
#include "sorted_lines.h"

namespace hammock::reference {
namespace {

// The first `count` values and indices of every sorted line.
struct Sorted {
  Tensor values, indices;
};
Sorted sorted(const OpCall& call, bool descending, std::optional<int64_t> count) {
  const Tensor& x = call.tensor(0);
  const size_t axis = call.axis(call.attrs.integer("axis", -1), x.shape.size());
  const Lines lines(x.shape, axis);
  int64_t keep = count && *count > 0 ? std::min(*count, lines.length) : lines.length;
  Dims shape = x.shape;
  shape[axis] = keep;
  Tensor values = call.make(x.dtype, shape), indices = call.make(kInt64, shape);
  bool known = for_element(x.dtype, [&]<class T>(Tag<T>) {
    for_each_sorted_line<T>(x, lines, descending,
                            [&](int64_t o, int64_t i, const T* line, const std::vector<int64_t>& order) {
                              for (int64_t k = 0; k < keep; ++k) {
                                int64_t to = (o * keep + k) * lines.inner + i, from = order[static_cast<size_t>(k)];
                                values.as<T>()[to] = line[from * lines.inner];
                                indices.as<int64_t>()[to] = from;
                              }
                            });
  });
  if (!known) throw call.unsupported_dtype(x.dtype);
  return Sorted{values, indices};
}

// The equal slices of an axis, as groups in the order of the result.
struct EqualSlices {
  std::vector<int64_t> first, counts;  // of each group: its first slice, its size
  std::vector<int64_t> of;             // of each slice: its group
};

// Integers of which few differ: by a table of those that have come. Nothing where they are more, or fall on too few
// slots.
template <class T>
std::optional<EqualSlices> groups_of_few(const T* x, int64_t count, bool is_sorted) {
  constexpr size_t kMost = 1 << 13;
  constexpr uint64_t kSlots = kMost * 4;
  constexpr int kShift = 64 - std::countr_zero(kSlots);
  int64_t probes_left = 4 * count + static_cast<int64_t>(kSlots);
  std::vector<int32_t> slots(kSlots, -1);
  EqualSlices out;
  out.of.resize(static_cast<size_t>(count));
  for (int64_t i = 0; i < count; ++i) {
    uint64_t at = static_cast<uint64_t>(x[i]) * 0x9e3779b97f4a7c15 >> kShift;
    while (slots[at] >= 0 && x[out.first[static_cast<size_t>(slots[at])]] != x[i]) {
      at = (at + 1) & (kSlots - 1);
      if (--probes_left < 0) return std::nullopt;
    }
    if (slots[at] < 0) {
      if (out.first.size() == kMost) return std::nullopt;
      slots[at] = static_cast<int32_t>(out.first.size());
      out.first.push_back(i);
      out.counts.push_back(0);
    }
    out.of[static_cast<size_t>(i)] = slots[at];
    ++out.counts[static_cast<size_t>(slots[at])];
  }
  if (!is_sorted) return out;
  std::vector<int64_t> order(out.first.size()), number(order.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, {}, [&](int64_t g) { return x[out.first[static_cast<size_t>(g)]]; });
  EqualSlices placed;
  for (int64_t g : order) {
    number[static_cast<size_t>(g)] = static_cast<int64_t>(placed.first.size());
    placed.first.push_back(out.first[static_cast<size_t>(g)]);
    placed.counts.push_back(out.counts[static_cast<size_t>(g)]);
  }
  placed.of = std::move(out.of);
  for (int64_t& g : placed.of) g = number[static_cast<size_t>(g)];
  return placed;
}

// The rows of a matrix in order; equal ones as they stand.
template <class T, class F>
std::vector<int64_t> ordered(const OpCall& call, DType dtype, const T* rows, int64_t count, int64_t width,
                             F&& compare) {
  std::vector<int64_t> order(static_cast<size_t>(count));
  const LineSort line{dtype, 1, count, 1, 0, count, false, false, kInt64};
  if (width == 1 && is_sortable(line)) {
    ThreadPool pool(1);
    const Tensor own = call.make(kUint8, {sort_member_bytes(line)}),
                 shared = call.make(kUint8, {sort_shared_bytes(line)});
    sort_lines(line, {rows, nullptr, order.data(), [&](int) { return own.data.get(); }, shared.data.get()}, pool);
    return order;
  }
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) { return compare(a, b) < 0; });
  return order;
}

// `rows`: a matrix, a slice in each row. EqualSlices ascend, or stand in the order of their first slices.
template <class T>
EqualSlices groups_of(const OpCall& call, DType dtype, const T* rows, int64_t count, int64_t width, bool is_sorted) {
  if constexpr (std::is_integral_v<T>) {
    if (width == 1) {
      if (std::optional<EqualSlices> few = groups_of_few(rows, count, is_sorted)) return *few;
    }
  }
  auto compare = [&](int64_t a, int64_t b) {
    for (int64_t k = 0; k < width; ++k) {
      T u = rows[a * width + k], v = rows[b * width + k];
      if (before(u, v, false)) return -1;
      if (before(v, u, false)) return 1;
    }
    return 0;
  };
  const std::vector<int64_t> order = ordered(call, dtype, rows, count, width, compare);
  EqualSlices out;
  out.of.resize(order.size());
  for (size_t i = 0; i < order.size(); ++i) {
    if (i == 0 || compare(order[i - 1], order[i]) != 0) out.first.push_back(order[i]), out.counts.push_back(0);
    out.of[static_cast<size_t>(order[i])] = static_cast<int64_t>(out.first.size()) - 1;
    ++out.counts.back();
  }
  if (is_sorted) return out;
  // By their first slices: the slice that is the first of its group takes the next number.
  std::vector<int64_t> number(out.first.size());
  EqualSlices placed;
  placed.of.resize(order.size());
  for (size_t slice = 0; slice < order.size(); ++slice) {
    const auto group = static_cast<size_t>(out.of[slice]);
    if (out.first[group] == static_cast<int64_t>(slice)) {
      number[group] = static_cast<int64_t>(placed.first.size());
      placed.first.push_back(out.first[group]);
      placed.counts.push_back(out.counts[group]);
    }
    placed.of[slice] = number[group];
  }
  return placed;
}

// The axis in front of the others, or from there back to its place.
void axis_to_front(Dims& v, size_t axis) { std::rotate(v.begin(), v.begin() + axis, v.begin() + axis + 1); }
void axis_from_front(Dims& v, size_t axis) { std::rotate(v.begin(), v.begin() + 1, v.begin() + axis + 1); }

Tensor integers(const OpCall& call, const std::vector<int64_t>& values) {
  Tensor t = call.make(kInt64, {static_cast<int64_t>(values.size())});
  std::ranges::copy(values, t.as<int64_t>());
  return t;
}

}  // namespace

Result<RuntimeValue> sort(const OpCall& call) {
  Sorted s = sorted(call, call.attrs.boolean("descending"), {});
  return value_of(s.values);
}

Result<RuntimeValue> argsort(const OpCall& call) {
  Sorted s = sorted(call, call.attrs.boolean("descending"), {});
  DType dtype = call.attrs.dtype("dtype");
  return value_of(cast(call, s.indices, dtype.is_unknown() ? call.tensor(0).dtype : dtype));
}

Result<RuntimeValue> topk(const OpCall& call) {
  Sorted s = sorted(call, call.attrs.boolean("largest"), call.attrs.integer("k"));
  DType dtype = call.attrs.dtype("dtype");
  Tensor indices = cast(call, s.indices, dtype.is_unknown() ? kInt32 : dtype);
  std::string_view which = call.attrs.string("ret_type");
  if (which == "values") return value_of(s.values);
  if (which == "indices") return value_of(indices);
  if (which != "both") return call.fail("unknown ret_type \"" + std::string(which) + "\"");
  return RuntimeValue{RuntimeTuple{value_of(s.values), value_of(indices)}};
}

// Operands: x, sorted, return_index, return_inverse, return_counts, axis if any. Slices along the axis (elements
// without one) that are equal become one; unsorted: in the order of their first occurrence.
Result<RuntimeValue> unique(const OpCall& call) {
  Tensor x = call.tensor(0);
  bool is_sorted = call.integer(1).value_or(1) != 0;
  std::optional<int64_t> axis_operand = call.integer(5);
  if (!axis_operand) x.shape = {x.elements()};
  const size_t axis = call.axis(axis_operand.value_or(0), x.shape.size());
  // The axis in front: slice s is the row s of a matrix.
  Dims strides = row_major_strides(x.shape), shape = x.shape;
  axis_to_front(shape, axis);
  axis_to_front(strides, axis);
  Tensor rows = copy_view(call, x, 0, shape, strides);
  int64_t width = product(std::span(shape).subspan(1));
  return call.typed(x.dtype, [&]<class T>(Tag<T>) -> Result<RuntimeValue> {
    const T* base = rows.as<T>();
    const EqualSlices groups = groups_of(call, x.dtype, base, shape[0], width, is_sorted);
    Dims kept = shape;
    kept[0] = static_cast<int64_t>(groups.first.size());
    Tensor values = call.make(x.dtype, kept);
    T* to = values.as<T>();
    for (int64_t slice : groups.first) to = std::copy_n(base + slice * width, width, to);
    Dims kept_strides = row_major_strides(kept);
    axis_from_front(kept, axis);
    axis_from_front(kept_strides, axis);
    Tensor placed = copy_view(call, values, 0, kept, kept_strides);
    RuntimeTuple results{value_of(placed)};
    for (auto [operand, wanted] : {std::pair{2, &groups.first}, {3, &groups.of}, {4, &groups.counts}}) {
      if (!call.integer(static_cast<size_t>(operand)).value_or(0)) continue;
      Tensor t = integers(call, *wanted);
      results.push_back(value_of(t));
    }
    if (results.size() == 1) return results[0];
    return RuntimeValue{std::move(results)};
  });
}

Result<RuntimeValue> multinomial_from_uniform(const OpCall& call) {
  const Tensor &prob = call.tensor(0), &sample = call.tensor(1), &rows = call.tensor(2);
  if (prob.shape.size() != 2 || sample.elements() != rows.elements() || prob.shape[1] == 0)
    return call.fail("shapes do not fit");
  int64_t n = sample.elements(), vocabulary = prob.shape[1];
  Tensor out = call.make(kInt64, {n, 1});
  for (int64_t i = 0; i < n; ++i) {
    int64_t row = element_as_integer(rows, i), j = 0;
    if (row < 0 || row >= prob.shape[0])
      return call.fail(outside_text({std::to_string(row), index_of(i, rows.shape), 0, prob.shape[0]}));
    double sum = 0, u = element_as_double(sample, i);
    for (; j < vocabulary - 1; ++j) {
      sum += element_as_double(prob, row * vocabulary + j);
      if (u < sum) break;
    }
    out.as<int64_t>()[i] = j;
  }
  DType dtype = call.attrs.dtype("dtype");
  return value_of(cast(call, out, dtype.is_unknown() ? kInt64 : dtype));
}

}  // namespace hammock::reference
