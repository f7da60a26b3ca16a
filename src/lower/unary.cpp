// SPDX-License-Identifier: Apache-2.0
// Operators on one tensor, element by element (legalize, 6.2).
#include "unary.h"

#include "call.h"

namespace hammock::lower {
namespace {

PrimExpr rounded(std::string_view how, PrimExpr x) { return x.dtype().is_integral() ? x : call(how, {x}); }

PrimExpr absolute(PrimExpr x) {
  if (x.dtype().is_any_float()) return call("fabs", {x});
  if (!x.dtype().is_integer()) return x;
  return select(x >= 0, x, 0 - x);
}

PrimExpr sign(PrimExpr x) {
  const PrimExpr negative = x.dtype().is_unsigned() ? x.like(0) : x.like(-1);
  return select(0 < x, x.like(1), select(x < 0, negative, x.like(0)));
}

PrimExpr element(const CallLowering& c, PrimExpr x) {
  switch (c.op()) {
    case Op::ceil:
    case Op::floor:
    case Op::round: return rounded(info(c.op()).name, x);
    case Op::abs: return absolute(x);
    case Op::negative: return x * x.like(-1);
    case Op::sign: return sign(x);
    case Op::bitwise_not: return call("bitwise_not", {x});
    case Op::logical_not: return logical_not(x);
    case Op::square: return x * x;
    case Op::astype: return cast(c.attrs.dtype("dtype"), x);
    case Op::nn_relu: return max(x, x.like(0));
    case Op::nn_leakyrelu: return select(0 < x, x, x * x.like(c.attrs.real("alpha")));
    default: return call(info(c.op()).name, {x});
  }
}

}  // namespace

bool unary(CallLowering& c) {
  if (c.op() == Op::logical_not && !c.dtype(0).is_boolean()) return false;
  if (c.op() == Op::bitwise_not && !c.dtype(0).is_integral()) return false;
  const StageTensor x = c.tensor(0);
  const auto of = [&](const Index& at) { return element(c, x(at)); };
  switch (c.op()) {
    case Op::square: return c.gives(c.stages.compute("T_multiply", x.shape, of));
    case Op::sign:
    case Op::bitwise_not:
    case Op::logical_not: return c.gives(c.stages.compute("T_" + std::string(info(c.op()).name), x.shape, of));
    default: return c.gives(c.stages.compute_i("compute", x.shape, of));
  }
}

bool clip(CallLowering& c) {
  const StageTensor x = c.tensor(0);
  const PrimExpr low = cast(x.dtype, c.value(1)), high = cast(x.dtype, c.value(2));
  return c.gives(c.stages.compute_i("compute", x.shape, [&](const Index& at) { return max(min(x(at), high), low); }));
}

// A half is computed in float32, by stages of its own.
StageTensor erf_of(CallLowering& c, const StageTensor& x) {
  const auto converted = [&](const StageTensor& t, DType to) {
    return c.stages.compute_i("compute", t.shape, [&](const Index& at) { return cast(to, t(at)); });
  };
  const StageTensor wide = x.dtype == kFloat16 ? converted(x, kFloat32) : x;
  const StageTensor out =
      c.stages.compute_i("compute", x.shape, [&](const Index& at) { return call("erf", {wide(at)}); });
  return x.dtype == kFloat16 ? converted(out, kFloat16) : out;
}

bool erf(CallLowering& c) { return c.gives(erf_of(c, c.tensor(0))); }

}  // namespace hammock::lower
