// SPDX-License-Identifier: Apache-2.0
// Operators whose result has the shape of their operand (operators 2.4, 2.6, 2.11, 2.13, 2.18, 2.22).
#include "infer_call.h"

namespace hammock::rules {

StructInfo keep(Infer& infer, const Call& call) {
  StructInfo x = infer.operand_info(call.args[0]);
  const InfoNode& n = infer.context().infos[x];
  if (n.kind == InfoKind::tensor && (may_be_float(n.dtype) || !has_trait(call.op, NeedsFloat))) return x;
  InferCall r(infer, call);
  TensorInfo t;
  return r.tensor(0, t) && r.float_dtype(t, 0) ? x : StructInfo();
}

StructInfo keep_any(Infer& infer, const Call& call) { return infer.info_of(call.args[0]); }

StructInfo predicate(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t;
  return r.tensor(0, t) ? r.with_dtype(t, kBool) : StructInfo();
}

StructInfo astype(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t;
  return r.tensor(0, t) ? r.with_dtype(t, r.dtype("dtype")) : StructInfo();
}

StructInfo clip(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  Prim bound;
  if (!r.prim_literal(1, bound) || !r.prim_literal(2, bound)) return {};
  return r.arg(0);
}

StructInfo softmax(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t;
  if (!r.tensor(0, t)) return {};
  int64_t axis = r.integer("axis");
  if (t.has_rank() && (!r.axis(axis, t.ndim, "axis") || !r.float_dtype(t, 0))) return {};
  return t.info;
}

StructInfo dropout(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t;
  if (!r.tensor(0, t)) return {};
  StructInfo both[] = {t.info, t.info};
  return r.infos.tuple(both);
}

// The operand, and whether it has the axis.
static bool along_axis(InferCall& r, TensorInfo& t) {
  if (!r.tensor(0, t)) return false;
  if (!t.has_rank() || r.is_none("axis")) return true;
  int64_t axis = r.integer("axis");
  return r.axis(axis, t.ndim, "axis");
}

StructInfo sort(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t;
  return along_axis(r, t) ? t.info : StructInfo();
}

StructInfo argsort(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t;
  if (!along_axis(r, t)) return {};
  DType dtype = r.dtype("dtype");
  return r.with_dtype(t, dtype.is_unknown() ? t.dtype : dtype);
}

StructInfo flip(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t;
  return along_axis(r, t) ? t.info : StructInfo();
}

// The shape is kept with an axis; without one the tensor is flattened.
StructInfo scan(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t;
  if (!along_axis(r, t)) return {};
  DType dtype = r.dtype("dtype").is_unknown() ? t.dtype : r.dtype("dtype");
  if (!r.is_none("axis")) return r.with_dtype(t, dtype);
  if (!t.dims) return r.of_rank(1, dtype, t.vdevice);
  return r.of_dims({r.product(*t.dims)}, dtype, t.vdevice);
}

// Gradients have the struct info of the value that they belong to.
StructInfo second(Infer& infer, const Call& call) { return infer.info_of(call.args[1]); }

StructInfo checkpoint(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  const Node& n = infer.fn()[call.args[0]];
  bool may_stand_in_place = is_leaf(n.kind) || n.kind == NodeKind::tuple;
  bool is_variable = n.kind == NodeKind::param || n.name || !may_stand_in_place;
  return is_variable ? r.arg(0) : r.fail(Diag::not_a_variable, r.at("input"), " must be a variable");
}

}  // namespace hammock::rules
