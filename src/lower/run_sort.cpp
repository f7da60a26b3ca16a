// SPDX-License-Identifier: Apache-2.0
// Sorts, as executors compute it: line by line, merging runs that double in length; stable in both directions, NaN
// last.
#include <algorithm>
#include <array>
#include <optional>

#include "reduce.h"
#include "run.h"

namespace hammock::lower {
namespace {

PrimExpr is_nan(PrimExpr e) {
  Context& context = e.context();
  return {context, context.prims.call(context.name("isnan"), kBool, std::array{e.prim()})};
}

// The lines of a tensor along some axes, each sorted by itself in memory of its own.
class Sorter {
 public:
  Sorter(CallLowering& c, DType dtype, int64_t length, bool descending)
      : c_(c),
        length_(length),
        descending_(descending),
        values_(line("values", dtype)),
        places_(line("places", kInt64)),
        other_values_(line("other_values", dtype)),
        other_places_(line("other_places", kInt64)) {
    for (StageTensor* t : {&left_, &right_, &middle_, &end_, &width_}) *t = scratch(c, "at", kInt64);
  }

  PrimExpr value(PrimExpr k) const { return values_({k}); }
  PrimExpr place(PrimExpr k) const { return places_({k}); }

  // The element k of the line is taken.
  Statements take(PrimExpr k, PrimExpr value) {
    return {c_.stages.store(values_, {k}, value), c_.stages.store(places_, {k}, k)};
  }

  Statements sort() {
    const Index zero{c_.integer(0)};
    int64_t levels = 0;
    while ((int64_t{1} << levels) < length_) ++levels;
    const auto level = loops(c_, {c_.integer(levels).prim()}, "s", [&](const Index&) {
      return Statements{c_.stages.store(end_, zero, c_.integer(0)), merge(),
                        loops(c_, {c_.integer(length_).prim()}, "b",
                              [&](const Index& k) {
                                return Statements{c_.stages.store(values_, k, other_values_(k)),
                                                  c_.stages.store(places_, k, other_places_(k))};
                              }),
                        c_.stages.store(width_, zero, width_(zero) * 2)};
    });
    return {c_.stages.store(width_, zero, c_.integer(1)), level};
  }

 private:
  StageTensor line(std::string_view name, DType dtype) {
    return scratch(c_, name, dtype, {c_.integer(std::max<int64_t>(length_, 1)).prim()});
  }

  PrimExpr comes_before(PrimExpr a, PrimExpr b) const {
    if (a.dtype().is_boolean()) a = cast(kInt32, a), b = cast(kInt32, b);
    const PrimExpr is_before = descending_ ? a > b : a < b;
    return a.dtype().is_any_float() ? logical_not(is_nan(a)) && (is_nan(b) || is_before) : is_before;
  }

  // One element after the other from the runs of that width, two at a time.
  tir::StmtId merge() {
    const Index zero{c_.integer(0)};
    const auto of = [&](const StageTensor& t) { return t(zero); };
    return loops(c_, {c_.integer(length_).prim()}, "k", [&](const Index& k) {
      const auto begins = [&] { return of(end_) == k[0]; };
      const auto inside = [&](PrimExpr at) { return max(min(at, at.like(length_ - 1)), at.like(0)); };
      const Index left{inside(of(left_))}, right{inside(of(right_))};
      const PrimExpr is_left = of(left_) < of(middle_) &&
                               (of(right_) >= of(end_) || logical_not(comes_before(values_(right), values_(left))));
      Statements all;
      const auto set = [&](const StageTensor& t, PrimExpr e) { all.push_back(c_.stages.store(t, zero, e)); };
      set(left_, select(begins(), k[0], of(left_)));
      set(middle_, select(begins(), min(k[0] + of(width_), c_.integer(length_)), of(middle_)));
      set(right_, select(begins(), of(middle_), of(right_)));
      set(end_, select(begins(), min(of(middle_) + of(width_), c_.integer(length_)), of(end_)));
      all.push_back(c_.stages.store(other_values_, k, select(is_left, values_(left), values_(right))));
      all.push_back(c_.stages.store(other_places_, k, select(is_left, places_(left), places_(right))));
      // Which one it was says its place.
      const auto was_left = [&] { return of(left_) < of(middle_) && other_places_(k) == places_(left); };
      set(right_, select(was_left(), of(right_), of(right_) + 1));
      set(left_, select(was_left(), of(left_) + 1, of(left_)));
      return all;
    });
  }

