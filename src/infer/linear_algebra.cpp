// SPDX-License-Identifier: Apache-2.0
// matmul and einsum (operators 2.8).
#include "rule.h"

namespace hammock::rules {

StructInfo matmul(Infer& infer, const Call& call) {
  Rule r(infer, call);
  Tensor a, b;
  if (!r.tensor(0, a) || !r.tensor(1, b)) return {};
  DType dtype = r.dtype("out_dtype");
  if (dtype.is_unknown() && !r.common_dtype(a, b, dtype)) return {};
  uint32_t vdevice = a.vdevice == b.vdevice || b.vdevice == kNoDevice ? a.vdevice : a.vdevice == kNoDevice ? b.vdevice : kNoDevice;
  for (const Tensor* t : {&a, &b}) {
    if (t->ndim == 0) return r.fail(Diag::shape_mismatch, r.arg_name(t == &b), " must have rank 1 or more, found ", t->info);
  }
  if (!a.has_rank() || !b.has_rank()) return r.of_rank(-1, dtype, vdevice);
  bool left_vector = a.ndim == 1, right_vector = b.ndim == 1;
  int rank = std::max({a.ndim, b.ndim, 2}) - left_vector - right_vector;
  if (!a.dims || !b.dims) return r.of_rank(rank, dtype, vdevice);

  const Dims &x = *a.dims, &y = *b.dims;
  size_t k = right_vector ? 0 : y.size() - 2;
  if (r.unequal(x.back(), y[k])) {
    return r.fail(Diag::shape_mismatch, "shapes ", x, " and ", y, " cannot be multiplied: ", x.back(), " columns here and ", y[k], " rows there");
  }
  Dims batch, x_batch(x.begin(), x.end() - (left_vector ? 1 : 2)), y_batch(y.begin(), y.end() - (right_vector ? 1 : 2));
  Rule::Broadcast result = r.broadcast(x_batch, y_batch, batch);
  if (result == Rule::Broadcast::failed) return {};
  if (result == Rule::Broadcast::unknown) return r.of_rank(rank, dtype, vdevice);
  if (!left_vector) batch.push_back(x[x.size() - 2]);
  if (!right_vector) batch.push_back(y.back());
  return r.of_dims(batch, dtype, vdevice);
}

}  // namespace hammock::rules
