// SPDX-License-Identifier: Apache-2.0
// sum, mean, max, min: one reduction for each point of the result, then the store. variance and std: two, the mean
// first. Sums of float16 and bfloat16 are in float32. argmax, argmin: the extreme, then the first position where it
// stands, or a NaN.
//
// max and min start at the lowest and highest value of the type, infinities for floats.
#include <algorithm>
#include <limits>

#include "lowerer.h"

namespace hammock::loop {

Prim extreme(PrimStore& prims, DType d, bool lowest) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (d.is_any_float()) return prims.real(lowest ? -kInfinity : kInfinity, d);
  if (d.is_boolean()) return prims.boolean(!lowest);
  if (!d.is_integer()) return prims.integer(lowest ? 0 : d.bits == 64 ? -1 : (int64_t{1} << d.bits) - 1, d);
  int64_t low = d.bits == 64 ? std::numeric_limits<int64_t>::min() : -(int64_t{1} << (d.bits - 1));
  return prims.integer(lowest ? low : -(low + 1), d);
}

namespace {

// The axes of the result around all, those that are reduced in the stage. Gives the point of the operand that they
// reach; `out` is that of the result.
Point open_axes(KernelBuilder& b, const Dims& shape, const std::vector<bool>& is_reduced, bool keeps, Nest& nest,
                Stage& stage, Point& out) {
  Point in(shape.size(), b.math.constant(0));
  for (size_t i = 0; i < shape.size(); ++i) {
    if (is_reduced[i]) {
      if (keeps) out.push_back(b.math.constant(0));
      continue;
    }
    if (shape[i] != 1) {
      nest.outer.push_back(b.axis(shape[i]));
      in[i] = nest.outer.back().var;
    }
    out.push_back(in[i]);
  }
  for (size_t i = 0; i < shape.size(); ++i) {
    if (!is_reduced[i] || shape[i] == 1) continue;
    stage.axes.push_back(b.axis(shape[i]));
    in[i] = stage.axes.back().var;
  }
  return in;
}

// The stage that computes the mean; the other one's body becomes the square of the distance from it.
Stage centre(KernelBuilder& b, Stage& stage, DType d, int64_t count) {
  PrimStore& p = b.prims();
  Stage mean = stage;
  mean.init = p.real(0, d);
  mean.result = b.value(d);
  Prim centred = p.node(PrimKind::sub, d, stage.body,
                        p.node(PrimKind::div, d, mean.result, p.real(static_cast<double>(count), d)));
  stage.body = p.node(PrimKind::mul, d, centred, centred);
  return mean;
}

// The least number of a position where the result of `stage` stands, or a NaN.
Stage first_where(KernelBuilder& b, const Stage& stage, DType d, Prim number, Prim none) {
  PrimStore& p = b.prims();
  Stage where = stage;
  where.combine = Combine::min;
  Prim is_there = p.node(PrimKind::eq, kBool, stage.body, stage.result);
  if (d.is_any_float())
    is_there = p.node(PrimKind::logical_or, kBool, is_there, p.node(PrimKind::ne, kBool, stage.body, stage.body));
  where.body = p.node(PrimKind::select, kInt64, is_there, number, none);
  where.init = none;
  where.result = b.value(kInt64);
  return where;
}

// The number of an element among those that are reduced to one.
Prim position(KernelBuilder& b, const Dims& shape, const std::vector<bool>& is_reduced, const Point& in) {
  Prim number = b.math.constant(0);
  for (size_t i = 0; i < shape.size(); ++i) {
    if (is_reduced[i]) number = b.math.add(b.math.mul(number, shape[i]), in[i]);
  }
  return number;
}

enum class Of : uint8_t { sum, mean, max, min, argmax, argmin, variance, deviation };

template <Of of>
void emit(KernelBuilder& b, const Target& t) {
  const GraphItem& item = b.item(t.anchor);
  ItemId x = item.inputs[0];
  const Dims& shape = b.item(x).shape;
  CallAttrs attrs(b.context(), item.op, item.attrs);
  const std::vector<bool> is_reduced =
      attrs.is_none("axis") ? std::vector<bool>(shape.size(), true) : marked(attrs.integers("axis"), shape.size());
  Nest nest;
  Stage stage;
  Point out;
  const Point in = open_axes(b, shape, is_reduced, attrs.boolean("keepdims"), nest, stage, out);
  int64_t count = 1;
  for (size_t i = 0; i < shape.size(); ++i) count *= is_reduced[i] ? shape[i] : 1;
  bool is_position = of == Of::argmax || of == Of::argmin;
  bool is_whole_mean =
      of == Of::mean && !item.dtype.is_any_float();  // neither the sum nor the count is cut to the width
  bool is_largest = of == Of::max || of == Of::argmax;
  bool is_extreme = is_largest || of == Of::min || of == Of::argmin;
  bool is_narrow_sum = item.dtype.is_narrow_float() && !is_extreme;  // it would not grow any more
  DType d = is_position     ? b.item(x).dtype
            : is_whole_mean ? sum_of_mean(item.dtype)
            : is_narrow_sum ? kFloat32
                            : item.dtype;
  PrimStore& p = b.prims();
  bool is_any = d.is_boolean() && !is_extreme;  // sum of bools: or
  stage.combine = is_any || is_largest ? Combine::max : is_extreme ? Combine::min : Combine::sum;
  stage.body = is_position ? b.element(x, in) : cast(p, b.element(x, in), d);
  bool is_deviation = of == Of::variance || of == Of::deviation;
  if (is_deviation && d.is_any_float()) {
    nest.stages.push_back(centre(b, stage, d, count));
  } else if (is_deviation) {
    return b.lowerer().unsupported("R." + std::string(info(item.op).name) + " of " + to_string(d), t.anchor);
  }
  stage.init = is_extreme ? extreme(p, d, is_largest) : number(p, 0, d);
  stage.result = b.value(d);
  Prim value = stage.result;
  if (of == Of::mean || is_deviation) {
    Prim n = d.is_any_float() ? p.real(static_cast<double>(count), d) : p.integer(std::max<int64_t>(count, 1), d);
    // Of nothing: a division by the number 0 could not be read back as text.
    const bool is_void = count == 0 && d.is_any_float();
    value = is_void ? p.node(PrimKind::mul, d, value, p.real(std::numeric_limits<double>::quiet_NaN(), d))
                    : p.node(PrimKind::div, d, value, n);
    if (of == Of::deviation) value = p.call(b.context().name("sqrt"), d, std::array{value});
  }
  if (!is_position) {
    value = cast(p, value, item.dtype);
  } else {
    Stage where = first_where(b, stage, d, position(b, shape, is_reduced, in), b.math.constant(count));
    nest.stages.push_back(std::move(stage));
    stage = std::move(where);
    value = cast(p, stage.result, item.dtype);
  }
  nest.stages.push_back(std::move(stage));
  nest.stages.push_back(b.store_stage(t, {}, b.epilogue(t, value, out), out));
  b.lowerer().add_step(b, {{}, std::move(nest)}, t);
}

template <Of of>
constexpr Family reduction{.kind = FamilyKind::anchor,
                           .absorbs = Absorbs::operations,
                           .reads = Reads::once,
                           .needs_elements = of == Of::argmax || of == Of::argmin,
                           .emit = emit<of>};

}  // namespace

namespace families {
const Family sum = reduction<Of::sum>;
const Family mean = reduction<Of::mean>;
const Family max = reduction<Of::max>;
const Family min = reduction<Of::min>;
const Family argmax = reduction<Of::argmax>;
const Family argmin = reduction<Of::argmin>;
const Family variance = reduction<Of::variance>;
const Family deviation = reduction<Of::deviation>;
}  // namespace families

}  // namespace hammock::loop
