// SPDX-License-Identifier: Apache-2.0
// Attention (legalize, 6.11).
#include <algorithm>
#include <cstdlib>

#include "activate.h"
#include "rearrange.h"
#include "reduce.h"

namespace hammock::lower {
namespace {

// (b, s, n, h) as (b * n, s, h).
StageTensor heads_first(CallLowering& c, const StageTensor& x) {
  const StageTensor turned = transposed(c.stages, x, {0, 2, 1, 3});
  return reshaped(c.stages, turned, {(x.dim(0) * x.dim(2)).prim(), x.shape[1], x.shape[3]});
}

// Of batches: b has its dims in that order if the name ends in N, else turned.
StageTensor batch_matmul(CallLowering& c, std::string_view name, const StageTensor& a, const StageTensor& b) {
  const bool is_turned = name.back() == 'T';
  const Dims shape{a.shape[0], a.shape[1], is_turned ? b.shape[1] : b.shape[2]};
  const auto batch = [&](const StageTensor& x, const Index& at) {
    return x.dim(0).constant() == 1 ? c.integer(0) : at[0];
  };
  const StageTensor out = c.stages.reduce(
      Fold::sum, name, shape, {"b", "i", "j"}, {{"k", a.shape[2]}}, [&](const Index& at, const Index& over) {
        const PrimExpr j = is_turned ? at[2] : over[0], k = is_turned ? over[0] : at[2];
        return a({batch(a, at), at[1], over[0]}) * b({batch(b, at), j, k});
      });
  PrimStore& prims = c.context().prims;
  AttrStore& attrs = c.context().attrs;
  const Prim load = prims.load(b.buffer.index, kHandle, {});
  const Attr buffer = attrs.prim(prims.call(c.context().name("buffer"), kHandle, std::span(&load, 1)));
  c.stages.annotate("layout_free_placeholders", attrs.list(std::span(&buffer, 1)));
  return out;
}

// Softmax of what a causal mask leaves; what it takes away counts as 0.
StageTensor masked_softmax(CallLowering& c, const StageTensor& p, PrimExpr offset) {
  const auto kept = [&](const StageTensor& x) {
    return c.stages.compute_i("trilu", x.shape, [&](const Index& at) {
      return select(at[1] + offset >= at[2], x(at), c.constant(0, x.dtype));
    });
  };
  const auto per_row = [&](PrimKind kind, std::string_view name, const StageTensor& x, const StageTensor& row) {
    return c.stages.compute(name, x.shape, [&](const Index& at) {
      return binary(kind, x(at), row({at[0], at[1], c.integer(0)}));
    });
  };
  const StageTensor scores = kept(p);
  const ReducedAxes r(scores, {2}, true);
  const StageTensor shifted = per_row(PrimKind::sub, "T_subtract", scores, reduced(c.stages, Fold::max, scores, r));
  const StageTensor weights =
      kept(c.stages.compute_i("compute", p.shape, [&](const Index& at) { return call("exp", {shifted(at)}); }));
  return per_row(PrimKind::div, "T_divide", weights, reduced(c.stages, Fold::sum, weights, r));
}

StageTensor scaled(CallLowering& c, const StageTensor& p, PrimExpr head) {
  const Attr scale = c.attrs.attr("scale");
  if (!c.attrs.is_none("scale")) {
    const double by = number_of(c.context(), scale).value_or(1);
    return c.stages.compute("T_multiply", p.shape, [&](const Index& at) { return p(at) * p(at).like(by); });
  }
  return c.stages.compute("T_divide", p.shape,
                          [&](const Index& at) { return p(at) / call("sqrt", {cast(p.dtype, head)}); });
}

}  // namespace

bool attention(CallLowering& c) {
  if (!c.attrs.is_none("window_size")) return false;
  const std::vector<StageTensor> xs = c.tensors();
  const StageTensor &q = xs[0], &k = xs[1], &v = xs[2];
  const PrimExpr batch = c.stages.simplified(q.dim(0) * q.dim(2));
  if (!batch.constant()) return false;
  const StageTensor queries = heads_first(c, q), keys = heads_first(c, k);
  StageTensor p = scaled(c, batch_matmul(c, "T_batch_matmul_NT", queries, keys), q.dim(3));
  if (xs.size() > 3) {
    const Dims whole{q.shape[0], q.shape[2], q.shape[1], k.shape[1]};
    const StageTensor wide = reshaped(c.stages, p, whole);
    const StageTensor sum = c.stages.compute(
        "T_add", whole, [&](const Index& at) { return wide(at) + xs[3](broadcast_index(c.stages, xs[3], whole, at)); });
    p = reshaped(c.stages, sum, p.shape);
  }
  const std::string_view mask = c.attrs.string("causal_mask");
  if (!mask.empty() && mask != "TopLeft" && mask != "BottomRight") return false;
  const PrimExpr distance = c.stages.simplified(q.dim(1) - k.dim(1));
  if (mask == "BottomRight" && !distance.constant()) return false;
  const PrimExpr offset = c.integer(mask == "BottomRight" ? std::abs(*distance.constant()) : 0);
  const StageTensor weights = mask.empty() ? softmax_of(c.stages, p, 2) : masked_softmax(c, p, offset);
  const StageTensor sums = batch_matmul(c, "T_batch_matmul_NN", weights, heads_first(c, v));
  const StageTensor apart = reshaped(c.stages, sums, {q.shape[0], q.shape[2], q.shape[1], v.shape[3]});
  return c.gives(transposed(c.stages, apart, {0, 2, 1, 3}));
}

}  // namespace hammock::lower
