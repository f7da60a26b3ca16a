// SPDX-License-Identifier: Apache-2.0
// Shape manipulation (operators 2.9).
#include "hammock/prim/simplify.h"
#include "infer_call.h"

namespace hammock::rules {

StructInfo reshape(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t;
  std::optional<Dims> target;
  if (!r.tensor(0, t) || !r.shape(1, target)) return {};
  if (std::optional<Dims> dims = target ? r.known_dims(t) : std::nullopt) {
    if (*dims != *target && r.unequal(r.product(*dims), r.product(*target))) {
      return r.fail(Diag::shape_mismatch, r.at("shape"), " ", *dims, " has ", r.simple(r.product(*dims)), " elements, ",
                    *target, " has ", r.simple(r.product(*target)));
    }
  }
  if (target) return r.like(t, *target);
  return r.infos.tensor_of_shape_var(call.args[1], r.arg_node(1).ndim, t.dtype, t.vdevice);
}

StructInfo flatten(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t;
  if (!r.tensor(0, t)) return {};
  if (t.ndim == 1) return t.info;
  if (t.ndim == 0) return r.like(t, Dims{r.number(1)});
  return t.dims ? r.like(t, Dims{r.product(*t.dims)}) : r.like(t, 1);
}

StructInfo permute_dims(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t;
  if (!r.tensor(0, t)) return {};
  std::vector<int64_t> axes = r.integers("axes");
  if (r.is_none("axes")) {
    for (int i = t.ndim; i-- > 0;) axes.push_back(i);
  } else if (!t.has_rank()) {
    return r.fail(Diag::bad_axis, r.at("axes"), " cannot be given for a tensor of unknown rank");
  } else {
    if (axes.size() != static_cast<size_t>(t.ndim))
      return r.fail(Diag::bad_axis, axes.size(), " axes given for rank ", t.ndim);
    if (!r.axes(axes, t.ndim, "axes")) return {};
  }
  if (t.has_rank() && std::ranges::is_sorted(axes)) return t.info;
  if (!t.dims) return r.like(t, t.ndim);
  Dims out;
  for (int64_t a : axes) out.push_back((*t.dims)[static_cast<size_t>(a)]);
  return r.like(t, out);
}

StructInfo expand_dims(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t;
  if (!r.tensor(0, t)) return {};
  std::vector<int64_t> axes = r.integers("axis");
  if (axes.empty()) return t.info;
  if (!t.has_rank()) return r.like(t, -1);
  size_t rank = static_cast<size_t>(t.ndim) + axes.size();
  if (!r.axes(axes, static_cast<int64_t>(rank), "axis")) return {};
  if (!t.dims) return r.like(t, static_cast<int>(rank));
  Dims out(rank);
  for (int64_t a : axes) out[static_cast<size_t>(a)] = r.number(1);
  auto next = t.dims->begin();
  for (Prim& d : out) {
    if (!d) d = *next++;
  }
  return r.like(t, out);
}

StructInfo squeeze(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t;
  if (!r.tensor(0, t)) return {};
  std::optional<Dims> dims = r.known_dims(t);
  std::vector<int64_t> axes = r.integers("axis");
  std::vector<bool> removed(static_cast<size_t>(std::max(t.ndim, 0)));
  if (r.is_none("axis")) {
    if (!dims) return r.like(t, -1);
    for (size_t i = 0; i < dims->size(); ++i) {
      if (!r.prims.constant((*dims)[i])) return r.like(t, -1);
      removed[i] = r.prims.is_constant((*dims)[i], 1);
    }
  } else if (!t.has_rank()) {
    return axes.empty() ? t.info : r.like(t, -1);
  } else {
    if (!r.axes(axes, t.ndim, "axis")) return {};
    for (int64_t a : axes) {
      Prim d = dims ? (*dims)[static_cast<size_t>(a)] : Prim();
      if (r.prims.constant(d).value_or(1) != 1)
        return r.fail(Diag::shape_mismatch, r.at("axis"), " ", a, " of shape ", *dims, " is ", d,
                      ", only 1 can be squeezed");
      removed[static_cast<size_t>(a)] = true;
    }
  }
  int left = static_cast<int>(std::ranges::count(removed, false));
  if (left == t.ndim) return t.info;
  if (!t.dims) return r.like(t, r.is_none("axis") ? -1 : left);
  Dims out;
  for (size_t i = 0; i < removed.size(); ++i) {
    if (!removed[i]) out.push_back((*t.dims)[i]);
  }
  return r.like(t, out);
}

StructInfo broadcast_to(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t;
  std::optional<Dims> target;
  if (!r.tensor(0, t) || !r.shape(1, target)) return {};
  int rank = r.arg_node(1).ndim;
  if (t.has_rank() && rank >= 0 && rank < t.ndim) {
    return r.fail(Diag::shape_mismatch, r.at("x"), " has rank ", t.ndim, ", more than the rank ", rank,
                  " of the shape");
  }
  std::optional<Dims> dims = r.known_dims(t);
  for (size_t k = 1; target && dims && k <= dims->size(); ++k) {
    Prim from = (*dims)[dims->size() - k], to = (*target)[target->size() - k];
    if (r.prims.is_constant(from, 1) || !r.unequal(from, to)) continue;
    return r.fail(Diag::shape_mismatch, r.at("shape"), " ", *dims, " cannot be broadcast to ", *target, ": ", from,
                  " is not ", to);
  }
  return r.of_shape_operand(1, t.dtype, t.vdevice);
}

namespace {

// Where all dims but one agree: the index of a dim that provably does not, or what is known of all.
enum class Agreement { yes, unknown, no };

Agreement agree_except(InferCall& r, const std::vector<Dims>& shapes, size_t axis) {
  Agreement out = Agreement::yes;
  for (size_t d = 0; d < shapes[0].size(); ++d) {
    for (size_t i = 1; d != axis && i < shapes.size(); ++i) {
      Truth t = prove_equal(r.cx, shapes[0][d], shapes[i][d]);
      if (t == Truth::no) {
        r.fail(Diag::shape_mismatch, "shapes ", shapes[0], " and ", shapes[i], " differ in dim ", d, ": ", shapes[0][d],
               " and ", shapes[i][d]);
        return Agreement::no;
      }
      if (t == Truth::unknown) out = Agreement::unknown;
    }
  }
  return out;
}

}  // namespace

StructInfo concat(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  std::vector<TensorInfo> tensors;
  if (!r.tensors(0, tensors)) return {};
  if (tensors.empty()) return r.fail(Diag::argument_count, r.at("tensors"), " must not be empty");
  std::optional<int64_t> axis = r.maybe_integer("axis");
  DType dtype;
  int rank = -1;
  bool some_unknown_dtype = false, all_explicit = true;
  std::vector<Dims> shapes;
  for (const TensorInfo& t : tensors) {
    some_unknown_dtype |= t.dtype.is_unknown();
    if (!t.dtype.is_unknown()) {
      if (!dtype.is_unknown() && dtype != t.dtype)
        return r.fail(Diag::dtype_mismatch, r.at("tensors"), " have dtypes ", dtype, " and ", t.dtype);
      dtype = t.dtype;
    }
    if (t.has_rank()) {
      if (rank >= 0 && rank != t.ndim)
        return r.fail(Diag::shape_mismatch, r.at("tensors"), " have ranks ", rank, " and ", t.ndim);
      rank = t.ndim;
    }
    all_explicit &= t.dims.has_value();
    if (std::optional<Dims> d = r.known_dims(t)) shapes.push_back(std::move(*d));
  }
  if (some_unknown_dtype) dtype = kVoid;
  if (!axis && rank >= 0 && rank != 1)
    return r.fail(Diag::bad_axis, r.at("axis"), "=None is for tensors of rank 1, found rank ", rank);
  int64_t at = axis.value_or(0);
  if (rank == 0) return r.fail(Diag::shape_mismatch, r.at("tensors"), " of rank 0 cannot be concatenated");
  if (rank > 0 && !r.axis(at, rank, "axis")) return {};
  if (tensors.size() == 1) return tensors[0].info;
  uint32_t vdevice = r.lenient_vdevice(tensors);
  if (rank < 0) return r.of_rank(axis ? -1 : 1, dtype, vdevice);
  size_t along = static_cast<size_t>(at);
  Agreement agreement = shapes.empty() ? Agreement::unknown : agree_except(r, shapes, along);
  if (agreement == Agreement::no) return {};
  if (agreement == Agreement::unknown || !all_explicit) return r.of_rank(rank, dtype, vdevice);
  Dims out = shapes[0];
  bool all_same = std::ranges::all_of(shapes, [&](const Dims& s) { return s[along] == out[along]; });
  if (all_same) {
    out[along] = r.prims.mul(out[along], r.number(static_cast<int64_t>(shapes.size())));
  } else {
    for (size_t i = 1; i < shapes.size(); ++i) out[along] = r.prims.add(out[along], shapes[i][along]);
  }
  return r.of_dims(out, dtype, vdevice);
}

namespace {

// Lengths of the parts: n equal ones, the last is what remains.
Dims parts_of_sections(InferCall& r, Prim length, int64_t n) {
  Prim part = r.ceildiv(length, r.number(n));
  Dims out(static_cast<size_t>(n - 1), r.simple(part));
  out.push_back(r.simple(r.prims.sub(length, r.prims.mul(part, r.number(n - 1)))));
  return out;
}

Dims parts_at(InferCall& r, Prim length, std::span<const int64_t> indices) {
  Dims out;
  Prim left = r.number(0);
  for (size_t i = 0; i <= indices.size(); ++i) {
    Prim right = i == indices.size() ? length : r.prims.min(r.prims.max(r.number(indices[i]), r.number(0)), length);
    out.push_back(r.simple(r.prims.max(r.prims.sub(right, left), r.number(0))));
    left = right;
  }
  return out;
}

}  // namespace

StructInfo split(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t;
  if (!r.tensor(0, t)) return {};
  int64_t axis = r.integer("axis");
  if (t.has_rank() && !r.axis(axis, t.ndim, "axis")) return {};
  bool by_sections = r.cx.attrs[r.attr("indices_or_sections")].kind == AttrKind::integer;
  std::vector<int64_t> given = r.integers("indices_or_sections");
  int64_t count = by_sections ? given[0] : static_cast<int64_t>(given.size()) + 1;
  if (count <= 0)
    return r.fail(Diag::bad_attribute_value, r.at("indices_or_sections"), " must be positive, found ", count);
  if (count > kMaxSplitParts)
    return r.fail(Diag::too_large, "splits into ", count, " parts, the bound is ", kMaxSplitParts);
  std::vector<StructInfo> parts(static_cast<size_t>(count), count == 1 ? t.info : r.like(t, t.ndim));
  if (t.dims && count > 1) {
    Dims dims = *t.dims;
    Prim& along = dims[static_cast<size_t>(axis)];
    Dims lengths = by_sections ? parts_of_sections(r, along, count) : parts_at(r, along, given);
    for (size_t i = 0; i < parts.size(); ++i) {
      along = lengths[i];
      parts[i] = r.like(t, dims);
    }
  }
  return r.infos.tuple(parts);
}

}  // namespace hammock::rules
