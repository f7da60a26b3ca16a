// SPDX-License-Identifier: Apache-2.0
// Transposed convolutions of one to three dims as Contractions.
//
// out[o] is the sum of data[i] * weight[k] over i * stride + k * dilation = o + padding. The places o that leave the
// same remainder by the stride, a phase, meet the same taps, at neighbouring places of the data: each phase is a
// convolution without strides of the data with those taps, turned around, stored stride places apart. No zero is ever
// multiplied that is not beyond the border. Each phase is a kernel; where they would be many, one kernel adds up what
// meets at each place.
#include <algorithm>
#include <numeric>

#include "contraction.h"

namespace hammock::loop {

namespace {

constexpr size_t kMostPhases = 36;
constexpr size_t kDims = 3;  // planes, rows, columns; those that a convolution lacks have an extent of 1
constexpr std::string_view kOrder = "NCDHW";

// A phase along one dim. Tap j of `taps` is number first_tap - j * tap_step of the weight and reads the data at
// q + j * dilation - padding for the q-th place, which is first + q * stride of the result.
struct Phase {
  int64_t first = 0, count = 0;
  int64_t taps = 0, first_tap = 0, tap_step = 1;
  int64_t dilation = 1, padding = 0;
};

struct Dim {
  int64_t stride, dilation, padding, kernel, out;

  size_t phases() const { return static_cast<size_t>(std::max<int64_t>(std::min(stride, out), 1)); }
};

std::vector<Phase> phases_of(const Dim& d) {
  std::vector<Phase> out;
  const int64_t common = std::gcd(d.stride, d.dilation);
  for (int64_t first = 0; first < std::min(d.stride, d.out); ++first) {
    Phase p{.first = first, .count = (d.out - first + d.stride - 1) / d.stride, .tap_step = d.stride / common};
    p.dilation = d.dilation / common;
    int64_t tap = 0;
    while (tap < d.kernel && tap < p.tap_step && (first + d.padding - tap * d.dilation) % d.stride != 0) ++tap;
    if (tap < std::min(d.kernel, p.tap_step)) {
      p.taps = (d.kernel - tap + p.tap_step - 1) / p.tap_step;
      p.first_tap = tap + (p.taps - 1) * p.tap_step;
      p.padding = (p.taps - 1) * p.dilation - (first + d.padding - tap * d.dilation) / d.stride;
    }
    out.push_back(p);
  }
  return out;
}

using Phases = std::array<Phase, kDims>;

// A view of a layout like "NWC" in the order of `wanted`, which may have a depth and a height more, of 1.
std::optional<View> in_order(const View& v, std::string_view layout, std::string_view wanted) {
  if (layout.size() != v.shape.size()) return std::nullopt;
  View out{v.memory, v.offset, {}, {}};
  size_t found = 0;
  for (char letter : wanted) {
    const size_t at = layout.find(letter);
    if (at == std::string_view::npos && letter != 'D' && letter != 'H') return std::nullopt;
    found += at != std::string_view::npos;
    out.shape.push_back(at == std::string_view::npos ? 1 : v.shape[at]);
    out.strides.push_back(at == std::string_view::npos ? 0 : v.strides[at]);
  }
  return found == layout.size() ? std::optional(out) : std::nullopt;
}

class Transposed {
 public:
  Transposed(KernelBuilder& b, const Target& t) : b_(b), t_(t), attrs_(b.context(), item().op, item().attrs) {}

  void emit() {
    const GraphItem& i = item();
    out_layout_ = attrs_.is_none("out_layout") || attrs_.string("out_layout").empty() ? attrs_.string("data_layout")
                                                                                      : attrs_.string("out_layout");
    auto x = in_order(b_.lowerer().view(i.inputs[0]), attrs_.string("data_layout"), kOrder);
    auto w = in_order(b_.lowerer().view(i.inputs[1]), attrs_.string("kernel_layout"), "IODHW");
    auto out = in_order({0, 0, i.shape, Dims(i.shape.size())}, out_layout_, kOrder);
    if (!x || !w || !out) {
      return b_.lowerer().unsupported("R." + std::string(info(i.op).name) + " with layouts " +
                                          std::string(attrs_.string("data_layout")) + ", " +
                                          std::string(attrs_.string("kernel_layout")),
                                      t_.anchor);
    }
    x_ = *x;
    w_ = *w;
    out_ = *out;
    groups_ = attrs_.integer("groups");
    size_t phases = 1;
    for (size_t d = 0; d < kDims; ++d) {
      if (dim(d).phases() > kMostPhases / phases) return emit_whole();
      phases *= dim(d).phases();
    }
    for (const Phase& plane : phases_of(dim(0)))
      for (const Phase& row : phases_of(dim(1)))
        for (const Phase& column : phases_of(dim(2))) emit({plane, row, column});
  }

