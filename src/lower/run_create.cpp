// SPDX-License-Identifier: Apache-2.0
// Tensors that are made, joined and taken apart, as executors compute it.
#include <functional>
#include <numbers>

#include "run.h"

namespace hammock::lower {
namespace {

bool is_whole_number(CallLowering& c, size_t operand) { return c.dtype(operand).is_integral(); }

}  // namespace

bool run_arange(CallLowering& c) {
  const DType to = c.result_dtype();
  const auto start = real_of(c, 0), step = real_of(c, 2);
  const bool is_counted = is_whole_number(c, 0) && is_whole_number(c, 1) && is_whole_number(c, 2);
  // What does not fit is for the reference executor to say.
  if (!start || !step || (to.is_integral() && to.bits < 32)) return false;
  const auto first = c.value(0).constant(), stride = c.value(2).constant();
  return c.gives(c.stages.compute("arange", c.result_shape(), [&](const Index& at) {
    if (is_counted) return cast(to, c.integer(*first) + c.integer(*stride) * at[0]);
    return cast(to, c.constant(*start, kFloat64) + cast(kFloat64, at[0]) * c.constant(*step, kFloat64));
  }));
}

bool run_hamming_window(CallLowering& c) {
  const auto size = real_of(c, 0), periodic = real_of(c, 1), alpha = real_of(c, 2), beta = real_of(c, 3);
  const DType to = c.result_dtype();
  if (!size || !periodic || !alpha || !beta || !to.is_any_float()) return false;
  const double period = *periodic != 0 ? *size : *size - 1;
  return c.gives(c.stages.compute("hamming_window", c.result_shape(), [&](const Index& at) {
    if (*size == 1) return c.constant(1, to);
    const PrimExpr turn = 2 * std::numbers::pi * cast(kFloat64, at[0]) / period;
    return cast(to, *alpha - *beta * call("cos", {turn}));
  }));
}

bool run_stack(CallLowering& c) {
  const std::vector<StageTensor> xs = c.tensors();
  const Dims shape = c.result_shape();
  const size_t axis = positive(c.attrs.integer("axis"), shape.size());
  for (const StageTensor& x : xs) {
    if (x.shape != xs[0].shape || x.dtype != xs[0].dtype) return false;
  }
  const StageTensor out = c.stages.external_output("out_buf", "stack", shape, xs[0].dtype);
  Statements all;
  for (size_t i = 0; i < xs.size(); ++i) {
    all.push_back(loops(c, xs[i].shape, "i", [&](const Index& at) {
      Index to = at;
      to.insert(to.begin() + static_cast<std::ptrdiff_t>(axis), c.integer(static_cast<int64_t>(i)));
      return Statements{c.stages.store(out, to, xs[i](at))};
    }));
  }
  c.stages.external_block("stack", all);
  return c.gives(out);
}

bool run_meshgrid(CallLowering& c) {
  const std::vector<StageTensor> xs = c.tensors();
  Dims shape;
  for (const StageTensor& x : xs) {
    if (x.rank() > 1) return false;
    shape.push_back(x.rank() == 0 ? c.integer(1).prim() : x.shape[0]);
  }
  const bool swaps = c.attrs.string("indexing") == "xy" && shape.size() >= 2;
  if (swaps) std::swap(shape[0], shape[1]);
  std::vector<StageTensor> out;
  for (size_t i = 0; i < xs.size(); ++i) {
    const size_t axis = swaps && i < 2 ? 1 - i : i;
    out.push_back(c.stages.compute("meshgrid", shape,
                                   [&](const Index& at) { return xs[i].rank() == 0 ? xs[i]({}) : xs[i]({at[axis]}); }));
  }
  return c.gives(std::move(out));
}

bool run_outer(CallLowering& c) {
  const StageTensor a = c.tensor(0), b = c.tensor(1);
  if (a.rank() != 1 || b.rank() != 1 || a.dtype != b.dtype) return false;
  return c.gives(c.stages.compute("outer", {a.shape[0], b.shape[0]}, [&](const Index& at) {
    const PrimExpr x = a({at[0]}), y = b({at[1]});
    return a.dtype.is_boolean() ? x && y : x * y;
  }));
}

bool run_pixel_shuffle(CallLowering& c) {
  const StageTensor x = c.tensor(0);
  const int64_t r = c.attrs.integer("upscale_factor");
  if (x.rank() < 3 || r <= 0 || extent(x, x.rank() - 3) % (r * r) != 0) return false;
  return c.gives(c.stages.compute("pixel_shuffle", c.result_shape(), [&](const Index& at) {
    const size_t n = at.size();
    const PrimExpr row = at[n - 2], column = at[n - 1];
    Index from = at;
    from[n - 3] = at[n - 3] * (r * r) + row % r * r + column % r;
    from[n - 2] = floordiv(row, r);
    from[n - 1] = floordiv(column, r);
    return x(from);
  }));
}

// Nothing is dropped: no executor trains.
bool run_dropout(CallLowering& c) {
  const StageTensor x = c.tensor(0);
  const StageTensor same = c.stages.compute("dropout", x.shape, [&](const Index& at) { return x(at); });
  return c.gives({same, c.stages.compute("mask", x.shape, [&](const Index&) { return c.constant(1, x.dtype); })});
}

// ---- functions of elements ----

namespace {

bool on_both(CallLowering& c, const std::function<PrimExpr(PrimExpr, PrimExpr)>& element) {
  const StageTensor a = c.tensor(0), b = c.tensor(1);
  if (a.dtype != b.dtype || !a.dtype.is_any_float()) return false;
  const Dims shape = c.result_shape();
  return c.gives(c.stages.compute("both", shape, [&](const Index& at) {
    return element(a(broadcast_index(c.stages, a, shape, at)), b(broadcast_index(c.stages, b, shape, at)));
  }));
}

bool on_floats(CallLowering& c, const std::function<PrimExpr(PrimExpr)>& element) {
  const StageTensor x = c.tensor(0);
  if (!x.dtype.is_any_float()) return false;
  return c.gives(c.stages.compute("element", x.shape, [&](const Index& at) { return element(x(at)); }));
}

}  // namespace

bool run_atan2(CallLowering& c) {
  return on_both(c, [](PrimExpr a, PrimExpr b) { return call("atan2", {a, b}); });
}

bool run_log_add_exp(CallLowering& c) {
  return on_both(c, [](PrimExpr a, PrimExpr b) {
    const PrimExpr rest = call("log1p", {call("exp", {call("fabs", {a - b}) * -1})});
    return select(a == b, a + std::numbers::ln2, select(a > b, a, b) + rest);
  });
}

bool run_trunc(CallLowering& c) {
  return on_floats(c, [](PrimExpr x) { return call("trunc", {x}); });
}

bool run_selu(CallLowering& c) {
  return on_floats(c, [](PrimExpr x) {
    return 1.0507009873554804934 * select(x > 0, x, 1.6732632423543772848 * call("expm1", {x}));
  });
}

// x where beta x is above the threshold, log(1 + exp(beta x)) / beta elsewhere
bool run_softplus(CallLowering& c) {
  const double beta = c.attrs.real("beta"), threshold = c.attrs.real("threshold");
  if (beta == 0) return false;  // a product with 0 would be folded
  return on_floats(
      c, [&](PrimExpr x) { return select(beta * x > threshold, x, call("log1p", {call("exp", {beta * x})}) / beta); });
}

// ---- scans and searches ----

bool run_scan(CallLowering& c) {
  const StageTensor x = c.tensor(0);
  const DType to = c.result_dtype(), wide = accumulator(to);
  if (to.is_boolean() || to.lanes != x.dtype.lanes) return false;
  const bool is_sum = c.op() == Op::cumsum, is_exclusive = c.attrs.boolean("exclusive");
  const std::optional<int64_t> given = c.attrs.maybe_integer("axis");
  const Dims shape = c.result_shape();
  if (given ? shape != x.shape : shape.size() != 1) return false;
  const StageTensor out = c.stages.external_output("out_buf", "scan", shape, to);
  const size_t axis = given ? positive(*given, x.rank()) : 0;
  // Lines beside each other are scanned together.
  Dims before, along = x.shape, beside;
  if (given) {
    before.assign(x.shape.begin(), x.shape.begin() + static_cast<std::ptrdiff_t>(axis));
    along = {x.shape[axis]};
    beside.assign(x.shape.begin() + static_cast<std::ptrdiff_t>(axis) + 1, x.shape.end());
  }
  const StageTensor total = scratch(c, "total", wide, beside);
  const auto of = [&](const Index& at) { return at.empty() ? Index{c.integer(0)} : at; };
  const auto outer = loops(c, before, "o", [&](const Index& o) {
    const auto clear = loops(c, beside, "z", [&](const Index& i) {
      return Statements{c.stages.store(total, of(i), c.constant(is_sum ? 0 : 1, wide))};
    });
    const auto sweep = loops(c, along, "k", [&](const Index& k) {
      return Statements{loops(c, beside, "i", [&](const Index& i) {
        Index at = o;
        at.insert(at.end(), k.begin(), k.end());
        at.insert(at.end(), i.begin(), i.end());
        Index place = at;
        if (!given) {
          PrimExpr flat = c.integer(0);
          for (size_t d = 0; d < k.size(); ++d) flat = flat * x.dim(d) + k[d];
          place = {flat};
        }
        const PrimExpr sum = total(of(i)), e = cast(wide, cast(to, x(at)));
        const auto step = c.stages.store(total, of(i), is_sum ? sum + e : sum * e);
        const auto store = c.stages.store(out, place, cast(to, sum));
        return is_exclusive ? Statements{store, step} : Statements{step, store};
      })};
    });
    return Statements{clear, sweep};
  });
  c.stages.external_block("scan", {outer});
  return c.gives(out);
}

// The first bin whose cumulated probability is above the sample, or the last one.
bool run_multinomial(CallLowering& c) {
  const StageTensor prob = c.tensor(0), sample = c.tensor(1), rows = c.tensor(2);
  const DType to = c.result_dtype();
  if (prob.rank() != 2 || sample.rank() != 2 || sample.shape != rows.shape || extent(rows, 1) != 1 ||
      extent(prob, 1) == 0 || !rows.dtype.is_integral() || !to.is_integral() || to.bits < 32 ||
      !prob.dtype.is_any_float() || !sample.dtype.is_any_float())
    return false;
  c.requires_indices(2, {{extent(prob, 0)}, 0});
  const StageTensor out = c.stages.external_output("out_buf", "multinomial", {rows.shape[0], rows.shape[1]}, to);
  const StageTensor sum = scratch(c, "sum", kFloat64), is_found = scratch(c, "is_found", kInt32);
  const Index zero{c.integer(0)};
  const int64_t last = extent(prob, 1) - 1;
  const auto all = loops(c, {rows.shape[0]}, "i", [&](const Index& i) {
    const Index at{i[0], c.integer(0)};
    const auto search = loops(c, {c.integer(last).prim()}, "j", [&](const Index& j) {
      const PrimExpr p = cast(kFloat64, prob({cast(kInt64, rows(at)), j[0]}));
      const PrimExpr is_here = is_found(zero) == 0 && cast(kFloat64, sample(at)) < sum(zero);
      return Statements{
          c.stages.store(sum, zero, sum(zero) + p), c.stages.store(out, at, select(is_here, cast(to, j[0]), out(at))),
          c.stages.store(is_found, zero, select(is_here, integer(c.context(), 1, kInt32), is_found(zero)))};
    });
    return Statements{c.stages.store(out, at, cast(to, c.integer(last))),
                      c.stages.store(sum, zero, c.constant(0, kFloat64)),
                      c.stages.store(is_found, zero, integer(c.context(), 0, kInt32)), search};
  });
  c.stages.external_block("multinomial", {all});
  return c.gives(out);
}

// A binary search, which asks what that of the standard library asks: the boundaries need not be sorted.
bool run_bucketize(CallLowering& c) {
  const StageTensor x = c.tensor(0), bounds = c.tensor(1);
  const DType to = c.result_dtype();
  const auto is_wide = [](DType d) { return d.is_unsigned() && d.bits == 64; };
  if (bounds.rank() != 1 || is_wide(x.dtype) || is_wide(bounds.dtype)) return false;
  const bool is_right = c.attrs.boolean("right");
  const DType common = x.dtype.is_integral() && bounds.dtype.is_integral() ? kInt64 : kFloat64;
  const int64_t count = extent(bounds, 0);
  int64_t steps = 0;
  while ((count >> steps) > 0) ++steps;
  const StageTensor out = c.stages.external_output("out_buf", "bucketize", x.shape, to);
  const StageTensor first = scratch(c, "first", kInt64), length = scratch(c, "length", kInt64),
                    was = scratch(c, "is_before", kInt64);
  const Index zero{c.integer(0)};
  const auto all = loops(c, x.shape, "i", [&](const Index& at) {
    const auto halve = loops(c, {c.integer(steps).prim()}, "s", [&](const Index&) {
      const PrimExpr half = floordiv(length(zero), 2), middle = min(first(zero) + half, c.integer(count - 1));
      const PrimExpr bound = cast(common, bounds({middle})), value = cast(common, x(at));
      const PrimExpr is_before = is_right ? logical_not(value < bound) : bound < value;
      const PrimExpr moves = was(zero) != 0;
      return Statements{c.stages.store(was, zero, select(is_before && length(zero) > 0, c.integer(1), c.integer(0))),
                        c.stages.store(first, zero, select(moves, first(zero) + half + 1, first(zero))),
                        c.stages.store(length, zero, select(moves, length(zero) - half - 1, half))};
    });
    return Statements{c.stages.store(first, zero, c.integer(0)), c.stages.store(length, zero, c.integer(count)), halve,
                      c.stages.store(out, at, cast(to, first(zero)))};
  });
  c.stages.external_block("bucketize", {all});
  int64_t elements = 1;
  for (size_t d = 0; d < x.rank(); ++d) elements *= extent(x, d);
  c.has_routine(tir::BucketizeRoutine{x.dtype, bounds.dtype, to, elements, count, is_right});
  return c.gives(out);
}

}  // namespace hammock::lower
