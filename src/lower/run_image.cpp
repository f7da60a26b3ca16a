// SPDX-License-Identifier: Apache-2.0
// Images sampled at computed places (operators 5.2), as executors compute it: in float64.
#include <algorithm>
#include <array>
#include <cmath>

#include "run.h"

namespace hammock::lower {

// The places of an image of the size, mapped by each matrix: x, y, z, 1 with the last axis first.
bool run_affine_grid(CallLowering& c) {
  const StageTensor x = c.tensor(0);
  const Dims shape = c.result_shape();
  const size_t spatial = shape.size() - 2;
  if (x.rank() != 3 || (spatial != 2 && spatial != 3) || extent(x, 1) != static_cast<int64_t>(spatial) ||
      extent(x, 2) != static_cast<int64_t>(spatial) + 1 || !x.dtype.is_any_float())
    return false;
  const bool aligns = c.attrs.boolean("align_corners");
  return c.gives(c.stages.compute("affine_grid", shape, [&](const Index& at) {
    const auto matrix = [&](size_t k) { return cast(kFloat64, x({at[0], at[1], c.integer(static_cast<int64_t>(k))})); };
    PrimExpr sum = c.constant(0, kFloat64);
    for (size_t k = 0; k < spatial; ++k) {
      const size_t axis = shape.size() - 1 - k;
      const auto length = static_cast<double>(c.context().prims.constant(shape[axis]).value_or(1));
      const PrimExpr twice = 2.0 * cast(kFloat64, at[axis]);
      const PrimExpr place = !aligns      ? (twice + 1.0) / length - 1.0
                             : length > 1 ? twice / (length - 1) + -1.0
                                          : c.constant(-1, kFloat64);
      sum = sum + matrix(k) * place;
    }
    return cast(x.dtype, sum + matrix(spatial));
  }));
}

namespace {

class GridSample {
 public:
  explicit GridSample(CallLowering& c)
      : c_(c),
        x_(c.tensor(0)),
        grid_(c.tensor(1)),
        layout_(c.attrs.string("layout")),
        method_(c.attrs.string("method")),
        padding_(c.attrs.string("padding_mode")),
        aligns_(c.attrs.boolean("align_corners")) {}

  bool run() {
    const size_t dims = layout_.size() - 2;
    if (x_.rank() != layout_.size() || grid_.rank() != x_.rank() || (dims != 2 && dims != 3) ||
        !x_.dtype.is_any_float() || !grid_.dtype.is_any_float() || extent(grid_, 1) != static_cast<int64_t>(dims) ||
        !has_elements(x_))
      return false;
    for (char letter : std::string_view("DHW").substr(3 - dims)) axes_.push_back(layout_.find(letter));
    axis_of_n_ = layout_.find('N');
    if (axis_of_n_ == std::string_view::npos || layout_.find('C') == std::string_view::npos ||
        std::ranges::count(axes_, std::string_view::npos) > 0 || extent(x_, axis_of_n_) != extent(grid_, 0))
      return false;
    set_routine();
    Dims places = grid_.shape;
    const StageTensor where = c_.stages.compute("place", places, [&](const Index& at) { return place_of(at); });
    return c_.gives(c_.stages.compute("grid_sample", c_.result_shape(), [&](const Index& at) {
      to_ = at;
      from_ = at;
      return cast(x_.dtype, c_.constant(0, kFloat64) + sum(where, 0, {}, {}));
    }));
  }

 private:
  void set_routine() {
    const size_t channel = layout_.find('C');
    const bool is_last = channel + 1 == layout_.size();
    if (axis_of_n_ != 0 || (channel != 1 && !is_last) || !std::ranges::is_sorted(axes_)) return;
    tir::GridSampleRoutine routine{x_.dtype, grid_.dtype, extent(x_, 0),        extent(x_, channel),
                                   {},       {},          std::string(method_), std::string(padding_),
                                   aligns_,  is_last};
    for (size_t d = 0; d < axes_.size(); ++d) {
      routine.in.push_back(extent(x_, axes_[d]));
      routine.out.push_back(extent(grid_, 2 + d));
    }
    const bool is_float =
        std::ranges::all_of(std::array{x_.dtype, grid_.dtype}, [](DType d) { return d == kFloat32 || d == kFloat64; });
    if (is_float) c_.has_routine(std::move(routine));
  }

