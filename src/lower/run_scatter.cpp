// SPDX-License-Identifier: Apache-2.0
// What indices choose, as executors compute it: indices are held against their axes before a kernel runs.
#include <algorithm>
#include <optional>

#include "run.h"

namespace hammock::lower {
namespace {

// From the front: of signed indices, negative ones count from the end.
PrimExpr from_front(PrimExpr index, PrimExpr extent) {
  const PrimExpr wide = cast(kInt64, index);
  return index.dtype().is_unsigned() ? wide : select(wide < 0, wide + extent, wide);
}

// What stands at a place when an update has come. Bools know only updates.
std::optional<PrimExpr> after_update(std::string_view how, PrimExpr old, PrimExpr update) {
  if (how == "update") return update;
  if (old.dtype().is_boolean()) return std::nullopt;
  if (how == "add" || how == "mean") return old + update;
  if (how == "mul") return old * update;
  if (how == "min") return select(old < update, old, update);
  if (how == "max") return select(old > update, old, update);
  return std::nullopt;
}

tir::StmtId copied(CallLowering& c, const StageTensor& from, const StageTensor& to) {
  return loops(c, from.shape, "c", [&](const Index& at) { return Statements{c.stages.store(to, at, from(at))}; });
}

std::vector<int64_t> extents_of(const StageTensor& x, size_t begin, size_t end) {
  std::vector<int64_t> out;
  for (size_t i = begin; i < end; ++i) out.push_back(x.dim(i).constant().value_or(0));
  return out;
}

int64_t product(const std::vector<int64_t>& extents) {
  int64_t out = 1;
  for (int64_t e : extents) out *= e;
  return out;
}

Index joined_index(Index a, const Index& b, size_t from = 0) {
  a.insert(a.end(), b.begin() + static_cast<std::ptrdiff_t>(from), b.end());
  return a;
}

}  // namespace

bool run_scatter_elements(CallLowering& c) {
  const StageTensor x = c.tensor(0), indices = c.tensor(1), updates = c.tensor(2);
  if (x.rank() == 0 || !indices.dtype.is_integral() || indices.shape != updates.shape || indices.rank() != x.rank() ||
      updates.dtype != x.dtype)
    return false;
  const size_t axis = positive(c.attrs.integer("axis"), x.rank());
  for (size_t d = 0; d < x.rank(); ++d) {
    if (d != axis && *indices.dim(d).constant() > *x.dim(d).constant()) return false;
  }
  const std::string_view how = c.attrs.string("reduction");
  c.requires_indices(1, {extents_of(x, axis, axis + 1), axis, true});
  const StageTensor out = c.stages.external_output("out_buf", "scatter_elements", x.shape, x.dtype);
  const PrimExpr zero = c.constant(0, x.dtype);
  if (!after_update(how, zero, zero)) return false;
  std::vector<tir::StmtId> all{copied(c, x, out)};
  std::optional<StageTensor> counts;
  if (how == "mean") {
    counts = scratch(c, "counts", x.dtype, x.shape);
    all.push_back(loops(c, x.shape, "n", [&](const Index& at) {
      return Statements{c.stages.store(*counts, at, c.constant(1, x.dtype))};
    }));
  }
  const auto place = [&](const Index& at) {
    Index to = at;
    to[axis] = from_front(indices(at), x.dim(axis));
    return to;
  };
  all.push_back(loops(c, indices.shape, "i", [&](const Index& at) {
    return Statements{c.stages.store(out, place(at), *after_update(how, out(place(at)), updates(at)))};
  }));
  if (counts) {
    all.push_back(loops(c, indices.shape, "k", [&](const Index& at) {
      return Statements{c.stages.store(*counts, place(at), (*counts)(place(at)) + 1)};
    }));
    all.push_back(loops(c, x.shape, "d",
                        [&](const Index& at) { return Statements{c.stages.store(out, at, out(at) / (*counts)(at))}; }));
  }
  c.stages.external_block("scatter_elements", all);
  tir::ElementScatterRoutine routine{x.dtype, indices.dtype,        std::string(how), 1, extent(x, axis),
                                     1,       extent(indices, axis)};
  bool is_whole = !counts;
  for (size_t d = 0; d < x.rank(); ++d) {
    if (d == axis) continue;
    is_whole &= indices.shape[d] == x.shape[d];
    (d < axis ? routine.outer : routine.inner) *= extent(x, d);
  }
  if (is_whole) c.has_routine(routine);
  return c.gives(out);
}

bool run_scatter_nd(CallLowering& c) {
  const StageTensor x = c.tensor(0), indices = c.tensor(1), updates = c.tensor(2);
  if (indices.rank() == 0 || !indices.dtype.is_integral() || updates.dtype != x.dtype) return false;
  const size_t leading = indices.rank() - 1;
  const auto depth = static_cast<size_t>(indices.dim(leading).constant().value_or(0));
  if (depth > x.rank()) return false;
  Dims expected(indices.shape.begin(), indices.shape.end() - 1);
  expected.insert(expected.end(), x.shape.begin() + static_cast<std::ptrdiff_t>(depth), x.shape.end());
  const std::string_view how = c.attrs.string("reduction");
  const PrimExpr zero = c.constant(0, x.dtype);
  if (expected != updates.shape || how == "mean" || !after_update(how, zero, zero)) return false;
  if (depth > 0) c.requires_indices(1, {extents_of(x, 0, depth), 0});
  const StageTensor out = c.stages.external_output("out_buf", "scatter_nd", x.shape, x.dtype);
  const auto write = loops(c, updates.shape, "i", [&](const Index& at) {
    const Index row(at.begin(), at.begin() + static_cast<std::ptrdiff_t>(leading));
    Index to;
    for (size_t k = 0; k < depth; ++k)
      to.push_back(cast(kInt64, indices(joined_index(row, {c.integer(static_cast<int64_t>(k))}))));
    to = joined_index(std::move(to), at, leading);
    return Statements{c.stages.store(out, to, *after_update(how, out(to), updates(at)))};
  });
  c.stages.external_block("scatter_nd", {copied(c, x, out), write});
  c.has_routine(tir::RowScatterRoutine{x.dtype, indices.dtype, std::string(how), extents_of(x, 0, depth),
                                       product(extents_of(indices, 0, leading)),
                                       product(extents_of(x, depth, x.rank())), true});
  return c.gives(out);
}

bool run_take_backward(CallLowering& c) {
  const StageTensor g = c.tensor(0), x = c.tensor(1), indices = c.tensor(2);
  const size_t axis = positive(c.attrs.maybe_integer("axis").value_or(0), x.rank()), inner = axis + indices.rank();
  if (!indices.dtype.is_integral() || g.dtype != x.dtype || x.dtype.is_boolean()) return false;
  Dims expected(x.shape.begin(), x.shape.begin() + static_cast<std::ptrdiff_t>(axis));
  expected.insert(expected.end(), indices.shape.begin(), indices.shape.end());
  expected.insert(expected.end(), x.shape.begin() + static_cast<std::ptrdiff_t>(axis) + 1, x.shape.end());
  if (expected != g.shape) return false;
  c.requires_indices(2, {extents_of(x, axis, axis + 1), axis});
  const StageTensor out = c.stages.external_output("out_buf", "take_backward", x.shape, x.dtype);
  const auto clear = loops(
      c, x.shape, "c", [&](const Index& at) { return Statements{c.stages.store(out, at, c.constant(0, x.dtype))}; });
  const auto add = loops(c, g.shape, "i", [&](const Index& at) {
    Index to(at.begin(), at.begin() + static_cast<std::ptrdiff_t>(axis));
    const Index which(at.begin() + static_cast<std::ptrdiff_t>(axis), at.begin() + static_cast<std::ptrdiff_t>(inner));
    to.push_back(cast(kInt64, indices(which)));
    to = joined_index(std::move(to), at, inner);
    return Statements{c.stages.store(out, to, out(to) + g(at))};
  });
  c.stages.external_block("take_backward", {clear, add});
  return c.gives(out);
}

namespace {

// The tensors of indices of the leading axes, which broadcast together.
struct IndexedPlaces {
  std::vector<StageTensor> indices;
  Dims shape;  // joint

