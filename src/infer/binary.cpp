// SPDX-License-Identifier: Apache-2.0
// Binary and ternary pointwise operators (operators 2.1 to 2.3, 2.12, 2.15).
#include "infer_call.h"

namespace hammock::rules {
namespace {

// A Prim operand counts as a tensor of shape (1,).
bool operand(InferCall& r, size_t i, TensorInfo& out) {
  if (r.arg_node(i).kind != InfoKind::prim) return r.tensor(i, out);
  out = {r.arg(i), r.arg_node(i).dtype, 1, kNoDevice, Dims{r.number(1)}, Value()};
  return true;
}

// Shape of the result of tensors that broadcast together; dtype and device are given.
StructInfo broadcast_all(InferCall& r, std::span<const TensorInfo> tensors, DType dtype, uint32_t vdevice) {
  int rank = 0;
  bool same_variable = true;
  for (const TensorInfo& t : tensors) {
    rank = rank < 0 || !t.has_rank() ? -1 : std::max(rank, t.ndim);
    same_variable &= t.shape_var && t.shape_var == tensors[0].shape_var;
  }
  std::optional<Dims> dims = r.known_dims(tensors.back());
  for (size_t i = tensors.size() - 1; dims && i-- > 0;) {
    std::optional<Dims> left = r.known_dims(tensors[i]);
    Dims out;
    InferCall::Broadcast result = left ? r.broadcast(*left, *dims, out) : InferCall::Broadcast::unknown;
    if (result == InferCall::Broadcast::failed) return {};
    dims = result == InferCall::Broadcast::known ? std::optional(std::move(out)) : std::nullopt;
  }
  if (dims) return r.of_dims(*dims, dtype, vdevice);
  if (same_variable) return r.infos.tensor_of_shape_var(tensors[0].shape_var, tensors[0].ndim, dtype, vdevice);
  return r.of_rank(rank, dtype, vdevice);
}

StructInfo pointwise(Infer& infer, const Call& call, bool is_comparison) {
  InferCall r(infer, call);
  TensorInfo t[2];
  if (!operand(r, 0, t[0]) || !operand(r, 1, t[1])) return {};
  DType dtype = kBool;
  if (!is_comparison && !r.common_dtype(t[0], t[1], dtype)) return {};
  if (r.arg_node(0).kind == InfoKind::prim && r.arg_node(1).kind == InfoKind::prim) return r.infos.prim(dtype);
  uint32_t vdevice = kNoDevice;
  if (!r.strict_vdevice(t[0], t[1], vdevice)) return {};
  return broadcast_all(r, t, dtype, vdevice);
}

}  // namespace

StructInfo binary(Infer& infer, const Call& call) {
  StructInfo a = infer.operand_info(call.args[0]), b = infer.operand_info(call.args[1]);
  const InfoNode& n = infer.context().infos[a];
  if (a == b && n.kind == InfoKind::tensor && (n.has_dims || !n.shape_var())) return a;
  return pointwise(infer, call, false);
}

StructInfo compare(Infer& infer, const Call& call) { return pointwise(infer, call, true); }

StructInfo where(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t[3];
  for (size_t i = 0; i < 3; ++i) {
    if (!r.tensor(i, t[i])) return {};
  }
  if (!t[0].dtype.is_boolean())
    return r.fail(Diag::dtype_mismatch, r.at("condition"), " must have dtype bool, found ", t[0].info);
  DType dtype;
  if (!r.common_dtype(t[1], t[2], dtype)) return {};
  for (TensorInfo& x : t) {  // here the values of a shape variable are not used
    if (!x.dims && r.known_dims(x)) {
      bool same = t[0].shape_var == t[1].shape_var && t[1].shape_var == t[2].shape_var;
      int rank =
          t[0].has_rank() && t[1].has_rank() && t[2].has_rank() ? std::max({t[0].ndim, t[1].ndim, t[2].ndim}) : -1;
      uint32_t vdevice = r.lenient_vdevice(t);
      return same ? r.infos.tensor_of_shape_var(t[0].shape_var, t[0].ndim, dtype, vdevice)
                  : r.of_rank(rank, dtype, vdevice);
    }
  }
  return broadcast_all(r, t, dtype, r.lenient_vdevice(t));
}

StructInfo ewise_fma(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t[3];
  DType dtype;
  bool known_dtype = true, explicit_shapes = true, same_variable = true;
  int rank = -1;
  for (size_t i = 0; i < 3; ++i) {
    if (!r.tensor(i, t[i])) return {};
    known_dtype &= !t[i].dtype.is_unknown();
    explicit_shapes &= t[i].dims.has_value();
    same_variable &= t[i].shape_var && t[i].shape_var == t[0].shape_var;
    if (!t[i].has_rank()) continue;
    if (rank >= 0 && rank != t[i].ndim)
      return r.fail(Diag::shape_mismatch, r.at("operands"), " must have one rank, found ", rank, " and ", t[i].ndim);
    rank = t[i].ndim;
  }
  for (size_t i = 1; known_dtype && i < 3; ++i) {
    if (!r.common_dtype(t[0], t[i], dtype)) return {};
  }
  if (!known_dtype) dtype = kVoid;
  uint32_t vdevice = r.lenient_vdevice(t);
  if (!explicit_shapes)
    return same_variable ? r.infos.tensor_of_shape_var(t[0].shape_var, t[0].ndim, dtype, vdevice)
                         : r.of_rank(rank, dtype, vdevice);
  for (size_t i = 1; i < 3; ++i) {
    for (size_t d = 0; d < t[0].dims->size(); ++d) {
      if (r.equal((*t[0].dims)[d], (*t[i].dims)[d])) continue;
      return r.fail(Diag::shape_mismatch, "shapes ", *t[0].dims, " and ", *t[i].dims,
                    " are not equal: it does not broadcast");
    }
  }
  return r.of_dims(*t[0].dims, dtype, vdevice);
}

}  // namespace hammock::rules
