// SPDX-License-Identifier: Apache-2.0
// Views, allocation, and tensors that are spread over workers (operators 2.24).
#include "hammock/prim/simplify.h"
#include "infer_call.h"

namespace hammock::rules {

// ---- allocation ----

StructInfo builtin_alloc_tensor(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  std::optional<DType> dtype = r.dtype_literal(1);
  if (infer.fn()[call.args[0]].kind != NodeKind::shape)
    return r.fail(Diag::not_in_place, r.at("shape"), " must be written in place, found ", r.arg(0));
  if (!dtype) return r.fail(Diag::not_in_place, r.at("dtype"), " must be written in place");
  return r.of_shape_operand(0, *dtype);
}

StructInfo memory_alloc_tensor(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  std::optional<Dims> dims;
  std::optional<DType> dtype = r.dtype_literal(3);
  if (!r.shape(2, dims)) return {};
  return dtype ? r.of_shape_operand(2, *dtype) : r.fail(Diag::not_in_place, r.at("dtype"), " must be written in place");
}

StructInfo vm_alloc_tensor(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  std::optional<DType> dtype = r.dtype_literal(3);
  if (!dtype) return r.fail(Diag::not_in_place, r.at("dtype"), " must be written in place");
  if (r.arg_node(2).kind != InfoKind::shape) return r.of_rank(-1, *dtype);
  std::optional<Dims> dims;
  return r.shape(2, dims) && dims ? r.of_dims(*dims, *dtype) : r.of_rank(r.arg_node(2).ndim, *dtype);
}

// ---- views ----

namespace {

// Sizes of a view, each known or not, in the order in which the rule needs them.
struct ViewSizes {
  std::optional<Prim> in_elements, out_elements, offset;
  std::optional<int64_t> in_bytes, out_bytes;
};

std::optional<int64_t> element_bytes(DType dtype) {
  return dtype.is_unknown() ? std::nullopt
                            : std::optional<int64_t>((dtype.bits * std::max<int64_t>(dtype.lanes, 1) + 7) / 8);
}

bool view_fits(InferCall& r, const ViewSizes& s, bool has_shape, bool has_dtype) {
  auto exceeds = [&](Prim need, Prim have) { return prove_at_least(r.cx, r.prims.sub(need, have), 1) == Truth::yes; };
  if (s.in_elements && s.out_elements && s.in_bytes && s.out_bytes) {
    Prim need = r.prims.mul(*s.out_elements, r.number(*s.out_bytes)),
         have = r.prims.mul(*s.in_elements, r.number(*s.in_bytes));
    if (s.offset) need = r.prims.add(need, *s.offset);
    if (!exceeds(need, have)) return true;
    return r.wrong(Diag::shape_mismatch, "the view needs ", r.simple(need), " bytes, data has ", r.simple(have));
  }
  if (s.in_bytes && s.out_bytes && !has_shape && *s.out_bytes > *s.in_bytes) {
    return r.wrong(Diag::dtype_mismatch, "the view needs ", *s.out_bytes, " bytes for an element, data has ",
                   *s.in_bytes);
  }
  if (s.in_elements && s.out_elements && !has_dtype && exceeds(*s.out_elements, *s.in_elements)) {
    return r.wrong(Diag::shape_mismatch, "the view needs ", r.simple(*s.out_elements), " elements, data has ",
                   r.simple(*s.in_elements));
  }
  if (s.offset && !has_shape && !has_dtype && prove_at_least(r.cx, *s.offset, 1) == Truth::yes) {
    return r.wrong(Diag::out_of_range, "the view begins ", *s.offset, " bytes behind data and has the same size");
  }
  return true;
}

}  // namespace

StructInfo memory_view(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t;
  if (!r.tensor(0, t)) return {};
  auto given = [&](size_t i) { return !r.infos.is_void(r.arg(i)); };
  std::optional<Dims> shape;
  if (given(1) && !r.shape(1, shape)) return {};
  DType dtype = t.dtype;
  if (given(2)) {
    if (r.arg_node(2).kind != InfoKind::object)
      return r.fail(Diag::not_a_dtype, r.at("dtype"), " must be a dtype, found ", r.arg(2));
    dtype = r.dtype_literal(2).value_or(kVoid);
  }
  const InfoNode& offset = r.arg_node(3);
  if (given(3) && (offset.kind != InfoKind::prim || offset.dtype != kInt64)) {
    return r.fail(Diag::not_a_prim, "relative_byte_offset must be an int64 value, found ", r.arg(3));
  }

  std::optional<Dims> dims = r.known_dims(t);
  ViewSizes sizes;
  if (dims) sizes.in_elements = r.product(*dims);
  if (shape || (!given(1) && dims)) sizes.out_elements = shape ? r.product(*shape) : *sizes.in_elements;
  sizes.in_bytes = element_bytes(t.dtype);
  sizes.out_bytes = element_bytes(dtype);
  if (given(3)) {
    sizes.offset = r.prim_value(3);
  } else {
    sizes.offset = r.number(0);
  }
  if (!view_fits(r, sizes, given(1), given(2))) return {};
  if (shape) return r.of_dims(*shape, dtype, t.vdevice);
  return given(1) ? r.of_rank(r.arg_node(1).ndim, dtype, t.vdevice) : r.with_dtype(t, dtype);
}

// ---- workers ----

StructInfo allgather(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t;
  if (!r.tensor(0, t)) return {};
  std::optional<Dims> dims = r.known_dims(t);
  if (!dims) return t.info;
  if (dims->empty()) return r.fail(Diag::shape_mismatch, r.at("x"), " must have rank 1 or more, found ", t.info);
  (*dims)[0] = r.prims.mul((*dims)[0], r.number(r.integer("num_workers")));
  return r.like(t, *dims);
}

namespace {

StructInfo scattered(InferCall& r, bool test_dim_of_axis) {
  TensorInfo t;
  if (!r.tensor(0, t)) return {};
  std::optional<Dims> dims = r.known_dims(t);
  if (!dims) return r.fail(Diag::inference_failed, "the shape of ", r.at(0), " must be known, found ", t.info);
  int64_t axis = r.integer("axis"), workers = r.integer("num_workers");
  if (!r.axis(axis, t.ndim, "axis")) return {};
  if (workers <= 0) return r.fail(Diag::bad_attribute_value, r.at("num_workers"), " must be positive, found ", workers);
  Prim& d = (*dims)[static_cast<size_t>(axis)];
  Prim tested = test_dim_of_axis ? d : (*dims)[0];
  if (r.unequal(r.prims.floormod(tested, r.number(workers)), r.number(0))) {
    return r.fail(Diag::shape_mismatch, "dim ", tested, " of shape ", *dims, " cannot be divided among ", workers,
                  " workers");
  }
  d = r.prims.fold(PrimKind::div, d, r.number(workers));
  return r.like(t, *dims);
}

}  // namespace

StructInfo scatter_from_worker0(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  return scattered(r, false);
}

StructInfo replica_to_shard(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  return scattered(r, true);
}

}  // namespace hammock::rules
