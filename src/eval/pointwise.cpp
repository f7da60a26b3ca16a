// SPDX-License-Identifier: Apache-2.0
// Element by element, after broadcasting (operators 2.1 to 2.4, 2.15, 2.18). An operation is a struct with one
// function; the loops around it are the same for all.
#include <cmath>
#include <functional>
#include <utility>

#include "operators.h"

namespace hammock::reference {

// One operation on one element type is a function over a row, and nothing else: some 900 of them are compiled.
struct Row {
  int64_t x, x_step, y, y_step, z, n;
};
using ZipRow = void (*)(const Tensor& a, const Tensor& b, Tensor& out, const Row& row);
using MapAll = void (*)(const Tensor& a, Tensor& out);

namespace {

// body(row offsets of the operands, offset in the result, length of a row) over the common shape.
template <size_t N, class F>
void for_each_broadcast_row(const Dims& shape, const std::array<const Tensor*, N>& operands, F&& body) {
  std::array<Dims, N> strides;
  for (size_t k = 0; k < N; ++k) strides[k] = broadcast_strides(operands[k]->shape, shape);
  int64_t inner = shape.empty() ? 1 : shape.back(), at = 0;
  std::array<int64_t, N> steps{};
  for (size_t k = 0; k < N; ++k) steps[k] = shape.empty() ? 0 : strides[k].back();
  for_each_row<N>(shape, strides, [&](const std::array<int64_t, N>& row) {
    body(row, steps, at, inner);
    at += inner;
  });
}

Error does_not_broadcast(const OpCall& call, const Dims& a, const Dims& b) {
  return call.fail("shapes " + shape_text(a) + " and " + shape_text(b) + " do not broadcast");
}

// z[i] = f(x[i], y[i]); Out is the result's element type, F has no state.
template <class T, class Out, class F>
ZipRow zip_row(F) {
  return [](const Tensor& a, const Tensor& b, Tensor& out, const Row& row) {
    const T *x = a.as<T>() + row.x, *y = b.as<T>() + row.y;
    Out* z = out.as<Out>() + row.z;
    for (int64_t i = 0; i < row.n; ++i) z[i] = F()(x[i * row.x_step], y[i * row.y_step]);
  };
}

template <class T, class Out, class F>
MapAll map_all(F) {
  return [](const Tensor& a, Tensor& out) {
    const T* x = a.as<T>();
    Out* z = out.as<Out>();
    for (int64_t i = 0, n = a.elements(); i < n; ++i) z[i] = F()(x[i]);
  };
}

// `zip` is null where the operation does not take the operands' dtype.
Result<RuntimeValue> zip_rows(const OpCall& call, const Tensor& a, const Tensor& b, DType dtype, ZipRow zip) {
  if (!zip) return call.unsupported_dtype(a.dtype);
  std::optional<Dims> shape = broadcast(a.shape, b.shape);
  if (!shape) return does_not_broadcast(call, a.shape, b.shape);
  Tensor out = call.make(dtype, *shape);
  for_each_broadcast_row<2>(*shape, {&a, &b}, [&](auto& row, auto& step, int64_t at, int64_t n) {
    zip(a, b, out, {row[0], step[0], row[1], step[1], at, n});
  });
  return value_of(std::move(out));
}

Result<RuntimeValue> map_rows(const OpCall& call, const Tensor& a, DType dtype, MapAll map) {
  if (!map) return call.unsupported_dtype(a.dtype);
  Tensor out = call.make(dtype, a.shape);
  map(a, out);
  return value_of(std::move(out));
}

template <class T, class Out, class F>
Tensor map(const OpCall& call, const Tensor& a, DType dtype, F&& f) {
  Tensor out = call.make(dtype, a.shape);
  const T* x = a.as<T>();
  Out* z = out.as<Out>();
  for (int64_t i = 0, n = a.elements(); i < n; ++i) z[i] = f(x[i]);
  return out;
}

}  // namespace

// ---- binary --------------------------------------------------------------------------------------------------------

template <class Operation>
static Result<RuntimeValue> binary(const OpCall& call);

#define HAMMOCK_BINARY(name, condition, expression) \
  namespace operations {                            \
  struct name {                                     \
    template <class T>                              \
    static constexpr bool kTakes = condition;       \
    template <class T>                              \
    static T apply(T a, T b) {                      \
      return T(expression);                         \
    }                                               \
  };                                                \
  }                                                 \
  Result<RuntimeValue> name(const OpCall& call) { return binary<operations::name>(call); }

// Division of integers: by zero both quotient and remainder are 0, as numpy has it; the quotient of the lowest and -1
// wraps. floor_quotient rounds down.
template <class T>
static T floor_quotient(T a, T b) {
  if constexpr (kIsFloat<T>) {
    return T(std::floor(Wide<T>(T(a / b))));
  } else if constexpr (std::is_signed_v<T>) {
    if (b == T(0)) return T(0);
    if (b == T(-1)) return T(-a);
    T q = T(a / b);
    return T(q - ((a % b != 0) && ((a < 0) != (b < 0))));
  } else {
    return b == T(0) ? T(0) : T(a / b);
  }
}
template <class T>
static T truncated_quotient(T a, T b) {
  if constexpr (kIsFloat<T>) return T(a / b);
  if (b == T(0)) return T(0);
  if constexpr (std::is_signed_v<T>) {
    if (b == T(-1)) return T(-a);
  }
  return T(a / b);
}
template <class T>
static T truncated_remainder(T a, T b) {
  if constexpr (kIsFloat<T>) {
    return T(std::fmod(Wide<T>(a), Wide<T>(b)));
  } else {
    if (b == T(0)) return T(0);
    if constexpr (std::is_signed_v<T>) {
      if (b == T(-1)) return T(0);
    }
    return T(a % b);
  }
}
// Exact, or rounded once. By infinity it is none: x1 - floor(x1 / x2) x2 says so.
template <class T>
static T floor_remainder(T a, T b) {
  if constexpr (kIsFloat<T>) {
    const T rest = T(truncated_remainder(a, b) + T(b - b));
    return rest != T(0) && (rest < T(0)) != (b < T(0)) ? T(rest + b) : rest;
  } else {
    return b == T(0) ? T(0) : T(a - T(floor_quotient(a, b) * b));
  }
}
template <class T>
static T shifted_left(T a, T b) {
  return static_cast<uint64_t>(b) < sizeof(T) * 8 ? T(static_cast<std::make_unsigned_t<T>>(a) << b) : T(0);
}
template <class T>
static T shifted_right(T a, T b) {
  if (static_cast<uint64_t>(b) < sizeof(T) * 8) return T(a >> b);
  return T(a < 0 ? -1 : 0);
}

HAMMOCK_BINARY(add, true, a + b)
HAMMOCK_BINARY(subtract, true, a - b)
HAMMOCK_BINARY(multiply, true, a* b)
HAMMOCK_BINARY(divide, (!std::is_same_v<T, Bool>), truncated_quotient(a, b))
HAMMOCK_BINARY(floor_divide, (!std::is_same_v<T, Bool>), floor_quotient(a, b))
HAMMOCK_BINARY(mod, (!std::is_same_v<T, Bool>), truncated_remainder(a, b))
HAMMOCK_BINARY(floor_mod, (!std::is_same_v<T, Bool>), floor_remainder(a, b))
// Of a NaN that signals, too.
HAMMOCK_BINARY(power, kIsFloat<T>, b == T(0) || a == T(1) ? Wide<T>(1) : std::pow(Wide<T>(a), Wide<T>(b)))
HAMMOCK_BINARY(maximum, true, a > b ? a : b)
HAMMOCK_BINARY(minimum, true, a < b ? a : b)
HAMMOCK_BINARY(logical_and, (std::is_same_v<T, Bool>), a&& b)
HAMMOCK_BINARY(logical_or, (std::is_same_v<T, Bool>), a || b)
HAMMOCK_BINARY(logical_xor, (std::is_same_v<T, Bool>), (a != 0) != (b != 0))
HAMMOCK_BINARY(bitwise_and, !kIsFloat<T>, a& b)
HAMMOCK_BINARY(bitwise_or, !kIsFloat<T>, a | b)
HAMMOCK_BINARY(bitwise_xor, !kIsFloat<T>, a ^ b)
HAMMOCK_BINARY(left_shift, kIsInteger<T>, shifted_left(a, b))
HAMMOCK_BINARY(right_shift, kIsInteger<T>, shifted_right(a, b))
HAMMOCK_BINARY(atan2, kIsFloat<T>, std::atan2(Wide<T>(a), Wide<T>(b)))
HAMMOCK_BINARY(log_add_exp, kIsFloat<T>,
               a == b ? Wide<T>(a) + std::log(Wide<T>(2))
                      : std::fmax(Wide<T>(a), Wide<T>(b)) + std::log1p(std::exp(-std::fabs(Wide<T>(a) - Wide<T>(b)))))
#undef HAMMOCK_BINARY

template <class Operation>
static Result<RuntimeValue> binary(const OpCall& call) {
  const Tensor &a = call.tensor(0), &b = call.tensor(1);
  if (a.dtype != b.dtype) return call.fail("dtypes " + to_string(a.dtype) + " and " + to_string(b.dtype) + " differ");
  ZipRow zip = nullptr;
  for_element(a.dtype, [&]<class T>(Tag<T>) {
    if constexpr (Operation::template kTakes<T>)
      zip = zip_row<T, T>([](T x, T y) { return Operation::template apply<T>(x, y); });
  });
  return zip_rows(call, a, b, a.dtype, zip);
}

// ---- comparison ----------------------------------------------------------------------------------------------------

// The dtype in which two are compared: a float before an integer, then the wider, then the unsigned.
static DType common_dtype(DType a, DType b) {
  if (a == b) return a;
  if (a.is_any_float() != b.is_any_float()) return a.is_any_float() ? a : b;
  if (a.bits != b.bits) return a.bits > b.bits ? a : b;
  return a.is_any_float() ? kFloat32 : a.is_unsigned() ? a : b;
}

template <class Operation>
static Result<RuntimeValue> compare(const OpCall& call, Operation) {
  DType dtype = common_dtype(call.tensor(0).dtype, call.tensor(1).dtype);
  Tensor a = cast(call, call.tensor(0), dtype), b = cast(call, call.tensor(1), dtype);
  ZipRow zip = nullptr;
  for_element(dtype, [&]<class T>(Tag<T>) {
    using W = Wide<T>;
    zip = zip_row<T, Bool>([](T x, T y) { return Bool(Operation()(W(x), W(y))); });
  });
  return zip_rows(call, a, b, kBool, zip);
}
Result<RuntimeValue> equal(const OpCall& call) { return compare(call, std::equal_to()); }
Result<RuntimeValue> not_equal(const OpCall& call) { return compare(call, std::not_equal_to()); }
Result<RuntimeValue> less(const OpCall& call) { return compare(call, std::less()); }
Result<RuntimeValue> less_equal(const OpCall& call) { return compare(call, std::less_equal()); }
Result<RuntimeValue> greater(const OpCall& call) { return compare(call, std::greater()); }
Result<RuntimeValue> greater_equal(const OpCall& call) { return compare(call, std::greater_equal()); }

// ---- unary ---------------------------------------------------------------------------------------------------------

template <class Operation>
static Result<RuntimeValue> unary(const OpCall& call);

#define HAMMOCK_UNARY(name, condition, expression) \
  namespace operations {                           \
  struct name {                                    \
    template <class T>                             \
    static constexpr bool kTakes = condition;      \
    template <class T>                             \
    static T apply(T a) {                          \
      [[maybe_unused]] auto x = Wide<T>(a);        \
      return T(expression);                        \
    }                                              \
  };                                               \
  }                                                \
  Result<RuntimeValue> name(const OpCall& call) { return unary<operations::name>(call); }

template <class T>
static T logistic(T a) {
  const T power = T(std::exp(-std::abs(Wide<T>(a))));  // of a negative number: the other one overflows
  return T((a < T(0) ? Wide<T>(power) : Wide<T>(1)) / T(Wide<T>(1) + power));
}
// Integers are whole already.
template <class T, class F>
static T rounded(T a, F f) {
  if constexpr (kIsFloat<T>) return T(f(Wide<T>(a)));
  return a;
}

HAMMOCK_UNARY(abs, true, x < Wide<T>(0) ? T(-x) : kIsFloat<T> && x == Wide<T>(0) ? T(0) : a)
HAMMOCK_UNARY(acos, kIsFloat<T>, std::acos(x))
HAMMOCK_UNARY(acosh, kIsFloat<T>, std::acosh(x))
HAMMOCK_UNARY(asin, kIsFloat<T>, std::asin(x))
HAMMOCK_UNARY(asinh, kIsFloat<T>, std::asinh(x))
HAMMOCK_UNARY(atan, kIsFloat<T>, std::atan(x))
HAMMOCK_UNARY(atanh, kIsFloat<T>, std::atanh(x))
HAMMOCK_UNARY(bitwise_not, !kIsFloat<T>, ~a)
HAMMOCK_UNARY(ceil, true, rounded(a, [](auto v) { return std::ceil(v); }))
HAMMOCK_UNARY(cos, kIsFloat<T>, std::cos(x))
HAMMOCK_UNARY(cosh, kIsFloat<T>, std::cosh(x))
HAMMOCK_UNARY(erf, kIsFloat<T>, std::erf(x))
HAMMOCK_UNARY(exp, kIsFloat<T>, std::exp(x))
HAMMOCK_UNARY(floor, true, rounded(a, [](auto v) { return std::floor(v); }))
HAMMOCK_UNARY(log, kIsFloat<T>, std::log(x))
HAMMOCK_UNARY(logical_not, (std::is_same_v<T, Bool>), !a)
HAMMOCK_UNARY(negative, (!std::is_same_v<T, Bool>), -a)
HAMMOCK_UNARY(round, true, rounded(a, [](auto v) { return std::round(v); }))  // half away from zero
HAMMOCK_UNARY(rsqrt, kIsFloat<T>, Wide<T>(1) / T(std::sqrt(x)))
HAMMOCK_UNARY(sigmoid, kIsFloat<T>, logistic(a))
HAMMOCK_UNARY(sign, true, int(x > Wide<T>(0)) - int(x < Wide<T>(0)))
HAMMOCK_UNARY(sin, kIsFloat<T>, std::sin(x))
HAMMOCK_UNARY(sinh, kIsFloat<T>, std::sinh(x))
HAMMOCK_UNARY(sqrt, kIsFloat<T>, std::sqrt(x))
HAMMOCK_UNARY(square, true, a* a)
HAMMOCK_UNARY(tan, kIsFloat<T>, std::tan(x))
HAMMOCK_UNARY(tanh, kIsFloat<T>, std::tanh(x))
HAMMOCK_UNARY(trunc, true, rounded(a, [](auto v) { return std::trunc(v); }))
HAMMOCK_UNARY(relu, true, x > Wide<T>(0) ? a : T(0))
HAMMOCK_UNARY(silu, kIsFloat<T>, a* logistic(a))
HAMMOCK_UNARY(gelu, kIsFloat<T>, a* T(T(0.5f) + T(T(0.5f) * T(std::erf(Wide<T>(T(a * T(0.70710678118654752440))))))))
HAMMOCK_UNARY(gelu_tanh, kIsFloat<T>,
              T(T(0.5f) * a) *
                  T(1 + T(std::tanh(Wide<T>(T(T(T(0.79788456080286535588) * a) * T(1 + T(T(0.044715) * T(a * a)))))))))
HAMMOCK_UNARY(selu, kIsFloat<T>,
              T(1.0507009873554804934) * (x > 0 ? a : T(T(1.6732632423543772848) * T(std::expm1(x)))))
#undef HAMMOCK_UNARY

template <class Operation>
static Result<RuntimeValue> unary(const OpCall& call) {
  const Tensor& a = call.tensor(0);
  MapAll map = nullptr;
  for_element(a.dtype, [&]<class T>(Tag<T>) {
    if constexpr (Operation::template kTakes<T>)
      map = map_all<T, T>([](T x) { return Operation::template apply<T>(x); });
  });
  return map_rows(call, a, a.dtype, map);
}

template <class Test>
static Result<RuntimeValue> predicate(const OpCall& call, Test) {
  const Tensor& a = call.tensor(0);
  MapAll map = nullptr;
  for_element(a.dtype, [&]<class T>(Tag<T>) {
    map = map_all<T, Bool>([](T x) {
      if constexpr (kIsFloat<T>) return Bool(Test()(Wide<T>(x)));
      else return Bool(Test()(0.0f));
    });
  });
  return map_rows(call, a, kBool, map);
}
Result<RuntimeValue> isfinite(const OpCall& call) {
  return predicate(call, [](auto x) { return std::isfinite(x); });
}
Result<RuntimeValue> isinf(const OpCall& call) {
  return predicate(call, [](auto x) { return std::isinf(x); });
}
Result<RuntimeValue> isnan(const OpCall& call) {
  return predicate(call, [](auto x) { return std::isnan(x); });
}

// ---- with more operands or attributes ------------------------------------------------------------------------------

Result<RuntimeValue> clip(const OpCall& call) {
  const Tensor& a = call.tensor(0);
  std::optional<double> low = call.real(1), high = call.real(2);
  if (!low || !high) return call.fail("min and max are not prim values");
  return call.typed(a.dtype, [&]<class T>(Tag<T>) {
    // Bounds are converted as elements are: the nearest number of the dtype. Integers pass exactly.
    auto bound = [&](size_t i, double real) {
      if constexpr (kIsInteger<T>) {
        if (call.integer(i) && std::in_range<T>(*call.integer(i))) return T(*call.integer(i));
      }
      return convert<T>(real);
    };
    T lo = bound(1, *low), hi = bound(2, *high);
    return map<T, T>(call, a, a.dtype, [&](T x) {
      T y = x < hi ? x : hi;
      return y > lo ? y : lo;
    });
  });
}

Result<RuntimeValue> where(const OpCall& call) {
  const Tensor &c = call.tensor(0), &a = call.tensor(1), &b = call.tensor(2);
  if (c.dtype != kBool) return call.fail("the condition is " + to_string(c.dtype) + ", not bool");
  if (a.dtype != b.dtype) return call.fail("dtypes " + to_string(a.dtype) + " and " + to_string(b.dtype) + " differ");
  std::optional<Dims> shape = broadcast(a.shape, b.shape);
  if (!shape) return does_not_broadcast(call, a.shape, b.shape);
  std::optional<Dims> all = broadcast(c.shape, *shape);
  if (!all) return does_not_broadcast(call, c.shape, *shape);
  Tensor out = call.make(a.dtype, *all);
  return call.typed(a.dtype, [&]<class T>(Tag<T>) -> Result<Tensor> {
    const uint8_t* condition = c.as<uint8_t>();
    const T *x = a.as<T>(), *y = b.as<T>();
    T* z = out.as<T>();
    for_each_broadcast_row<3>(*all, {&c, &a, &b}, [&](auto& row, auto& step, int64_t at, int64_t n) {
      for (int64_t i = 0; i < n; ++i)
        z[at + i] = condition[row[0] + i * step[0]] ? x[row[1] + i * step[1]] : y[row[2] + i * step[2]];
    });
    return out;
  });
}

Result<RuntimeValue> astype(const OpCall& call) {
  return value_of(cast(call, call.tensor(0), call.attrs.dtype("dtype")));
}

Result<RuntimeValue> ewise_fma(const OpCall& call) {
  const Tensor &a = call.tensor(0), &b = call.tensor(1), &c = call.tensor(2);
  if (a.shape != b.shape || a.shape != c.shape) return call.fail("shapes differ");
  if (a.dtype != b.dtype || a.dtype != c.dtype) return call.fail("dtypes differ");
  return call.typed(a.dtype, [&]<class T>(Tag<T>) {
    const T *x = a.as<T>(), *y = b.as<T>(), *z = c.as<T>();
    int64_t i = 0;
    return map<T, T>(call, a, a.dtype, [&](T) {
      T r = T(T(x[i] * y[i]) + z[i]);
      ++i;
      return r;
    });
  });
}

Result<RuntimeValue> leakyrelu(const OpCall& call) {
  const Tensor& a = call.tensor(0);
  return call.typed_float(a.dtype, [&]<class T>(Tag<T>) {
    T alpha = T(call.attrs.real("alpha"));
    return map<T, T>(call, a, a.dtype, [&](T x) { return x > 0 ? x : T(alpha * x); });
  });
}

Result<RuntimeValue> softplus(const OpCall& call) {
  const Tensor& a = call.tensor(0);
  return call.typed_float(a.dtype, [&]<class T>(Tag<T>) {
    using W = Wide<T>;
    W beta = W(call.attrs.real("beta")), threshold = W(call.attrs.real("threshold"));
    return map<T, T>(call, a, a.dtype,
                     [&](T x) { return beta * W(x) > threshold ? x : T(std::log1p(std::exp(beta * W(x))) / beta); });
  });
}

Result<RuntimeValue> prelu(const OpCall& call) {
  const Tensor &a = call.tensor(0), &alpha = call.tensor(1);
  const size_t axis = call.axis(call.attrs.integer("axis", 1), a.shape.size());
  int64_t channels = a.shape[axis];
  if (alpha.dtype != a.dtype || alpha.elements() != channels)
    return call.fail("alpha does not fit the channels of the data");
  return call.typed_float(a.dtype, [&]<class T>(Tag<T>) {
    int64_t inner = product(std::span(a.shape).subspan(axis + 1)), i = 0;
    return map<T, T>(call, a, a.dtype, [&](T x) {
      int64_t channel = i++ / inner % channels;
      return x > 0 ? x : T(alpha.as<T>()[channel] * x);
    });
  });
}

Result<RuntimeValue> identity(const OpCall& call) { return call.value(0); }

}  // namespace hammock::reference
