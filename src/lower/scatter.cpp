// SPDX-License-Identifier: Apache-2.0
// What is written statement by statement, as a block of its own (legalize, 6.12).
#include <optional>

#include "call.h"
#include "rearrange.h"

namespace hammock::lower {
namespace {

// Of what is there and what comes.
std::optional<PrimExpr> combined(std::string_view how, PrimExpr old, PrimExpr update) {
  if (how == "update") return update;
  if (how == "add") return old + update;
  if (how == "mul") return old * update;
  if (how == "mean") return (old + update) / 2;
  if (how == "min") return min(old, update);
  if (how == "max") return max(old, update);
  return std::nullopt;
}

}  // namespace

bool scatter_elements(CallLowering& c) {
  const StageTensor x = c.external(0), indices = c.external(1), updates = c.external(2);
  if (x.rank() == 0 || indices.rank() != x.rank() || !indices.dtype.is_integral()) return false;
  const size_t axis = positive(c.attrs.integer("axis"), x.rank());
  const std::string_view how = c.attrs.string("reduction");
  const StageTensor out = c.stages.external_output("out_buf", "scatter_elements_generic", x.shape, x.dtype);
  if (!combined(how, x.dim(0), x.dim(0))) return false;
  const PrimExpr after = product(c, indices, axis + 1, x.rank()), before = product(c, indices, 0, axis),
                 after_x = product(c, x, axis + 1, x.rank()), n = indices.dim(axis), d = x.dim(axis);
  const auto copy = c.stages.loop("i", product(c, x, 0, x.rank()), tir::ForKind::parallel, [&](PrimExpr i) {
    return c.stages.store(out, coordinates(i, out), x(coordinates(i, x)));
  });
  const auto write = c.stages.loop("fused", before * after, tir::ForKind::parallel, [&](PrimExpr fused) {
    return c.stages.loop("k", n, tir::ForKind::serial, [&](PrimExpr k) {
      const PrimExpr row = floordiv(fused, after), column = fused % after;
      const PrimExpr from = row * (n * after) + column + k * after;
      const PrimExpr found = indices(coordinates(from, indices));
      const PrimExpr place = cast(kInt64, found) + cast(kInt64, found < 0) * d;
      const Index to = coordinates(row * (d * after_x) + column + place * after_x, out);
      return c.stages.store(out, to, *combined(how, out(to), updates(coordinates(from, updates))));
    });
  });
  c.stages.external_block("scatter_elements_generic", {copy, write});
  return c.gives(out);
}

bool scatter_nd(CallLowering& c) {
  const StageTensor x = c.external(0), indices = c.tensor(1), updates = c.external(2);
  const std::string_view how = c.attrs.string("reduction");
  const size_t rank = indices.rank();
  const std::optional<int64_t> depth = rank == 0 ? std::nullopt : indices.dim(rank - 1).constant();
  if (!depth || *depth <= 0 || static_cast<size_t>(*depth) > x.rank() || !indices.dtype.is_integral()) return false;
  if (!combined(how, x.dim(0), x.dim(0))) return false;
  std::vector<size_t> axes{rank - 1};
  for (size_t i = 0; i + 1 < rank; ++i) axes.push_back(i);
  const StageTensor turned = transposed(c.stages, indices, axes);
  const StageTensor out = c.stages.external_output("out_buf", "scatter_nd_generic", x.shape, x.dtype);
  const PrimExpr rows = product(c, indices, 0, rank - 1), width = product(c, x, static_cast<size_t>(*depth), x.rank());
  const auto copy = c.stages.loop("i", product(c, x, 0, x.rank()), tir::ForKind::serial, [&](PrimExpr i) {
    return c.stages.store(out, coordinates(i, out), x(coordinates(i, x)));
  });
  const auto write = c.stages.loop("j", rows, tir::ForKind::serial, [&](PrimExpr j) {
    return c.stages.loop("k", width, tir::ForKind::parallel, [&](PrimExpr k) {
      PrimExpr place = k, stride = width;
      for (int64_t l = *depth; l-- > 0;) {
        const PrimExpr e = turned(coordinates(j + l * rows, turned));
        place = place + stride * cast(kInt64, e);
        stride = stride * x.dim(static_cast<size_t>(l));
      }
      const Index to = coordinates(place, out);
      return c.stages.store(out, to, *combined(how, out(to), updates(coordinates(j * width + k, updates))));
    });
  });
  c.stages.external_block("scatter_nd_generic", {copy, write});
  return c.gives(out);
}

bool take_backward(CallLowering& c) {
  const StageTensor g = c.external(0), x = c.external(1), indices = c.external(2);
  if (indices.rank() != 1 || x.rank() == 0 || !indices.dtype.is_integral()) return false;
  const std::optional<int64_t> given = c.attrs.maybe_integer("axis");
  if (!given && (g.rank() != 1 || x.rank() != 1)) return false;
  const size_t axis = positive(given.value_or(0), x.rank());
  const StageTensor out = c.stages.external_output("out_buf", "take_backward", x.shape, x.dtype);
  const auto clear = c.stages.loop("i", product(c, x, 0, x.rank()), tir::ForKind::serial, [&](PrimExpr i) {
    return c.stages.store(out, coordinates(i, out), c.constant(0, x.dtype));
  });
  const PrimExpr length = indices.dim(0), next = product(c, x, axis + 1, x.rank()), rows = product(c, x, 0, axis);
  const auto add = [&](const Index& to, PrimExpr e) { return c.stages.store(out, to, out(to) + e); };
  const auto row = [&](PrimExpr parallel) {
    return c.stages.loop("serial", length, tir::ForKind::serial, [&](PrimExpr serial) {
      const PrimExpr begin = floordiv(parallel, next) * next, column = parallel % next;
      const PrimExpr to = begin * x.dim(axis) + indices({serial}) * next + column,
                     from = begin * length + serial * next + column;
      return add(coordinates(to, out), g(coordinates(from, g)));
    });
  };
  const auto write = given ? c.stages.loop("parallel", rows * next, tir::ForKind::serial, row)
                           : c.stages.loop("serial", length, tir::ForKind::serial,
                                           [&](PrimExpr serial) { return add({indices({serial})}, g({serial})); });
  c.stages.external_block("take_backward", {clear, write});
  return c.gives(out);
}

}  // namespace hammock::lower
