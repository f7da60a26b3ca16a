// SPDX-License-Identifier: Apache-2.0
// Sums over windows, classes and channels, as executors compute it: variances in two passes, windows of any size,
// targets held against the classes before a kernel runs.
#include <algorithm>
#include <optional>

#include "reduce.h"
#include "run.h"

namespace hammock::lower {
namespace {

std::vector<size_t> space_of(std::string_view layout, size_t rank) {
  std::vector<size_t> out;
  if (layout.size() != rank) return out;
  for (char letter : std::string_view("DHW")) {
    if (const size_t at = layout.find(letter); at != std::string_view::npos) out.push_back(at);
  }
  return out;
}

// One axis of windows that move over an axis of the data.
struct Slide {
  size_t axis;
  int64_t size, stride, dilation, before, after, in;

  PrimExpr place(PrimExpr window, PrimExpr k) const { return window * stride - before + k * dilation; }
  PrimExpr is_inside(PrimExpr place) const { return place >= 0 && place < in; }
};

// None if something is malformed, or the result has another layout than the data.
std::vector<Slide> slides_of(const CallLowering& c, const StageTensor& x) {
  const std::string_view layout = c.attrs.string("layout"), out = c.attrs.string("out_layout");
  const std::vector<size_t> axes = space_of(layout, x.rank());
  const auto list = [&](std::string_view name) { return c.attrs.integers(name); };
  const std::vector<int64_t> size = list("pool_size"), strides = list("strides"), padding = list("padding"),
                             dilation = list("dilation");
  if (axes.empty() || (!out.empty() && out != layout) || size.size() != axes.size() || strides.size() != axes.size() ||
      padding.size() != 2 * axes.size() || dilation.size() != axes.size())
    return {};
  std::vector<Slide> sides;
  for (size_t i = 0; i < axes.size(); ++i) {
    const Slide s{axes[i], size[i], strides[i], dilation[i], padding[i], padding[i + axes.size()], extent(x, axes[i])};
    if (s.size <= 0 || s.stride <= 0 || s.dilation <= 0 || s.before < 0 || s.after < 0) return {};
    sides.push_back(s);
  }
  return sides;
}

Dims slide_extents(CallLowering& c, const std::vector<Slide>& sides) {
  Dims out;
  for (const Slide& s : sides) out.push_back(c.integer(s.size).prim());
  return out;
}

// The place in the data of a point of a window; `inside` where it lies in the data, or else the nearest.
struct Spot {
  Index at;
  PrimExpr is_inside;
};
Spot spot_of(const std::vector<Slide>& sides, const Index& window, const Index& k) {
  Spot p{window, {}};
  for (size_t i = 0; i < sides.size(); ++i) {
    const Slide& s = sides[i];
    const PrimExpr place = s.place(window[s.axis], k[i]), test = s.is_inside(place);
    p.is_inside = p.is_inside ? p.is_inside && test : test;
    p.at[s.axis] = max(min(place, place.like(s.in - 1)), place.like(0));
  }
  return p;
}

// Is there an element of the gradient for each window?
bool is_of_windows(const CallLowering& c, const StageTensor& g, const StageTensor& x, const std::vector<Slide>& sides) {
  if (sides.empty() || g.rank() != x.rank() || g.dtype != x.dtype || !has_elements(x)) return false;
  std::vector<int64_t> shape;
  for (size_t d = 0; d < x.rank(); ++d) shape.push_back(extent(x, d));
  for (const Slide& s : sides) {
    const int64_t room =
        s.in + s.before + s.after - s.dilation * (s.size - 1) - 1 + (c.attrs.boolean("ceil_mode") ? s.stride - 1 : 0);
    if (room < 0) return false;
    shape[s.axis] = room / s.stride + 1;
  }
  for (size_t d = 0; d < x.rank(); ++d) {
    if (extent(g, d) != shape[d]) return false;
  }
  return true;
}

// The gradient of a pool as a loop over its windows; `add` makes the statements of one.
bool pool_gradient(CallLowering& c, const StageTensor& g, const StageTensor& x,
                   const std::function<Statements(const StageTensor& out, const Index& at)>& add) {
  const StageTensor out = c.stages.external_output("out_buf", "pool_backward", x.shape, x.dtype);
  const auto clear = loops(
      c, x.shape, "c", [&](const Index& at) { return Statements{c.stages.store(out, at, c.constant(0, x.dtype))}; });
  const auto all = loops(c, g.shape, "w", [&](const Index& at) { return add(out, at); });
  c.stages.external_block("pool_backward", {clear, all});
  return c.gives(out);
}

}  // namespace

// The first of the largest elements of each window gets its gradient.
bool run_max_pool2d_backward(CallLowering& c) {
  const StageTensor g = c.tensor(0), x = c.tensor(1);
  const std::vector<Slide> sides = slides_of(c, x);
  if (!is_of_windows(c, g, x, sides) || x.dtype.is_boolean()) return false;
  const Index zero{c.integer(0)};
  const StageTensor best = scratch(c, "best", x.dtype), is_found = scratch(c, "is_found", kInt64);
  std::vector<StageTensor> places;
  for (size_t i = 0; i < sides.size(); ++i) places.push_back(scratch(c, "place" + std::to_string(i), kInt64));
  return pool_gradient(c, g, x, [&](const StageTensor& out, const Index& at) {
    const auto search = loops(c, slide_extents(c, sides), "k", [&](const Index& k) {
      const Spot p = spot_of(sides, at, k);
      const PrimExpr is_better = p.is_inside && (is_found(zero) == 0 || x(p.at) > best(zero));
      // `best` comes last: the others ask for it.
      Statements all;
      for (size_t i = 0; i < sides.size(); ++i)
        all.push_back(c.stages.store(places[i], zero, select(is_better, p.at[sides[i].axis], places[i](zero))));
      all.push_back(c.stages.store(best, zero, select(is_better, x(p.at), best(zero))));
      all.push_back(c.stages.store(is_found, zero, select(p.is_inside, c.integer(1), is_found(zero))));
      return all;
    });
    Index to = at;
    Statements all{c.stages.store(is_found, zero, c.integer(0)), c.stages.store(best, zero, c.constant(0, x.dtype))};
    for (size_t i = 0; i < sides.size(); ++i) {
      all.push_back(c.stages.store(places[i], zero, c.integer(0)));
      to[sides[i].axis] = places[i](zero);
    }
    all.push_back(search);
    all.push_back(c.stages.store(out, to, out(to) + select(is_found(zero) != 0, g(at), c.constant(0, x.dtype))));
    return all;
  });
}

bool run_avg_pool2d_backward(CallLowering& c) {
  const StageTensor g = c.tensor(0), x = c.tensor(1);
  const std::vector<Slide> sides = slides_of(c, x);
  if (!is_of_windows(c, g, x, sides) || !x.dtype.is_any_float()) return false;
  const Index zero{c.integer(0)};
  const bool with_padding = c.attrs.boolean("count_include_pad");
  const StageTensor count = scratch(c, "count", kInt64);
  return pool_gradient(c, g, x, [&](const StageTensor& out, const Index& at) {
    const auto counted = loops(c, slide_extents(c, sides), "n", [&](const Index& k) {
      PrimExpr is_counted;
      for (size_t i = 0; i < sides.size(); ++i) {
        const PrimExpr place = sides[i].place(at[sides[i].axis], k[i]);
        const PrimExpr test = with_padding ? place < sides[i].in + sides[i].after : sides[i].is_inside(place);
        is_counted = is_counted ? is_counted && test : test;
      }
      return Statements{c.stages.store(count, zero, count(zero) + select(is_counted, c.integer(1), c.integer(0)))};
    });
    const auto added = loops(c, slide_extents(c, sides), "k", [&](const Index& k) {
      const Spot p = spot_of(sides, at, k);
      const PrimExpr part = g(at) / cast(x.dtype, count(zero));
      return Statements{c.stages.store(out, p.at, out(p.at) + select(p.is_inside, part, c.constant(0, x.dtype)))};
    });
    return Statements{c.stages.store(count, zero, c.integer(0)), counted, added};
  });
}

// Bin i of an axis of L into M goes from floor(i L / M) to ceil((i + 1) L / M).
bool run_adaptive_avg_pool(CallLowering& c) {
  const StageTensor x = c.tensor(0);
  const std::string_view layout = c.attrs.string("layout"), out_layout = c.attrs.string("out_layout");
  const std::vector<size_t> axes = space_of(layout, x.rank());
  const Dims shape = c.result_shape();
  if (axes.empty() || (!out_layout.empty() && out_layout != layout) || shape.size() != x.rank() ||
      !x.dtype.is_any_float() || !has_elements(x))
    return false;
  std::vector<ReduceAxis> reduced;
  std::vector<int64_t> in, out;
  for (size_t a : axes) {
    in.push_back(extent(x, a));
    out.push_back(c.context().prims.constant(shape[a]).value_or(0));
    const int64_t widest = out.back() == 0               ? 1
                           : in.back() % out.back() == 0 ? in.back() / out.back()
                                                         : in.back() / out.back() + 2;
    reduced.push_back(
        {"k" + std::to_string(reduced.size()), c.integer(std::min(std::max<int64_t>(widest, 1), in.back())).prim()});
  }
  const auto first = [&](size_t i, PrimExpr at) { return floordiv(at * in[i], std::max<int64_t>(out[i], 1)); };
  const auto last = [&](size_t i, PrimExpr at) {
    return floordiv((at + 1) * in[i] + (out[i] - 1), std::max<int64_t>(out[i], 1));
  };
  const StageTensor sum =
      c.stages.reduce(Fold::sum, "adaptive_sum", shape, reduced, [&](const Index& at, const Index& over) {
        Index from = at;
        PrimExpr is_inside;
        for (size_t i = 0; i < axes.size(); ++i) {
          from[axes[i]] = first(i, at[axes[i]]) + over[i];
          if (out[i] > 0 && in[i] % out[i] == 0) continue;
          const PrimExpr test = from[axes[i]] < last(i, at[axes[i]]);
          is_inside = is_inside ? is_inside && test : test;
        }
        return is_inside ? if_then_else(is_inside, x(from), c.constant(0, x.dtype)) : x(from);
      });
  return c.gives(c.stages.compute("adaptive_avg", shape, [&](const Index& at) {
    PrimExpr count = c.integer(1);
    for (size_t i = 0; i < axes.size(); ++i) count = count * (last(i, at[axes[i]]) - first(i, at[axes[i]]));
    return sum(at) / cast(x.dtype, count);
  }));
}

// ---- losses ----

namespace {

// Predictions of classes, a target for each, weights of the classes if any.
struct TargetLoss {
  CallLowering& c;
  StageTensor p, t;
  std::optional<StageTensor> weights;
  size_t channel;
  PrimExpr ignored;