 private:
  const GraphItem& item() const { return b_.item(t_.anchor); }

  Dim dim(size_t d) const {
    const size_t lacks = kDims - (out_layout_.size() - 2);
    if (d < lacks) return {1, 1, 0, 1, 1};
    const auto of = [&](std::string_view name) {
      const std::vector<int64_t> all = attrs_.integers(name);
      return all[all.size() == 1 ? 0 : d - lacks];
    };
    return {of("strides"), of("dilation"), of("padding"), w_.shape[2 + d], out_.shape[2 + d]};
  }

  // Each phase is a kernel of its own.
  void emit(const Phases& phases) {
    KernelBuilder b(b_.lowerer());
    const int64_t channels = x_.shape[1] / groups_, columns = w_.shape[1];
    const auto& [plane, row, column] = phases;
    loop::Contraction c;
    View x = x_;
    Prim group = b.math.constant(0);
    Point point(2 + kDims, group);
    if (x.shape[0] != 1) {
      c.batch.push_back(b.axis(x.shape[0]));
      point[0] = c.batch.back().var;
    }
    if (groups_ != 1) {
      c.batch.push_back(b.axis(groups_));
      group = c.batch.back().var;
    }
    c.m = b.axis(columns);
    c.n = b.axis(plane.count * row.count * column.count);
    point[1] = b.math.add(b.math.mul(group, columns), columns == 1 ? b.math.constant(0) : c.m.var);
    Point place(kDims, b.math.constant(0));
    if (c.n.extent > 1) {
      place.clear();
      b.math.unflatten(c.n.var, std::array{plane.count, row.count, column.count}, place);
    }
    c.k = channels;
    bool has_data = true;
    std::array<int64_t, kDims> padding;
    for (size_t d = 0; d < kDims; ++d) {
      point[2 + d] = b.math.add(b.math.mul(place[d], dim(d).stride), b.math.constant(phases[d].first));
      padding[d] = trimmed(x, 2 + d, phases[d].padding);
      c.k *= phases[d].taps;
      has_data &= x.shape[2 + d] > 0;
    }
    const Point in_layout = in_layout_of(point);
    if (c.k == 0 || !has_data) return emit_zeros(b, c, in_layout);
    Window& window = c.window;
    window.channels = channels;
    window.depth = x.shape[2], window.height = x.shape[3], window.width = x.shape[4];
    window.kernel_d = plane.taps, window.kernel_h = row.taps, window.kernel_w = column.taps;
    window.out_d = plane.count, window.out_h = row.count, window.out_w = column.count;
    window.stride_d = window.stride_h = window.stride_w = 1;
    window.dilation_d = plane.dilation, window.dilation_h = row.dilation, window.dilation_w = column.dilation;
    window.pad_front = padding[0], window.pad_top = padding[1], window.pad_left = padding[2];
    window.channel_stride = x.strides[1], window.slice_stride = x.strides[2];
    window.row_stride = x.strides[3], window.col_stride = x.strides[4];
    c.takes_winograd = false;

    // Pixels that lie like one dim.
    window.is_plain = true;
    c.rhs.col_stride = x.strides[4];
    std::optional<int64_t> next;
    for (size_t d = kDims; d-- > 0;) {
      const int64_t stride = x.strides[2 + d], count = phases[d].count;
      window.is_plain &= phases[d].taps == 1 && padding[d] == 0 && count <= x.shape[2 + d];
      if (count == 1) continue;
      if (next) window.is_plain &= stride == *next;
      else c.rhs.col_stride = stride;
      next = count * stride;
    }
    const View weight = taps(phases, channels);
    c.lhs.row_stride = weight.strides[1];
    c.lhs.col_stride = 1;
    c.lhs.channel_stride = window.taps();
    c.rhs.row_stride = x.strides[1];
    if (x.shape[0] != 1) {
      c.lhs.batch_strides.push_back(0);
      c.rhs.batch_strides.push_back(x.strides[0]);
    }
    if (groups_ != 1) {
      c.lhs.batch_strides.push_back(weight.strides[0]);
      c.rhs.batch_strides.push_back(channels * x.strides[1]);
    }
    emit_contraction(b, t_, std::move(c), weight, x, in_layout);
  }

