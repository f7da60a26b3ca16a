// SPDX-License-Identifier: Apache-2.0
// matmul as a Contraction. Operands are read through their strides: transposed and sliced ones cost no copy.
//
// Normal form: batch axes of extent 1 are gone; the innermost batch axes are part of m where the lhs lies like that and
// the rhs does not depend on them; if the result lies column-major, the roles of lhs and rhs are exchanged.
#include "contraction.h"

namespace hammock::loop {

namespace {

struct BatchAxis {
  int64_t extent, lhs, rhs;  // strides
  size_t dim;                // of the result
};

// Those of an extent other than 1.
std::vector<BatchAxis> batch_axes(const GraphItem& item, const View& x, const View& y, size_t batch_rank) {
  std::vector<BatchAxis> batch;
  for (size_t i = 0; i < batch_rank; ++i) {
    auto stride = [&](const View& v) -> int64_t {
      size_t lead = batch_rank + 2 - v.shape.size();
      return i < lead || v.shape[i - lead] == 1 ? 0 : v.strides[i - lead];
    };
    if (item.shape[i] != 1) batch.push_back({item.shape[i], stride(x), stride(y), i});
  }
  return batch;
}

// Where it lies; row-major in no memory, if it is an expression.
View view_of(KernelBuilder& b, ItemId i) {
  return b.lowerer().is_stored(i) ? b.lowerer().view(i) : contiguous_view(0, b.item(i).shape);
}

// The element of an operand at the batch of `point`, a place of the result, at k, and at its row or column.
Prim element(KernelBuilder& b, ItemId i, std::span<const Prim> batch, Prim row, Prim column) {
  const Dims& shape = b.item(i).shape;
  Point at;
  if (shape.size() > 2) at = broadcast_point(b.math, Dims(shape.begin(), shape.end() - 2), batch);
  if (row) at.push_back(row);
  if (column) at.push_back(column);
  return b.element(i, at);
}

void emit(KernelBuilder& b, const Target& t) {
  const GraphItem& item = b.item(t.anchor);
  View x = view_of(b, item.inputs[0]), y = view_of(b, item.inputs[1]);
  // Vectors become matrices of one row or column, whose stride does not matter.
  bool is_row = x.shape.size() == 1, is_column = y.shape.size() == 1;
  if (is_row) {
    x.shape.insert(x.shape.begin(), 1);
    x.strides.insert(x.strides.begin(), 0);
  }
  if (is_column) {
    y.shape.push_back(1);
    y.strides.push_back(0);
  }
  size_t xr = x.shape.size(), yr = y.shape.size(), batch_rank = std::max(xr, yr) - 2;
  int64_t m = x.shape[xr - 2], n = y.shape[yr - 1], k = x.shape[xr - 1];
  if (k == 0) return emit_empty_contraction(b, t, item.dtype);

  const std::vector<BatchAxis> batch = batch_axes(item, x, y, batch_rank);
  Contraction c;
  c.k = k;
  c.lhs.row_stride = m == 1 ? 0 : x.strides[xr - 2];
  c.lhs.col_stride = x.strides[xr - 1];
  c.rhs.row_stride = y.strides[yr - 2];
  c.rhs.col_stride = n == 1 ? 0 : y.strides[yr - 1];
  int64_t rows = m;
  size_t folded = batch.size();
  while (folded > 0 && batch[folded - 1].rhs == 0 && (rows == 1 || batch[folded - 1].lhs == c.lhs.row_stride * rows) &&
         batch[folded - 1].lhs != 0) {
    --folded;
    if (rows == 1) c.lhs.row_stride = batch[folded].lhs;
    rows *= batch[folded].extent;
  }

  Point point(item.shape.size(), b.math.constant(0));
  for (size_t i = 0; i < folded; ++i) {
    c.batch.push_back(b.axis(batch[i].extent));
    c.lhs.batch_strides.push_back(batch[i].lhs);
    c.rhs.batch_strides.push_back(batch[i].rhs);
    point[batch[i].dim] = c.batch.back().var;
  }
  c.m = b.axis(rows);
  c.n = b.axis(n);
  // the point's batch dims that are folded, and its row, from the number of the row
  Dims parts;
  std::vector<size_t> dims;
  for (size_t i = folded; i < batch.size(); ++i) {
    parts.push_back(batch[i].extent);
    dims.push_back(batch[i].dim);
  }
  if (!is_row) {
    parts.push_back(m);
    dims.push_back(batch_rank);
  }
  Point row;
  if (rows > 1) b.math.unflatten(c.m.var, parts, row);
  for (size_t i = 0; i < row.size(); ++i) point[dims[i]] = row[i];
  if (!is_column && n > 1) point.back() = c.n.var;

  if (b.lowerer().is_stored(item.inputs[0]) && b.lowerer().is_stored(item.inputs[1]))
    return emit_contraction(b, t, std::move(c), x, y, point);
  const std::span<const Prim> outside = std::span(point).first(batch_rank);
  const Prim i = is_row ? Prim() : point[batch_rank], j = is_column ? Prim() : point.back();
  const Axis inner = b.axis(k);
  const Prim at = k == 1 ? b.math.constant(0) : inner.var;
  const Prim left = element(b, item.inputs[0], outside, i, at), right = element(b, item.inputs[1], outside, at, j);
  emit_sum_of_products(b, t, few_inside(c), {inner}, left, right, point);
}

}  // namespace

const Family families::matmul{
    .kind = FamilyKind::anchor, .absorbs = Absorbs::operations, .reads = Reads::small, .emit = emit};

}  // namespace hammock::loop
