// SPDX-License-Identifier: Apache-2.0
// Operators that move elements (legalize, 6.4).
#include "rearrange.h"

#include <algorithm>

namespace hammock::lower {

// Row-major.
PrimExpr flat_position(const Stages& stages, const Index& at, const Dims& shape) {
  PrimExpr out = integer(stages.context(), 0);
  for (size_t i = 0; i < shape.size(); ++i) out = i == 0 ? at[0] : out * PrimExpr(stages.context(), shape[i]) + at[i];
  return out;
}

StageTensor reshaped(Stages& stages, const StageTensor& x, const Dims& shape) {
  const auto is_empty = [&](const Dims& dims) {
    return std::ranges::any_of(dims, [&](Prim d) { return stages.context().prims.is_constant(d, 0); });
  };
  return stages.compute("T_reshape", shape, [&](const Index& at) {
    if (is_empty(shape) || is_empty(x.shape)) return number(stages.context(), 0, x.dtype);
    PrimExpr rest = flat_position(stages, at, shape);
    Index index(x.rank());
    for (size_t i = x.rank(); i-- > 0;) {
      index[i] = rest % x.dim(i);
      rest = floordiv(rest, x.dim(i));
    }
    return x(index);
  });
}

StageTensor transposed(Stages& stages, const StageTensor& x, const std::vector<size_t>& axes) {
  Dims shape;
  for (size_t a : axes) shape.push_back(x.shape[a]);
  return stages.compute("T_transpose", shape, [&](const Index& at) {
    Index index(x.rank());
    for (size_t i = 0; i < axes.size(); ++i) index[axes[i]] = at[i];
    return x(index);
  });
}

namespace {

std::vector<size_t> positive_axes(const std::vector<int64_t>& axes, size_t rank) {
  std::vector<size_t> out;
  for (int64_t a : axes) out.push_back(positive(a, rank));
  return out;
}

Index with(Index at, size_t axis, PrimExpr e) {
  at[axis] = e;
  return at;
}

Dims with(Dims dims, size_t axis, Prim d) {
  dims[axis] = d;
  return dims;
}

}  // namespace

bool broadcast_to(CallLowering& c) {
  const StageTensor x = c.tensor(0);
  const Dims shape = c.shape(1);
  return c.gives(c.stages.compute("T_broadcast_to", shape,
                                  [&](const Index& at) { return x(broadcast_index(c.stages, x, shape, at)); }));
}

bool reshape(CallLowering& c) {
  const StageTensor x = c.tensor(0);
  return c.gives(reshaped(c.stages, x, c.op() == Op::flatten ? c.result_shape() : c.shape(1)));
}

bool permute_dims(CallLowering& c) {
  const StageTensor x = c.tensor(0);
  std::vector<size_t> axes;
  if (auto given = c.attrs.maybe_integers("axes")) axes = positive_axes(*given, x.rank());
  else
    for (size_t i = x.rank(); i-- > 0;) axes.push_back(i);
  return c.gives(transposed(c.stages, x, axes));
}

bool expand_dims(CallLowering& c) {
  const StageTensor x = c.tensor(0);
  const std::vector<int64_t> given = c.attrs.integers("axis");
  const size_t rank = x.rank() + given.size();
  const std::vector<size_t> added = positive_axes(given, rank);
  Dims shape;
  std::vector<size_t> kept;
  for (size_t i = 0; i < rank; ++i) {
    const bool is_new = std::ranges::find(added, i) != added.end();
    shape.push_back(is_new ? c.context().prims.integer(1) : x.shape[kept.size()]);
    if (!is_new) kept.push_back(i);
  }
  return c.gives(c.stages.compute_i("expand_dims", shape, [&](const Index& at) {
    Index index;
    for (size_t i : kept) index.push_back(at[i]);
    return x(index);
  }));
}

bool squeeze(CallLowering& c) {
  const StageTensor x = c.tensor(0);
  std::vector<size_t> removed;
  if (auto given = c.attrs.maybe_integers("axis")) removed = positive_axes(*given, x.rank());
  else
    for (size_t i = 0; i < x.rank(); ++i)
      if (x.dim(i).constant() == 1) removed.push_back(i);
  Dims shape;
  for (size_t i = 0; i < x.rank(); ++i) {
    if (std::ranges::find(removed, i) == removed.end()) shape.push_back(x.shape[i]);
  }
  return c.gives(c.stages.compute("T_squeeze", shape, [&](const Index& at) {
    Index index;
    size_t next = 0;
    for (size_t i = 0; i < x.rank(); ++i) {
      const bool is_removed = std::ranges::find(removed, i) != removed.end();
      index.push_back(is_removed ? c.integer(0) : at[next++]);
    }
    return x(index);
  }));
}

bool concat(CallLowering& c) {
  if (c.size() > kMaxDepth) return false;  // nobody could read what is nested so deep
  const std::vector<StageTensor> xs = c.tensors();
  if (xs.empty()) return false;
  const size_t axis = positive(c.attrs.integer("axis", 0), xs[0].rank());
  PrimExpr length = xs[0].dim(axis);
  for (size_t i = 1; i < xs.size(); ++i) length = length + xs[i].dim(axis);
  const Dims shape = with(xs[0].shape, axis, c.stages.simplified(length).prim());
  return c.gives(c.stages.compute("T_concat", shape, [&](const Index& at) {
    PrimExpr offset = at[axis], out = xs[0](at);
    for (size_t i = 1; i < xs.size(); ++i) {
      offset = offset - xs[i - 1].dim(axis);
      out = if_then_else(offset >= 0, xs[i](with(at, axis, offset)), out);
    }
    return out;
  }));
}

bool split(CallLowering& c) {
  const StageTensor x = c.tensor(0);
  const size_t axis = positive(c.attrs.integer("axis"), x.rank());
  const PrimExpr whole = x.dim(axis);
  const bool is_list = c.attrs.is_list("indices_or_sections");
  std::vector<PrimExpr> begins{c.integer(0)};
  if (is_list) {
    for (int64_t i : c.attrs.integers("indices_or_sections")) begins.push_back(c.integer(i));
  } else {
    const int64_t n = c.attrs.integer("indices_or_sections");
    if (n <= 0 || c.stages.simplified(whole % n).constant() != 0) return false;
    for (int64_t i = 1; i < n; ++i) begins.push_back(floordiv(whole, n) * i);
  }
  std::vector<StageTensor> out;
  for (size_t i = 0; i < begins.size(); ++i) {
    const PrimExpr length = (i + 1 < begins.size() ? begins[i + 1] : whole) - begins[i];
    if (length.constant().value_or(0) < 0) return false;
    out.push_back(c.stages.compute(is_list ? "T_split" : "T_split_sections", with(x.shape, axis, length.prim()),
                                   [&](const Index& at) { return x(with(at, axis, at[axis] + begins[i])); }));
  }
  return c.gives(std::move(out));
}

bool repeat(CallLowering& c) {
  StageTensor x = c.tensor(0);
  const std::optional<int64_t> given = c.attrs.maybe_integer("axis");
  if (!given) {
    PrimExpr all = x.rank() == 0 ? c.integer(1) : x.dim(0);
    for (size_t i = 1; i < x.rank(); ++i) all = all * x.dim(i);
    x = reshaped(c.stages, x, {all.prim()});
  }
  const size_t axis = positive(given.value_or(0), x.rank());
  const int64_t n = c.attrs.integer("repeats");
  return c.gives(c.stages.compute("T_repeat", with(x.shape, axis, (n * x.dim(axis)).prim()),
                                  [&](const Index& at) { return x(with(at, axis, floordiv(at[axis], n))); }));
}

bool tile(CallLowering& c) {
  const StageTensor x = c.tensor(0);
  std::vector<int64_t> times = c.attrs.integers("repeats");
  if (times.size() < x.rank()) times.insert(times.begin(), x.rank() - times.size(), 1);
  const size_t added = times.size() - x.rank();
  Dims shape;
  for (size_t i = 0; i < times.size(); ++i)
    shape.push_back(i < added ? c.context().prims.integer(times[i]) : (x.dim(i - added) * times[i]).prim());
  return c.gives(c.stages.compute("T_tile", shape, [&](const Index& at) {
    Index index;
    for (size_t i = 0; i < x.rank(); ++i) index.push_back(at[added + i] % x.dim(i));
    return x(index);
  }));
}

bool flip(CallLowering& c) {
  const StageTensor x = c.tensor(0);
  const size_t axis = positive(c.attrs.integer("axis"), x.rank());
  return c.gives(c.stages.compute("T_reverse_sequence", x.shape,
                                  [&](const Index& at) { return x(with(at, axis, x.dim(axis) - 1 - at[axis])); }));
}

bool take(CallLowering& c) {
  if (!c.dtype(1).is_integral() || c.attrs.string("mode", "fast") != "fast") return false;
  const StageTensor x = c.tensor(0);
  const std::optional<int64_t> given = c.attrs.maybe_integer("axis");
  std::optional<StageTensor> indices;
  PrimExpr single;
  if (c.context().infos.is_tensor(c.info(1))) indices = c.tensor(1);
  else single = c.value(1);
  const size_t rank = indices ? indices->rank() : 0;
  const auto picked = [&](const Index& at) { return indices ? (*indices)(at) : single; };
  if (!given) {
    return c.gives(c.stages.compute("T_take", indices ? indices->shape : Dims(),
                                    [&](const Index& at) { return x({cast(kInt64, picked(at)) % x.dim(0)}); }));
  }
  const size_t axis = positive(*given, x.rank());
  Dims shape(x.shape.begin(), x.shape.begin() + static_cast<std::ptrdiff_t>(axis));
  if (indices) shape.insert(shape.end(), indices->shape.begin(), indices->shape.end());
  shape.insert(shape.end(), x.shape.begin() + static_cast<std::ptrdiff_t>(axis) + 1, x.shape.end());
  return c.gives(c.stages.compute("T_take", shape, [&](const Index& at) {
    const auto middle = at.begin() + static_cast<std::ptrdiff_t>(axis),
               end = middle + static_cast<std::ptrdiff_t>(rank);
    Index index(at.begin(), middle);
    index.push_back(picked(Index(middle, end)));
    index.insert(index.end(), end, at.end());
    return x(index);
  }));
}

bool gather_elements(CallLowering& c) {
  if (!c.dtype(1).is_integral()) return false;
  const StageTensor x = c.tensor(0), indices = c.tensor(1);
  const size_t axis = positive(c.attrs.integer("axis"), x.rank());
  return c.gives(
      c.stages.compute("T_gather", indices.shape, [&](const Index& at) { return x(with(at, axis, indices(at))); }));
}

bool gather_nd(CallLowering& c) {
  const StageTensor x = c.tensor(0), indices = c.tensor(1);
  const size_t batches = positive(c.attrs.integer("batch_dims"), x.rank()), rank = indices.rank();
  const std::optional<int64_t> depth = indices.dim(rank - 1).constant();
  if (!depth) return false;
  std::vector<size_t> axes{rank - 1};
  for (size_t i = 0; i + 1 < rank; ++i) axes.push_back(i);
  const StageTensor turned = transposed(c.stages, indices, axes);
  Dims shape(indices.shape.begin(), indices.shape.end() - 1);
  for (size_t i = batches + static_cast<size_t>(*depth); i < x.rank(); ++i) shape.push_back(x.shape[i]);
  return c.gives(c.stages.compute("T_gather_nd", shape, [&](const Index& at) {
    Index index(at.begin(), at.begin() + static_cast<std::ptrdiff_t>(batches));
    for (int64_t i = 0; i < *depth; ++i) {
      Index from{c.integer(i)};
      from.insert(from.end(), at.begin(), at.begin() + static_cast<std::ptrdiff_t>(rank) - 1);
      const PrimExpr e = turned(from);
      index.push_back(e.dtype().is_any_float() ? cast(kInt32, e) : e);
    }
    index.insert(index.end(), at.begin() + static_cast<std::ptrdiff_t>(rank) - 1, at.end());
    return x(index);
  }));
}

bool one_hot(CallLowering& c) {
  const StageTensor indices = c.tensor(0);
  const PrimExpr on = c.value(1), off = c.value(2);
  const size_t axis = positive(c.attrs.integer("axis"), indices.rank() + 1);
  Dims shape = indices.shape;
  shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(axis), c.integer(c.attrs.integer("depth")).prim());
  return c.gives(c.stages.compute("T_one_hot", shape, [&](const Index& at) {
    Index index = at;
    index.erase(index.begin() + static_cast<std::ptrdiff_t>(axis));
    return select(indices(index) == at[axis], on, off);
  }));
}

