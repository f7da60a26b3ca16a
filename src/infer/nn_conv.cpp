// SPDX-License-Identifier: Apache-2.0
// Convolutions and pooling in one, two and three dimensions (operators 2.16, 2.17), resize (2.21): shapes are brought
// into the canonical layout, the spatial rule is applied to each dim behind N and C, and the result is brought into
// out_layout.
#include "layout.h"

namespace hammock::rules {
namespace {

struct Family {
  std::string_view data;  // canonical layouts
  std::string_view kernel;
  std::string_view transposed;
};

// By the number of spatial dims.
const Family& family(size_t spatial) {
  static constexpr Family kFamilies[] = {
      {}, {"NCW", "OIW", "IOW"}, {"NCHW", "OIHW", "IOHW"}, {"NCDHW", "OIDHW", "IODHW"}};
  return kFamilies[spatial];
}

// strides, padding ... of one spatial dim; short lists are repeated as the language says.
struct Window {
  std::vector<int64_t> strides, padding, dilation;
  size_t spatial;

  int64_t stride(size_t i) const { return strides[strides.size() == 1 ? 0 : i]; }
  int64_t dilate(size_t i) const { return dilation[dilation.size() == 1 ? 0 : i]; }
  int64_t before(size_t i) const { return padding[padding.size() == 1 ? 0 : i]; }
  int64_t after(size_t i) const {
    return padding[padding.size() == 2 * spatial ? i + spatial : padding.size() == 1 ? 0 : i];
  }
};

bool list_fits(InferCall& r, std::string_view name, const std::vector<int64_t>& list, size_t n, int64_t least) {
  if (list.size() != 1 && list.size() != n && (name != "padding" || list.size() * 2 != n)) {
    return r.wrong(Diag::bad_attribute_value, r.at(name), " must have 1 or ", n, " elements, found ", list.size());
  }
  for (int64_t v : list) {
    if (v < least) return r.wrong(Diag::bad_attribute_value, r.at(name), " must be ", least, " or more, found ", v);
    if (v > kMostStep)
      return r.wrong(Diag::bad_attribute_value, r.at(name), " must be at most ", kMostStep, ", found ", v);
  }
  return true;
}

bool window(InferCall& r, size_t spatial, Window& out) {
  out = {r.integers("strides"), r.integers("padding"), r.integers("dilation"), spatial};
  return list_fits(r, "strides", out.strides, spatial, 1) && list_fits(r, "dilation", out.dilation, spatial, 1) &&
         list_fits(r, "padding", out.padding, 2 * spatial, 0);
}

// A window of nothing has no meaning, though the formulas have a value for it.
bool has_window(InferCall& r, const TensorInfo& weight, const Dims& canonical) {
  for (size_t i = 2; i < canonical.size(); ++i) {
    if (r.infer.is_at_run() && r.prims.is_constant(canonical[i], 0))
      return r.wrong(Diag::shape_mismatch, r.at("weight"), " of shape ", *weight.dims, " is a window of nothing");
  }
  return true;
}

// (in + pads - dilation * (kernel - 1) - 1 + extra) // stride + 1
Prim windows(InferCall& r, Prim in, Prim kernel, const Window& w, size_t i, int64_t extra) {
  DimStore& p = r.prims;
  Prim reach = p.mul(r.number(w.dilate(i)), p.sub(kernel, r.number(1)));
  Prim span = p.sub(p.add(in, r.number(w.before(i) + w.after(i))), reach);
  span = p.add(span, r.number(extra - 1));
  return r.simple(p.add(p.floordiv(span, r.number(w.stride(i))), r.number(1)));
}

struct Convolution {
  TensorInfo data, weight;
  Layout data_layout, kernel_layout, out_layout;
  Window window;
  int64_t groups;
  DType dtype;
  uint32_t vdevice;
  size_t spatial;
};

bool convolution(InferCall& r, bool is_transposed, Convolution& c) {
  c.spatial = r.op.params[2].list_size;  // strides
  const Family& f = family(c.spatial);
  if (!r.tensor(0, c.data) || !r.tensor(1, c.weight)) return false;
  if (!layout(r, "data_layout", f.data, c.data_layout) ||
      !layout(r, "kernel_layout", is_transposed ? f.transposed : f.kernel, c.kernel_layout) ||
      !layout(r, "out_layout", f.data, c.out_layout)) {
    return false;
  }
  if (!fits_layout(r, c.data, 0, "data_layout", c.data_layout) ||
      !fits_layout(r, c.weight, 1, "kernel_layout", c.kernel_layout))
    return false;
  if (!window(r, c.spatial, c.window)) return false;
  c.groups = r.integer("groups");
  if (c.groups <= 0) return r.wrong(Diag::bad_attribute_value, r.at("groups"), " must be positive, found ", c.groups);
  c.dtype = r.dtype("out_dtype");
  if (c.dtype.is_unknown() && !r.common_dtype(c.data, c.weight, c.dtype)) return false;
  return r.strict_vdevice(c.data, c.weight, c.vdevice);
}

}  // namespace

StructInfo conv(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  Convolution c;
  if (!convolution(r, false, c)) return {};
  if (!c.data.dims || !c.weight.dims) return r.of_rank(c.out_layout.rank(), c.dtype, c.vdevice);
  Dims x = c.data_layout.to_canonical(r, *c.data.dims), w = c.kernel_layout.to_canonical(r, *c.weight.dims);
  Prim groups = r.number(c.groups), expected = r.prims.mul(w[1], groups);
  if (r.unequal(x[1], expected)) {
    return r.fail(Diag::shape_mismatch, r.at("data"), " of shape ", *c.data.dims, " has ", x[1],
                  " channels, weight of shape ", *c.weight.dims, " takes ", w[1],
                  c.groups == 1 ? "" : r.text(" in each of ", c.groups, " groups"));
  }
  if (r.unequal(r.prims.floormod(w[0], groups), r.number(0))) {
    return r.fail(Diag::shape_mismatch, "the ", w[0], " output channels of weight cannot be divided into ", c.groups,
                  " groups");
  }
  if (!has_window(r, c.weight, w)) return {};
  Dims out{x[0], w[0]};
  for (size_t i = 0; i < c.spatial; ++i) out.push_back(windows(r, x[i + 2], w[i + 2], c.window, i, 0));
  return r.of_dims(c.out_layout.from_canonical(r, out), c.dtype, c.vdevice);
}

StructInfo conv_transpose(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  Convolution c;
  if (!convolution(r, true, c)) return {};
  std::vector<int64_t> extra = r.integers("output_padding");
  if (!list_fits(r, "output_padding", extra, c.spatial, 0)) return {};
  if (extra.size() == 1) extra.resize(c.spatial, extra[0]);
  for (size_t i = 0; i < c.spatial; ++i) {
    if (extra[i] >= c.window.stride(i))
      return r.fail(Diag::bad_attribute_value, "output_padding must be less than strides, found ", extra[i], " and ",
                    c.window.stride(i));
  }
  if (!c.data.dims || !c.weight.dims) return r.of_rank(c.out_layout.rank(), c.dtype, c.vdevice);
  Dims x = c.data_layout.to_canonical(r, *c.data.dims), w = c.kernel_layout.to_canonical(r, *c.weight.dims);
  if (r.unequal(x[1], w[0])) {
    return r.fail(Diag::shape_mismatch, r.at("data"), " of shape ", *c.data.dims, " has ", x[1],
                  " channels, weight of shape ", *c.weight.dims, " takes ", w[0]);
  }
  if (r.unequal(r.prims.floormod(w[0], r.number(c.groups)), r.number(0))) {
    return r.fail(Diag::shape_mismatch, "the ", w[0], " input channels of weight cannot be divided into ", c.groups,
                  " groups");
  }
  if (!has_window(r, c.weight, w)) return {};
  DimStore& p = r.prims;
  Dims out{x[0], p.mul(w[1], r.number(c.groups))};
  for (size_t i = 0; i < c.spatial; ++i) {
    Prim steps = p.mul(p.sub(x[i + 2], r.number(1)), r.number(c.window.stride(i)));
    Prim reach = p.mul(r.number(c.window.dilate(i)), p.sub(w[i + 2], r.number(1)));
    Prim length = p.add(p.sub(steps, r.number(c.window.before(i) + c.window.after(i))), reach);
    out.push_back(r.simple(p.add(length, r.number(extra[i] + 1))));
  }
  return r.of_dims(c.out_layout.from_canonical(r, out), c.dtype, c.vdevice);
}

// Of the operand with that number.
static StructInfo pooled(InferCall& r, size_t data) {
  TensorInfo t;
  Layout in, out;
  Window w;
  size_t spatial = r.op.params[data + 1].list_size;
  if (!r.tensor(data, t) || !layout(r, "layout", family(spatial).data, in) ||
      !layout(r, "out_layout", family(spatial).data, out))
    return {};
  std::vector<int64_t> size = r.integers("pool_size");
  if (!fits_layout(r, t, data, "layout", in) || !window(r, spatial, w) || !list_fits(r, "pool_size", size, spatial, 1))
    return {};
  if (!t.dims) return r.like(t, out.rank());
  Dims dims = in.to_canonical(r, *t.dims);
  for (size_t i = 0; i < spatial; ++i) {
    Prim kernel = r.number(size[size.size() == 1 ? 0 : i]);
    dims[i + 2] = windows(r, dims[i + 2], kernel, w, i, r.boolean("ceil_mode") ? w.stride(i) - 1 : 0);
  }
  return r.like(t, out.from_canonical(r, dims));
}

StructInfo pool(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  return pooled(r, 0);
}

// The shape of the gradient is not looked at: TVM legalises any.
StructInfo pool_backward(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo gradient, data;
  if (!r.tensor(0, gradient) || !r.tensor(1, data) || !pooled(r, 1)) return {};
  if (!gradient.dtype.is_unknown() && !data.dtype.is_unknown() && gradient.dtype != data.dtype)
    return r.fail(Diag::dtype_mismatch, r.at("output_grad"), " has dtype ", gradient.dtype, ", data ", data.dtype);
  return data.info;
}

StructInfo adaptive_pool(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t;
  Layout in, out;
  size_t spatial = r.op.params[1].list_size;
  if (!r.tensor(0, t) || !layout(r, "layout", family(spatial).data, in) ||
      !layout(r, "out_layout", family(spatial).data, out))
    return {};
  if (!fits_layout(r, t, 0, "layout", in)) return {};
  bool same_size = r.is_none("output_size");
  std::vector<int64_t> size = r.integers("output_size");
  if (!same_size && !list_fits(r, "output_size", size, spatial, 1)) return {};
  if (!t.dims) {
    bool keeps = t.shape_var && same_size && r.string("layout") == r.string("out_layout");
    return keeps ? t.info : r.like(t, out.rank());
  }
  Dims dims = in.to_canonical(r, *t.dims);
  for (size_t i = 0; !same_size && i < spatial; ++i) dims[i + 2] = r.number(size[size.size() == 1 ? 0 : i]);
  return r.like(t, out.from_canonical(r, dims));
}

StructInfo resize(Infer& infer, const Call& call) {
  InferCall r(infer, call);
  TensorInfo t;
  Layout in;
  std::optional<Dims> size;
  if (!r.tensor(0, t) || !r.shape(1, size)) return {};
  size_t spatial = r.op.params[1].list_size;
  if (r.arg_node(1).ndim != static_cast<int>(spatial))
    return r.fail(Diag::shape_mismatch, r.at("size"), " must have ", spatial, " dims, found ", r.arg(1));
  if (!layout(r, "layout", family(spatial).data, in) || !fits_layout(r, t, 0, "layout", in)) return {};
  DType dtype = r.dtype("out_dtype").is_unknown() ? t.dtype : r.dtype("out_dtype");
  if (!t.dims || !r.is_known_shape(1)) return r.of_rank(in.rank(), dtype, t.vdevice);
  Dims dims = in.to_canonical(r, *t.dims);
  for (size_t i = 0; i < spatial; ++i) {
    if (r.infer.is_at_run() && r.prims.is_constant(dims[i + 2], 0) && !r.prims.is_constant((*size)[i], 0))
      return r.fail(Diag::shape_mismatch, r.at("data"), " of shape ", *t.dims, " has no pixels to make ", *size, " of");
    dims[i + 2] = (*size)[i];
  }
  return r.of_dims(in.from_canonical(r, dims), dtype, t.vdevice);
}

}  // namespace hammock::rules
