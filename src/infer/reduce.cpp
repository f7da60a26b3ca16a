// SPDX-License-Identifier: Apache-2.0
// Reductions over axes (operators 2.9, 2.10, 2.12) and what reduces along one axis (2.13).
#include "hammock/infer/shortfall.h"
#include "hammock/ir/call_attrs.h"
#include "infer_call.h"

namespace hammock::rules {
namespace {

// `axes` is nothing for all of them.
StructInfo reduced(InferCall& r, const TensorInfo& t, std::optional<std::vector<int64_t>> axes, DType dtype) {
  bool keepdims = r.boolean("keepdims");
  if (axes && t.has_rank() && !r.axes(*axes, t.ndim, "axis")) return {};
  if (!axes && !keepdims) return r.of_dims({}, dtype, t.vdevice);
  if (!t.has_rank()) return r.of_rank(-1, dtype, t.vdevice);
  if (!axes) return r.of_dims(Dims(static_cast<size_t>(t.ndim), r.number(1)), dtype, t.vdevice);
  if (!t.dims) return r.of_rank(keepdims ? t.ndim : t.ndim - static_cast<int>(axes->size()), dtype, t.vdevice);
  Dims out;
  for (size_t i = 0; i < t.dims->size(); ++i) {
    bool is_reduced = std::ranges::find(*axes, static_cast<int64_t>(i)) != axes->end();
    if (!is_reduced) out.push_back((*t.dims)[i]);
    if (is_reduced && keepdims) out.push_back(r.number(1));
  }
  return r.of_dims(out, dtype, t.vdevice);
}

}  // namespace

StructInfo reduce(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t;
  if (!r.tensor(0, t)) return {};
  return reduced(r, t, r.maybe_integers("axis"), t.dtype);
}

// Along one axis there are indices too.
StructInfo median(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t;
  if (!r.tensor(0, t)) return {};
  std::optional<std::vector<int64_t>> axes = r.maybe_integers("axis");
  StructInfo values = reduced(r, t, axes, t.dtype);
  if (!values || !axes || axes->size() != 1) return values;
  StructInfo both[] = {values, reduced(r, t, axes, kInt64)};
  return r.infos.tuple(both);
}

StructInfo arg_reduce(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t;
  if (!r.tensor(0, t)) return {};
  return reduced(r, t, r.maybe_integers("axis"), kInt64);
}

namespace {

// Is the target what is left of the data after sums over leading axes and axes of length 1?
bool check_collapse(InferCall& r, const Dims& data, const Dims& target) {
  if (target.size() > data.size()) {
    return r.wrong(Diag::shape_mismatch, r.at("shape"), " ", target, " has more dims than the data of shape ", data);
  }
  for (size_t k = 1; k <= target.size(); ++k) {
    Prim from = data[data.size() - k], to = target[target.size() - k];
    if (r.prims.is_constant(to, 1) || r.equal(from, to)) continue;
    return r.wrong(Diag::shape_mismatch, r.at("shape"), " ", data, " cannot be summed to ", target, ": dim ",
                   target.size() - k, " is ", from, " here and ", to, " there");
  }
  return true;
}

}  // namespace

StructInfo collapse_sum_like(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo data, target;
  if (!r.tensor(0, data) || !r.tensor(1, target)) return {};
  std::optional<Dims> from = r.known_dims(data), to = r.known_dims(target);
  if (from && to && !check_collapse(r, *from, *to)) return {};
  return r.with_dtype(target, data.dtype);
}

StructInfo collapse_sum_to(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo data;
  std::optional<Dims> to;
  if (!r.tensor(0, data) || !r.shape(1, to)) return {};
  std::optional<Dims> from = r.known_dims(data);
  if (from && to && !check_collapse(r, *from, *to)) return {};
  return r.of_shape_operand(1, data.dtype, data.vdevice);
}

StructInfo topk(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t;
  if (!r.tensor(0, t)) return {};
  std::string_view which = r.string("ret_type");
  int64_t k = r.integer("k"), axis = r.integer("axis");
  DType index = r.dtype("dtype");
  StructInfo values = r.like(t, t.ndim), indices = r.of_rank(t.ndim, index, t.vdevice);
  if (t.dims) {
    if (!r.axis(axis, t.ndim, "axis")) return {};
    Dims out = *t.dims;
    Prim& d = out[static_cast<size_t>(axis)];
    if (k > 0 && r.prims.constant(d).value_or(INT64_MAX) > k) d = r.number(k);
    values = r.like(t, out);
    indices = r.of_dims(out, index, t.vdevice);
  }
  if (which != "both") return which == "values" ? values : indices;
  StructInfo both[] = {values, indices};
  return r.infos.tuple(both);
}

}  // namespace hammock::rules

namespace hammock {

std::string shortfall(const Context& context, const Node& call, StructInfo x) {
  if (call.op != Op::topk || !x || !context.infos.has_shape(x)) return {};
  const CallAttrs attrs(context, call.op, call.attrs);
  const auto dims = context.infos.dims(x);
  const int64_t k = attrs.integer("k"), rank = std::ssize(dims), given = attrs.integer("axis", -1);
  const int64_t axis = given < 0 ? given + rank : given;
  if (axis < 0 || axis >= rank) return {};
  const std::optional<int64_t> size = context.prims.constant(dims[static_cast<size_t>(axis)]);
  if (!size || *size >= k) return {};
  return "k=" + std::to_string(k) + " is more than axis " + std::to_string(axis) + " has, which is " +
         std::to_string(*size) + " long";
}

}  // namespace hammock