  // A point in the order of kOrder in that of the result.
  Point in_layout_of(const Point& point) const {
    Point out;
    for (char letter : out_layout_) out.push_back(point[kOrder.find(letter)]);
    return out;
  }

  // For each place the sum over all channels and taps of what meets there.
  void emit_whole() {
    PrimStore& p = b_.prims();
    const DType dtype = item().dtype, sums = dtype.is_any_float() ? sum_of_mean(dtype) : dtype;
    Nest nest;
    const Point at = b_.point(out_.shape, nest.outer), in_layout = in_layout_of(at);
    Stage sum;
    const Point over = b_.point(std::array{x_.shape[1] / groups_, w_.shape[2], w_.shape[3], w_.shape[4]}, sum.axes);
    const Prim group = b_.math.quotient(at[1], w_.shape[1]),
               channel = b_.math.add(b_.math.mul(group, x_.shape[1] / groups_), over[0]);
    Point from{at[0], channel}, tap{channel, b_.math.remainder(at[1], w_.shape[1])};
    Prim meets = p.boolean(true);
    for (size_t d = 0; d < kDims; ++d) {
      const Dim dim = this->dim(d);
      const Prim distance =
          b_.math.add(b_.math.add(at[2 + d], b_.math.constant(dim.padding)), b_.math.mul(over[1 + d], -dim.dilation));
      const Prim rest = b_.math.remainder(distance, dim.stride);
      meets = p.node(PrimKind::logical_and, kBool, meets, p.node(PrimKind::eq, kBool, rest, b_.math.constant(0)));
      from.push_back(b_.math.quotient(distance, dim.stride));
      b_.require_inside(from.back(), x_.shape[2 + d], meets);
      tap.push_back(over[1 + d]);
    }
    const Prim product = p.node(PrimKind::mul, sums, cast(p, b_.load(x_, from), sums), cast(p, b_.load(w_, tap), sums));
    sum.combine = Combine::sum;
    sum.body = p.node(PrimKind::select, sums, meets, product, number(p, 0, sums));
    sum.init = number(p, 0, sums);
    sum.result = b_.value(sums);
    const Prim value = cast(p, sum.result, dtype);
    nest.stages.push_back(std::move(sum));
    nest.stages.push_back(b_.store_stage(t_, {}, b_.epilogue(t_, value, in_layout), in_layout));
    b_.lowerer().add_step(b_, {{}, std::move(nest)}, t_);
  }

  // Padding below zero is data that is not read.
  static int64_t trimmed(View& x, size_t dim, int64_t padding) {
    if (padding >= 0) return padding;
    x.offset += -padding * x.strides[dim];
    x.shape[dim] += padding;
    return 0;
  }

  // The taps of a phase as matrices of channels of the result and of (channel, plane, row, column), one for each group.
  View taps(const Phases& phases, int64_t channels) {
    View v{w_.memory, w_.offset, {groups_, w_.shape[1], channels}, {}};
    v.strides = {channels * w_.strides[0], w_.strides[1], w_.strides[0]};
    for (size_t d = 0; d < kDims; ++d) {
      const Phase& p = phases[d];
      v.shape.push_back(p.taps);
      v.strides.push_back(-p.tap_step * w_.strides[2 + d]);
      v.offset += p.first_tap * w_.strides[2 + d];
    }
    return b_.lowerer().dense_copy(v, t_.anchor);
  }

  // Nothing of the data meets these places.
  void emit_zeros(KernelBuilder& b, const loop::Contraction& c, const Point& point) {
    if (c.n.extent == 0) return;
    Nest nest;
    std::vector<Axis> axes = c.batch;
    for (const Axis& axis : {c.m, c.n})
      if (axis.extent != 1) axes.push_back(axis);
    const Prim value = b.epilogue(t_, number(b.prims(), 0, item().dtype), point);
    nest.stages.push_back(b.store_stage(t_, std::move(axes), value, point));
    b.lowerer().add_step(b, {{}, std::move(nest)}, t_);
  }

  KernelBuilder& b_;
  const Target& t_;
  CallAttrs attrs_;
  std::string out_layout_;
  View x_, w_, out_;  // as NCDHW, IODHW, NCDHW
  int64_t groups_ = 1;
};

void emit(KernelBuilder& b, const Target& t) { Transposed(b, t).emit(); }

}  // namespace

const Family families::conv_transpose{
    .kind = FamilyKind::anchor, .absorbs = Absorbs::operations, .reads = Reads::strided, .emit = emit};

}  // namespace hammock::loop
