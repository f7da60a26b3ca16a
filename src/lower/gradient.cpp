// SPDX-License-Identifier: Apache-2.0
// Gradients (legalize, 6.12).
#include <algorithm>
#include <array>
#include <optional>

#include "call.h"
#include "pad.h"
#include "rearrange.h"
#include "reduce.h"

namespace hammock::lower {

bool nll_loss_backward(CallLowering& c) {
  const StageTensor g = c.tensor(0), p = c.tensor(1), t = c.tensor(2);
  const size_t channel = p.rank() == 1 ? 0 : 1;
  const std::string_view how = c.attrs.string("reduction");
  // Targets and weights of other axes than the predictions, and a gradient of more than the targets, fit to no loss.
  if (p.rank() != t.rank() + 1 || (c.size() > 3 && c.context().infos.dims(c.info(3)).size() != 1)) return false;
  if (g.rank() > t.rank() || (how == "none" && g.rank() < t.rank())) return false;
  if (c.size() < 4) c.name = "te_nll_loss_backward_no_weight";
  StageTensor w = c.size() > 3 ? c.tensor(3) : c.stages.compute("T_full", {p.shape[channel]}, [&](const Index&) {
    return c.constant(1, p.dtype);
  });
  const int64_t ignored = c.attrs.integer("ignore_index");
  if (ignored >= 0) {
    const StageTensor all = w;
    w = c.stages.compute("weights_new", all.shape, {"i"},
                         [&](const Index& at) { return select(at[0] == ignored, c.constant(0, p.dtype), all(at)); });
  }
  const StageTensor weights = c.stages.compute_i("all_weights", t.shape, [&](const Index& at) { return w({t(at)}); });
  StageTensor grad = g;
  if (how != "none") {
    grad = c.stages.compute("T_broadcast_to", t.shape,
                            [&](const Index& at) { return g(broadcast_index(c.stages, g, t.shape, at)); });
  }
  if (how == "mean") {
    const StageTensor whole = grad, sum = t.rank() == 0 ? weights
                                                        : reduced(c.stages, Fold::sum, weights,
                                                                  ReducedAxes(weights, all_axes(t.rank()), false));
    grad = c.stages.compute("T_divide", t.shape, [&](const Index& at) { return whole(at) / sum({}); });
  }
  return c.gives(c.stages.compute_i("pred_grad", p.shape, [&](const Index& at) {
    Index others = at;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(channel));
    return select(at[channel] == t(others), weights(others) * -1 * grad(others), c.constant(0, p.dtype));
  }));
}

namespace {

// One of the two dims of a window; divisions are towards zero.
struct Side {
  size_t axis;
  int64_t size, stride, before, after;
  PrimExpr extent;

