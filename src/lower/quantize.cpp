// SPDX-License-Identifier: Apache-2.0
// Quantisation (legalize, 6.12).
#include "call.h"
#include "hammock/ir/constant.h"

namespace hammock::lower {
namespace {

// The limits of one dtype as numbers of another.
PrimExpr limited(PrimExpr e, DType to) {
  double low, high;
  if (to.code == DType::Code::e4m3 || to.code == DType::Code::e5m2) {
    high = to.code == DType::Code::e4m3 ? 448 : 57344;
    low = -high;
  } else if (to.is_any_float()) {
    high = greatest_real(to).value_or(0);
    low = -high;
  } else {
    const Context& context = e.context();
    high = static_cast<double>(*greatest(e.context(), to).constant());
    low = static_cast<double>(*context.prims.constant(least(e.context(), to).prim()));
  }
  return max(min(e, e.like(high)), e.like(low));
}

// A number, or the element of a tensor that goes along one axis.
class PerAxis {
 public:
  PerAxis(CallLowering& c, size_t operand, size_t axis) : axis_(axis), number_(c.immediate(operand)) {
    if (!number_) tensor_ = c.tensor(operand);
  }
  PrimExpr operator()(const Index& at) const {
    return number_ ? number_ : tensor_->rank() == 0 ? (*tensor_)({}) : (*tensor_)({at[axis_]});
  }

 private:
  size_t axis_;
  PrimExpr number_;
  std::optional<StageTensor> tensor_;
};

}  // namespace

bool quantize(CallLowering& c) {
  const DType out = c.attrs.dtype("out_dtype");
  if (!out.is_integral() && !out.is_any_float()) return false;
  const StageTensor x = c.tensor(0);
  const size_t axis = positive(c.attrs.integer("axis"), x.rank());
  const PerAxis scale(c, 1, axis), zero(c, 2, axis);
  return c.gives(c.stages.compute_i("quantized", x.shape, [&](const Index& at) {
    const PrimExpr quotient = x(at) / scale(at), q = out.is_integral() ? call("round", {quotient}) : quotient;
    return cast(out, limited(q + zero(at), out));
  }));
}

bool dequantize(CallLowering& c) {
  const DType out = c.attrs.dtype("out_dtype");
  if (!out.is_any_float()) return false;
  const StageTensor x = c.tensor(0);
  const size_t axis = positive(c.attrs.integer("axis"), x.rank());
  const PerAxis scale(c, 1, axis), zero(c, 2, axis);
  return c.gives(c.stages.compute_i("dequantized", x.shape, [&](const Index& at) {
    const DType wide = x.dtype.is_any_float() ? kFloat32 : kInt32;
    const PrimExpr e = cast(kFloat32, cast(wide, x(at)) - zero(at)) * cast(kFloat32, scale(at));
    return out == kFloat32 ? e : cast(out, limited(e, out));
  }));
}

}  // namespace hammock::lower