  TargetLoss(CallLowering& call, size_t first)
      : c(call), p(c.tensor(first)), t(c.tensor(first + 1)), channel(p.rank() == 1 ? 0 : 1) {
    if (c.size() > first + 2) weights = c.tensor(first + 2);
    ignored = c.integer(c.attrs.integer("ignore_index"));
    if (!is_fine()) return;
    c.requires_indices(first + 1,
                       {.extents = {extent(p, channel)}, .axis = channel, .ignored = c.attrs.integer("ignore_index")});
  }
  bool is_fine() const {
    if (p.rank() == 0 || !p.dtype.is_any_float() || !t.dtype.is_integral() || t.dtype.is_boolean()) return false;
    Dims expected = p.shape;
    expected.erase(expected.begin() + static_cast<std::ptrdiff_t>(channel));
    const bool weights_fit =
        !weights || (weights->rank() == 1 && weights->shape[0] == p.shape[channel] && weights->dtype == p.dtype);
    return t.shape == expected && weights_fit && (!t.dtype.is_unsigned() || t.dtype.bits < 64);
  }
  PrimExpr kept(const Index& at, PrimExpr value) const {
    return if_then_else(cast(kInt64, t(at)) != ignored, value, c.constant(0, p.dtype));
  }
  PrimExpr weight(const Index& at) const {
    return weights ? (*weights)({cast(kInt64, t(at))}) : c.constant(1, p.dtype);
  }
  StageTensor total(const StageTensor& x) const {
    return x.rank() == 0 ? x : reduced(c.stages, Fold::sum, x, ReducedAxes(x, all_axes(x.rank()), false));
  }
  StageTensor total_weight() const {
    return total(c.stages.compute("weights", t.shape, [&](const Index& at) { return kept(at, weight(at)); }));
  }
};

}  // namespace

bool run_cross_entropy(CallLowering& c) {
  const StageTensor p = c.tensor(0), labels = c.tensor(1);
  if (p.shape != labels.shape || p.dtype != labels.dtype || !p.dtype.is_any_float()) return false;
  const StageTensor products =
      c.stages.compute("products", p.shape, [&](const Index& at) { return p(at) * labels(at); });
  const StageTensor sum =
      p.rank() == 0 ? products
                    : reduced(c.stages, Fold::sum, products, ReducedAxes(products, all_axes(p.rank()), false));
  const double rows = p.rank() > 1 ? static_cast<double>(extent(p, 0)) : 1;
  return c.gives(c.stages.compute("loss", {}, [&](const Index&) { return sum({}) * -1 / rows; }));
}

bool run_nll_loss(CallLowering& c) {
  const TargetLoss loss(c, 0);
  if (!loss.is_fine()) return false;
  const StageTensor losses = c.stages.compute("losses", loss.t.shape, [&](const Index& at) {
    Index from = at;
    from.insert(from.begin() + static_cast<std::ptrdiff_t>(loss.channel), cast(kInt64, loss.t(at)));
    return loss.kept(at, loss.weight(at) * loss.p(from) * -1);
  });
  const std::string_view how = c.attrs.string("reduction");
  if (how == "none") return c.gives(losses);
  const StageTensor sum = loss.total(losses);
  if (how == "sum") return c.gives(sum);
  const StageTensor weight = loss.total_weight();
  return c.gives(c.stages.compute("mean", {}, [&](const Index&) { return sum({}) / weight({}); }));
}

bool run_nll_loss_backward(CallLowering& c) {
  const StageTensor g = c.tensor(0);
  const TargetLoss loss(c, 1);
  const std::string_view how = c.attrs.string("reduction");
  if (!loss.is_fine() || g.dtype != loss.p.dtype || g.shape != (how == "none" ? loss.t.shape : Dims{})) return false;
  std::optional<StageTensor> weight;
  if (how == "mean") weight = loss.total_weight();
  return c.gives(c.stages.compute("nll_loss_backward", loss.p.shape, [&](const Index& at) {
    Index others = at;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(loss.channel));
    const PrimExpr target = cast(kInt64, loss.t(others)), gradient = how == "none" ? g(others) : g({});
    const PrimExpr own = (loss.weights ? (*loss.weights)({at[loss.channel]}) * gradient : gradient) * -1;
    return if_then_else(target == at[loss.channel] && target != loss.ignored, weight ? own / (*weight)({}) : own,
                        c.constant(0, loss.p.dtype));
  }));
}

