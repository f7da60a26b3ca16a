// SPDX-License-Identifier: Apache-2.0
// Taking, slicing, gathering and scattering (operators 2.7), repeating (2.9).
#include "hammock/prim/simplify.h"
#include "infer_call.h"

namespace hammock::rules {

namespace {

// Nothing can be taken from an axis without elements. Scripts hold it, so that only a run refuses it.
bool has_elements_for(InferCall& r, const Dims& data, size_t axis, const Dims& indices) {
  bool is_empty = r.prims.is_constant(data[axis], 0),
       wants_none = std::ranges::any_of(indices, [&](Prim d) { return r.prims.is_constant(d, 0); });
  if (!r.infer.is_at_run() || !is_empty || wants_none) return true;
  return r.wrong(Diag::shape_mismatch, r.at("indices"), " of shape ", indices, " into an axis of 0, axis ", axis,
                 " of shape ", data);
}

// Indices into one axis of data go along with it in all others, from the first element on.
bool fits_beside(InferCall& r, const Dims& data, size_t axis, const Dims& indices) {
  for (size_t d = 0; d < data.size(); ++d) {
    if (d == axis || prove_at_least(r.cx, r.prims.sub(indices[d], data[d]), 1) != Truth::yes) continue;
    return r.wrong(Diag::shape_mismatch, r.at("indices"), " of shape ", indices, " reach beyond data of shape ", data,
                   ": dim ", d, " is ", indices[d], " here and ", data[d], " there");
  }
  return true;
}

}  // namespace

StructInfo take(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t, i;
  if (!r.tensor(0, t)) return {};
  if (r.arg_node(1).kind == InfoKind::prim) {
    i = {r.arg(1), r.arg_node(1).dtype, 0, kNoDevice, Dims{}, Value()};
  } else if (!r.tensor(1, i)) {
    return {};
  }
  if (!r.integer_dtype(i, 1)) return {};
  int64_t axis = r.maybe_integer("axis").value_or(0);
  if (r.is_none("axis") && t.ndim != 1)
    return r.fail(Diag::bad_axis, r.at("axis"), " may be None only where x has rank 1, found ", t.info);
  if (t.has_rank() && !r.axis(axis, t.ndim, "axis")) return {};
  if (!t.has_rank() || !i.has_rank()) return r.like(t, -1);
  if (!t.dims || !i.dims) return r.like(t, t.ndim + i.ndim - 1);
  if (r.string("mode") != "nan" && !has_elements_for(r, *t.dims, static_cast<size_t>(axis), *i.dims)) return {};
  Dims out(t.dims->begin(), t.dims->begin() + axis);
  out.insert(out.end(), i.dims->begin(), i.dims->end());
  out.insert(out.end(), t.dims->begin() + axis + 1, t.dims->end());
  return r.like(t, out);
}

namespace {

// One of the index tuples of strided_slice.
struct Indices {
  std::optional<size_t> size;  // nothing: an Object
  std::optional<Dims> values;  // if every element is known
};

bool indices(InferCall& r, size_t i, Indices& out) {
  if (r.arg_node(i).kind == InfoKind::object) return true;
  auto wrong = [&] {
    return r.wrong(Diag::not_a_tuple, r.at(i), " must be a tuple of int64 values, found ", r.arg(i));
  };
  if (r.arg_node(i).kind != InfoKind::tuple) return wrong();
  std::vector<StructInfo> fields(r.infos.fields(r.arg(i)).begin(), r.infos.fields(r.arg(i)).end());
  out.size = fields.size();
  out.values.emplace();
  for (StructInfo f : fields) {
    const InfoNode& n = r.infos[f];
    if (n.kind != InfoKind::prim || n.dtype != kInt64) return wrong();
    if (!n.value()) {
      out.values.reset();
      return true;
    }
    out.values->push_back(n.value());
  }
  return true;
}

// An index brought into the extent: negative ones count from the end, then [0, extent], or [-1, extent - 1] going down.
Prim inside(InferCall& r, Prim index, Prim extent, bool down) {
  DimStore& p = r.prims;
  if (index == extent && !p.constant(index)) return index;
  Prim zero = r.number(0);
  if (std::optional<int64_t> c = p.constant(index)) {
    if (*c < 0) index = p.add(index, extent);
  } else if (prove_at_least(r.cx, index, 0) != Truth::yes) {
    Prim choice[] = {p.fold(PrimKind::lt, index, zero), p.add(index, extent), index};
    index = p.call(r.cx.name("if_then_else"), kInt64, choice);
  }
  Prim low = down ? r.number(-1) : zero, high = down ? p.sub(extent, r.number(1)) : extent;
  return p.min(p.max(index, low), high);
}

// A constant below `low` or above extent + `above`.
bool is_outside(const PrimStore& prims, Prim index, Prim extent, int64_t low, int64_t above) {
  std::optional<int64_t> i = prims.constant(index), e = prims.constant(extent);
  return i && (*i < low || (e && *i > *e + above));
}

}  // namespace

StructInfo strided_slice(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t;
  Indices given[4];  // axes, begin, end, strides
  if (!r.tensor(0, t)) return {};
  for (size_t i = 1; i < r.operand_count(); ++i) {
    if (!indices(r, i, given[i - 1])) return {};
    if (given[0].size && given[i - 1].size && *given[0].size != *given[i - 1].size) {
      return r.fail(Diag::argument_count, r.at(i), " has ", *given[i - 1].size, " elements for ", *given[0].size,
                    " axes");
    }
  }
  if (!given[0].values) return r.like(t, t.ndim);
  std::vector<int64_t> axes;
  for (Prim a : *given[0].values) {
    if (!r.prims.constant(a)) return r.like(t, t.ndim);
    axes.push_back(*r.prims.constant(a));
  }
  if (axes.empty()) return t.info;
  if (t.has_rank() && !r.axes(axes, t.ndim, "axes")) return {};
  bool has_strides = r.operand_count() == 5;
  std::optional<Dims> dims = r.known_dims(t);
  if (has_strides && !given[3].values) return r.like(t, t.ndim);
  for (size_t i = 0; has_strides && i < axes.size(); ++i) {
    Prim stride = (*given[3].values)[i];
    if (r.prims.is_constant(stride, 0)) return r.fail(Diag::out_of_range, "a stride must not be 0");
    if (!r.prims.constant(stride) && prove_at_least(r.cx, stride, 0) != Truth::yes)
      return r.like(t, t.ndim);  // up or down?
  }
  if (!dims || !given[1].values || !given[2].values) return r.like(t, t.ndim);

  bool inbound = r.boolean("assume_inbound");
  for (size_t i = 0; i < axes.size(); ++i) {
    Prim& d = (*dims)[static_cast<size_t>(axes[i])];
    Prim stride = has_strides ? (*given[3].values)[i] : r.number(1);
    int64_t step = r.prims.constant(stride).value_or(1);
    if (step > kMostStep || step < -kMostStep)
      return r.fail(Diag::bad_attribute_value, "a stride must lie within ", kMostStep, ", found ", step);
    bool down = step < 0;
    Prim begin = (*given[1].values)[i], end = (*given[2].values)[i];
    if (!inbound) {
      begin = inside(r, begin, d, down);
      end = inside(r, end, d, down);
    } else if (is_outside(r.prims, begin, d, 0, -down) || is_outside(r.prims, end, d, -down, -down)) {
      return r.fail(Diag::out_of_range, r.at("indices"), " must be inside the tensor where assume_inbound=True, found ",
                    begin, " to ", end);
    }
    Prim length = down ? r.prims.sub(begin, end) : r.prims.sub(end, begin);
    if (down) stride = r.number(-step);
    if (!r.prims.is_constant(stride, 1)) length = r.ceildiv(length, stride);
    d = r.simple(length);
    if (r.prims.constant(d).value_or(0) < 0) d = r.number(0);
  }
  return r.like(t, *dims);
}

StructInfo dynamic_strided_slice(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t;
  if (!r.tensor(0, t)) return {};
  for (size_t i = 1; i < 4; ++i) {
    TensorInfo index;
    if (!r.tensor(i, index)) return {};
    if (!t.has_rank()) continue;
    if (!index.dtype.is_unknown() && index.dtype != kInt64)
      return r.fail(Diag::dtype_mismatch, r.at(i), " must have dtype int64, found ", index.info);
    bool fits = index.ndim == 1 && index.dims && r.prims.is_constant((*index.dims)[0], t.ndim);
    if (!fits)
      return r.fail(Diag::shape_mismatch, r.at(i), " must have shape (", t.ndim,
                    ",), one index for each axis of x, found ", index.info);
  }
  return r.like(t, t.ndim);
}

StructInfo gather_elements(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t, i;
  if (!r.tensor(0, t) || !r.tensor(1, i)) return {};
  if (!i.dtype.is_unknown() && !i.dtype.is_integer())
    return r.fail(Diag::dtype_mismatch, r.at("indices"), " must have a signed integer dtype, found ", i.dtype);
  if (!t.has_rank() || !i.has_rank()) return r.like(t, -1);
  int64_t axis = r.integer("axis");
  if (!r.axis(axis, t.ndim, "axis")) return {};
  if (t.ndim != i.ndim)
    return r.fail(Diag::shape_mismatch, r.at("data"), " has rank ", t.ndim, " and indices rank ", i.ndim);
  if (t.dims && i.dims &&
      (!fits_beside(r, *t.dims, static_cast<size_t>(axis), *i.dims) ||
       !has_elements_for(r, *t.dims, static_cast<size_t>(axis), *i.dims)))
    return {};
  if (i.dims) return r.like(t, *i.dims);
  return i.shape_var ? r.infos.tensor_of_shape_var(i.shape_var, i.ndim, t.dtype, t.vdevice) : r.like(t, i.ndim);
}

StructInfo gather_nd(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t, i;
  if (!r.tensor(0, t) || !r.tensor(1, i)) return {};
  if (!i.dtype.is_unknown() && i.dtype != kInt64)
    return r.fail(Diag::dtype_mismatch, r.at("indices"), " must have dtype int64, found ", i.dtype);
  int64_t batch = r.integer("batch_dims");
  if (batch < 0) return r.fail(Diag::bad_attribute_value, r.at("batch_dims"), " must not be negative, found ", batch);
  if (t.has_rank() && batch > t.ndim)
    return r.fail(Diag::bad_attribute_value, r.at("batch_dims"), "=", batch, " is more than the rank ", t.ndim,
                  " of data");
  if (i.has_rank() && batch > i.ndim - 1)
    return r.fail(Diag::bad_attribute_value, r.at("batch_dims"), "=", batch, " leaves no axis of indices ", i.info);
  for (size_t d = 0; t.dims && i.dims && d < static_cast<size_t>(batch); ++d) {
    if (r.unequal((*t.dims)[d], (*i.dims)[d]))
      return r.fail(Diag::shape_mismatch, r.at("data"), " of shape ", *t.dims, " and indices of shape ", *i.dims,
                    " differ in the batch dim ", d);
  }
  std::optional<int64_t> depth = i.dims ? r.prims.constant(i.dims->back()) : std::nullopt;
  if (!depth || !t.has_rank()) return r.like(t, -1);
  if (*depth > t.ndim - batch)
    return r.fail(Diag::shape_mismatch, r.at("indices"), " of shape ", *i.dims, " name ", *depth, " axes, data has ",
                  t.ndim - batch);
  if (!t.dims) return r.like(t, static_cast<int>(i.ndim + t.ndim - *depth - 1 - batch));
  Dims out(i.dims->begin(), i.dims->end() - 1);
  out.insert(out.end(), t.dims->begin() + batch + *depth, t.dims->end());
  return r.like(t, out);
}

StructInfo scatter_elements(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t, i, u;
  if (!r.tensor(0, t) || !r.tensor(1, i) || !r.tensor(2, u)) return {};
  if (!t.has_rank()) return r.like(t, -1);
  for (const TensorInfo* other : {&i, &u}) {
    if (i.has_rank() && u.has_rank() && other->ndim != t.ndim) {
      return r.fail(Diag::shape_mismatch, r.at("data"), " has rank ", t.ndim, ", ", r.arg_name(other == &i ? 1 : 2),
                    " rank ", other->ndim);
    }
  }
  if (!t.dtype.is_unknown() && !u.dtype.is_unknown() && t.dtype != u.dtype) {
    return r.fail(Diag::dtype_mismatch, r.at("data"), " has dtype ", t.dtype, " and updates ", u.dtype);
  }
  if (!r.integer_dtype(i, 1)) return {};
  for (size_t d = 0; i.dims && u.dims && d < i.dims->size(); ++d) {
    if (!r.unequal((*i.dims)[d], (*u.dims)[d])) continue;
    return r.fail(Diag::shape_mismatch, r.at("indices"), " of shape ", *i.dims, " and updates of shape ", *u.dims,
                  " differ in dim ", d);
  }
  int64_t axis = r.integer("axis");
  if (!r.axis(axis, t.ndim, "axis")) return {};
  if (t.dims && i.dims && i.ndim == t.ndim &&
      (!fits_beside(r, *t.dims, static_cast<size_t>(axis), *i.dims) ||
       !has_elements_for(r, *t.dims, static_cast<size_t>(axis), *i.dims)))
    return {};
  return t.dims ? t.info : r.like(t, t.ndim);
}

StructInfo scatter_nd(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t, i, u;
  if (!r.tensor(0, t) || !r.tensor(1, i) || !r.tensor(2, u)) return {};
  if (t.dtype.is_unknown() || t.dtype != u.dtype)
    return r.fail(Diag::dtype_mismatch, r.at("data"), " and updates must have one known dtype, found ", t.dtype,
                  " and ", u.dtype);
  if (!i.dtype.is_unknown() && !i.dtype.is_integral())
    return r.fail(Diag::dtype_mismatch, r.at("indices"), " must have an integer dtype, found ", i.dtype);
  if (t.dims && i.dims && u.dims) {
    if (i.dims->empty()) return r.fail(Diag::shape_mismatch, r.at("indices"), " must have rank 1 or more");
    std::optional<int64_t> depth = r.prims.constant(i.dims->back());
    if (!depth) return r.fail(Diag::inference_failed, "the last dim of indices must be a number, found ", *i.dims);
    if (*depth > t.ndim)
      return r.fail(Diag::shape_mismatch, r.at("indices"), " of shape ", *i.dims, " name ", *depth, " axes, data has ",
                    t.ndim);
    Dims expected(i.dims->begin(), i.dims->end() - 1);
    expected.insert(expected.end(), t.dims->begin() + *depth, t.dims->end());
    bool fits = expected.size() == u.dims->size();
    for (size_t d = 0; fits && d < expected.size(); ++d) fits = r.equal(expected[d], (*u.dims)[d]);
    if (!fits) return r.fail(Diag::shape_mismatch, r.at("updates"), " must have shape ", expected, ", found ", *u.dims);
  }
  return t.dims ? t.info : r.like(t, t.ndim);
}

StructInfo one_hot(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo i;
  if (!r.tensor(0, i) || !r.integer_dtype(i, 0)) return {};
  Prim on, off;
  if (!r.prim_literal(1, on) || !r.prim_literal(2, off)) return {};
  DType dtype = r.prims[on].dtype;
  if (dtype != r.prims[off].dtype)
    return r.fail(Diag::dtype_mismatch, r.at("on_value"), " has dtype ", dtype, " and off_value ", r.prims[off].dtype);
  int64_t depth = r.integer("depth"), axis = r.integer("axis");
  if (depth <= 0) return r.fail(Diag::bad_attribute_value, r.at("depth"), " must be positive, found ", depth);
  if (!i.has_rank()) return r.of_rank(-1, dtype, i.vdevice);
  if (!r.axis(axis, i.ndim + 1, "axis")) return {};
  if (!i.dims) return r.of_rank(i.ndim + 1, dtype, i.vdevice);
  Dims out = *i.dims;
  out.insert(out.begin() + axis, r.number(depth));
  return r.of_dims(out, dtype, i.vdevice);
}

StructInfo repeat(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t;
  if (!r.tensor(0, t)) return {};
  int64_t repeats = r.integer("repeats");
  std::optional<int64_t> axis = r.maybe_integer("axis");
  if (axis && t.has_rank() && !r.axis(*axis, t.ndim, "axis")) return {};
  if (!axis) {
    if (!t.dims) return r.like(t, 1);
    return r.like(t, Dims{r.simple(r.prims.mul(r.product(*t.dims), r.number(repeats)))});
  }
  if (!t.dims) return repeats == 1 ? t.info : r.like(t, t.ndim);
  Dims out = *t.dims;
  Prim& d = out[static_cast<size_t>(*axis)];
  d = r.simple(r.prims.mul(d, r.number(repeats)));
  return r.like(t, out);
}

StructInfo tile(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t;
  if (!r.tensor(0, t)) return {};
  std::vector<int64_t> repeats = r.integers("repeats");
  if (!t.has_rank()) return r.like(t, -1);
  size_t rank = std::max(repeats.size(), static_cast<size_t>(t.ndim));
  bool all_ones = rank == static_cast<size_t>(t.ndim) && std::ranges::all_of(repeats, [](int64_t v) { return v == 1; });
  if (all_ones) return t.info;
  if (!t.dims) return r.like(t, static_cast<int>(rank));
  Dims out(rank - t.dims->size(), r.number(1));
  out.insert(out.end(), t.dims->begin(), t.dims->end());
  size_t first = rank - repeats.size();
  for (size_t i = 0; i < repeats.size(); ++i)
    out[first + i] = r.simple(r.prims.mul(out[first + i], r.number(repeats[i])));
  return r.like(t, out);
}

StructInfo pad(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t;
  if (!r.tensor(0, t)) return {};
  std::vector<int64_t> width = r.integers("pad_width");
  if (t.has_rank() && width.size() != 2 * static_cast<size_t>(t.ndim)) {
    return r.fail(Diag::bad_attribute_value, r.at("pad_width"), " must have ", 2 * t.ndim,
                  " elements, two for each axis, found ", width.size());
  }
  for (int64_t w : width) {
    if (w > kMostStep || w < -kMostStep)
      return r.fail(Diag::bad_attribute_value, r.at("pad_width"), " must lie within ", kMostStep, ", found ", w);
  }
  if (!t.dims) return r.of_rank(t.ndim, t.dtype);
  Dims out = *t.dims;
  for (size_t i = 0; i < out.size(); ++i) {
    out[i] = r.prims.add(out[i], r.number(width[2 * i] + width[2 * i + 1]));
    if (width[2 * i] + width[2 * i + 1] < 0 && r.prims.constant(out[i]).value_or(0) < 0)
      return r.fail(Diag::bad_attribute_value, r.at("pad_width"), " leaves a negative dim ", out[i], " of shape ",
                    *t.dims);
  }
  return r.of_dims(out, t.dtype);
}

}  // namespace hammock::rules
