// SPDX-License-Identifier: Apache-2.0
// Shapes as values, sets, inspection of tensors, printing, devices, sampling (operators 2.14, 2.23, 2.24).
#include <charconv>

#include "infer_call.h"

namespace hammock::rules {

StructInfo object(Infer& infer, const Call& call) { return infer.context().infos.object(); }

StructInfo nothing(Infer& infer, const Call& call) { return infer.context().infos.void_(); }

// ---- shapes ----

StructInfo shape_of(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t;
  if (!r.tensor(0, t)) return {};
  return t.dims ? r.infos.shape(*t.dims) : r.infos.shape_of_rank(t.ndim);
}

StructInfo shape_to_tensor(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  std::optional<Dims> dims;
  if (!r.shape(0, dims)) return {};
  int rank = r.arg_node(0).ndim;
  return rank < 0 ? r.of_rank(1, kInt64) : r.of_dims({r.number(rank)}, kInt64);
}

StructInfo tensor_to_shape(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t;
  if (!r.tensor(0, t)) return {};
  if (t.ndim != 1) return r.fail(Diag::shape_mismatch, r.at("expr"), " must have rank 1, found ", t.info);
  std::optional<int64_t> length = t.dims ? r.prims.constant((*t.dims)[0]) : std::nullopt;
  return r.infos.shape_of_rank(static_cast<int>(std::clamp<int64_t>(length.value_or(-1), -1, 1 << 16)));
}

// ---- sets ----

StructInfo unique(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t;
  if (!r.tensor(0, t)) return {};
  int64_t flags[4], axis = 0;
  for (size_t i = 1; i < r.operand_count(); ++i) {
    std::optional<Prim> v = r.prim_value(i);
    std::optional<int64_t> c = v ? r.prims.constant(*v) : std::nullopt;
    if (!c) return r.fail(Diag::not_a_number, r.at(i), " must be a number, found ", r.arg(i));
    (i < 5 ? flags[i - 1] : axis) = *c;
  }
  bool has_axis = r.operand_count() == 6;
  if (has_axis && t.has_rank() && !r.axis(axis, t.ndim, "axis")) return {};
  std::vector<StructInfo> results{t.ndim == 0 ? r.like(t, Dims{r.number(1)}) : r.like(t, has_axis ? t.ndim : 1)};
  for (size_t i = 1; i < 4; ++i) {
    if (flags[i])
      results.push_back(t.ndim == 0 ? r.of_dims({r.number(1)}, kInt64, t.vdevice) : r.of_rank(1, kInt64, t.vdevice));
  }
  return results.size() == 1 ? results[0] : r.infos.tuple(results);
}

StructInfo nonzero(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t;
  return r.tensor(0, t) ? r.of_rank(2, kInt64, t.vdevice) : StructInfo();
}

StructInfo multinomial_from_uniform(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t[3];
  for (size_t i = 0; i < 3; ++i) {
    if (!r.tensor(i, t[i])) return {};
    bool fits = i < 2 ? t[i].dtype.is_float() : t[i].dtype.is_integer();
    if (!fits)
      return r.fail(Diag::dtype_mismatch, r.at(i),
                    i < 2 ? " must have a float dtype, found " : " must have a signed integer dtype, found ",
                    t[i].dtype);
  }
  DType dtype = r.dtype("dtype");
  for (const TensorInfo& x : t) {
    if (!x.has_rank()) return r.of_rank(-1, dtype, t[0].vdevice);
  }
  for (size_t i = 0; i < 3; ++i) {
    if (!r.rank_is(t[i], i, 2)) return {};
  }
  if (!t[0].dims || !t[1].dims || !t[2].dims) return r.of_rank(2, dtype, t[0].vdevice);
  const Dims &u = *t[1].dims, &s = *t[2].dims;
  if (!r.equal(u[0], s[0]))
    return r.fail(Diag::shape_mismatch, r.at("uniform_sample"), " of shape ", u, " and sample_indices of shape ", s,
                  " must have the same length");
  for (size_t i = 1; i < 3; ++i) {
    if (!r.prims.is_constant((*t[i].dims)[1], 1))
      return r.fail(Diag::shape_mismatch, r.at(i), " must have shape (n, 1), found ", *t[i].dims);
  }
  return r.of_dims({u[0], r.number(1)}, dtype, t[0].vdevice);
}

// ---- assertions, devices ----

StructInfo assert_op(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  const InfoNode& n = r.arg_node(0);
  bool is_prim = n.kind == InfoKind::prim && n.dtype.is_boolean();
  bool is_tensor = n.kind == InfoKind::tensor && (n.dtype.is_boolean() || n.dtype.is_unknown()) && n.ndim <= 0;
  if (!is_prim && !is_tensor)
    return r.fail(Diag::not_a_prim, r.at("condition"), " must be a bool of rank 0, found ", r.arg(0));
  return r.infos.void_();
}

namespace {

// `cuda:1` is the second vdevice of that kind, `vdevice:1` the second of all.
std::optional<uint32_t> device(const InferCall& r, Attr a) {
  const AttrNode& n = r.cx.attrs[a];
  const Module* module = r.infer.module();
  if (n.kind == AttrKind::integer) return static_cast<uint32_t>(n.value);
  if (!module) return std::nullopt;
  if (n.kind == AttrKind::vdevice) {
    std::span<const Attr> items = r.cx.attrs.items(a);
    for (size_t i = 0; i < module->vdevices.size(); ++i) {
      const VDevice& v = module->vdevices[i];
      if (items.size() == 3 && v.target == items[0] && v.id == r.cx.attrs[items[1]].value &&
          v.scope.index == r.cx.attrs[items[2]].id)
        return static_cast<uint32_t>(i);
    }
    return std::nullopt;
  }
  if (n.kind != AttrKind::string) return std::nullopt;
  std::string_view text = r.cx.text(Name(n.id)), kind = text.substr(0, text.find(':'));
  int wanted = 0;
  if (kind.size() < text.size()) std::from_chars(text.data() + kind.size() + 1, text.data() + text.size(), wanted);
  for (size_t i = 0; i < module->vdevices.size(); ++i) {
    Attr target = module->vdevices[i].target;
    if (r.cx.attrs[target].kind == AttrKind::dict) target = r.cx.find(target, "kind").value_or(target);
    bool matches = kind == "vdevice" ||
                   (r.cx.attrs[target].kind == AttrKind::string && r.cx.text(Name(r.cx.attrs[target].id)) == kind);
    if (matches && wanted-- == 0) return static_cast<uint32_t>(i);
  }
  return std::nullopt;
}

}  // namespace

StructInfo to_vdevice(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t;
  if (!r.tensor(0, t)) return {};
  std::optional<uint32_t> to = device(r, r.attr("dst_vdevice"));
  if (!to) return r.fail(Diag::bad_attribute_value, r.at("dst_vdevice"), " is no vdevice of the module");
  if (t.dims) return r.of_dims(*t.dims, t.dtype, *to);
  return t.shape_var ? r.infos.tensor_of_shape_var(t.shape_var, t.ndim, t.dtype, *to) : r.of_rank(t.ndim, t.dtype, *to);
}

// ---- inspection: a Prim whose value is known where the tensor's struct info tells it ----

namespace {

StructInfo inspected(InferCall& r, DType dtype, std::optional<int64_t> value) {
  return value ? r.infos.prim_value(r.prims.integer(*value, dtype), dtype) : r.infos.prim(dtype);
}

// The axis, if its value is known; false after a report.
bool axis_operand(InferCall& r, const TensorInfo& t, std::optional<size_t>& axis) {
  const InfoNode& n = r.arg_node(1);
  if (n.kind != InfoKind::prim)
    return r.wrong(Diag::not_a_prim, r.at("axis"), " must be a primitive value, found ", r.arg(1));
  std::optional<int64_t> c = n.value() ? r.prims.constant(n.value()) : std::nullopt;
  if (!c) return true;
  if (*c < 0 || (t.has_rank() && *c >= t.ndim))
    return r.wrong(Diag::bad_axis, r.at("axis"), " ", *c, " is outside the shape of ", t.info);
  axis = static_cast<size_t>(*c);
  return true;
}

}  // namespace

StructInfo tensor_dtype_code(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t;
  if (!r.tensor(0, t)) return {};
  return inspected(r, kUint8,
                   t.dtype.is_unknown() ? std::nullopt : std::optional<int64_t>(static_cast<int64_t>(t.dtype.code)));
}

StructInfo tensor_dtype_bits(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t;
  if (!r.tensor(0, t)) return {};
  return inspected(r, kUint8, t.dtype.is_unknown() ? std::nullopt : std::optional<int64_t>(t.dtype.bits));
}

StructInfo tensor_dtype_lanes(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t;
  if (!r.tensor(0, t)) return {};
  return inspected(r, DType::unsigned_integer(16),
                   t.dtype.is_unknown() ? std::nullopt : std::optional<int64_t>(t.dtype.lanes));
}

StructInfo tensor_ndim(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t;
  if (!r.tensor(0, t)) return {};
  return inspected(r, kInt32, t.has_rank() ? std::optional<int64_t>(t.ndim) : std::nullopt);
}

StructInfo tensor_shape_i(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t;
  std::optional<size_t> axis;
  if (!r.tensor(0, t) || !axis_operand(r, t, axis)) return {};
  std::optional<Dims> dims = r.known_dims(t);
  return dims && axis ? r.infos.prim_value((*dims)[*axis], kInt64) : r.infos.prim(kInt64);
}

StructInfo tensor_stride_i(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t;
  std::optional<size_t> axis;
  if (!r.tensor(0, t) || !axis_operand(r, t, axis)) return {};
  std::optional<Dims> dims = r.known_dims(t);
  if (!dims || !axis) return r.infos.prim(kInt64);
  return r.infos.prim_value(r.product(std::span(*dims).subspan(*axis + 1)), kInt64);
}

StructInfo tensor_offset(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t;
  if (!r.tensor(0, t)) return {};
  return inspected(r, DType::unsigned_integer(64), t.dims || t.shape_var ? std::optional<int64_t>(0) : std::nullopt);
}

}  // namespace hammock::rules