namespace {

// What a slice takes of one axis.
struct Taken {
  PrimExpr begin, step, length;
};

// Begins and ends are counted from the front and stay inside; empty: the direction is wrong.
std::optional<Taken> taken_inside(const CallLowering& c, int64_t begin, int64_t end, int64_t step, int64_t extent) {
  const auto inside = [&](int64_t i) {
    return std::clamp(i < 0 ? i + extent : i, step < 0 ? INT64_C(-1) : INT64_C(0), step < 0 ? extent - 1 : extent);
  };
  const int64_t b = inside(begin), e = inside(end), distance = step < 0 ? b - e : e - b, by = step < 0 ? -step : step;
  if (distance < 0) return std::nullopt;
  return Taken{c.integer(b), c.integer(step), c.integer((distance + by - 1) / by)};
}

}  // namespace

bool strided_slice(CallLowering& c) {
  const StageTensor x = c.tensor(0);
  std::vector<Dims> lists;
  for (size_t i = 1; i < c.size(); ++i) {
    const std::optional<Dims> list = c.values(i);
    if (!list) return false;
    lists.push_back(*list);
  }
  const auto constant = [&](Prim p) { return c.context().prims.constant(p); };
  const auto is_constant = [&](const Dims& all) {
    return std::ranges::all_of(all, [&](Prim p) { return constant(p).has_value(); });
  };
  if (lists.size() < 3) return false;
  if (lists.size() == 3) lists.emplace_back(lists[0].size(), c.integer(1).prim());
  const bool is_static = is_constant(x.shape) && std::ranges::all_of(lists, is_constant);
  std::vector<std::optional<Taken>> taken(x.rank());
  Dims shape = x.shape;
  const Dims inferred = c.result_shape();
  for (size_t i = 0; i < lists[0].size(); ++i) {
    const size_t axis = positive(constant(lists[0][i]).value_or(0), x.rank());
    const PrimExpr begin(c.context(), lists[1][i]), end(c.context(), lists[2][i]), step(c.context(), lists[3][i]);
    if (is_static) {
      if (*step.constant() == 0) return false;
      taken[axis] = taken_inside(c, *begin.constant(), *end.constant(), *step.constant(), *x.dim(axis).constant());
      if (!taken[axis]) return false;
    } else {
      taken[axis] = Taken{begin, step, {c.context(), inferred[axis]}};
    }
    shape[axis] = taken[axis]->length.prim();
  }
  return c.gives(c.stages.compute(is_static ? "T_strided_slice_with_axes" : "T_dynamic_strided_slice_with_axes", shape,
                                  [&](const Index& at) {
                                    Index index = at;
                                    for (size_t i = 0; i < at.size(); ++i) {
                                      if (taken[i]) index[i] = at[i] * taken[i]->step + taken[i]->begin;
                                    }
                                    return x(index);
                                  }));
}

