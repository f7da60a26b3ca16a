// SPDX-License-Identifier: Apache-2.0
// Reductions (legalize, 6.6).
#include "reduce.h"

#include <algorithm>

namespace hammock::lower {

std::vector<size_t> all_axes(size_t rank) {
  std::vector<size_t> out(rank);
  for (size_t i = 0; i < rank; ++i) out[i] = i;
  return out;
}

std::vector<size_t> axes_of(const CallLowering& c, std::string_view attr, size_t rank) {
  const std::optional<std::vector<int64_t>> given = c.attrs.maybe_integers(attr);
  if (!given) return all_axes(rank);
  std::vector<size_t> out;
  for (int64_t a : *given) out.push_back(positive(a, rank));
  return out;
}

ReducedAxes::ReducedAxes(const StageTensor& x, std::vector<size_t> given, bool keeps)
    : axes(std::move(given)), keeps_dims(keeps) {
  std::ranges::sort(axes);
  for (size_t i = 0; i < x.rank(); ++i) {
    if (std::ranges::binary_search(axes, i)) {
      reduced.push_back({"k" + std::to_string(i), x.shape[i]});
      if (keeps) shape.push_back(x.context->prims.integer(1));
    } else {
      shape.push_back(x.shape[i]);
    }
  }
}

Index ReducedAxes::index(const Index& at, const Index& over) const {
  Index out;
  size_t data = 0, next = 0;
  while (data < at.size() || next < over.size()) {
    const bool is_reduced = next < axes.size() && axes[next] == out.size();
    if (is_reduced) {
      out.push_back(over[next++]);
      data += keeps_dims;
    } else {
      out.push_back(at[data++]);
    }
  }
  return out;
}

Index ReducedAxes::kept(const Stages& stages, const Index& at) const {
  Index out;
  for (size_t i = 0; i < at.size(); ++i) {
    const bool is_reduced = std::ranges::binary_search(axes, i);
    if (!is_reduced) out.push_back(at[i]);
    else if (keeps_dims) out.push_back(integer(stages.context(), 0));
  }
  return out;
}

StageTensor reduced(Stages& stages, Fold fold, const StageTensor& x, const ReducedAxes& r) {
  return stages.reduce(fold, x.name + "_red", r.shape, r.reduced,
                       [&](const Index& at, const Index& over) { return x(r.index(at, over)); });
}

StageTensor divided_by_count(CallLowering& c, const StageTensor& sum, const StageTensor& x,
                             const std::vector<size_t>& axes) {
  PrimExpr count = c.integer(1);
  for (size_t a : axes) count = count * x.dim(a);
  return c.stages.compute("T_divide", sum.shape, [&](const Index& at) {
    const PrimExpr e = sum(at);
    return e / (e.dtype().is_any_float() ? cast(e.dtype(), count) : count);
  });
}

namespace {

StageTensor variance_of(CallLowering& c, const StageTensor& x) {
  const std::vector<size_t> axes = axes_of(c, "axis", x.rank());
  const ReducedAxes whole(x, axes, true), given(x, axes, c.attrs.boolean("keepdims"));
  const StageTensor mean = divided_by_count(c, reduced(c.stages, Fold::sum, x, whole), x, axes);
  const StageTensor difference = c.stages.compute("T_subtract", x.shape, [&](const Index& at) {
    return x(at) - mean(broadcast_index(c.stages, mean, x.shape, at));
  });
  const StageTensor square =
      c.stages.compute("T_multiply", x.shape, [&](const Index& at) { return difference(at) * difference(at); });
  return divided_by_count(c, reduced(c.stages, Fold::sum, square, given), x, axes);
}

}  // namespace

bool reduce(CallLowering& c) {
  const StageTensor x = c.tensor(0);
  const std::vector<size_t> axes = axes_of(c, "axis", x.rank());
  const Fold fold = c.op() == Op::max      ? Fold::max
                    : c.op() == Op::min    ? Fold::min
                    : c.op() == Op::prod   ? Fold::prod
                    : x.dtype.is_boolean() ? Fold::any
                                           : Fold::sum;
  const StageTensor out = reduced(c.stages, fold, x, ReducedAxes(x, axes, c.attrs.boolean("keepdims")));
  return c.gives(c.op() == Op::mean ? divided_by_count(c, out, x, axes) : out);
}

bool variance(CallLowering& c) { return c.gives(variance_of(c, c.tensor(0))); }

bool deviation(CallLowering& c) {
  const StageTensor v = variance_of(c, c.tensor(0));
  return c.gives(c.stages.compute_i("compute", v.shape, [&](const Index& at) { return call("sqrt", {v(at)}); }));
}

bool arg_reduce(CallLowering& c) {
  const StageTensor x = c.tensor(0);
  const std::optional<int64_t> axis = c.attrs.maybe_integer("axis");
  const ReducedAxes r(x, axis ? std::vector{positive(*axis, x.rank())} : all_axes(x.rank()),
                      c.attrs.boolean("keepdims"));
  const bool is_max = c.op() == Op::argmax;
  const std::vector<PrimExpr> identities{c.integer(-1),
                                         is_max ? least(c.context(), x.dtype) : greatest(c.context(), x.dtype)};
  const std::vector<StageTensor> found = c.stages.reduce(
      x.name + "_red_temp", r.shape, r.reduced, identities,
      [&](const std::vector<PrimExpr>& best, const Index& at, const Index& over) {
        PrimExpr place = over.empty() ? c.integer(0) : over[0];
        for (size_t i = 1; i < over.size(); ++i) place = place * PrimExpr(c.context(), r.reduced[i].extent) + over[i];
        place = c.stages.simplified(place);
        const PrimExpr value = x(r.index(at, over)), is_better = is_max ? best[1] > value : best[1] < value;
        return std::vector<PrimExpr>{select(is_better || (best[1] == value && best[0] < place), best[0], place),
                                     select(is_better, best[1], value)};
      });
  return c.gives(c.stages.compute(x.name + "_red", r.shape, [&](const Index& at) { return found[0](at); }));
}

}  // namespace hammock::lower
