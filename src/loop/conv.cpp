// SPDX-License-Identifier: Apache-2.0
// conv2d as a Contraction: out[image, group][channel, pixel] = weight[group][channel, (c, kh, kw)] * window[image,
// group].
//
// Layouts are permutations of NCHW and OIHW; the data is read through strides in any of them, the weight is copied
// once if its (I, H, W) does not lie like one dim.
//
// Where each channel of the output has one of the data for itself, there are no matrices to multiply: it is a sum of
// the few products, element by element, or, of more of them, a Contraction that is computed plane by plane, or a vector
// of channels at a time (runtime/depthwise.h).
#include <algorithm>

#include "contraction.h"

namespace hammock::loop {

namespace {

// The dims of a view in the order of `wanted`, given the layout in which they are; false if it is no permutation.
bool reorder(View& v, std::string_view layout, std::string_view wanted) {
  if (layout.size() != wanted.size()) return false;
  View out = v;
  for (size_t i = 0; i < wanted.size(); ++i) {
    size_t at = layout.find(wanted[i]);
    if (at == std::string_view::npos) return false;
    out.shape[i] = v.shape[at];
    out.strides[i] = v.strides[at];
  }
  v = out;
  return true;
}

bool is_one_dim(const View& v, size_t begin, size_t end, int64_t& stride) {
  bool any = false;
  int64_t below = 0;
  stride = 1;
  for (size_t i = end; i-- > begin;) {
    if (v.shape[i] == 1) continue;
    if (!any) stride = below = v.strides[i];
    else if (v.strides[i] != below) return false;
    any = true;
    below *= v.shape[i];
  }
  return true;
}

// `pixel_stride`: between two pixels of the data, if the window is plain.
Window window_of(const CallAttrs& attrs, const View& x, const View& w, const View& out, int64_t& pixel_stride) {
  std::vector<int64_t> strides = attrs.integers("strides"), dilation = attrs.integers("dilation");
  const std::array<int64_t, 4> padding = image_padding(attrs);
  if (strides.size() == 1) strides.push_back(strides[0]);
  if (dilation.size() == 1) dilation.push_back(dilation[0]);
  Window window;
  window.channels = w.shape[1];
  window.height = x.shape[2];
  window.width = x.shape[3];
  window.kernel_h = w.shape[2];
  window.kernel_w = w.shape[3];
  window.out_h = out.shape[2];
  window.out_w = out.shape[3];
  window.stride_h = strides[0];
  window.stride_w = strides[1];
  window.dilation_h = dilation[0];
  window.dilation_w = dilation[1];
  window.pad_top = padding[0];
  window.pad_left = padding[1];
  window.channel_stride = x.strides[1];
  window.row_stride = x.strides[2];
  window.col_stride = x.strides[3];
  const View pixels{0, 0, {window.out_h, window.out_w}, {x.strides[2], x.strides[3]}};
  const bool has_no_padding = std::ranges::all_of(padding, [](int64_t p) { return p == 0; });
  window.is_plain = window.kernel_h == 1 && window.kernel_w == 1 && strides[0] == 1 && strides[1] == 1 &&
                    has_no_padding && is_one_dim(pixels, 0, 2, pixel_stride);
  return window;
}

// The loops over images, groups, channels of a group and pixels; the point n, c, h, w that they stand at.
Point open_axes(KernelBuilder& b, Contraction& c, const View& x, const View& w, const View& out, int64_t groups) {
  Point point(4, b.math.constant(0));  // n, c, h, w
  const int64_t rows = w.shape[0] / groups, out_h = out.shape[2], out_w = out.shape[3];
  Prim group = b.math.constant(0);
  if (x.shape[0] != 1) {
    c.batch.push_back(b.axis(x.shape[0]));
    c.lhs.batch_strides.push_back(0);
    c.rhs.batch_strides.push_back(x.strides[0]);
    point[0] = c.batch.back().var;
  }
  if (groups != 1) {
    c.batch.push_back(b.axis(groups));
    c.lhs.batch_strides.push_back(rows * w.strides[0]);
    c.rhs.batch_strides.push_back(c.window.channels * x.strides[1]);
    group = c.batch.back().var;
  }
  c.m = b.axis(rows);
  c.n = b.axis(out_h * out_w);
  point[1] = b.math.add(b.math.mul(group, rows), rows == 1 ? b.math.constant(0) : c.m.var);
  Point pixel;
  if (c.n.extent > 1) {
    b.math.unflatten(c.n.var, std::array{out_h, out_w}, pixel);
    point[2] = pixel[0];
    point[3] = pixel[1];
  }
  return point;
}

// The same weight with its channels side by side, as those of the data are.
View by_taps(KernelBuilder& b, const Target& t, const View& w) {
  View taps{w.memory, w.offset, {w.shape[2], w.shape[3], w.shape[0]}, {w.strides[2], w.strides[3], w.strides[0]}};
  int64_t stride = 1;
  if (!is_one_dim(taps, 0, 3, stride) || stride != 1) taps = b.lowerer().dense_copy(taps, t.anchor);
  return {taps.memory, taps.offset, w.shape, {taps.strides[2], 0, taps.strides[0], taps.strides[1]}};
}

// Pixels of channels side by side with the window's padding around them: many taps that ask whether they are inside
// take longer than the copy.
void add_padding(KernelBuilder& b, const Target& t, Window& window, View& x) {
  constexpr int64_t kMost = 32 << 20;  // bytes
  const int64_t height = (window.out_h - 1) * window.stride_h + (window.kernel_h - 1) * window.dilation_h + 1,
                width = (window.out_w - 1) * window.stride_w + (window.kernel_w - 1) * window.dilation_w + 1;
  const bool is_inside =
      window.pad_top == 0 && window.pad_left == 0 && height <= window.height && width <= window.width;
  const DType dtype = b.lowerer().memory(x.memory).dtype;
  const Dims shape{x.shape[0], height, width, x.shape[1]};
  int64_t room = kMost / dtype.bytes();
  for (int64_t extent : shape) room /= std::max<int64_t>(1, extent);
  if (is_inside || room == 0) return;
  const View to = b.lowerer().temporary(dtype, shape);
  KernelBuilder copy(b.lowerer());
  std::vector<Axis> axes;
  const Point point = copy.point(to.shape, axes);
  const Prim row = copy.math.add(point[1], copy.math.constant(-window.pad_top)),
             column = copy.math.add(point[2], copy.math.constant(-window.pad_left));
  Prim inside;
  copy.require_inside(row, window.height, inside);
  copy.require_inside(column, window.width, inside);
  Prim value = copy.load(x, Point{point[0], point[3], row, column});
  if (inside) value = copy.prims().node(PrimKind::select, dtype, inside, value, number(copy.prims(), 0, dtype));
  const Target target{t.anchor, ItemId(), to};
  Nest nest;
  nest.stages.push_back(copy.store_stage(target, std::move(axes), value, point));
  b.lowerer().add_step(copy, {{}, std::move(nest)}, target);
  x = {to.memory, to.offset, {x.shape[0], x.shape[1], height, width}, {to.strides[0], 1, to.strides[1], to.strides[2]}};
  window.height = height, window.width = width, window.pad_top = window.pad_left = 0;
}

constexpr int64_t kFewTaps = 9;

// The taps are written out, so that the lanes run along the output's row, or its channels.
void emit_depthwise(KernelBuilder& b, const Target& t, Window window, View x, View w, std::string_view out_layout) {
  if (x.shape[1] > 1 && x.strides[1] == 1) {
    w = by_taps(b, t, w);
    constexpr int64_t kManyTaps = 25;
    if (window.kernel_h * window.kernel_w > kManyTaps) add_padding(b, t, window, x);
  }
  const GraphItem& item = b.item(t.anchor);
  PrimStore& prims = b.prims();
  const DType sums = item.dtype.is_any_float() ? sum_of_mean(item.dtype) : item.dtype;
  std::vector<Axis> axes;
  const Point point = b.point(item.shape, axes);
  const auto at = [&](char dim) { return point[out_layout.find(dim)]; };
  const auto position = [&](char dim, int64_t stride, int64_t shift) {
    return b.math.add(b.math.mul(at(dim), stride), b.math.constant(shift));
  };
  const Prim channel = b.math.quotient(at('C'), w.shape[0] / x.shape[1]), zero = b.math.constant(0);
  Prim all;
  for (int64_t kh = 0; kh < window.kernel_h; ++kh) {
    Prim sum;
    for (int64_t kw = 0; kw < window.kernel_w; ++kw) {
      const Prim row = position('H', window.stride_h, kh * window.dilation_h - window.pad_top),
                 column = position('W', window.stride_w, kw * window.dilation_w - window.pad_left);
      Prim inside;
      b.require_inside(row, window.height, inside);
      b.require_inside(column, window.width, inside);
      Prim value = cast(prims, b.load(x, Point{at('N'), channel, row, column}), sums);
      if (inside) value = prims.node(PrimKind::select, sums, inside, value, number(prims, 0, sums));
      const Point tap{at('C'), zero, b.math.constant(kh), b.math.constant(kw)};
      const Prim term = prims.node(PrimKind::mul, sums, value, cast(prims, b.load(w, tap), sums));
      sum = sum ? prims.node(PrimKind::add, sums, sum, term) : term;
    }
    all = all ? prims.node(PrimKind::add, sums, all, sum) : sum;
  }
  Nest nest;
  const Prim value = b.epilogue(t, cast(prims, all, item.dtype), point);
  nest.stages.push_back(b.store_stage(t, std::move(axes), value, point));
  b.lowerer().add_step(b, {{}, std::move(nest)}, t);
}

// Elements that the lanes have to gather are more code for each tap.
bool is_depthwise(const GraphItem& item, const Window& window, const View& x, const View& w, int64_t groups) {
  constexpr int64_t kFewRows = 4, kMostTaps = 49, kMostGathered = 9;
  const bool gathers = window.stride_w * x.strides[3] != 1 && x.strides[1] != 1;
  return window.channels == 1 && w.shape[0] >= groups && w.shape[0] <= kFewRows * groups && !item.dtype.is_boolean() &&
         window.kernel_h * window.kernel_w <= (gathers ? kMostGathered : kMostTaps);
}

// A few times four planes, the bytes of words (pad_images.cpp).
bool are_planes_of_bytes(KernelBuilder& b, const View& x, const View& w) {
  return b.lowerer().memory(x.memory).dtype.bytes() == 1 && x.shape[1] % 4 == 0 && x.shape[1] <= 16 &&
         x.strides[1] != 1 && w.shape[2] * w.shape[3] >= 9;
}

View by_pixels(KernelBuilder& b, const Target& t, const View& x) {
  const auto last = [](const Dims& d) { return Dims{d[0], d[2], d[3], d[1]}; };
  const View v = b.lowerer().dense_copy({x.memory, x.offset, last(x.shape), last(x.strides)}, t.anchor);
  return {v.memory, v.offset, x.shape, {v.strides[0], v.strides[3], v.strides[1], v.strides[2]}};
}

void emit(KernelBuilder& b, const Target& t) {
  const GraphItem& item = b.item(t.anchor);
  CallAttrs attrs(b.context(), item.op, item.attrs);
  View x = b.lowerer().view(item.inputs[0]), w = b.lowerer().view(item.inputs[1]);
  std::string out_layout(attrs.is_none("out_layout") || attrs.string("out_layout").empty()
                             ? attrs.string("data_layout")
                             : attrs.string("out_layout"));
  View permuted{0, 0, item.shape, Dims(item.shape.size())};
  if (!reorder(x, attrs.string("data_layout"), "NCHW") || !reorder(w, attrs.string("kernel_layout"), "OIHW") ||
      !reorder(permuted, out_layout, "NCHW")) {
    return b.lowerer().unsupported("R.nn.conv2d with layouts " + std::string(attrs.string("data_layout")) + ", " +
                                       std::string(attrs.string("kernel_layout")),
                                   t.anchor);
  }
  const int64_t groups = attrs.integer("groups");
  if (groups == 1 && out_layout == "NHWC" && are_planes_of_bytes(b, x, w)) x = by_pixels(b, t, x);

  Contraction c;
  int64_t pixel_stride = 1;
  c.window = window_of(attrs, x, w, permuted, pixel_stride);
  const Window& window = c.window;
  c.k = window.channels * window.kernel_h * window.kernel_w;
  if (c.k == 0) return emit_empty_contraction(b, t, item.dtype);
  // A few taps are as well without a copy (runtime/depthwise.h).
  constexpr int64_t kMostStrides = 4, kLanes = 16, kFewPixels = 4;
  const int64_t taps = window.kernel_h * window.kernel_w,
                few = kFewTaps * std::min(window.stride_h * window.stride_w, kMostStrides);
  const bool has_many_taps = taps > kFewTaps,
             has_planes = x.strides[1] != 1 && out_layout.back() == 'W' && (window.stride_w > 1 || has_many_taps),
             fills_vectors = groups * 10 >= (groups + kLanes - 1) / kLanes * kLanes * 6,
             is_large =
                 window.out_w >= kFewPixels && window.kernel_w <= window.width && window.kernel_h <= window.height,
             has_channels = x.strides[1] == 1 && out_layout.back() == 'C' && taps > few && fills_vectors && is_large &&
                            window.channels == 1 && w.shape[0] == groups && item.dtype.is_any_float();
  if (has_channels) w = by_taps(b, t, w);
  else if (!has_planes && is_depthwise(item, window, x, w, groups))
    return emit_depthwise(b, t, window, x, w, out_layout);

  // The weight's k must be one dim of the matrix; for pixels, which may be rows of another order, its taps.
  int64_t tap_stride = 1;
  if (!is_one_dim(w, window.channel_stride == 1 ? 2 : 1, 4, tap_stride)) {
    w = b.lowerer().dense_copy(w, t.anchor);
    tap_stride = 1;
  }
  c.lhs.row_stride = w.strides[0];
  c.lhs.col_stride = window.is_plain ? w.strides[1] : tap_stride;
  c.lhs.channel_stride = w.strides[1];
  if (window.is_plain) {
    c.rhs.row_stride = x.strides[1];
    c.rhs.col_stride = pixel_stride;
  }

  const Point point = open_axes(b, c, x, w, permuted, groups);
  Point in_layout;
  for (char dim : out_layout) in_layout.push_back(point[std::string_view("NCHW").find(dim)]);

  emit_contraction(b, t, std::move(c), w, x, in_layout);
}

}  // namespace

const Family families::conv2d{
    .kind = FamilyKind::anchor, .absorbs = Absorbs::operations, .reads = Reads::strided, .emit = emit};

}  // namespace hammock::loop
