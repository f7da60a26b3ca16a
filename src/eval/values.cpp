// SPDX-License-Identifier: Apache-2.0
// Shapes, null, printing, assertions, what is known of a tensor (operators 2.23, 2.24).
#include "hammock/eval/eval.h"
#include "operators.h"

namespace hammock::reference {

Result<RuntimeValue> shape_of(const OpCall& call) {
  const Tensor* x = call.value(0).tensor();
  if (!x) return call.fail("the operand is not a tensor");
  return RuntimeValue{RuntimeShape(x->shape)};
}

Result<RuntimeValue> size(const OpCall& call) {
  Tensor out = call.make(kInt64, {});
  *out.as<int64_t>() = call.tensor(0).elements();
  return value_of(out);
}

Result<RuntimeValue> shape_to_tensor(const OpCall& call) {
  std::optional<Dims> shape = call.integers(0);
  if (!shape) return call.fail("the operand is not a shape");
  Tensor out = call.make(kInt64, {static_cast<int64_t>(shape->size())});
  std::copy(shape->begin(), shape->end(), out.as<int64_t>());
  return value_of(out);
}

Result<RuntimeValue> tensor_to_shape(const OpCall& call) {
  const Tensor* x = call.value(0).tensor();
  if (!x || x->shape.size() != 1 || x->dtype != kInt64) return call.fail("the operand is not a vector of int64");
  return RuntimeValue{RuntimeShape(x->as<int64_t>(), x->as<int64_t>() + x->elements())};
}

Result<RuntimeValue> null_value(const OpCall&) { return RuntimeValue{}; }

// The text operand of print and assert_op.
static std::string format_of(const OpCall& call, size_t i) {
  if (i >= call.size()) return {};
  auto* text = std::get_if<std::string>(&call.value(i).v);
  return text ? *text : std::string();
}

// Operands: format, values.
Result<RuntimeValue> print(const OpCall& call) {
  std::vector<RuntimeValue> values;
  for (size_t i = 1; i < call.size(); ++i) values.push_back(call.value(i));
  if (call.options().print) call.options().print(format_of(call, 0), values);
  return RuntimeValue{RuntimeTuple{}};
}

static std::string short_text(const RuntimeValue& value) {
  if (auto* integer = std::get_if<int64_t>(&value.v)) return std::to_string(*integer);
  if (auto* real = std::get_if<double>(&value.v)) return std::to_string(*real);
  const Tensor* t = value.tensor();
  if (!t) return "<value>";
  if (t->elements() != 1) return "a tensor of shape " + shape_text(t->shape);
  return t->dtype.is_integral() ? std::to_string(element_as_integer(*t, 0)) : std::to_string(element_as_double(*t, 0));
}

// Operands: condition, format, values, which take the places of {} in it.
Result<RuntimeValue> assert_op(const OpCall& call) {
  bool holds = false;
  if (const Tensor* t = call.value(0).tensor(); t && t->dtype == kBool && t->shape.empty()) {
    holds = *t->as<uint8_t>() != 0;
  } else if (std::optional<int64_t> value = call.integer(0)) {
    holds = *value != 0;
  } else {
    return call.fail("the condition is not a bool scalar");
  }
  if (holds) return RuntimeValue{RuntimeTuple{}};
  std::string format = format_of(call, 1), text;
  size_t next = 2;
  for (size_t i = 0; i < format.size(); ++i) {
    bool is_place = format[i] == '{' && i + 1 < format.size() && format[i + 1] == '}';
    if (is_place && next < call.size()) {
      text += short_text(call.value(next++));
      ++i;
    } else {
      text += format[i];
    }
  }
  return call.fail("assertion failed" + (text.empty() ? "" : ": " + text));
}

// Outside training every element passes: the mask is one.
Result<RuntimeValue> dropout(const OpCall& call) {
  const Tensor& x = call.tensor(0);
  Result<RuntimeValue> mask = call.typed(x.dtype, [&]<class T>(Tag<T>) -> Result<Tensor> {
    Tensor out = call.make(x.dtype, x.shape);
    for (int64_t i = 0; i < x.elements(); ++i) out.as<T>()[i] = T(1);
    return out;
  });
  if (!mask) return mask;
  return RuntimeValue{RuntimeTuple{value_of(x), *mask}};
}

Result<RuntimeValue> inspect(const OpCall& call) {
  const Tensor& x = call.tensor(0);
  std::string_view name = info(call.op()).name;
  auto at = [&]() -> std::optional<size_t> {
    std::optional<int64_t> axis = call.integer(1);
    if (!axis || *axis < 0 || *axis >= static_cast<int64_t>(x.shape.size())) return std::nullopt;
    return static_cast<size_t>(*axis);
  };
  bool needs_axis = name == "inspect.tensor_shape_i" || name == "inspect.tensor_stride_i";
  if (needs_axis && !at()) return call.fail("the axis is outside the tensor's rank");
  int64_t value = 0;  // the offsets
  if (name == "inspect.tensor_dtype_code") value = static_cast<int64_t>(x.dtype.code);
  if (name == "inspect.tensor_dtype_bits") value = x.dtype.bits;
  if (name == "inspect.tensor_dtype_lanes") value = x.dtype.lanes;
  if (name == "inspect.tensor_ndim") value = static_cast<int64_t>(x.shape.size());
  if (name == "inspect.tensor_shape_i") value = x.shape[*at()];
  if (name == "inspect.tensor_stride_i") value = row_major_strides(x.shape)[*at()];
  return RuntimeValue{value};
}

}  // namespace hammock::reference
