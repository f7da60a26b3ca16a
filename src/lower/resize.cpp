// SPDX-License-Identifier: Apache-2.0
// image.resize2d (legalize, 6.12).
#include <array>
#include <cmath>

#include "call.h"

namespace hammock::lower {
namespace {

PrimExpr real(const CallLowering& c, double value) { return c.constant(value, kFloat32); }

// What happens along one of the two dims.
struct Side {
  size_t axis;
  PrimExpr from, to;    // the extents
  PrimExpr begin, end;  // of the region
};

class Resize {
 public:
  explicit Resize(CallLowering& c)
      : c_(c),
        x_(c.tensor(0)),
        method_(c.attrs.string("method")),
        mode_(c.attrs.string("coordinate_transformation_mode")),
        rounding_(c.attrs.string("rounding_method")),
        alpha_(c.attrs.real("cubic_alpha")),
        excludes_(c.attrs.integer("cubic_exclude") != 0) {
    if (rounding_.empty()) rounding_ = mode_ == "align_corners" ? "round" : "floor";
  }

  bool run() {
    const std::string_view layout = c_.attrs.string("layout");
    const Dims size = c_.shape(1);
    std::vector<double> roi = c_.attrs.reals("roi");
    roi.resize(4);
    size_t axis = 0;
    bool has_y = false, has_x = false;
    for (char letter : layout) {
      if (letter >= '0' && letter <= '9') continue;
      if (letter == 'H') y_ = side(axis, size[0], roi[0], roi[2]), has_y = true;
      if (letter == 'W') x_side_ = side(axis, size[1], roi[1], roi[3]), has_x = true;
      ++axis;
    }
    if (!has_y || !has_x || axis != x_.rank()) return false;
    Dims shape = x_.shape;
    shape[y_.axis] = size[0];
    shape[x_side_.axis] = size[1];
    return c_.gives(c_.stages.compute_i("resize", shape, [&](const Index& at) { return cast(x_.dtype, element(at)); }));
  }

 private:
  Side side(size_t axis, Prim to, double begin, double end) const {
    return {axis, x_.dim(axis), {c_.context(), to}, real(c_, begin), real(c_, end)};
  }

  bool divides(const Side& s) const {
    const std::optional<int64_t> from = s.from.constant(), to = s.to.constant();
    if (method_ != "nearest_neighbor" || mode_ != "asymmetric" || !from || !to || *from <= 0 || *to <= 0) return false;
    const double ratio = static_cast<double>(*to) / static_cast<double>(*from);
    return ratio == std::floor(ratio) && ratio <= 1.0 / (1e-5 * static_cast<double>(*from) + 1e-5);
  }

  // The place in the operand, a float.
  PrimExpr source(const Side& s, PrimExpr place) const {
    const PrimExpr x = cast(kFloat32, place), from = cast(kFloat32, s.from), to = cast(kFloat32, s.to);
    const PrimExpr scale = from / to;
    if (mode_ == "half_pixel") return (x + 0.5) * scale - 0.5;
    if (mode_ == "align_corners") return cast(kFloat32, s.from - 1) / cast(kFloat32, s.to - 1) * x;
    if (mode_ == "asymmetric") return scale * x;
    if (mode_ == "pytorch_half_pixel") return if_then_else(s.to > 1, (x + 0.5) * scale - 0.5, real(c_, 0));
    if (mode_ == "tf_half_pixel_for_nn") return (x + 0.5) * scale;
    const PrimExpr last = cast(kFloat32, s.from - 1);
    return if_then_else(s.to > 1, s.begin * last + x * (s.end - s.begin) * last / cast(kFloat32, s.to - 1),
                        0.5 * (s.begin + s.end) * last);
  }

  PrimExpr pixel(const Index& at, PrimExpr y, PrimExpr x) const {
    Index index = at;
    const auto inside = [&](PrimExpr e, const Side& s) { return max(min(e, s.from - 1), 0); };
    index[y_.axis] = inside(y, y_);
    index[x_side_.axis] = inside(x, x_side_);
    return cast(kFloat32, x_(index));
  }

