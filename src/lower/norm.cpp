// SPDX-License-Identifier: Apache-2.0
// Normalisations (legalize, 6.11).
#include <algorithm>

#include "rearrange.h"
#include "reduce.h"

namespace hammock::lower {
namespace {

// Sums of x and of its squares.
std::vector<StageTensor> two_sums(CallLowering& c, const StageTensor& x, std::string_view name, const ReducedAxes& r) {
  const PrimExpr zero = c.constant(0, kFloat32);
  return c.stages.reduce(name, r.shape, r.reduced, {zero, zero},
                         [&](const std::vector<PrimExpr>& so_far, const Index& at, const Index& over) {
                           const PrimExpr e = cast(kFloat32, x(r.index(at, over)));
                           return std::vector<PrimExpr>{so_far[0] + e, so_far[1] + e * e};
                         });
}

// Those of the dims that stand at the axes.
Index picked(const Index& at, const std::vector<size_t>& axes) {
  Index out;
  for (size_t a : axes) out.push_back(at[a]);
  return out;
}

PrimExpr count_of(const StageTensor& x, const std::vector<size_t>& axes, DType dtype) {
  PrimExpr out = number(*x.context, 1, dtype);
  for (size_t a : axes) out = out * cast(dtype, x.dim(a));
  return out;
}

}  // namespace

bool layer_norm(CallLowering& c) {
  if (c.dtype(0) != kFloat32 && c.dtype(0) != kFloat16) return false;
  const StageTensor x = c.tensor(0), gamma = c.tensor(1), beta = c.tensor(2);
  const std::vector<size_t> axes = axes_of(c, "axes", x.rank());
  if (axes.size() == x.rank()) return false;
  const ReducedAxes r(x, axes, false);
  const std::vector<StageTensor> sums = two_sums(c, x, x.name + "_red_temp", r);
  const PrimExpr epsilon = c.constant(c.attrs.real("epsilon"), kFloat32);
  return c.gives(c.stages.compute("T_layer_norm", x.shape, [&](const Index& at) {
    const PrimExpr count = cast(kFloat32, count_of(x, axes, x.dtype));
    const Index kept = r.kept(c.stages, at), own = picked(at, axes);
    const PrimExpr mean = sums[0](kept) / count, variance = sums[1](kept) / count - mean * mean;
    const PrimExpr e = (cast(kFloat32, x(at)) - mean) * call("rsqrt", {variance + epsilon});
    return cast(x.dtype, e) * gamma(own) + beta(own);
  }));
}

bool rms_norm(CallLowering& c) {
  const StageTensor x = c.tensor(0), weight = c.tensor(1);
  const std::vector<size_t> axes = axes_of(c, "axes", x.rank());
  if (axes.size() == x.rank()) return false;
  const auto wide = [&](const StageTensor& t, DType to) {
    return c.stages.compute("T_cast", t.shape, [&](const Index& at) { return cast(to, t(at)); });
  };
  const StageTensor e = wide(x, kFloat32);
  const StageTensor square = c.stages.compute("T_multiply", x.shape, [&](const Index& at) { return e(at) * e(at); });
  const ReducedAxes r(square, axes, false);
  const StageTensor sum = reduced(c.stages, Fold::sum, square, r);
  const PrimExpr count = count_of(x, axes, kFloat32),
                 epsilon = cast(kFloat32, c.constant(c.attrs.real("epsilon"), x.dtype));
  const StageTensor scale =
      c.stages.compute("rsqrt", sum.shape, [&](const Index& at) { return call("rsqrt", {sum(at) / count + epsilon}); });
  const StageTensor w = wide(weight, kFloat32);
  const StageTensor out = c.stages.compute("T_rms_norm", x.shape, [&](const Index& at) {
    return scale(r.kept(c.stages, at)) * e(at) * w(picked(at, axes));
  });
  return c.gives(wide(out, x.dtype));
}

bool group_norm(CallLowering& c) {
  const StageTensor x = c.tensor(0), gamma = c.tensor(1), beta = c.tensor(2);
  const size_t channel = positive(c.attrs.integer("channel_axis"), x.rank());
  const int64_t groups = c.attrs.integer("num_groups");
  if (groups <= 0) return false;
  const PrimExpr per_group = c.stages.simplified(floordiv(x.dim(channel), groups));
  Dims shape = x.shape;
  shape[channel] = c.integer(groups).prim();
  shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(channel) + 1, per_group.prim());
  const StageTensor grouped = reshaped(c.stages, x, shape);
  StageTensor wide = grouped;
  if (x.dtype == kFloat16) {
    wide = c.stages.compute("T_cast", shape, [&](const Index& at) { return cast(kFloat32, grouped(at)); });
  }
  std::vector<size_t> axes{channel + 1};
  for (size_t a : axes_of(c, "axes", x.rank())) axes.push_back(a + (a > channel));
  const ReducedAxes r(wide, axes, false);
  const std::vector<StageTensor> sums = two_sums(c, wide, x.name + "_red_temp", r);
  const StageTensor g = reshaped(c.stages, gamma, {shape[channel], per_group.prim()});
  const StageTensor b = reshaped(c.stages, beta, {shape[channel], per_group.prim()});
  const PrimExpr epsilon = c.constant(c.attrs.real("epsilon"), x.dtype);
  const StageTensor out = c.stages.compute("T_group_norm", shape, [&](const Index& at) {
    const PrimExpr count = count_of(wide, r.axes, kFloat32);
    const Index kept = r.kept(c.stages, at), own{at[channel], at[channel + 1]};
    const PrimExpr mean = sums[0](kept) / count, variance = sums[1](kept) / count - mean * mean;
    const PrimExpr e = (wide(at) - mean) * call("rsqrt", {variance + cast(kFloat32, epsilon)});
    return cast(x.dtype, e) * g(own) + b(own);
  });
  return c.gives(reshaped(c.stages, out, x.shape));
}