  // The last window that holds the element at this place, and the first.
  PrimExpr last(PrimExpr place) const { return (place + before) / stride; }
  PrimExpr first(PrimExpr place) const {
    const PrimExpr padded = place + before;
    return select(padded < size, place.like(0), (padded - size) / stride + 1);
  }
  PrimExpr count() const { return (extent - size + before + after) / stride + 1; }
};

std::optional<std::array<Side, 2>> sides_of(const CallLowering& c, const StageTensor& x) {
  const std::vector<int64_t> size = c.attrs.integers("pool_size"), strides = c.attrs.integers("strides"),
                             padding = c.attrs.integers("padding"), dilation = c.attrs.integers("dilation");
  const std::string_view layout = c.attrs.string("layout");
  if (size.size() != 2 || strides.size() != 2 || padding.size() != 4 || x.rank() != 4 || layout.size() != 4 ||
      std::ranges::any_of(dilation, [](int64_t d) { return d != 1; }))
    return std::nullopt;
  std::array<Side, 2> out;
  for (size_t i = 0; i < 2; ++i) {
    const size_t axis = layout.find("HW"[i]);
    const auto is_usual = [](int64_t n, int64_t least) { return n >= least && n <= INT32_MAX; };
    if (axis == std::string_view::npos || !is_usual(strides[i], 1) || !is_usual(size[i], 1) ||
        !is_usual(padding[i], 0) || !is_usual(padding[i + 2], 0))
      return std::nullopt;
    const int64_t more = c.attrs.boolean("ceil_mode") ? strides[i] - 1 : 0;
    out[i] = {axis, size[i], strides[i], padding[i], padding[i + 2] + more, x.dim(axis)};
  }
  return out;
}

std::vector<ReduceAxis> windows(const CallLowering& c, const std::array<Side, 2>& sides) {
  const auto extent = [&](const Side& s) { return c.integer((s.size + s.stride - 1) / s.stride).prim(); };
  return {{"wh", extent(sides[0])}, {"ww", extent(sides[1])}};
}

// The place of the gradient that belongs to a window.
Index window_of(const std::array<Side, 2>& sides, const Index& at, const Index& over) {
  Index out = at;
  for (size_t i = 0; i < 2; ++i) out[sides[i].axis] = sides[i].last(at[sides[i].axis]) - over[i];
  return out;
}

// The number of windows that the axes of the windows run over is an int32 of TVM's: as a value it is cast.
PrimExpr with_casts(const CallLowering& c, PrimExpr e, const Index& variables) {
  PrimMap map;
  for (const PrimExpr& v : variables) map.emplace(v.prim(), c.context().prims.node(PrimKind::cast, kInt64, v.prim()));
  return {c.context(), substitute(c.context(), e.prim(), map)};
}

// Where in the padded operand the largest element of each window is.
StageTensor places_of_largest(CallLowering& c, const StageTensor& padded, const std::array<Side, 2>& sides) {
  Dims shape = padded.shape;
  for (const Side& s : sides) shape[s.axis] = c.stages.simplified(s.count()).prim();
  const std::vector<ReduceAxis> reduced{{"dh", c.integer(sides[0].size).prim()},
                                        {"dw", c.integer(sides[1].size).prim()}};
  return c.stages.reduce("maxpool_grad_argmax", shape, reduced, {c.integer(-1), least(c.context(), padded.dtype)},
                         [&](const std::vector<PrimExpr>& best, const Index& at, const Index& over) {
                           Index index = at;
                           for (size_t i = 0; i < 2; ++i)
                             index[sides[i].axis] = at[sides[i].axis] * sides[i].stride + over[i];
                           for (PrimExpr& e : index) e = c.stages.simplified(e);
                           const PrimExpr place = c.stages.simplified(flat_position(c.stages, index, padded.shape)),
                                          value = padded(index);
                           return std::vector<PrimExpr>{select(best[1] > value || (best[1] == value && best[0] < place),
                                                               best[0], with_casts(c, place, over)),
                                                        select(best[1] > value, best[1], value)};
                         })[0];
}

}  // namespace

bool max_pool2d_backward(CallLowering& c) {
  const StageTensor g = c.tensor(0), x = c.tensor(1);
  const auto sides = sides_of(c, x);
  if (!sides) return false;
  Padding padding(x.rank());
  for (const Side& s : *sides) padding[s.axis] = {c.integer(s.before), c.integer(s.after)};
  const StageTensor padded = padded_where_needed(c.stages, x, padding, least(c.context(), x.dtype));
  const StageTensor largest = places_of_largest(c, padded, *sides);
  return c.gives(
      c.stages.reduce(Fold::sum, "T_pool_grad", x.shape, windows(c, *sides), [&](const Index& at, const Index& over) {
        const Index window = window_of(*sides, at, over);
        Index own = at;
        for (const Side& s : *sides) own[s.axis] = at[s.axis] + s.before;
        const PrimExpr is_inside = (*sides)[0].first(at[(*sides)[0].axis]) <= window[(*sides)[0].axis] &&
                                   (*sides)[1].first(at[(*sides)[1].axis]) <= window[(*sides)[1].axis];
        return if_then_else(is_inside && largest(window) == flat_position(c.stages, own, padded.shape), g(window),
                            c.constant(0, g.dtype));
      }));
}

bool avg_pool2d_backward(CallLowering& c) {
  const StageTensor g = c.tensor(0), x = c.tensor(1);
  const auto sides = sides_of(c, x);
  if (!sides) return false;
  const bool with_padding = c.attrs.boolean("count_include_pad");
  return c.gives(
      c.stages.reduce(Fold::sum, "T_pool_grad", x.shape, windows(c, *sides), [&](const Index& at, const Index& over) {
        const Index window = window_of(*sides, at, over);
        PrimExpr is_inside, count = c.integer(1);
        for (const Side& s : *sides) {
          const PrimExpr w = window[s.axis], begin = w * s.stride - s.before;
          const PrimExpr test = s.first(at[s.axis]) <= w && w < c.stages.simplified(s.count());
          is_inside = is_inside ? is_inside && test : test;
          count = count * (with_padding ? c.integer(s.size) : min(begin + s.size, s.extent) - max(begin, 0));
        }
        if (!with_padding) count = max(count, 1);
        return if_then_else(is_inside, g(window) / cast(g.dtype, count), c.constant(0, g.dtype));
      }));
}

}  // namespace hammock::lower
