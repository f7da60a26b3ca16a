// SPDX-License-Identifier: Apache-2.0
// Quantisation (operators 2.20).
#include "infer_call.h"

namespace hammock::rules {
namespace {

bool one_of(InferCall& r, DType dtype, std::string_view what, std::initializer_list<std::string_view> allowed) {
  std::string list;
  for (std::string_view name : allowed) {
    if (to_string(dtype) == name) return true;
    list += (list.empty() ? "" : ", ") + std::string(name);
  }
  return r.wrong(Diag::dtype_mismatch, r.at(what), " must have one of the dtypes ", list, ", found ", dtype);
}

// scale and zero_point: scalars, or one value for each element of the axis.
bool fits_axis(InferCall& r, const TensorInfo& data, size_t i, const TensorInfo& t, int64_t axis) {
  if (t.ndim == 0) return true;
  if (!t.dims || !data.dims)
    return r.wrong(Diag::inference_failed, "shapes of data and ", r.arg_name(i), " must be known, found ", t.info);
  Prim have = (*t.dims)[0], need = (*data.dims)[static_cast<size_t>(axis)];
  if (r.equal(have, need)) return true;
  return r.wrong(Diag::shape_mismatch, r.at(i), " of shape ", *t.dims, " must have the length ", need, " of axis ",
                 axis, " of data");
}

StructInfo converted(InferCall& r) {
  TensorInfo data, scale, zero;
  if (!r.tensor(0, data) || !r.tensor(1, scale) || !r.tensor(2, zero)) return {};
  bool forward = r.call.op == Op::quantize;
  DType out = r.dtype("out_dtype");
  if (forward ? !one_of(r, out, "the result", {"int8", "uint8", "int16", "uint16", "e4m3_float8", "e5m2_float8"})
              : !one_of(r, out, "the result", {"float16", "float32"}))
    return {};
  if (forward
          ? !one_of(r, data.dtype, "data", {"float16", "float32"})
          : !one_of(r, data.dtype, "data",
                    {"int8", "uint8", "int16", "uint16", "int32", "e4m3_float8", "e5m2_float8", "float16", "float32"}))
    return {};
  if (!one_of(r, scale.dtype, "scale", {"float16", "float32"}) ||
      !one_of(r, zero.dtype, "zero_point", {"int8", "uint8", "int16", "uint16", "int32", "uint32", "float16"}))
    return {};
  int64_t axis = r.integer("axis");
  if (!data.has_rank()) return r.fail(Diag::inference_failed, "the rank of data must be known");
  if (!r.axis(axis, data.ndim, "axis") || !fits_axis(r, data, 1, scale, axis) || !fits_axis(r, data, 2, zero, axis))
    return {};
  return r.with_dtype(data, out);
}

}  // namespace

StructInfo quantize(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  return converted(r);
}

StructInfo dequantize(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  return converted(r);
}

}  // namespace hammock::rules
