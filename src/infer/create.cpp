// SPDX-License-Identifier: Apache-2.0
// Tensors made from a shape, a range or another tensor's struct info (operators 2.5).
#include <cmath>

#include "infer_call.h"

namespace hammock::rules {
namespace {

bool scalar(InferCall& r, size_t i, TensorInfo& out) {
  if (!r.tensor(i, out)) return false;
  return out.ndim == 0 || r.wrong(Diag::shape_mismatch, r.at(i), " must have rank 0, found ", out.info);
}

bool prim(InferCall& r, size_t i) {
  return r.arg_node(i).kind == InfoKind::prim ||
         r.wrong(Diag::not_a_prim, r.at(i), " must be a primitive value, found ", r.arg(i));
}

}  // namespace

StructInfo filled(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  std::optional<Dims> dims;
  if (!r.shape(0, dims)) return {};
  if (r.dtype("dtype").is_unknown()) return r.fail(Diag::bad_attribute_value, r.at("dtype"), " must be known");
  return r.of_shape_operand(0, r.dtype("dtype"));
}

StructInfo full(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  std::optional<Dims> dims;
  TensorInfo value;
  if (!r.shape(0, dims) || !scalar(r, 1, value)) return {};
  DType dtype = r.dtype("dtype");
  return r.of_shape_operand(0, dtype.is_unknown() ? value.dtype : dtype, value.vdevice);
}

StructInfo like(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t, value;
  if (!r.tensor(0, t) || (r.operand_count() > 1 && !scalar(r, 1, value))) return {};
  DType dtype = r.dtype("dtype");
  return r.with_dtype(t, dtype.is_unknown() ? t.dtype : dtype);
}

StructInfo eye(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  Prim n, m;
  if (!r.prim_literal(0, n) || !r.prim_literal(1, m) || !prim(r, 2)) return {};
  return r.of_dims({n, m}, r.dtype("dtype"));
}

StructInfo eye_like(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t;
  if (!r.tensor(0, t) || !prim(r, 1) || !r.rank_is(t, 0, 2)) return {};
  if (!t.dims && !t.shape_var)
    return r.fail(Diag::inference_failed, "the shape of ", r.at("x"), " must be known, found ", t.info);
  DType dtype = r.dtype("dtype");
  return r.with_dtype(t, dtype.is_unknown() ? t.dtype : dtype);
}

StructInfo triangle(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t;
  if (!r.tensor(0, t) || !prim(r, 1)) return {};
  if (t.has_rank() && t.ndim < 2)
    return r.fail(Diag::shape_mismatch, r.at("x"), " must have rank 2 or more, found ", t.info);
  return t.info;
}

namespace {

std::optional<double> as_double(const InferCall& r, Prim p) {
  const PrimNode& n = r.prims[p];
  if (n.kind == PrimKind::float_imm) return n.rounded();
  if (n.kind == PrimKind::int_imm) return static_cast<double>(n.value);
  return std::nullopt;
}

}  // namespace

// The exact count for every sign of the step; an empty range has length 0.
StructInfo arange(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  Prim v[3];
  bool integral = true;
  for (size_t i = 0; i < 3; ++i) {
    if (!r.prim_literal(i, v[i])) return {};
    integral &= r.prims[v[i]].dtype.is_integral();
  }
  DType dtype = r.dtype("dtype");
  if (dtype.is_unknown()) dtype = integral ? kInt64 : kFloat32;
  auto [start, end, step] = v;
  if (as_double(r, step) == 0.0) return r.fail(Diag::out_of_range, r.at("step"), " must not be 0");
  if (integral) {
    bool down = r.prims.constant(step).value_or(1) < 0;
    Prim span = down ? r.prims.sub(start, end) : r.prims.sub(end, start);
    Prim length = r.simple(r.ceildiv(span, down ? r.prims.sub(r.number(0), step) : step));
    if (r.prims.constant(length).value_or(0) < 0) length = r.number(0);
    return r.of_dims({length}, dtype);
  }
  std::optional<double> a = as_double(r, start), b = as_double(r, end), s = as_double(r, step);
  if (!a || !b || !s) return r.of_rank(1, dtype);
  double length = std::ceil(static_cast<float>(*b - *a) / static_cast<float>(*s));
  if (!(length < 9e18)) return r.fail(Diag::too_large, "the range has no finite length");
  return r.of_dims({r.number(static_cast<int64_t>(std::max(length, 0.0)))}, dtype);
}

}  // namespace hammock::rules