bool dynamic_strided_slice(CallLowering& c) {
  const std::vector<StageTensor> xs = c.tensors();
  const StageTensor &x = xs[0], &begin = xs[1], &strides = xs[3];
  Dims shape;
  for (size_t i = 0; i < x.rank(); ++i) shape.push_back(c.unknown_dim("s"));
  return c.gives(c.stages.compute("T_strided_slice_dynamic", shape, [&](const Index& at) {
    Index index;
    for (size_t i = 0; i < at.size(); ++i) {
      const PrimExpr n = c.integer(static_cast<int64_t>(i));
      index.push_back(min(begin({n}), x.dim(i) - 1) + at[i] * strides({n}));
    }
    return x(index);
  }));
}

// The dims that R.dynamic_strided_slice gives.
bool slice_lengths(CallLowering& c) {
  const std::vector<StageTensor> xs = c.tensors();
  const StageTensor &x = xs[0], &begin = xs[1], &end = xs[2], &strides = xs[3];
  const Dims shape{c.integer(static_cast<int64_t>(x.rank())).prim()};
  return c.gives(c.stages.compute("T_shape_func_strided_slice_dynamic", shape, {"i"}, [&](const Index& at) {
    PrimExpr extent = c.integer(-1);
    for (size_t i = 0; i < x.rank(); ++i) extent = select(at[0] == static_cast<int64_t>(i), x.dim(i), extent);
    const auto inside = [&](const StageTensor& t, bool is_backwards) {
      const PrimExpr e = t(at), low = c.integer(is_backwards ? -1 : 0), high = is_backwards ? extent - 1 : extent;
      return min(max(select(e < 0, e + extent, e), low), high);
    };
    const PrimExpr step = strides(at), back = step * -1;
    return select(step < 0, floordiv(inside(begin, true) - inside(end, true) - step - 1, back),
                  floordiv(inside(end, false) - inside(begin, false) + step - 1, step));
  }));
}