// ---- norms ----

namespace {

// Mean and variance over all axes but some.
struct Moments {
  StageTensor mean, variance;
};
Moments moments_of(CallLowering& c, const StageTensor& x, const std::vector<size_t>& axes) {
  const ReducedAxes r(x, axes, false);
  int64_t count = 1;
  for (size_t a : axes) count *= extent(x, a);
  const auto average = [&](const StageTensor& sum) {
    return c.stages.compute("mean", sum.shape, [&](const Index& at) { return sum(at) / static_cast<double>(count); });
  };
  const StageTensor mean = average(reduced(c.stages, Fold::sum, x, r));
  const StageTensor squares =
      c.stages.reduce(Fold::sum, "squares", r.shape, r.reduced, [&](const Index& at, const Index& over) {
        const PrimExpr d = x(r.index(at, over)) - mean(at);
        return d * d;
      });
  return {mean, average(squares)};
}

std::vector<size_t> all_but(size_t rank, size_t axis) {
  std::vector<size_t> out = all_axes(rank);
  out.erase(out.begin() + static_cast<std::ptrdiff_t>(axis));
  return out;
}

// (x - mean) / sqrt(variance + epsilon) gamma + beta; `own` says where the statistics of a place are.
StageTensor normalised(CallLowering& c, const StageTensor& x, const Moments& s, size_t channel,
                       const StageTensor& gamma, const StageTensor& beta,
                       const std::function<Index(const Index&)>& own) {
  const bool scales = c.attrs.boolean("scale"), centers = c.attrs.boolean("center");
  return c.stages.compute("normalised", x.shape, [&](const Index& at) {
    PrimExpr e = (x(at) - s.mean(own(at))) / call("sqrt", {s.variance(own(at)) + c.attrs.real("epsilon")});
    if (scales) e = e * gamma({at[channel]});
    return centers ? e + beta({at[channel]}) : e;
  });
}

}  // namespace

