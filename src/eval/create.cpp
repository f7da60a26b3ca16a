// SPDX-License-Identifier: Apache-2.0
// Tensors from nothing but a shape (operators 2.5).
#include <algorithm>
#include <cmath>

#include "operators.h"

namespace hammock::reference {
namespace {

// value(flat index) -> double or int64_t, converted to the dtype.
template <class F>
Result<RuntimeValue> generate(const OpCall& call, DType dtype, const Dims& shape, F&& value) {
  return call.typed(dtype, [&]<class T>(Tag<T>) -> Result<Tensor> {
    Tensor out = call.make(dtype, shape);
    for (int64_t i = 0, n = out.elements(); i < n; ++i) out.as<T>()[i] = convert<T>(value(i));
    return out;
  });
}

Result<RuntimeValue> constant(const OpCall& call, DType dtype, const std::optional<Dims>& shape, int64_t value) {
  if (!shape) return call.fail("the shape is not a shape");
  return generate(call, dtype, *shape, [&](int64_t) { return value; });
}

DType dtype_or(const OpCall& call, DType fallback) {
  DType given = call.attrs.dtype("dtype");
  return given.is_unknown() ? fallback : given;
}

Result<RuntimeValue> filled(const OpCall& call, const Dims& shape, DType dtype) {
  const Tensor& value = call.tensor(1);
  if (!value.shape.empty()) return call.fail("the fill value is not a scalar");
  Tensor scalar = cast(call, value, dtype);
  return value_of(copy_view(call, scalar, 0, shape, Dims(shape.size(), 0)));
}

Result<RuntimeValue> diagonal(const OpCall& call, DType dtype, int64_t rows, int64_t columns, int64_t k) {
  return generate(call, dtype, {rows, columns}, [&](int64_t i) { return int64_t{i % columns - i / columns == k}; });
}

template <class Keep>
Result<RuntimeValue> triangle(const OpCall& call, Keep keep) {
  const Tensor& x = call.tensor(0);
  if (x.shape.size() < 2) return call.fail("a tensor of rank " + std::to_string(x.shape.size()));
  int64_t k = call.integer(1).value_or(0);
  int64_t columns = x.shape.back(), rows = x.shape[x.shape.size() - 2];
  return call.typed(x.dtype, [&]<class T>(Tag<T>) -> Result<Tensor> {
    Tensor out = call.make(x.dtype, x.shape);
    for (int64_t i = 0; i < x.elements(); ++i)
      out.as<T>()[i] = keep(i / columns % rows + k, i % columns) ? x.as<T>()[i] : T(0);
    return out;
  });
}

}  // namespace

Result<RuntimeValue> full(const OpCall& call) {
  std::optional<Dims> shape = call.integers(0);
  if (!shape) return call.fail("the shape is not a shape");
  return filled(call, *shape, dtype_or(call, call.tensor(1).dtype));
}
Result<RuntimeValue> full_like(const OpCall& call) {
  return filled(call, call.tensor(0).shape, dtype_or(call, call.tensor(0).dtype));
}
Result<RuntimeValue> ones(const OpCall& call) { return constant(call, call.attrs.dtype("dtype"), call.integers(0), 1); }
Result<RuntimeValue> zeros(const OpCall& call) {
  return constant(call, call.attrs.dtype("dtype"), call.integers(0), 0);
}
Result<RuntimeValue> ones_like(const OpCall& call) {
  return constant(call, dtype_or(call, call.tensor(0).dtype), call.tensor(0).shape, 1);
}
Result<RuntimeValue> zeros_like(const OpCall& call) {
  return constant(call, dtype_or(call, call.tensor(0).dtype), call.tensor(0).shape, 0);
}

Result<RuntimeValue> eye(const OpCall& call) {
  std::optional<int64_t> rows = call.integer(0), columns = call.integer(1);
  if (!rows || !columns) return call.fail("n and m are not prim values");
  return diagonal(call, dtype_or(call, kFloat32), *rows, *columns, call.integer(2).value_or(0));
}
Result<RuntimeValue> eye_like(const OpCall& call) {
  const Tensor& x = call.tensor(0);
  if (x.shape.size() != 2) return call.fail("a tensor of rank " + std::to_string(x.shape.size()));
  return diagonal(call, dtype_or(call, x.dtype), x.shape[0], x.shape[1], call.integer(1).value_or(0));
}

// As many elements as lie in [start, end); none if the step leads away from the end.
Result<RuntimeValue> arange(const OpCall& call) {
  std::optional<double> start = call.real(0), end = call.real(1), step = call.real(2);
  if (!start || !end || !step) return call.fail("start, end and step are not prim values");
  if (*step == 0) return call.fail("a step of 0");
  bool whole = call.integer(0) && call.integer(1) && call.integer(2);
  DType dtype = dtype_or(call, whole ? kInt64 : kFloat32);
  if (whole) {
    __int128 first = *call.integer(0), stride = *call.integer(2),
             distance = (*call.integer(1) - first) * (stride < 0 ? -1 : 1);
    __int128 count = distance <= 0 ? 0 : (distance - 1) / (stride < 0 ? -stride : stride) + 1;
    if (count >= __int128{1} << 62) return call.fail("more elements than memory has");
    return generate(call, dtype, {static_cast<int64_t>(count)},
                    [&](int64_t i) { return static_cast<int64_t>(first + i * stride); });
  }
  double count = std::max<double>(std::ceil(static_cast<float>(*end - *start) / static_cast<float>(*step)), 0);
  if (!(count < 0x1p62)) return call.fail("more elements than memory has");
  Dims shape{static_cast<int64_t>(count)};
  return generate(call, dtype, shape, [&](int64_t i) { return *start + static_cast<double>(i) * *step; });
}

Result<RuntimeValue> tril(const OpCall& call) {
  return triangle(call, [](int64_t limit, int64_t column) { return column <= limit; });
}
Result<RuntimeValue> triu(const OpCall& call) {
  return triangle(call, [](int64_t limit, int64_t column) { return column >= limit; });
}

Result<RuntimeValue> hamming_window(const OpCall& call) {
  std::optional<int64_t> size = call.integer(0), periodic = call.integer(1);
  std::optional<double> alpha = call.real(2), beta = call.real(3);
  if (!size || !periodic || !alpha || !beta || *size < 0) return call.fail("the operands are not prim values");
  auto period = static_cast<double>(*periodic ? *size : *size - 1);
  return generate(call, dtype_or(call, kFloat32), {*size}, [&](int64_t i) {
    if (*size == 1) return 1.0;
    return *alpha - *beta * std::cos(2 * M_PI * static_cast<double>(i) / period);
  });
}

}  // namespace hammock::reference
