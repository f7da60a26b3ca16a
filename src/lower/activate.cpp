// SPDX-License-Identifier: Apache-2.0
// Activations of several stages, softmax and losses (legalize, 6.10).
#include "activate.h"

#include <algorithm>

#include "reduce.h"
#include "unary.h"

namespace hammock::lower {

bool gelu(CallLowering& c) {
  const StageTensor x = c.tensor(0);
  const auto stage = [&](std::string_view name, const Stages::Element& e) {
    return c.stages.compute(name, x.shape, e);
  };
  const StageTensor scaled = stage("T_multiply", [&](const Index& at) { return x(at) * 0.70710678118654757; });
  const StageTensor error = erf_of(c, scaled);
  const StageTensor half = stage("T_multiply", [&](const Index& at) { return error(at) * 0.5; });
  const StageTensor sum = stage("T_add", [&](const Index& at) { return 0.5 + half(at); });
  return c.gives(stage("T_multiply", [&](const Index& at) { return x(at) * sum(at); }));
}

bool gelu_tanh(CallLowering& c) {
  const StageTensor x = c.tensor(0);
  const auto stage = [&](std::string_view name, const Stages::Element& e) {
    return c.stages.compute(name, x.shape, e);
  };
  const StageTensor half = stage("T_multiply", [&](const Index& at) { return 0.5 * x(at); });
  const StageTensor scaled = stage("T_multiply", [&](const Index& at) { return 0.79788456080286541 * x(at); });
  const StageTensor small = stage("T_multiply", [&](const Index& at) { return 0.044714999999999998 * x(at); });
  const StageTensor square = stage("T_multiply", [&](const Index& at) { return small(at) * x(at); });
  const StageTensor sum = stage("T_add", [&](const Index& at) { return 1.0 + square(at); });
  const StageTensor inner = stage("T_multiply", [&](const Index& at) { return scaled(at) * sum(at); });
  const StageTensor tanh =
      c.stages.compute_i("compute", x.shape, [&](const Index& at) { return call("tanh", {inner(at)}); });
  const StageTensor outer = stage("T_add", [&](const Index& at) { return 1.0 + tanh(at); });
  return c.gives(stage("T_multiply", [&](const Index& at) { return half(at) * outer(at); }));
}

bool silu(CallLowering& c) {
  const StageTensor x = c.tensor(0);
  const StageTensor s =
      c.stages.compute_i("compute", x.shape, [&](const Index& at) { return call("sigmoid", {x(at)}); });
  return c.gives(c.stages.compute("T_multiply", x.shape, [&](const Index& at) { return x(at) * s(at); }));
}

namespace {

// Softmax and its logarithm, along one axis: stages with axes i0, i1, ...
struct Along {
  Stages& stages;
  const StageTensor& x;
  size_t axis;

  Index without(Index at) const {
    at.erase(at.begin() + static_cast<std::ptrdiff_t>(axis));
    return at;
  }
  Index with(Index at, PrimExpr k) const {
    at.insert(at.begin() + static_cast<std::ptrdiff_t>(axis), k);
    return at;
  }
  StageTensor reduce(Fold fold, std::string_view name, const Stages::Source& source) const {
    Dims shape = x.shape;
    shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(axis));
    return stages.reduce(fold, name, shape, numbered("i", shape.size()), {{"k", x.shape[axis]}}, source);
  }
  StageTensor largest() const {
    return reduce(Fold::max, "T_softmax_maxelem",
                  [&](const Index& at, const Index& over) { return x(with(at, over[0])); });
  }
  void annotate() const {
    Context& context = stages.context();
    stages.annotate("axis", context.attrs.integer(static_cast<int64_t>(axis)));
  }
};

}  // namespace