bool collapse_sum(CallLowering& c) {
  const StageTensor x = c.tensor(0);
  const Dims target = c.shape(1);
  std::vector<bool> is_reduced(x.rank(), false);
  Dims shape;
  std::vector<ReduceAxis> reduced;
  size_t left = target.size();
  std::vector<std::optional<size_t>> place(x.rank());  // of kept dims, in the target
  for (size_t i = x.rank(); i-- > 0;) {
    if (left > 0 && target[left - 1] == x.shape[i]) {
      place[i] = --left;
      continue;
    }
    is_reduced[i] = true;
    reduced.insert(reduced.begin(), {"k" + std::to_string(i), x.shape[i]});
    if (left > 0 && c.context().prims.is_constant(target[left - 1], 1)) --left;
  }
  if (reduced.empty()) {
    return c.gives(c.stages.compute("tensor", target, [&](const Index& at) { return x(at); }));
  }
  return c.gives(c.stages.reduce(Fold::sum, x.name + "_red", target, reduced, [&](const Index& at, const Index& over) {
    Index index;
    size_t next = 0;
    for (size_t i = 0; i < x.rank(); ++i) index.push_back(is_reduced[i] ? over[next++] : at[*place[i]]);
    return x(index);
  }));
}

Index coordinates(PrimExpr flat, const StageTensor& x) {
  Index out(x.rank());
  for (size_t i = x.rank(); i-- > 1;) {
    out[i] = flat % x.dim(i);
    flat = floordiv(flat, x.dim(i));
  }
  if (!out.empty()) out[0] = flat;
  return out;
}

PrimExpr product(const CallLowering& c, const StageTensor& x, size_t begin, size_t end) {
  PrimExpr out = c.integer(1);
  for (size_t i = begin; i < end; ++i) out = out * x.dim(i);
  return out;
}

}  // namespace hammock::lower