  // Where in x the element is.
  Index operator()(const CallLowering& c, const StageTensor& x, const Index& at) const {
    const Index row(at.begin(), at.begin() + static_cast<std::ptrdiff_t>(shape.size()));
    Index to;
    for (size_t d = 0; d < indices.size(); ++d)
      to.push_back(from_front(indices[d](broadcast_index(c.stages, indices[d], shape, row)), x.dim(d)));
    return joined_index(std::move(to), at, shape.size());
  }
};

std::optional<IndexedPlaces> indexed_places(CallLowering& c, const StageTensor& x, size_t begin, size_t end) {
  if (end - begin > x.rank()) return std::nullopt;
  IndexedPlaces p;
  for (size_t i = begin; i < end; ++i) {
    p.indices.push_back(c.tensor(i));
    if (!p.indices.back().dtype.is_integral() || p.indices.back().dtype.is_boolean()) return std::nullopt;
    p.shape = broadcast_shape(c.stages, p.shape, p.indices.back().shape);
  }
  bool is_empty = false;
  for (Prim d : p.shape) is_empty |= c.context().prims.is_constant(d, 0);
  for (size_t i = begin; i < end && !is_empty; ++i)
    c.requires_indices(i, {extents_of(x, i - begin, i - begin + 1), i - begin, true});
  return p;
}

}  // namespace

bool run_index_put(CallLowering& c) {
  const StageTensor x = c.tensor(0);
  const size_t last = c.size() - 1;
  const auto places = indexed_places(c, x, 1, last);
  if (!places) return false;
  const StageTensor values = c.tensor(last);
  Dims shape = places->shape;
  shape.insert(shape.end(), x.shape.begin() + static_cast<std::ptrdiff_t>(places->indices.size()), x.shape.end());
  if (values.rank() > shape.size() || values.dtype != x.dtype) return false;
  for (size_t i = 0; i < values.rank(); ++i) {
    const Prim d = values.shape[i];
    if (d != shape[shape.size() - values.rank() + i] && !c.context().prims.is_constant(d, 1)) return false;
  }
  const std::string_view how = c.attrs.boolean("accumulate") ? "add" : "update";
  const PrimExpr zero = c.constant(0, x.dtype);
  if (!after_update(how, zero, zero)) return false;
  const StageTensor out = c.stages.external_output("out_buf", "index_put", x.shape, x.dtype);
  const auto write = loops(c, shape, "i", [&](const Index& at) {
    const Index to = (*places)(c, x, at);
    return Statements{
        c.stages.store(out, to, *after_update(how, out(to), values(broadcast_index(c.stages, values, shape, at))))};
  });
  c.stages.external_block("index_put", {copied(c, x, out), write});
  const size_t depth = places->indices.size();
  const bool is_whole = values.shape == shape && depth > 0 && std::ranges::all_of(places->indices, [&](const auto& i) {
                          return i.shape == places->shape && i.dtype == places->indices[0].dtype;
                        });
  if (is_whole)
    c.has_routine(tir::RowScatterRoutine{x.dtype, places->indices[0].dtype, std::string(how), extents_of(x, 0, depth),
                                         product(extents_of(values, 0, places->shape.size())),
                                         product(extents_of(x, depth, x.rank())), false});
  return c.gives(out);
}

bool run_slice_scatter(CallLowering& c) {
  const StageTensor x = c.tensor(0), source = c.tensor(1);
  const auto begin = c.value(2).constant(), end = c.value(3).constant(), step = c.value(4).constant();
  if (!begin || !end || !step || *step <= 0 || source.rank() != x.rank() || source.dtype != x.dtype) return false;
  const size_t axis = positive(c.attrs.integer("axis"), x.rank());
  const int64_t extent = *x.dim(axis).constant(), count = *source.dim(axis).constant();
  const auto clamped = [&](int64_t i) { return std::clamp<int64_t>(i < 0 ? i + extent : i, 0, extent); };
  const int64_t first = clamped(*begin), last = clamped(*end);
  if (count != (last > first ? (last - first - 1) / *step + 1 : 0)) return false;
  for (size_t d = 0; d < x.rank(); ++d) {
    if (d != axis && x.shape[d] != source.shape[d]) return false;
  }
  return c.gives(c.stages.compute("slice_scatter", x.shape, [&](const Index& at) {
    if (count == 0) return x(at);
    const PrimExpr behind = at[axis] - first;
    Index from = at;
    from[axis] = floordiv(behind, *step);
    const PrimExpr is_chosen = behind >= 0 && from[axis] < count && behind % *step == 0;
    return if_then_else(is_chosen, source(from), x(at));
  }));
}

bool run_reverse_sequence(CallLowering& c) {
  const StageTensor x = c.tensor(0), lengths = c.tensor(1);
  const size_t along = positive(c.attrs.integer("seq_axis"), x.rank()),
               batch = positive(c.attrs.integer("batch_axis"), x.rank());
  if (along == batch || lengths.rank() != 1 || lengths.shape[0] != x.shape[batch]) return false;
  c.requires_indices(1, {.extents = extents_of(x, along, along + 1), .axis = along, .is_length = true});
  return c.gives(c.stages.compute("reverse_sequence", x.shape, [&](const Index& at) {
    const PrimExpr length = cast(kInt64, lengths({at[batch]}));
    Index from = at;
    from[along] = select(at[along] < length, length - 1 - at[along], at[along]);
    return x(from);
  }));
}

}  // namespace hammock::lower