bool run_batch_norm(CallLowering& c) {
  const StageTensor x = c.tensor(0), gamma = c.tensor(1), beta = c.tensor(2), mean = c.tensor(3),
                    variance = c.tensor(4);
  const size_t axis = positive(c.attrs.integer("axis"), x.rank());
  for (const StageTensor* t : {&gamma, &beta, &mean, &variance}) {
    if (t->rank() != 1 || t->shape[0] != x.shape[axis] || t->dtype != x.dtype) return false;
  }
  if (!x.dtype.is_any_float()) return false;
  const bool trains = c.attrs.boolean("training");
  const Moments s = trains ? moments_of(c, x, all_but(x.rank(), axis)) : Moments{mean, variance};
  const StageTensor out = normalised(c, x, s, axis, gamma, beta, [&](const Index& at) { return Index{at[axis]}; });
  const double momentum = c.attrs.real("momentum");
  const auto moved = [&](const StageTensor& old, const StageTensor& now) {
    return c.stages.compute("moved", old.shape, [&](const Index& at) {
      if (!trains) return old(at);
      // Not folded where the momentum is 0 or 1: 0 times infinity is no number.
      const auto part = [&](double weight, PrimExpr e) {
        return PrimExpr(c.context(), c.context().prims.node(PrimKind::mul, e.dtype(), e.like(weight).prim(), e.prim()));
      };
      return part(1 - momentum, old(at)) + part(momentum, now(at));
    });
  };
  return c.gives({out, moved(mean, s.mean), moved(variance, s.variance)});
}

bool run_instance_norm(CallLowering& c) {
  const StageTensor x = c.tensor(0), gamma = c.tensor(1), beta = c.tensor(2);
  const size_t channel = positive(c.attrs.integer("channel_axis"), x.rank());
  std::vector<size_t> axes = axes_of(c, "axes", x.rank());
  std::ranges::sort(axes);
  for (const StageTensor* t : {&gamma, &beta}) {
    if (t->rank() != 1 || t->shape[0] != x.shape[channel] || t->dtype != x.dtype) return false;
  }
  if (!x.dtype.is_any_float() || std::ranges::binary_search(axes, channel) ||
      std::ranges::adjacent_find(axes) != axes.end())
    return false;
  const ReducedAxes r(x, axes, false);
  const Moments s = moments_of(c, x, axes);
  return c.gives(normalised(c, x, s, channel, gamma, beta, [&](const Index& at) { return r.kept(c.stages, at); }));
}

}  // namespace hammock::lower