bool batch_norm(CallLowering& c) {
  if (!c.attrs.boolean("training", true)) return false;
  const StageTensor x = c.tensor(0), gamma = c.tensor(1), beta = c.tensor(2), old_mean = c.tensor(3),
                    old_var = c.tensor(4);
  const size_t axis = positive(c.attrs.integer("axis"), x.rank());
  std::vector<size_t> others = all_axes(x.rank());
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(axis));
  Dims spread(x.rank(), c.integer(1).prim());
  spread[axis] = x.shape[axis];
  const ReducedAxes r(x, others, false);
  const auto stage = [&](std::string_view name, const Dims& shape, const Stages::Element& e) {
    return c.stages.compute(name, shape, e);
  };
  const auto on_both = [&](std::string_view name, PrimKind kind, const StageTensor& a, const StageTensor& b) {
    return stage(name, a.shape, [&](const Index& at) {
      return lower::binary(kind, a(at), b(broadcast_index(c.stages, b, a.shape, at)));
    });
  };
  const auto average = [&](const StageTensor& t) {
    return divided_by_count(c, reduced(c.stages, Fold::sum, t, r), x, others);
  };
  const StageTensor mean = average(x), wide_mean = reshaped(c.stages, mean, spread);
  const StageTensor centred = on_both("T_subtract", PrimKind::sub, x, wide_mean);
  const auto variance = [&] {
    const StageTensor d = on_both("T_subtract", PrimKind::sub, x, wide_mean),
                      e = on_both("T_subtract", PrimKind::sub, x, wide_mean);
    return average(on_both("T_multiply", PrimKind::mul, d, e));
  };
  const StageTensor wide_variance = reshaped(c.stages, variance(), spread);
  const StageTensor sum = stage("T_add", spread, [&](const Index& at) {
    return wide_variance(at) + c.constant(c.attrs.real("epsilon"), x.dtype);
  });
  const StageTensor root =
      c.stages.compute_i("compute", spread, [&](const Index& at) { return call("sqrt", {sum(at)}); });
  StageTensor out = on_both("T_divide", PrimKind::div, centred, root);
  if (c.attrs.boolean("scale")) out = on_both("T_multiply", PrimKind::mul, out, reshaped(c.stages, gamma, spread));
  if (c.attrs.boolean("center")) out = on_both("T_add", PrimKind::add, out, reshaped(c.stages, beta, spread));
  const double momentum = c.attrs.real("momentum");
  const auto scaled = [&](double by, const StageTensor& t) {
    return stage("T_multiply", t.shape, [&](const Index& at) { return t(at).like(by) * t(at); });
  };
  const StageTensor kept_mean = scaled(1 - momentum, old_mean), new_mean = scaled(momentum, mean);
  const StageTensor mean_out = on_both("T_add", PrimKind::add, kept_mean, new_mean);
  const StageTensor kept_var = scaled(1 - momentum, old_var);
  const StageTensor new_var = scaled(momentum, variance());
  return c.gives({out, mean_out, on_both("T_add", PrimKind::add, kept_var, new_var)});
}

}  // namespace hammock::lower