  CallLowering& c_;
  int64_t length_;
  bool descending_;
  StageTensor values_, places_, other_values_, other_places_;
  StageTensor left_, right_, middle_, end_, width_;
};

Index at_axis(Index at, size_t axis, PrimExpr k) {
  at.insert(at.begin() + static_cast<std::ptrdiff_t>(axis), k);
  return at;
}

// What is kept of each sorted line: values, places, or both.
bool sorted_lines(CallLowering& c, bool descending, std::optional<int64_t> count, bool gives_values,
                  std::optional<DType> places) {
  const StageTensor x = c.tensor(0);
  if (x.rank() == 0) return false;
  const size_t axis = positive(c.attrs.integer("axis"), x.rank());
  const int64_t length = extent(x, axis), keep = count && *count > 0 ? std::min(*count, length) : length;
  Dims shape = x.shape, others = x.shape;
  shape[axis] = c.integer(keep).prim();
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(axis));
  std::vector<StageTensor> out;
  if (gives_values) out.push_back(c.stages.external_output("values_buf", "values", shape, x.dtype));
  if (places) out.push_back(c.stages.external_output("places_buf", "places", shape, *places));
  Sorter line(c, x.dtype, length, descending);
  const auto all = loops(c, others, "o", [&](const Index& o) {
    Statements one{
        loops(c, {x.shape[axis]}, "i", [&](const Index& k) { return line.take(k[0], x(at_axis(o, axis, k[0]))); })};
    for (tir::StmtId s : line.sort()) one.push_back(s);
    one.push_back(loops(c, {shape[axis]}, "r", [&](const Index& k) {
      Statements stores;
      for (const StageTensor& t : out) {
        const bool is_value = gives_values && t.buffer == out[0].buffer;
        stores.push_back(
            c.stages.store(t, at_axis(o, axis, k[0]), is_value ? line.value(k[0]) : cast(t.dtype, line.place(k[0]))));
      }
      return stores;
    }));
    return one;
  });
  c.stages.external_block("sort", {all});
  tir::SortRoutine routine{x.dtype, 1, length, 1, 0, keep, descending, gives_values, places.value_or(DType())};
  for (size_t d = 0; d < x.rank(); ++d) {
    if (d != axis) (d < axis ? routine.outer : routine.inner) *= extent(x, d);
  }
  c.has_routine(routine);
  return c.gives(std::move(out));
}

DType place_dtype(const CallLowering& c, DType otherwise) {
  const DType given = c.attrs.dtype("dtype");
  return given.is_unknown() ? otherwise : given;
}

// Can a place be an element of that dtype as it is?
bool holds_places(CallLowering& c, DType d) {
  const StructInfo x = c.info(0);
  int64_t elements = 1;
  for (Prim dim : c.context().infos.dims(x)) elements *= c.context().prims.constant(dim).value_or(1);
  return (d == kInt32 || d == kInt64 || d == kFloat64) && elements < (int64_t{1} << 31);
}

}  // namespace

bool run_sort(CallLowering& c) { return sorted_lines(c, c.attrs.boolean("descending"), {}, true, {}); }

bool run_argsort(CallLowering& c) {
  const DType to = place_dtype(c, c.dtype(0));
  return holds_places(c, to) && sorted_lines(c, c.attrs.boolean("descending"), {}, false, to);
}

bool run_topk(CallLowering& c) {
  const std::string_view which = c.attrs.string("ret_type");
  const DType to = place_dtype(c, kInt32);
  if (!holds_places(c, to) || (which != "both" && which != "values" && which != "indices")) return false;
  return sorted_lines(c, c.attrs.boolean("largest"), c.attrs.integer("k"), which != "indices",
                      which == "values" ? std::nullopt : std::optional(to));
}

// Of an even number of elements the lower of the two in the middle.
bool run_median(CallLowering& c) {
  const StageTensor x = c.tensor(0);
  const std::optional<std::vector<int64_t>> given = c.attrs.maybe_integers("axis");
  std::vector<size_t> axes = axes_of(c, "axis", x.rank());
  std::ranges::sort(axes);
  const ReducedAxes r(x, axes, c.attrs.boolean("keepdims"));
  int64_t count = 1;
  Dims over, others;
  for (size_t i = 0; i < x.rank(); ++i) (std::ranges::binary_search(axes, i) ? over : others).push_back(x.shape[i]);
  for (size_t a : axes) count *= extent(x, a);
  if (count == 0 || std::ranges::adjacent_find(axes) != axes.end()) return false;
  std::vector<StageTensor> out{c.stages.external_output("values_buf", "values", r.shape, x.dtype)};
  if (given && given->size() == 1) out.push_back(c.stages.external_output("places_buf", "places", r.shape, kInt64));
  Sorter line(c, x.dtype, count, false);
  const auto all = loops(c, r.shape, "o", [&](const Index& o) {
    Statements one{loops(c, over, "i", [&](const Index& k) {
      PrimExpr flat = c.integer(0);
      for (size_t i = 0; i < k.size(); ++i) flat = flat * PrimExpr(c.context(), over[i]) + k[i];
      return line.take(flat, x(r.index(o, k)));
    })};
    for (tir::StmtId s : line.sort()) one.push_back(s);
    const PrimExpr middle = c.integer((count - 1) / 2);
    one.push_back(c.stages.store(out[0], o, line.value(middle)));
    if (out.size() > 1) one.push_back(c.stages.store(out[1], o, line.place(middle)));
    return one;
  });
  c.stages.external_block("median", {all});
  if (!axes.empty() && axes.back() - axes.front() + 1 == axes.size()) {
    tir::SortRoutine routine{x.dtype, 1, count, 1, (count - 1) / 2, 1, false, true, out.size() > 1 ? kInt64 : DType()};
    for (size_t d = 0; d < x.rank(); ++d) {
      if (d < axes.front() || d > axes.back()) (d < axes.front() ? routine.outer : routine.inner) *= extent(x, d);
    }
    c.has_routine(routine);
  }
  return c.gives(std::move(out));
}

}  // namespace hammock::lower
