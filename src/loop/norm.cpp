// SPDX-License-Identifier: Apache-2.0
// softmax and the normalisations: reductions over some axes, then a store that uses them, for each point of the others.
//
//   softmax      max, sum of exp(x - max), exp(x - max) / sum; log_softmax x - max - log(sum)
//   layer_norm   sum, sum of (x - mean)^2, (x - mean) * rsqrt(variance + epsilon) * gamma + beta; group_norm the same
//   over groups rms_norm     sum of x^2, x * rsqrt(mean + epsilon) * weight
//
// Statistics of float16 and bfloat16 are in float32. The two-pass variance does not cancel.
#include <algorithm>

#include "lowerer.h"

namespace hammock::loop {
namespace {

// The sweeps of one kernel: which axes are swept, and the point of the data as an expression of all axes.
class Sweeps {
 public:
  Sweeps(KernelBuilder& b, DType dtype) : b_(b), p_(b.prims()), dtype_(dtype.bits < 32 ? kFloat32 : dtype) {}

  Nest nest;
  std::vector<Axis> swept;

  DType dtype() const { return dtype_; }
  Prim in(Prim e) const { return cast(p_, e, dtype_); }
  Prim real(double value) const { return p_.real(value, dtype_); }
  Prim binary(PrimKind kind, Prim a, Prim b) const { return p_.node(kind, dtype_, a, b); }
  Prim call(std::string_view name, Prim a) const { return p_.call(b_.context().name(name), dtype_, std::array{a}); }

  Prim reduce(Combine combine, Prim body, Prim init) {
    Stage s;
    s.axes = swept;
    s.combine = combine;
    s.body = body;
    s.init = init;
    s.result = b_.value(dtype_);
    nest.stages.push_back(s);
    return s.result;
  }
  int64_t count() const {
    int64_t n = 1;
    for (const Axis& a : swept) n *= a.extent;
    return n;
  }
  void finish(const Target& t, Prim value, std::span<const Prim> point) {
    value = b_.epilogue(t, cast(p_, value, b_.item(t.anchor).dtype), point);
    nest.stages.push_back(b_.store_stage(t, swept, value, point));
    b_.lowerer().add_step(b_, {{}, std::move(nest)}, t);
  }

