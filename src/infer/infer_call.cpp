// SPDX-License-Identifier: Apache-2.0
#include "infer_call.h"

#include "hammock/base/check.h"

namespace hammock::rules {

InferCall::InferCall(Infer& infer, const Call& call)
    : CallAttrs(infer.context(), call.op, call.attrs),
      infer(infer),
      call(call),
      cx(infer.context()),
      prims(infer),
      infos(cx.infos),
      op(info(call.op)) {}

Prim DimStore::fold(PrimKind kind, Prim a, Prim b) {
  std::optional<int64_t> x = constant(a), y = constant(b);
  int64_t out;
  if (x && y) {
    bool overflows = kind == PrimKind::add   ? __builtin_add_overflow(*x, *y, &out)
                     : kind == PrimKind::sub ? __builtin_sub_overflow(*x, *y, &out)
                                             : kind == PrimKind::mul && __builtin_mul_overflow(*x, *y, &out);
    if (overflows) infer_.note_overflow();
  }
  return store_.fold(kind, a, b);
}

// ---- operands ----

std::string_view InferCall::arg_name(size_t i) const {
  return op.params[op.operands[std::min(i, op.operands.size() - 1)]].name;
}

InferCall::Subject InferCall::at(std::string_view param) const {
  auto found = std::ranges::find(op.params, param, &Param::name);
  if (found == op.params.end()) return {param, std::nullopt};
  return {param, static_cast<uint32_t>(found - op.params.begin())};
}

TensorInfo InferCall::view(StructInfo info) const {
  const InfoNode& n = infos[info];
  TensorInfo t{info, n.dtype, n.ndim, n.vdevice, std::nullopt, n.shape_var()};
  if (n.has_dims) t.dims.emplace(infos.dims(info).begin(), infos.dims(info).end());
  return t;
}

bool InferCall::tensor(size_t i, TensorInfo& out) {
  if (!is_tensor(i)) return wrong(Diag::not_a_tensor, at(i), " must be a tensor, found ", arg(i));
  out = view(arg(i));
  return true;
}

bool InferCall::tensors(size_t i, std::vector<TensorInfo>& out) {
  StructInfo tuple = arg(i);
  if (infos[tuple].kind != InfoKind::tuple)
    return wrong(Diag::not_a_tensor, at(i), " must be a tuple of tensors, found ", tuple);
  for (size_t k = 0; k < infos.fields(tuple).size(); ++k) {
    StructInfo field = infos.fields(tuple)[k];
    if (!infos.is_tensor(field))
      return wrong(Diag::not_a_tensor, at(i), " must be a tuple of tensors, found ", field, " at ", k);
    out.push_back(view(field));
  }
  return true;
}

bool InferCall::shape(size_t i, std::optional<Dims>& out) {
  const InfoNode& n = arg_node(i);
  if (n.kind != InfoKind::shape) return wrong(Diag::not_a_shape, at(i), " must be a shape, found ", arg(i));
  if (n.has_dims) out.emplace(infos.dims(arg(i)).begin(), infos.dims(arg(i)).end());
  return true;
}

std::optional<Prim> InferCall::prim_value(size_t i) const {
  const InfoNode& n = arg_node(i);
  return n.kind == InfoKind::prim && n.value() ? std::optional(n.value()) : std::nullopt;
}

bool InferCall::prim_literal(size_t i, Prim& out) {
  const Node& n = infer.fn()[call.args[i]];
  if (n.kind != NodeKind::prim_value)
    return wrong(Diag::not_in_place, at(i), " must be a primitive value written in place, found ", arg(i));
  out = infer.is_at_run() && arg_node(i).value() ? arg_node(i).value() : n.prim();
  return true;
}

std::optional<DType> InferCall::dtype_literal(size_t i) const {
  Value v = call.args[i];
  const Function& fn = infer.fn();
  for (int steps = 0; fn[v].kind == NodeKind::alias && steps < kMaxDepth; ++steps) v = fn.args(v)[0];
  if (fn[v].kind != NodeKind::dtype) return std::nullopt;
  return fn[v].dtype();
}

std::optional<Dims> InferCall::known_dims(const TensorInfo& t) const {
  if (t.dims) return t.dims;
  if (!t.shape_var) return std::nullopt;
  StructInfo shape = infer.fn().info(t.shape_var);
  if (!shape || infos[shape].kind != InfoKind::shape || !infos[shape].has_dims) return std::nullopt;
  return Dims(infos.dims(shape).begin(), infos.dims(shape).end());
}

// ---- results ----

StructInfo InferCall::with_dtype(const TensorInfo& t, DType dtype) {
  if (dtype == t.dtype) return t.info;
  if (t.dims) return infos.tensor(*t.dims, dtype, t.vdevice);
  if (t.shape_var) return infos.tensor_of_shape_var(t.shape_var, t.ndim, dtype, t.vdevice);
  return infos.tensor_of_rank(t.ndim, dtype, t.vdevice);
}

bool InferCall::is_known_shape(size_t i) const {
  return infer.fn()[call.args[i]].kind == NodeKind::shape || (infer.is_at_run() && arg_node(i).has_dims);
}

StructInfo InferCall::of_shape_operand(size_t i, DType dtype, uint32_t vdevice) {
  StructInfo shape = arg(i);
  if (!is_known_shape(i)) return infos.tensor_of_shape_var(call.args[i], infos[shape].ndim, dtype, vdevice);
  return infos.tensor(Dims(infos.dims(shape).begin(), infos.dims(shape).end()), dtype, vdevice);
}

// ---- checks ----

bool InferCall::axis(int64_t& axis, int64_t rank, std::string_view what) {
  if (axis < -rank || axis >= rank) {
    return wrong(Diag::bad_axis, at(what), "=", axis, " is outside [", -rank, ", ", rank, "), the axes of rank ", rank);
  }
  if (axis < 0) axis += rank;
  return true;
}

bool InferCall::axes(std::vector<int64_t>& axes, int64_t rank, std::string_view what) {
  std::vector<bool> seen(static_cast<size_t>(std::max<int64_t>(rank, 0)));
  for (int64_t& a : axes) {
    if (!axis(a, rank, what)) return false;
    if (seen[static_cast<size_t>(a)]) return wrong(Diag::bad_axis, at(what), " names axis ", a, " twice");
    seen[static_cast<size_t>(a)] = true;
  }
  return true;
}

bool InferCall::rank_is(const TensorInfo& t, size_t i, int rank) {
  if (!t.has_rank() || t.ndim == rank) return true;
  return wrong(Diag::shape_mismatch, at(i), " must have rank ", rank, ", found ", t.info);
}

bool InferCall::float_dtype(const TensorInfo& t, size_t i) {
  if (may_be_float(t.dtype)) return true;
  return wrong(Diag::dtype_mismatch, at(i), " must have a float dtype, found ", t.dtype);
}

bool InferCall::integer_dtype(const TensorInfo& t, size_t i) {
  if (t.dtype.is_unknown() || t.dtype.is_integer() || t.dtype.is_unsigned()) return true;
  return wrong(Diag::dtype_mismatch, at(i), " must have an integer dtype, found ", t.dtype);
}

bool InferCall::common_dtype(const TensorInfo& a, const TensorInfo& b, DType& out) {
  out = kVoid;
  if (a.dtype.is_unknown() || b.dtype.is_unknown()) return true;
  if (a.dtype != b.dtype) return wrong(Diag::dtype_mismatch, "dtypes ", a.dtype, " and ", b.dtype, " differ");
  out = a.dtype;
  return true;
}

bool InferCall::strict_vdevice(const TensorInfo& a, const TensorInfo& b, uint32_t& out) {
  out = a.vdevice == kNoDevice ? b.vdevice : a.vdevice;
  if (b.vdevice == kNoDevice || out == b.vdevice) return true;
  return wrong(Diag::struct_info_mismatch, at("operands"), " live on different devices");
}

uint32_t InferCall::lenient_vdevice(std::span<const TensorInfo> tensors) const {
  uint32_t out = kNoDevice;
  for (const TensorInfo& t : tensors) {
    if (t.vdevice == kNoDevice || t.vdevice == out) continue;
    if (out != kNoDevice) return kNoDevice;
    out = t.vdevice;
  }
  return out;
}

// ---- dims ----

Prim InferCall::product(std::span<const Prim> dims) {
  Prim out = number(1);
  for (Prim d : dims) out = prims.mul(out, d);
  return out;
}

Prim InferCall::ceildiv(Prim a, Prim b) { return prims.floordiv(prims.sub(prims.add(a, b), number(1)), b); }

InferCall::Broadcast InferCall::broadcast(const Dims& a, const Dims& b, Dims& out) {
  const Dims& longer = a.size() >= b.size() ? a : b;
  size_t shorter = std::min(a.size(), b.size());
  out.assign(longer.size(), Prim());
  for (size_t k = 1; k <= shorter; ++k) {
    Prim x = a[a.size() - k], y = b[b.size() - k];
    Prim& d = out[out.size() - k];
    if (prims.is_constant(x, 1)) {
      d = y;
    } else if (prims.is_constant(y, 1) || equal(x, y)) {
      d = x;
    } else if (prims.constant(x) && prims.constant(y)) {
      fail(Diag::shape_mismatch, "shapes ", a, " and ", b, " do not broadcast: dim ", out.size() - k, " is ", x,
           " here and ", y, " there");
      return Broadcast::failed;
    } else {
      return Broadcast::unknown;
    }
  }
  std::copy_n(longer.begin(), longer.size() - shorter, out.begin());
  return Broadcast::known;
}

}  // namespace hammock::rules
