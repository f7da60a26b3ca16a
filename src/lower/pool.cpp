// SPDX-License-Identifier: Apache-2.0
// Pooling (legalize, 6.9).
#include <algorithm>

#include "call.h"
#include "pad.h"

namespace hammock::lower {
namespace {

// The axes that are pooled over, in order: D, H and W of the layout.
std::vector<size_t> pooled_axes(std::string_view layout, size_t rank) {
  std::vector<size_t> out;
  size_t axis = 0;
  for (char letter : layout) {
    if (letter >= '0' && letter <= '9') continue;
    if (letter == 'D' || letter == 'H' || letter == 'W') out.push_back(axis);
    ++axis;
  }
  return axis == rank ? out : std::vector<size_t>();
}

void annotate(CallLowering& c, std::string_view rule) {
  Context& context = c.context();
  c.stages.annotate("schedule_rule", context.attrs.string(context.name("meta_schedule." + std::string(rule))));
}

struct Window {
  std::vector<size_t> axes;
  std::vector<int64_t> size, strides, dilation, before, after, ceiling;  // one of each per axis

  Window(const CallLowering& c, const StageTensor& x)
      : axes(pooled_axes(c.attrs.string("layout"), x.rank())),
        size(c.attrs.integers("pool_size")),
        strides(c.attrs.integers("strides")),
        dilation(c.attrs.integers("dilation")) {
    const std::vector<int64_t> padding = c.attrs.integers("padding");
    const size_t n = axes.size();
    if (size.size() != n || strides.size() != n || dilation.size() != n || padding.size() != 2 * n) axes.clear();
    for (size_t i = 0; i < axes.size(); ++i) {
      ceiling.push_back(c.attrs.boolean("ceil_mode") ? strides[i] - 1 : 0);
      before.push_back(padding[i]);
      after.push_back(padding[i + n] + ceiling[i]);
    }
  }

  StageTensor padded(CallLowering& c, const StageTensor& x, PrimExpr value) const {
    Padding padding(x.rank());
    for (size_t i = 0; i < axes.size(); ++i) padding[axes[i]] = {c.integer(before[i]), c.integer(after[i])};
    return padded_where_needed(c.stages, x, padding, value);
  }

  Dims shape(CallLowering& c, const StageTensor& x) const {
    Dims out = x.shape;
    for (size_t i = 0; i < axes.size(); ++i) {
      const PrimExpr room = x.dim(axes[i]) - (size[i] - 1) * dilation[i] - 1 + before[i] + after[i];
      out[axes[i]] = c.stages.simplified(floordiv(room, strides[i]) + 1).prim();
    }
    return out;
  }

  StageTensor reduce(CallLowering& c, Fold fold, std::string_view name, const StageTensor& x, const Dims& to) const {
    std::vector<ReduceAxis> reduced;
    for (size_t i = 0; i < axes.size(); ++i) reduced.push_back({"rv" + std::to_string(i), c.integer(size[i]).prim()});
    return c.stages.reduce(fold, name, to, reduced, [&](const Index& at, const Index& over) {
      Index index = at;
      for (size_t i = 0; i < axes.size(); ++i) index[axes[i]] = at[axes[i]] * strides[i] + over[i] * dilation[i];
      return x(index);
    });
  }

  // How many elements a place of the result is the average of.
  PrimExpr count(const CallLowering& c, const StageTensor& x, const Index& at, bool with_padding) const {
    PrimExpr out = c.integer(1);
    for (size_t i = 0; i < axes.size(); ++i) {
      const PrimExpr start = at[axes[i]] * strides[i] - before[i], d = x.dim(axes[i]);
      const PrimExpr last = with_padding ? d + after[i] - 1 - ceiling[i] : d - 1;
      const PrimExpr end = min(start + (size[i] - 1) * dilation[i], last);
      const PrimExpr begin =
          with_padding ? start : start + max((dilation[i] - 1 - start) / dilation[i], 0) * dilation[i];
      out = out * ((end - begin) / dilation[i] + 1);
    }
    return with_padding ? out : max(out, 1);
  }
};

bool keeps_layout(const CallLowering& c) {
  const std::string_view out = c.attrs.string("out_layout");
  return out.empty() || out == c.attrs.string("layout");
}

}  // namespace

bool max_pool(CallLowering& c) {
  if (!keeps_layout(c)) return false;
  const StageTensor x = c.tensor(0);
  const Window w(c, x);
  if (w.axes.empty()) return false;
  const StageTensor padded = w.padded(c, x, least(c.context(), x.dtype));
  const StageTensor out = w.reduce(c, Fold::max, "pool_max", padded, w.shape(c, x));
  annotate(c, "pool_max");
  return c.gives(out);
}

bool avg_pool(CallLowering& c) {
  if (!keeps_layout(c)) return false;
  const StageTensor x = c.tensor(0);
  const Window w(c, x);
  if (w.axes.empty()) return false;
  const StageTensor padded = w.padded(c, x, c.constant(0, x.dtype));
  const StageTensor sum = w.reduce(c, Fold::sum, "pool_sum", padded, w.shape(c, x));
  const StageTensor out = c.stages.compute("pool_avg", sum.shape, [&](const Index& at) {
    const PrimExpr count = w.count(c, x, at, c.attrs.boolean("count_include_pad"));
    return sum(at) / (x.dtype.is_any_float() ? cast(x.dtype, count) : count);
  });
  annotate(c, "pool_avg");
  return c.gives(out);
}

// Only where every window has the same size.
bool adaptive_avg_pool(CallLowering& c) {
  if (!keeps_layout(c)) return false;
  const StageTensor x = c.tensor(0);
  const std::vector<size_t> axes = pooled_axes(c.attrs.string("layout"), x.rank());
  const std::optional<std::vector<int64_t>> sizes = c.attrs.maybe_integers("output_size");
  if (axes.empty() || (sizes && sizes->size() != axes.size())) return false;
  Dims shape = x.shape;
  std::vector<ReduceAxis> reduced;
  PrimExpr count = c.constant(1, x.dtype);
  for (size_t i = 0; i < axes.size(); ++i) {
    const PrimExpr from = x.dim(axes[i]), to = sizes ? c.integer((*sizes)[i]) : from;
    if (to.constant() == 0 || (from.prim() != to.prim() && c.stages.simplified(from % to).constant() != 0))
      return false;
    const PrimExpr window = from.prim() == to.prim() ? c.integer(1) : c.stages.simplified(floordiv(from, to));
    shape[axes[i]] = to.prim();
    reduced.push_back({"rv" + std::to_string(i), window.prim()});
    count = count * cast(x.dtype, window);
  }
  const StageTensor sum =
      c.stages.reduce(Fold::sum, "adaptive_pool_sum", shape, reduced, [&](const Index& at, const Index& over) {
        Index index = at;
        for (size_t i = 0; i < axes.size(); ++i)
          index[axes[i]] = at[axes[i]] * PrimExpr(c.context(), reduced[i].extent) + over[i];
        return x(index);
      });
  const StageTensor out =
      c.stages.compute("adaptive_pool_avg", shape, [&](const Index& at) { return sum(at) / count; });
  annotate(c, "adaptive_pool_avg");
  return c.gives(out);
}

}  // namespace hammock::lower