  PrimExpr nearest(const Side& s, PrimExpr place) const {
    if (divides(s)) return place / (s.to / s.from);
    const PrimExpr in = source(s, place);
    const PrimExpr out = rounding_ == "round"                ? call("round", {in})
                         : rounding_ == "round_prefer_floor" ? call("ceil", {in - 0.5})
                         : rounding_ == "round_prefer_ceil"  ? call("floor", {in + 0.5})
                         : rounding_ == "floor"              ? call("floor", {in + 1e-05})
                                                             : call("ceil", {in - 1e-05});
    return cast(kInt64, out);
  }

  PrimExpr linear(const Index& at, PrimExpr y, PrimExpr x) const {
    const auto whole = [&](PrimExpr e) { return cast(kInt64, call("floor", {e})); };
    const auto part = [&](PrimExpr e) { return e - cast(kFloat32, cast(kInt32, call("floor", {e}))); };
    const auto between = [&](PrimExpr a, PrimExpr b, PrimExpr t) { return a * (1.0 - t) + b * t; };
    const PrimExpr i = whole(y), j = whole(x), fx = part(x);
    return between(between(pixel(at, i, j), pixel(at, i, j + 1), fx),
                   between(pixel(at, i + 1, j), pixel(at, i + 1, j + 1), fx), part(y));
  }

  std::array<PrimExpr, 4> weights(PrimExpr t) const {
    const PrimExpr t2 = t * t, t3 = t * t * t;
    return {alpha_ * (t3 - 2.0 * t2 + t), (alpha_ + 2) * t3 - (3 + alpha_) * t2 + 1.0,
            -(alpha_ + 2) * t3 + (3 + 2 * alpha_) * t2 - alpha_ * t, -alpha_ * t3 + alpha_ * t2};
  }

  PrimExpr weighted(const std::array<PrimExpr, 4>& values, const std::array<PrimExpr, 4>& by) const {
    PrimExpr out = values[0] * by[0];
    for (size_t i = 1; i < 4; ++i) out = out + values[i] * by[i];
    return out;
  }

  PrimExpr cubic(const Index& at, PrimExpr y, PrimExpr x) const {
    const PrimExpr i = cast(kInt64, call("floor", {y})), j = cast(kInt64, call("floor", {x}));
    const auto part = [&](PrimExpr e) { return e - call("floor", {e}); };
    const std::array<PrimExpr, 4> across = weights(part(x)), down = weights(part(y));
    std::array<PrimExpr, 4> rows;
    for (int r = 0; r < 4; ++r) {
      std::array<PrimExpr, 4> values;
      for (int k = 0; k < 4; ++k) values[static_cast<size_t>(k)] = pixel(at, i + (r - 1), j + (k - 1));
      rows[static_cast<size_t>(r)] = weighted(values, across);
    }
    return weighted(rows, down);
  }

  PrimExpr element(const Index& at) const {
    const PrimExpr py = at[y_.axis], px = at[x_side_.axis];
    if (method_ == "nearest_neighbor" && mode_ != "tf_crop_and_resize")
      return pixel(at, nearest(y_, py), nearest(x_side_, px));
    const PrimExpr y = source(y_, py), x = source(x_side_, px);
    const PrimExpr value = method_ == "nearest_neighbor" ? pixel(at, nearest(y_, py), nearest(x_side_, px))
                           : method_ == "linear"         ? linear(at, y, x)
                                                         : cubic(at, y, x);
    if (mode_ != "tf_crop_and_resize") return value;
    const PrimExpr outside = real(c_, c_.attrs.real("extrapolation_value"));
    const auto inside = [&](PrimExpr in, const Side& s, PrimExpr then) {
      return if_then_else(in < 0, outside, if_then_else(in > cast(kFloat32, s.from - 1), outside, then));
    };
    return inside(x, x_side_, inside(y, y_, value));
  }

 public:
  bool is_known() const { return !(method_ == "cubic" && excludes_); }

 private:
  CallLowering& c_;
  StageTensor x_;
  std::string_view method_, mode_, rounding_;
  double alpha_;
  bool excludes_;
  Side y_{}, x_side_{};
};

}  // namespace

bool resize(CallLowering& c) {
  Resize r(c);
  return r.is_known() && r.run();
}

}  // namespace hammock::lower