StageTensor softmax_of(Stages& stages, const StageTensor& x, size_t axis) {
  const Along along{stages, x, axis};
  const StageTensor largest = along.largest();
  const StageTensor exp = stages.compute_i(
      "T_softmax_exp", x.shape, [&](const Index& at) { return call("exp", {x(at) - largest(along.without(at))}); });
  const StageTensor sum = along.reduce(
      Fold::sum, "T_softmax_expsum", [&](const Index& at, const Index& over) { return exp(along.with(at, over[0])); });
  const StageTensor out =
      stages.compute_i("T_softmax_norm", x.shape, [&](const Index& at) { return exp(at) / sum(along.without(at)); });
  along.annotate();
  return out;
}

bool softmax(CallLowering& c) {
  const StageTensor x = c.tensor(0);
  return c.gives(softmax_of(c.stages, x, positive(c.attrs.integer("axis"), x.rank())));
}

bool log_softmax(CallLowering& c) {
  const StageTensor x = c.tensor(0);
  const Along along{c.stages, x, positive(c.attrs.integer("axis"), x.rank())};
  const StageTensor largest = along.largest();
  const StageTensor sum = along.reduce(Fold::sum, "compute", [&](const Index& at, const Index& over) {
    return call("exp", {x(along.with(at, over[0])) - largest(at)});
  });
  const StageTensor out = c.stages.compute_i("compute", x.shape, [&](const Index& at) {
    return x(at) - largest(along.without(at)) - call("log", {sum(along.without(at))});
  });
  along.annotate();
  return c.gives(out);
}

bool cross_entropy(CallLowering& c) {
  const StageTensor x = c.tensor(0), y = c.tensor(1);
  const Dims both = broadcast_shape(c.stages, x.shape, y.shape);
  const StageTensor products = c.stages.compute("T_multiply", both, [&](const Index& at) {
    return x(broadcast_index(c.stages, x, both, at)) * y(broadcast_index(c.stages, y, both, at));
  });
  const StageTensor sum = reduced(c.stages, Fold::sum, products, ReducedAxes(products, all_axes(both.size()), false));
  const StageTensor loss = c.stages.compute("T_multiply", {}, [&](const Index& at) { return sum(at) * -1; });
  if (x.rank() < 2) return c.gives(loss);
  return c.gives(c.stages.compute("T_divide", {}, [&](const Index& at) { return loss(at) / cast(x.dtype, x.dim(0)); }));
}

bool nll_loss(CallLowering& c) {
  const StageTensor p = c.tensor(0), t = c.tensor(1);
  const size_t channel = p.rank() == 1 ? 0 : 1;
  if (c.size() < 3) c.name = "nll_loss_without_weight";
  const StageTensor w = c.size() > 2 ? c.tensor(2) : c.stages.compute("T_full", {p.shape[channel]}, [&](const Index&) {
    return c.constant(1, p.dtype);
  });
  const PrimExpr ignored = c.integer(c.attrs.integer("ignore_index"));
  const auto kept = [&](const Index& at, PrimExpr value) {
    return select(t(at) != ignored, value, c.constant(0, p.dtype));
  };
  const StageTensor losses = c.stages.compute("nll_loss", t.shape, [&](const Index& at) {
    Index index = at;
    index.insert(index.begin() + static_cast<std::ptrdiff_t>(std::min(channel, at.size())), t(at));
    return kept(at, (0 - p(index)) * w({t(at)}));
  });
  const std::string_view how = c.attrs.string("reduction");
  if (how == "none") return c.gives(losses);
  const auto sum = [&](const StageTensor& x) {
    return x.rank() == 0 ? x : reduced(c.stages, Fold::sum, x, ReducedAxes(x, all_axes(x.rank()), false));
  };
  const StageTensor total = sum(losses);
  if (how == "sum") return c.gives(total);
  const StageTensor weights =
      c.stages.compute("nll_loss", t.shape, [&](const Index& at) { return kept(at, w({t(at)})); });
  const StageTensor weight = sum(weights);
  return c.gives(c.stages.compute("T_divide", {}, [&](const Index& at) { return total(at) / weight(at); }));
}

}  // namespace hammock::lower
