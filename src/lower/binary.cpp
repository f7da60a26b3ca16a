// SPDX-License-Identifier: Apache-2.0
// Operators on two tensors, element by element, and where (legalize, 6.1).
#include <optional>

#include "call.h"

namespace hammock::lower {
namespace {

bool is_float(PrimExpr e) { return e.dtype().is_any_float(); }

// Has TVM the operator for elements of this dtype?
bool is_for(Op op, DType d) {
  switch (op) {
    case Op::power: return d.is_any_float();
    case Op::logical_and:
    case Op::logical_or: return d.is_boolean();
    case Op::logical_xor:
    case Op::bitwise_and:
    case Op::bitwise_or:
    case Op::bitwise_xor: return d.is_integral();
    case Op::left_shift:
    case Op::right_shift: return d.is_integral() && !d.is_boolean();
    default: return true;
  }
}

// Empty: TVM has none for these dtypes.
PrimExpr combined(Op op, PrimExpr a, PrimExpr b) {
  switch (op) {
    case Op::add: return a + b;
    case Op::subtract: return a - b;
    case Op::multiply: return a * b;
    case Op::divide: return a / b;
    case Op::floor_divide: return is_float(a) ? call("floor", {a / b}) : floordiv(a, b);
    case Op::mod: return truncmod(a, b);
    case Op::floor_mod: return is_float(a) ? a - call("floor", {a / b}) * b : a % b;
    case Op::power: return is_float(a) ? call("pow", {a, b}) : PrimExpr();
    case Op::maximum: return max(a, b);
    case Op::minimum: return min(a, b);
    case Op::equal: return a == b;
    case Op::not_equal: return a != b;
    case Op::less: return a < b;
    case Op::less_equal: return a <= b;
    case Op::greater: return a > b;
    case Op::greater_equal: return a >= b;
    case Op::logical_and: return a && b;
    case Op::logical_or: return a || b;
    case Op::logical_xor:
    case Op::bitwise_xor: return call("bitwise_xor", {a, b});
    case Op::bitwise_and: return call("bitwise_and", {a, b});
    case Op::bitwise_or: return call("bitwise_or", {a, b});
    case Op::left_shift: return call("shift_left", {a, b});
    case Op::right_shift: return call("shift_right", {a, b});
    default: return {};
  }
}

}  // namespace

bool binary(CallLowering& c) {
  if (!is_for(c.op(), c.dtype(0)) || (c.op() != Op::power && !is_for(c.op(), c.dtype(1)))) return false;
  std::optional<StageTensor> x, y;
  PrimExpr b = c.immediate(1), a = b ? PrimExpr() : c.immediate(0);
  const auto convert = [&](size_t operand, PrimExpr& number, std::optional<StageTensor>& tensor) {
    if (number) return;
    if (c.context().infos.is_tensor(c.info(operand))) tensor = c.tensor(operand);
    else number = c.value(operand);
  };
  convert(0, a, x);
  convert(1, b, y);
  const Dims shape = x && y ? broadcast_shape(c.stages, x->shape, y->shape) : x ? x->shape : y ? y->shape : Dims();
  return c.gives(c.stages.compute("T_" + std::string(info(c.op()).name), shape, [&](const Index& at) {
    return combined(c.op(), x ? (*x)(broadcast_index(c.stages, *x, shape, at)) : a,
                    y ? (*y)(broadcast_index(c.stages, *y, shape, at)) : b);
  }));
}

bool where(CallLowering& c) {
  const StageTensor condition = c.tensor(0), a = c.tensor(1), b = c.tensor(2);
  const Dims both = broadcast_shape(c.stages, a.shape, b.shape),
             shape = broadcast_shape(c.stages, both, condition.shape);
  return c.gives(c.stages.compute("T_where", shape, [&](const Index& at) {
    const auto of = [&](const StageTensor& x) { return x(broadcast_index(c.stages, x, shape, at)); };
    const PrimExpr test = of(condition);
    return select(cast(kInt32, test) != 0, of(a), of(b));
  }));
}

}  // namespace hammock::lower