 private:
  KernelBuilder& b_;
  PrimStore& p_;
  DType dtype_;
};

// The point of the data: an axis of the sweep where `is_swept`, else an outer one.
Point point_of(KernelBuilder& b, const Dims& shape, const std::vector<bool>& is_swept, Sweeps& sweeps) {
  Point point(shape.size(), b.math.constant(0));
  for (bool turn : {false, true}) {
    for (size_t i = 0; i < shape.size(); ++i) {
      if (is_swept[i] != turn || shape[i] == 1) continue;
      Axis a = b.axis(shape[i]);
      (turn ? sweeps.swept : sweeps.nest.outer).push_back(a);
      point[i] = a.var;
    }
  }
  return point;
}

template <bool is_log>
void emit_softmax(KernelBuilder& b, const Target& t) {
  const GraphItem& item = b.item(t.anchor);
  Sweeps s(b, item.dtype);
  CallAttrs attrs(b.context(), item.op, item.attrs);
  Point point = point_of(b, item.shape, marked({attrs.integer("axis")}, item.shape.size()), s);
  Prim x = s.in(b.element(item.inputs[0], point));
  Prim largest = s.reduce(Combine::max, x, extreme(b.prims(), s.dtype(), true));
  Prim below = s.binary(PrimKind::sub, x, largest), e = s.call("exp", below);
  Prim sum = s.reduce(Combine::sum, e, s.real(0));
  if (is_log) return s.finish(t, s.binary(PrimKind::sub, below, s.call("log", sum)), point);
  s.finish(t, s.binary(PrimKind::mul, e, s.binary(PrimKind::div, s.real(1), sum)), point);
}

// x - mean and rsqrt(variance + epsilon)
std::pair<Prim, Prim> standardise(Sweeps& s, Prim x, double epsilon) {
  Prim n = s.real(1.0 / static_cast<double>(std::max<int64_t>(s.count(), 1)));
  Prim mean = s.binary(PrimKind::mul, s.reduce(Combine::sum, x, s.real(0)), n);
  Prim centred = s.binary(PrimKind::sub, x, mean);
  Prim variance =
      s.binary(PrimKind::mul, s.reduce(Combine::sum, s.binary(PrimKind::mul, centred, centred), s.real(0)), n);
  return {centred, s.call("rsqrt", s.binary(PrimKind::add, variance, s.real(epsilon)))};
}

// y * gamma + beta at a point of these
Prim affine(KernelBuilder& b, const Sweeps& s, const GraphItem& item, const CallAttrs& attrs, Prim y,
            std::span<const Prim> at) {
  if (attrs.boolean("scale")) y = s.binary(PrimKind::mul, y, s.in(b.element(item.inputs[1], at)));
  if (attrs.boolean("center")) y = s.binary(PrimKind::add, y, s.in(b.element(item.inputs[2], at)));
  return y;
}

Point parameter_point(const std::vector<int64_t>& axes, const Point& point) {
  Point out;
  for (int64_t a : axes) out.push_back(point[from_front(a, point.size())]);
  return out;
}

void emit_layer_norm(KernelBuilder& b, const Target& t) {
  const GraphItem& item = b.item(t.anchor);
  CallAttrs attrs(b.context(), item.op, item.attrs);
  std::vector<int64_t> axes = attrs.integers("axes");
  Sweeps s(b, item.dtype);
  Point point = point_of(b, item.shape, marked(axes, item.shape.size()), s);
  auto [centred, scale] = standardise(s, s.in(b.element(item.inputs[0], point)), attrs.real("epsilon"));
  Prim y = s.binary(PrimKind::mul, centred, scale);
  s.finish(t, affine(b, s, item, attrs, y, parameter_point(axes, point)), point);
}

void emit_rms_norm(KernelBuilder& b, const Target& t) {
  const GraphItem& item = b.item(t.anchor);
  CallAttrs attrs(b.context(), item.op, item.attrs);
  std::vector<int64_t> axes = attrs.integers("axes");
  Sweeps s(b, item.dtype);
  Point point = point_of(b, item.shape, marked(axes, item.shape.size()), s);
  Prim x = s.in(b.element(item.inputs[0], point));
  Prim sum = s.reduce(Combine::sum, s.binary(PrimKind::mul, x, x), s.real(0));
  Prim mean = s.binary(PrimKind::mul, sum, s.real(1.0 / static_cast<double>(std::max<int64_t>(s.count(), 1))));
  Prim scale = s.call("rsqrt", s.binary(PrimKind::add, mean, s.real(attrs.real("epsilon"))));
  Prim weight = s.in(b.element(item.inputs[1], parameter_point(axes, point)));
  s.finish(t, s.binary(PrimKind::mul, s.binary(PrimKind::mul, x, scale), weight), point);
}

// Channels are split into groups: an outer axis for the group, a swept one for the channel in it.
void emit_group_norm(KernelBuilder& b, const Target& t) {
  const GraphItem& item = b.item(t.anchor);
  CallAttrs attrs(b.context(), item.op, item.attrs);
  size_t rank = item.shape.size();
  const size_t c = from_front(attrs.integer("channel_axis"), rank);
  int64_t groups = attrs.integer("num_groups"), size = item.shape[c] / groups;
  // the shape with the channel axis as two
  Dims split = item.shape;
  split[c] = size;
  split.insert(split.begin() + static_cast<std::ptrdiff_t>(c), groups);
  std::vector<bool> is_swept = marked(attrs.integers("axes"), rank);
  is_swept[c] = true;
  is_swept.insert(is_swept.begin() + static_cast<std::ptrdiff_t>(c), false);

  Sweeps s(b, item.dtype);
  Point parts = point_of(b, split, is_swept, s), point = parts;
  point[c] = b.math.add(b.math.mul(parts[c], size), parts[c + 1]);
  point.erase(point.begin() + static_cast<std::ptrdiff_t>(c) + 1);
  auto [centred, scale] = standardise(s, s.in(b.element(item.inputs[0], point)), attrs.real("epsilon"));
  Prim y = s.binary(PrimKind::mul, centred, scale);
  s.finish(t, affine(b, s, item, attrs, y, std::array{point[c]}), point);
}

constexpr Family swept(void (*emit)(KernelBuilder&, const Target&)) {
  return {.kind = FamilyKind::anchor, .absorbs = Absorbs::operations, .reads = Reads::often, .emit = emit};
}

}  // namespace

const Family families::softmax = swept(emit_softmax<false>), families::log_softmax = swept(emit_softmax<true>),
             families::layer_norm = swept(emit_layer_norm), families::rms_norm = swept(emit_rms_norm),
             families::group_norm = swept(emit_group_norm);

}  // namespace hammock::loop
