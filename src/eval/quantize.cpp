// SPDX-License-Identifier: Apache-2.0
// Quantisation (operators 2.20), computed in float32; zero points may be integers that only float64 holds.
#include <algorithm>
#include <cmath>

#include "operators.h"

namespace hammock::reference {
namespace {

// scale and zero point of element i: scalars, or one for each position along the axis.
struct Parameters {
  Tensor scale, zero;
  int64_t inner = 1, size = 1;
  int64_t index(int64_t i) const { return i / inner % size; }
  float scale_at(int64_t i) const { return scale.as<float>()[scale.elements() == 1 ? 0 : index(i)]; }
  double zero_at(int64_t i) const { return zero.as<double>()[zero.elements() == 1 ? 0 : index(i)]; }
};

Parameters parameters_of(const OpCall& call) {
  const Tensor& x = call.tensor(0);
  Tensor scale = cast(call, call.tensor(1), kFloat32), zero = cast(call, call.tensor(2), kFloat64);
  Parameters p{scale, zero};
  if (scale.shape.empty() && zero.shape.empty()) return p;
  const size_t axis = call.axis(call.attrs.integer("axis", -1), x.shape.size());
  p.size = x.shape[axis];
  p.inner = product(std::span(x.shape).subspan(axis + 1));
  for (const Tensor* t : {&p.scale, &p.zero}) {
    if (!t->shape.empty() && t->elements() != p.size)
      throw call.fail("scale or zero point of shape " + shape_text(t->shape) + " does not fit the axis");
  }
  return p;
}

}  // namespace

Result<RuntimeValue> quantize(const OpCall& call) {
  Tensor x = cast(call, call.tensor(0), kFloat32);
  Parameters p = parameters_of(call);
  DType dtype = call.attrs.dtype("out_dtype");
  float limit = dtype.code == DType::Code::e4m3 ? 448.0f : 57344.0f;
  float low = -limit, high = limit;
  if (dtype.is_integral()) {
    low = dtype.is_integer() ? -std::ldexp(1.0f, dtype.bits - 1) : 0;
    high = std::ldexp(1.0f, dtype.is_integer() ? dtype.bits - 1 : dtype.bits) - 1;
  }
  Tensor out = call.make(kFloat32, x.shape);
  for (int64_t i = 0; i < x.elements(); ++i) {
    float scaled = x.as<float>()[i] / p.scale_at(i);
    double value = dtype.is_integral() ? std::round(scaled) + p.zero_at(i) : scaled + static_cast<float>(p.zero_at(i));
    value = value < high ? value : high;  // NaN becomes the highest
    out.as<float>()[i] = static_cast<float>(value > low ? value : low);
  }
  return value_of(cast(call, out, dtype));
}

Result<RuntimeValue> dequantize(const OpCall& call) {
  Tensor x = cast(call, call.tensor(0), call.tensor(0).dtype.is_integral() ? kInt32 : kFloat32);
  Parameters p = parameters_of(call);
  DType dtype = call.attrs.dtype("out_dtype");
  Tensor out = call.make(kFloat32, x.shape);
  for (int64_t i = 0; i < x.elements(); ++i) {
    float shifted = x.dtype == kInt32 ? static_cast<float>(x.as<int32_t>()[i] - static_cast<int64_t>(p.zero_at(i)))
                                      : x.as<float>()[i] - static_cast<float>(p.zero_at(i));
    float value = shifted * p.scale_at(i);
    if (dtype == kFloat16) value = std::clamp(value, -65504.0f, 65504.0f);
    out.as<float>()[i] = value;
  }
  return value_of(cast(call, out, dtype));
}

}  // namespace hammock::reference