  // Coordinate k of a point, x first, as a place on its axis that is a number.
  PrimExpr place_of(const Index& at) const {
    const auto spatial = static_cast<int64_t>(axes_.size());
    PrimExpr place = c_.constant(0, kFloat64);
    for (int64_t k = 0; k < spatial; ++k)
      place =
          select(at[1] == k, on_axis(cast(kFloat64, grid_(at)), axes_[static_cast<size_t>(spatial - 1 - k)]), place);
    return select(is_finite(place), place, c_.constant(-1e9, kFloat64));
  }

  static PrimExpr is_finite(PrimExpr e) {
    Context& context = e.context();
    return {context, context.prims.call(context.name("isfinite"), kBool, std::array{e.prim()})};
  }

  PrimExpr on_axis(PrimExpr e, size_t axis) const {
    const auto n = static_cast<double>(extent(x_, axis));
    // A product with 0 would be folded (TVM's rule), also where it is no number.
    const PrimExpr at = aligns_ && n == 1 ? select(is_finite(e), c_.constant(0, kFloat64), e)
                        : aligns_         ? (e + 1.0) / 2.0 * (n - 1)
                                          : ((e + 1.0) * n - 1.0) / 2.0;
    if (padding_ == "zeros") return at;
    return inside(padding_ == "reflection" ? reflected(at, n) : at, n);
  }

  // Back into the axis by reflection at its borders.
  PrimExpr reflected(PrimExpr at, double n) const {
    const double low = aligns_ ? 0 : -0.5, span = aligns_ ? n - 1 : n;
    if (span <= 0) return c_.constant(0, kFloat64);
    const PrimExpr d = call("fmod", {call("fabs", {at - low}), c_.constant(2 * span, kFloat64)});
    return low + select(d > span, 2 * span - d, d);
  }

  static PrimExpr inside(PrimExpr at, double n) {
    return select(at < 0, at.like(0), select(at > n - 1, at.like(n - 1), at));
  }

  std::vector<PrimExpr> weights(PrimExpr t) const {
    if (method_ == "nearest") return {c_.constant(1, kFloat64)};
    if (method_ == "bilinear") return {1.0 - t, t};
    constexpr double a = -0.75;
    const PrimExpr t2 = t * t, t3 = t2 * t;
    return {a * (t3 - 2.0 * t2 + t), (a + 2) * t3 - (a + 3) * t2 + 1.0, -(a + 2) * t3 + (2 * a + 3) * t2 - a * t,
            -a * t3 + a * t2};
  }

  // Over the taps of the axes from that one on; those outside count as 0.
  PrimExpr sum(const StageTensor& where, size_t n, PrimExpr weight, PrimExpr is_inside) {
    if (n == axes_.size()) {
      const PrimExpr part = cast(kFloat64, x_(from_)) * weight;
      return is_inside ? select(is_inside, part, c_.constant(0, kFloat64)) : part;
    }
    Index point{to_[axis_of_n_], c_.integer(static_cast<int64_t>(axes_.size() - 1 - n))};
    for (size_t axis : axes_) point.push_back(to_[axis]);
    const PrimExpr at = where(point);
    const bool is_nearest = method_ == "nearest";
    const PrimExpr base = call(is_nearest ? "nearbyint" : "floor", {at});
    const std::vector<PrimExpr> all = weights(at - base);
    const double extent_of = static_cast<double>(extent(x_, axes_[n]));
    PrimExpr total;
    for (size_t k = 0; k < all.size(); ++k) {
      const PrimExpr tap = base + (static_cast<double>(k) - (all.size() == 4 ? 1 : 0));
      PrimExpr is_here = is_inside;
      if (padding_ == "zeros") {
        const PrimExpr test = tap >= 0 && tap <= extent_of - 1;
        is_here = is_inside ? is_inside && test : test;
      }
      from_[axes_[n]] = cast(kInt64, inside(tap, extent_of));
      const PrimExpr part = sum(where, n + 1, weight ? weight * all[k] : all[k], is_here);
      total = total ? total + part : part;
    }
    return total;
  }

  CallLowering& c_;
  StageTensor x_, grid_;
  std::string_view layout_, method_, padding_;
  bool aligns_;
  std::vector<size_t> axes_;
  size_t axis_of_n_ = 0;
  Index to_, from_;
};

}  // namespace

bool run_grid_sample(CallLowering& c) { return GridSample(c).run(); }

}  // namespace hammock::lower
