// SPDX-License-Identifier: Apache-2.0
// Operators that TVM has got since 0.19 (operators 5.2) and whose shapes no older rule gives. Where their specification
// is silent, a rule refuses what no execution could accept, and says less rather than too much.
#include "layout.h"

namespace hammock::rules {
namespace {

// Vectors where the operator wants vectors.
bool vector(InferCall& r, size_t i, TensorInfo& out) { return r.tensor(i, out) && r.rank_is(out, i, 1); }

bool fits_axis(InferCall& r, size_t i, const TensorInfo& vector, const TensorInfo& data, int64_t axis) {
  if (!data.dims || !vector.dims || !r.unequal((*data.dims)[static_cast<size_t>(axis)], (*vector.dims)[0])) return true;
  return r.wrong(Diag::shape_mismatch, r.at(i), " of shape ", *vector.dims, " does not fit axis ", axis, " of shape ",
                 *data.dims);
}

// Index tensors, broadcast together. Nothing in `out`: their shape is not known; its rank is `rank`, -1 if neither is
// that.
bool indices(InferCall& r, size_t i, const TensorInfo& data, size_t& count, std::optional<Dims>& out, int& rank) {
  std::vector<TensorInfo> tensors;
  if (!r.tensors(i, tensors)) return false;
  count = tensors.size();
  if (tensors.empty()) return r.wrong(Diag::argument_count, r.at("indices"), " must not be empty");
  if (data.has_rank() && tensors.size() > static_cast<size_t>(data.ndim)) {
    return r.wrong(Diag::argument_count, count, " index tensors are given for data of rank ", data.ndim);
  }
  out.emplace();
  rank = 0;
  for (const TensorInfo& t : tensors) {
    if (!r.integer_dtype(t, i)) return false;
    rank = rank < 0 || !t.has_rank() ? -1 : std::max(rank, t.ndim);
    if (!out || !t.dims) {
      out.reset();
      continue;
    }
    Dims joint;
    InferCall::Broadcast result = r.broadcast(*out, *t.dims, joint);
    if (result == InferCall::Broadcast::failed) return false;
    out = result == InferCall::Broadcast::known ? std::optional(std::move(joint)) : std::nullopt;
  }
  return true;
}

}  // namespace

StructInfo outer(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo a, b;
  DType dtype;
  uint32_t vdevice = kNoDevice;
  if (!vector(r, 0, a) || !vector(r, 1, b) || !r.common_dtype(a, b, dtype) || !r.strict_vdevice(a, b, vdevice))
    return {};
  if (!a.dims || !b.dims) return r.of_rank(2, dtype, vdevice);
  return r.of_dims({(*a.dims)[0], (*b.dims)[0]}, dtype, vdevice);
}

StructInfo bucketize(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo x, boundaries;
  if (!r.tensor(0, x) || !vector(r, 1, boundaries)) return {};
  return r.with_dtype(x, r.boolean("out_int32") ? kInt32 : kInt64);
}

// bcast(indices) + data.shape[k:]
StructInfo index_tensor(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo data;
  size_t count = 0;
  std::optional<Dims> out;
  int rank = -1;
  if (!r.tensor(0, data) || !indices(r, 1, data, count, out, rank)) return {};
  int inner = data.ndim - static_cast<int>(count);
  if (!out || !data.dims) return r.like(data, rank < 0 || !data.has_rank() ? -1 : rank + inner);
  out->insert(out->end(), data.dims->begin() + static_cast<std::ptrdiff_t>(count), data.dims->end());
  return r.like(data, *out);
}

StructInfo index_put(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo data, values;
  size_t count = 0;
  std::optional<Dims> out;
  int rank = -1;
  DType dtype;
  if (!r.tensor(0, data) || !indices(r, 1, data, count, out, rank) || !r.tensor(2, values) ||
      !r.common_dtype(data, values, dtype))
    return {};
  return data.info;
}

StructInfo slice_scatter(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo x, source;
  DType dtype;
  int64_t axis = r.integer("axis");
  if (!r.tensor(0, x) || !r.tensor(1, source) || !r.common_dtype(x, source, dtype)) return {};
  if (x.has_rank() && (!r.axis(axis, x.ndim, "axis") || !r.rank_is(source, 1, x.ndim))) return {};
  for (size_t i = 0; x.dims && source.dims && i < x.dims->size(); ++i) {
    if (i == static_cast<size_t>(axis) || !r.unequal((*x.dims)[i], (*source.dims)[i])) continue;
    return r.fail(Diag::shape_mismatch, r.at("src"), " of shape ", *source.dims, " does not fit the slices of shape ",
                  *x.dims, ": axis ", i, " differs");
  }
  if (std::optional<Prim> step = r.prim_value(4); step && r.prims.constant(*step).value_or(1) <= 0) {
    return r.fail(Diag::out_of_range, r.at("step"), " must be positive, found ", *step);
  }
  return x.info;
}

StructInfo meshgrid(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  std::vector<TensorInfo> tensors;
  if (!r.tensors(0, tensors)) return {};
  if (tensors.empty()) return r.fail(Diag::argument_count, r.at("tensors"), " must not be empty");
  std::string_view indexing = r.string("indexing");
  Dims dims;
  DType dtype = tensors[0].dtype;
  for (const TensorInfo& t : tensors) {
    if (t.has_rank() && t.ndim != 1)
      return r.fail(Diag::shape_mismatch, r.at("tensors"), " must be vectors, found ", t.info);
    if (t.dims) dims.push_back((*t.dims)[0]);
    if (!r.common_dtype(tensors[0], t, dtype)) return {};
  }
  int rank = static_cast<int>(tensors.size());
  uint32_t vdevice = r.lenient_vdevice(tensors);
  if (indexing == "xy" && dims.size() > 1) std::swap(dims[0], dims[1]);
  StructInfo grid = dims.size() == tensors.size() ? r.of_dims(dims, dtype, vdevice) : r.of_rank(rank, dtype, vdevice);
  return r.infos.tuple(std::vector<StructInfo>(tensors.size(), grid));
}

StructInfo stack(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  std::vector<TensorInfo> tensors;
  if (!r.tensors(0, tensors)) return {};
  if (tensors.empty()) return r.fail(Diag::argument_count, r.at("tensors"), " must not be empty");
  const TensorInfo& first = tensors[0];
  DType dtype = first.dtype;
  int rank = -1;
  std::optional<Dims> dims;
  for (const TensorInfo& t : tensors) {
    if (!r.common_dtype(first, t, dtype)) return {};
    if (t.has_rank() && rank >= 0 && t.ndim != rank)
      return r.fail(Diag::shape_mismatch, r.at("tensors"), " have ranks ", rank, " and ", t.ndim);
    if (t.has_rank()) rank = t.ndim;
    for (size_t i = 0; dims && t.dims && i < dims->size(); ++i) {
      if (r.unequal((*dims)[i], (*t.dims)[i]))
        return r.fail(Diag::shape_mismatch, r.at("tensors"), " have the shapes ", *dims, " and ", *t.dims);
    }
    if (!dims) dims = t.dims;
  }
  uint32_t vdevice = r.lenient_vdevice(tensors);
  if (rank < 0) return r.of_rank(-1, dtype, vdevice);
  int64_t axis = r.integer("axis");
  if (!r.axis(axis, rank + 1, "axis")) return {};
  if (!dims) return r.of_rank(rank + 1, dtype, vdevice);
  dims->insert(dims->begin() + axis, r.number(static_cast<int64_t>(tensors.size())));
  return r.of_dims(*dims, dtype, vdevice);
}

StructInfo reverse_sequence(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo data, lengths;
  int64_t along = r.integer("seq_axis"), batch = r.integer("batch_axis");
  if (!r.tensor(0, data) || !vector(r, 1, lengths) || !r.integer_dtype(lengths, 1)) return {};
  if (!data.has_rank()) return data.info;
  if (!r.axis(along, data.ndim, "seq_axis") || !r.axis(batch, data.ndim, "batch_axis")) return {};
  if (along == batch) return r.fail(Diag::bad_axis, r.at("seq_axis"), " and batch_axis are both ", along);
  return fits_axis(r, 1, lengths, data, batch) ? data.info : StructInfo();
}

StructInfo size(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t;
  return r.tensor(0, t) ? r.of_dims({}, kInt64, t.vdevice) : StructInfo();
}

StructInfo hamming_window(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  DType dtype = r.dtype("dtype");
  if (!dtype.is_unknown() && !dtype.is_any_float())
    return r.fail(Diag::dtype_mismatch, r.at("dtype"), " must be a float, found ", dtype);
  std::optional<Prim> length = r.prim_value(0);
  if (!length) return r.of_rank(1, dtype);
  if (r.prims.constant(*length).value_or(1) <= 0)
    return r.fail(Diag::out_of_range, r.at("window_size"), " must be positive, found ", *length);
  return r.of_dims({*length}, dtype);
}

// What the script says.
StructInfo call_py_func(Infer& infer, const Call& call) {
  std::span<const Attr> infos = infer.context().attrs.items(call.sinfo_args);
  return StructInfo(infer.context().attrs[infos[0]].id);
}

// ---- nn

StructInfo batch_flatten(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t;
  if (!r.tensor(0, t)) return {};
  if (t.ndim == 0)
    return r.fail(Diag::shape_mismatch, r.at("data"), " must have an axis for the batch, found ", t.info);
  if (t.ndim == 2 || !t.dims) return t.ndim == 2 ? t.info : r.like(t, 2);
  return r.like(t, Dims{(*t.dims)[0], r.product(std::span(*t.dims).subspan(1))});
}

StructInfo instance_norm(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo data;
  if (!r.tensor(0, data) || !r.float_dtype(data, 0)) return {};
  int64_t channel = r.integer("channel_axis");
  std::vector<int64_t> axes = r.integers("axes");
  if (data.has_rank()) {
    if (!r.axis(channel, data.ndim, "channel_axis") || !r.axes(axes, data.ndim, "axes")) return {};
    if (std::ranges::find(axes, channel) != axes.end())
      return r.fail(Diag::bad_axis, r.at("axes"), " must not contain channel_axis=", channel);
  }
  for (size_t i = 1; i < 3; ++i) {
    TensorInfo t;
    if (!vector(r, i, t)) return {};
    if (t.dtype != data.dtype)
      return r.fail(Diag::dtype_mismatch, r.at(i), " has dtype ", t.dtype, ", data has ", data.dtype);
    Prim channels = data.dims ? (*data.dims)[static_cast<size_t>(channel)] : Prim();
    if (channels && t.dims && r.unequal((*t.dims)[0], channels)) {
      return r.fail(Diag::shape_mismatch, r.at(i), " of shape ", *t.dims, " does not fit the ", channels,
                    " channels of data");
    }
  }
  return data.info;
}

StructInfo pixel_shuffle(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t;
  int64_t factor = r.integer("upscale_factor");
  if (!r.tensor(0, t)) return {};
  if (factor <= 0 || factor > kMostStep)
    return r.fail(Diag::bad_attribute_value, r.at("upscale_factor"), " must be between 1 and ", kMostStep, ", found ",
                  factor);
  if (t.has_rank() && t.ndim < 3)
    return r.fail(Diag::shape_mismatch, r.at("data"), " must have rank 3 or more, found ", t.info);
  if (!t.dims) return r.like(t, t.ndim);
  Dims out = *t.dims;
  size_t c = out.size() - 3;
  Prim square = r.number(factor * factor);
  if (r.unequal(r.prims.floormod(out[c], square), r.number(0))) {
    return r.fail(Diag::shape_mismatch, "the ", out[c], " channels of data are no multiple of ", factor * factor);
  }
  out[c] = r.simple(r.prims.floordiv(out[c], square));
  for (size_t i = c + 1; i < out.size(); ++i) out[i] = r.simple(r.prims.mul(out[i], r.number(factor)));
  return r.like(t, out);
}

StructInfo prelu(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo data, alpha;
  DType dtype;
  int64_t axis = r.integer("axis");
  if (!r.tensor(0, data) || !vector(r, 1, alpha) || !r.common_dtype(data, alpha, dtype) || !r.float_dtype(data, 0))
    return {};
  if (data.has_rank() && !r.axis(axis, data.ndim, "axis")) return {};
  return fits_axis(r, 1, alpha, data, axis) ? data.info : StructInfo();
}

// ---- image, vision

// data (N, C, spatial...), grid (N, spatial rank, out...)
StructInfo grid_sample(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo data, grid;
  Layout in;
  std::string_view written = r.string("layout");
  bool is_volume = written.size() == 5;
  if (!r.tensor(0, data) || !r.tensor(1, grid) || !layout(r, "layout", is_volume ? "NCDHW" : "NCHW", in) ||
      !fits_layout(r, data, 0, "layout", in))
    return {};
  if (!r.rank_is(grid, 1, in.rank())) return {};
  if (!data.dims || !grid.dims) return r.like(data, in.rank());
  Dims dims = in.to_canonical(r, *data.dims);
  if (r.unequal((*grid.dims)[1], r.number(in.rank() - 2))) {
    return r.fail(Diag::shape_mismatch, r.at("grid"), " of shape ", *grid.dims, " must have ", in.rank() - 2,
                  " coordinates at axis 1");
  }
  if (r.unequal((*grid.dims)[0], dims[0]))
    return r.fail(Diag::shape_mismatch, r.at("grid"), " of shape ", *grid.dims, " does not fit the batch of shape ",
                  *data.dims);
  for (size_t i = 2; i < dims.size(); ++i) {
    if (r.infer.is_at_run() && r.prims.is_constant(dims[i], 0))
      return r.fail(Diag::shape_mismatch, r.at("data"), " of shape ", *data.dims, " has no pixels to sample");
    dims[i] = (*grid.dims)[i];
  }
  return r.like(data, in.from_canonical(r, dims));
}

// (B, 2, 3) and (H, W) to (B, 2, H, W); (B, 3, 4) and (D, H, W) to (B, 3, D, H, W)
StructInfo affine_grid(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo data;
  std::optional<Dims> size;
  if (!r.tensor(0, data) || !r.rank_is(data, 0, 3) || !r.shape(1, size)) return {};
  int spatial = r.arg_node(1).ndim;
  if (spatial >= 0 && spatial != 2 && spatial != 3)
    return r.fail(Diag::shape_mismatch, r.at("size"), " must have 2 or 3 dims, found ", r.arg(1));
  if (data.dims && spatial > 0 &&
      (r.unequal((*data.dims)[1], r.number(spatial)) || r.unequal((*data.dims)[2], r.number(spatial + 1)))) {
    return r.fail(Diag::shape_mismatch, r.at("data"), " of shape ", *data.dims, " holds no matrices of ", spatial,
                  " by ", spatial + 1);
  }
  if (!size || !data.dims) return r.like(data, spatial < 0 ? -1 : spatial + 2);
  Dims out{(*data.dims)[0], r.number(spatial)};
  out.insert(out.end(), size->begin(), size->end());
  return r.like(data, out);
}

// rois (R, 5): (R, C, height, width) in the layout
StructInfo regions(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo data, rois;
  Layout in;
  if (!r.tensor(0, data) || !r.tensor(1, rois) || !r.rank_is(rois, 1, 2) || !layout(r, "layout", "NCHW", in) ||
      !fits_layout(r, data, 0, "layout", in))
    return {};
  DType dtype;
  if (!r.common_dtype(data, rois, dtype)) return {};
  std::vector<int64_t> size = r.integers("pooled_size");
  for (int64_t v : size) {
    if (v <= 0 || v > kMostStep)
      return r.fail(Diag::bad_attribute_value, r.at("pooled_size"), " must be between 1 and ", kMostStep, ", found ",
                    v);
  }
  if (rois.dims && r.unequal((*rois.dims)[1], r.number(5)))
    return r.fail(Diag::shape_mismatch, r.at("rois"), " of shape ", *rois.dims, " must have rows of 5");
  if (!data.dims || !rois.dims) return r.like(data, in.rank());
  Dims dims = in.to_canonical(r, *data.dims);
  Dims out{(*rois.dims)[0], dims[1], r.number(size[0]), r.number(size[1])};
  return r.like(data, in.from_canonical(r, out));
}

// boxes (B, N, 4), scores (B, C, N)
StructInfo all_class_non_max_suppression(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo boxes, scores;
  if (!r.tensor(0, boxes) || !r.rank_is(boxes, 0, 3) || !r.tensor(1, scores) || !r.rank_is(scores, 1, 3)) return {};
  if (boxes.dims && r.unequal((*boxes.dims)[2], r.number(4)))
    return r.fail(Diag::shape_mismatch, r.at("boxes"), " of shape ", *boxes.dims, " must have rows of 4");
  std::string_view format = r.string("output_format");
  if (format == "onnx") {
    Prim rows = scores.dims ? r.simple(r.product(*scores.dims)) : Prim();
    StructInfo fields[] = {rows ? r.of_dims({rows, r.number(3)}, kInt64) : r.of_rank(2, kInt64),
                           r.of_dims({r.number(1)}, kInt64)};
    return r.infos.tuple(fields);
  }
  Prim batch = scores.dims ? (*scores.dims)[0] : Prim();
  Prim rows = scores.dims ? r.simple(r.product(std::span(*scores.dims).subspan(1))) : Prim();
  StructInfo fields[] = {batch ? r.of_dims({batch, rows, r.number(2)}, kInt64) : r.of_rank(3, kInt64),
                         batch ? r.of_dims({batch, rows}, kFloat32) : r.of_rank(2, kFloat32),
                         batch ? r.of_dims({batch}, kInt64) : r.of_rank(1, kInt64)};
  return r.infos.tuple(fields);
}

// data (B, N, K): counts (B,), the data with valid boxes first, their indices (B, N)
StructInfo get_valid_counts(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo data;
  if (!r.tensor(0, data) || !r.rank_is(data, 0, 3)) return {};
  StructInfo fields[] = {
      data.dims ? r.of_dims({(*data.dims)[0]}, kInt32, data.vdevice) : r.of_rank(1, kInt32, data.vdevice), data.info,
      data.dims ? r.of_dims({(*data.dims)[0], (*data.dims)[1]}, kInt32, data.vdevice)
                : r.of_rank(2, kInt32, data.vdevice)};
  return r.infos.tuple(fields);
}

// With return_indices the indices (B, N) and their counts (B, 1), otherwise the boxes that are left.
StructInfo non_max_suppression(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo data, count, index;
  if (!r.tensor(0, data) || !r.rank_is(data, 0, 3) || !vector(r, 1, count) || !r.tensor(2, index) ||
      !r.rank_is(index, 2, 2))
    return {};
  if (!r.boolean("return_indices")) return data.info;
  StructInfo fields[] = {
      data.dims ? r.of_dims({(*data.dims)[0], (*data.dims)[1]}, kInt32, data.vdevice)
                : r.of_rank(2, kInt32, data.vdevice),
      data.dims ? r.of_dims({(*data.dims)[0], r.number(1)}, kInt32, data.vdevice) : r.of_rank(2, kInt32, data.vdevice)};
  return r.infos.tuple(fields);
}

// cls_pred (B, C, N), loc_pred (B, 4 N), anchor (1, N, 4): boxes (B, N, 4) and scores (B, C, N)
StructInfo multibox_transform_loc(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo classes, offsets, anchors;
  if (!r.tensor(0, classes) || !r.rank_is(classes, 0, 3) || !r.tensor(1, offsets) || !r.rank_is(offsets, 1, 2) ||
      !r.tensor(2, anchors) || !r.rank_is(anchors, 2, 3)) {
    return {};
  }
  if (!classes.dims) {
    StructInfo unknown[] = {r.like(classes, 3), r.like(classes, 3)};
    return r.infos.tuple(unknown);
  }
  Prim batch = (*classes.dims)[0], boxes = (*classes.dims)[2];
  if (offsets.dims && r.unequal((*offsets.dims)[1], r.prims.mul(boxes, r.number(4)))) {
    return r.fail(Diag::shape_mismatch, r.at("loc_pred"), " of shape ", *offsets.dims,
                  " does not hold 4 numbers for each of ", boxes, " boxes");
  }
  StructInfo fields[] = {r.like(classes, Dims{batch, boxes, r.number(4)}), classes.info};
  return r.infos.tuple(fields);
}

}  // namespace hammock::rules
