// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "element.h"
#include "hammock/base/hash.h"
#include "hammock/ir/integers.h"
#include "kernel_interpreter.h"
#include "kernel_steps.h"
#include "noise.h"

namespace hammock::reference {
namespace {

// ---- numbers ----
// How a register holds a number, and what is done to a result. `shift`: 64 less the bits of an integer.

struct Signed {
  using T = int64_t;
  static T get(Slot s) { return s.i; }
  static Slot put(T v, uint32_t shift) {
    return {.i = static_cast<int64_t>(static_cast<uint64_t>(v) << shift) >> shift};
  }
};

struct Unsigned {
  using T = uint64_t;
  static T get(Slot s) { return static_cast<uint64_t>(s.i); }
  static Slot put(T v, uint32_t shift) { return {.i = static_cast<int64_t>(v << shift >> shift)}; }
};

double round_half(double v) { return static_cast<double>(static_cast<float>(Half(v))); }
double round_single(double v) { return static_cast<double>(static_cast<float>(v)); }
double round_double(double v) { return v; }
double round_bfloat(double v) { return static_cast<double>(bfloat_to_float(float_to_bfloat(narrowed(v)))); }
double round_e4m3(double v) {
  const double held = std::isnan(v) ? v : std::clamp(v, -448.0, 448.0);
  constexpr DType kDtype = DType::make(DType::Code::e4m3, 8);
  return static_cast<double>(float8_to_float(kDtype, float_to_float8(kDtype, narrowed(held))));
}
double round_e5m2(double v) {
  constexpr DType kDtype = DType::make(DType::Code::e5m2, 8);
  return static_cast<double>(float8_to_float(kDtype, float_to_float8(kDtype, narrowed(v))));
}

template <double (*round)(double)>
struct Real {
  using T = double;
  static T get(Slot s) { return s.d; }
  static Slot put(T v, uint32_t) { return {.d = round(v)}; }
};
using HalfReal = Real<round_half>;
using SingleReal = Real<round_single>;
using DoubleReal = Real<round_double>;

uint32_t shift_of(DType d) { return d.is_integral() ? 64u - d.bits : 0; }

// f(class) for what computes in that dtype; of types below 16 bits and bfloat16 that is float32.
template <class F>
Step for_integers(DType d, F&& f) {
  if (d.code == DType::Code::integer) return f(Signed{});
  return d.code == DType::Code::unsigned_integer ? f(Unsigned{}) : nullptr;
}

template <class F>
Step for_reals(DType d, F&& f) {
  if (!d.is_any_float()) return nullptr;
  if (d.code != DType::Code::floating || d.bits == 32) return f(SingleReal{});
  return d.bits == 16 ? f(HalfReal{}) : d.bits == 64 ? f(DoubleReal{}) : nullptr;
}

template <class F>
Step for_numbers(DType d, F&& f) {
  return d.is_integral() ? for_integers(d, f) : for_reals(d, f);
}

// ---- two operands ----

template <class N, auto op>
const Instruction* binary(Frame& f, const Instruction* at) {
  Slot* to = f.r + at->to;
  const Slot *a = f.r + at->a, *b = f.r + at->b;
  for (uint32_t k = 0; k < at->lanes; ++k) to[k] = N::put(op(N::get(a[k]), N::get(b[k])), at->c);
  return at + 1;
}

template <class N, auto op>
const Instruction* compare(Frame& f, const Instruction* at) {
  Slot* to = f.r + at->to;
  const Slot *a = f.r + at->a, *b = f.r + at->b;
  for (uint32_t k = 0; k < at->lanes; ++k) to[k].i = op(N::get(a[k]), N::get(b[k]));
  return at + 1;
}

// Divisions of integers.
template <class N, auto op>
const Instruction* divide(Frame& f, const Instruction* at) {
  Slot* to = f.r + at->to;
  const Slot *a = f.r + at->a, *b = f.r + at->b;
  for (uint32_t k = 0; k < at->lanes; ++k) {
    if (b[k].i == 0) return f.fail(at, std::to_string(N::get(a[k])) + " is divided by zero");
    to[k] = N::put(op(N::get(a[k]), N::get(b[k])), at->c);
  }
  return at + 1;
}

// The least integer divided by -1 wraps; the processor would not return.
template <class T>
T quotient(T a, T b) {
  if constexpr (std::is_signed_v<T>) {
    if (b == -1) return static_cast<T>(-static_cast<uint64_t>(a));
  }
  return a / b;
}
template <class T>
T remainder_of(T a, T b) {
  if constexpr (std::is_signed_v<T>) {
    if (b == -1) return 0;
  }
  return a % b;
}
template <class T>
T floor_quotient(T a, T b) {
  const T q = quotient(a, b), r = remainder_of(a, b);
  return r != 0 && ((r < 0) != (b < 0)) ? q - 1 : q;
}
template <class T>
T floor_remainder(T a, T b) {
  const T r = remainder_of(a, b);
  return r != 0 && ((r < 0) != (b < 0)) ? r + b : r;
}

template <auto op>
Step comparison(DType d) {
  return for_numbers(d, []<class N>(N) -> Step { return compare<N, op>; });
}
template <auto op>
Step equality(DType d) {
  return d.code == DType::Code::handle ? compare<Unsigned, op> : comparison<op>(d);
}
template <auto op>
Step arithmetic(DType d) {
  return for_numbers(d, []<class N>(N) -> Step { return binary<N, op>; });
}
template <auto op>
Step division(DType d) {
  return for_integers(d, []<class N>(N) -> Step { return divide<N, op>; });
}
template <auto op>
Step of_integers(DType d) {
  return for_integers(d, []<class N>(N) -> Step { return binary<N, op>; });
}
template <auto op>
Step of_reals(DType d) {
  return for_reals(d, []<class N>(N) -> Step { return binary<N, op>; });
}

Step binary_step(PrimKind kind, DType d) {
  switch (kind) {
    case PrimKind::add: return arithmetic<[](auto a, auto b) { return a + b; }>(d);
    case PrimKind::sub: return arithmetic<[](auto a, auto b) { return a - b; }>(d);
    case PrimKind::mul: return arithmetic<[](auto a, auto b) { return a * b; }>(d);
    case PrimKind::div:
      if (d.is_any_float()) return of_reals<[](double a, double b) { return a / b; }>(d);
      return division<[](auto a, auto b) { return quotient(a, b); }>(d);
    case PrimKind::mod:
      if (d.is_any_float()) return of_reals<[](double a, double b) { return std::fmod(a, b); }>(d);
      return division<[](auto a, auto b) { return remainder_of(a, b); }>(d);
    case PrimKind::floordiv: return division<[](auto a, auto b) { return floor_quotient(a, b); }>(d);
    case PrimKind::floormod: return division<[](auto a, auto b) { return floor_remainder(a, b); }>(d);
    case PrimKind::min: return arithmetic<[](auto a, auto b) { return a < b ? a : b; }>(d);
    case PrimKind::max: return arithmetic<[](auto a, auto b) { return (a > b) ? a : b; }>(d);
    case PrimKind::eq: return equality<[](auto a, auto b) { return a == b; }>(d);
    case PrimKind::ne: return equality<[](auto a, auto b) { return a != b; }>(d);
    case PrimKind::lt: return comparison<[](auto a, auto b) { return a < b; }>(d);
    case PrimKind::le: return comparison<[](auto a, auto b) { return a <= b; }>(d);
    case PrimKind::gt: return comparison<[](auto a, auto b) { return (a > b); }>(d);
    case PrimKind::ge: return comparison<[](auto a, auto b) { return (a >= b); }>(d);
    case PrimKind::logical_and: return comparison<[](auto a, auto b) { return a != 0 && b != 0; }>(d);
    case PrimKind::logical_or: return comparison<[](auto a, auto b) { return a != 0 || b != 0; }>(d);
    default: return nullptr;
  }
}

// ---- functions ----
// Those of one number are computed in float64 and rounded to float32 for narrower types.

struct Unary {
  std::string_view name;
  double (*function)(double);
};

constexpr Unary kUnary[] = {
    {"exp10", [](double x) { return std::pow(10.0, x); }},
    {"sigmoid", [](double x) { return 1 / (1 + std::exp(-x)); }},
    {"rsqrt", [](double x) { return 1 / std::sqrt(x); }},
#define C_none(name)
#define C_special(name)
#define C_binary(name)
#define C_unary(name) {#name, [](double x) { return std::name(x); }},
#define INTRINSIC(name, operands, result, form, effect, execution, scalar, c) C_##c(name)
#include "hammock/prim/intrinsics.def"
#undef C_unary
#undef C_binary
};

struct Binary {
  std::string_view name;
  float (*of_float)(float, float);
  double (*of_double)(double, double);
};

// The sign of a NaN depends on how it was computed, so that it counts as positive.
template <class F>
F with_sign(F x, F y) {
  return std::isnan(y) ? std::fabs(x) : std::copysign(x, y);
}

constexpr Binary kBinary[] = {
    {"copysign", with_sign<float>, with_sign<double>},
#define C_unary(name)
#define C_binary(name) \
  {#name, [](float x, float y) { return std::name(x, y); }, [](double x, double y) { return std::name(x, y); }},
#define INTRINSIC(name, operands, result, form, effect, execution, scalar, c) C_##c(name)
#include "hammock/prim/intrinsics.def"
#undef C_unary
#undef C_binary
#undef C_special
#undef C_none
};

template <class N>
const Instruction* call_unary(Frame& f, const Instruction* at) {
  const Unary& function = kUnary[at->c];
  Slot* to = f.r + at->to;
  const Slot* a = f.r + at->a;
  for (uint32_t k = 0; k < at->lanes; ++k) {
    const double value = function.function(a[k].d);
    if constexpr (std::is_same_v<N, DoubleReal>) to[k].d = value;
    else to[k] = N::put(static_cast<double>(static_cast<float>(value)), 0);
  }
  return at + 1;
}

template <class N>
const Instruction* call_binary(Frame& f, const Instruction* at) {
  const Binary& function = kBinary[at->c];
  Slot* to = f.r + at->to;
  const Slot *a = f.r + at->a, *b = f.r + at->b;
  for (uint32_t k = 0; k < at->lanes; ++k) {
    if constexpr (std::is_same_v<N, DoubleReal>) to[k].d = function.of_double(a[k].d, b[k].d);
    else
      to[k] = N::put(static_cast<double>(function.of_float(static_cast<float>(a[k].d), static_cast<float>(b[k].d))), 0);
  }
  return at + 1;
}

// The next number of float16 is not that of float32.
const Instruction* next_half(Frame& f, const Instruction* at) {
  for (uint32_t k = 0; k < at->lanes; ++k) {
    const double a = f.r[at->a + k].d, b = f.r[at->b + k].d;
    Slot& to = f.r[at->to + k];
    if (std::isnan(a) || std::isnan(b) || a == b) {
      to.d = std::isnan(a) ? a : b;
      continue;
    }
    Half h(a);
    if (a == 0) h.bits = static_cast<uint16_t>(1 | (b < 0 ? 0x8000 : 0));
    else h.bits = static_cast<uint16_t>(h.bits + ((a < b) == (a > 0) ? 1 : -1));
    to.d = static_cast<double>(static_cast<float>(h));
  }
  return at + 1;
}

template <class N>
const Instruction* scale_by_power(Frame& f, const Instruction* at) {
  for (uint32_t k = 0; k < at->lanes; ++k) {
    const auto exponent = static_cast<int>(std::clamp<int64_t>(f.r[at->b + k].i, -100000, 100000));
    f.r[at->to + k] = N::put(std::ldexp(f.r[at->a + k].d, exponent), 0);
  }
  return at + 1;
}

template <auto test>
const Instruction* classify(Frame& f, const Instruction* at) {
  for (uint32_t k = 0; k < at->lanes; ++k) f.r[at->to + k].i = test(f.r[at->a + k].d);
  return at + 1;
}

template <bool is_left, class N>
const Instruction* shift(Frame& f, const Instruction* at) {
  const auto bits = static_cast<int64_t>(64 - at->c);
  for (uint32_t k = 0; k < at->lanes; ++k) {
    const int64_t amount = f.r[at->b + k].i;
    if (amount < 0 || amount >= bits)
      return f.fail(at, "a shift by " + std::to_string(amount) + " of an integer of " + std::to_string(bits) + " bits");
    const auto a = N::get(f.r[at->a + k]);
    f.r[at->to + k] =
        N::put(is_left ? static_cast<typename N::T>(static_cast<uint64_t>(a) << amount) : a >> amount, at->c);
  }
  return at + 1;
}

template <class N, auto op>
const Instruction* unary(Frame& f, const Instruction* at) {
  for (uint32_t k = 0; k < at->lanes; ++k) f.r[at->to + k] = N::put(op(N::get(f.r[at->a + k]), at->c), at->c);
  return at + 1;
}

const Instruction* leading_zeros(Frame& f, const Instruction* at) {
  const auto bits = static_cast<int64_t>(64 - at->c);
  for (uint32_t k = 0; k < at->lanes; ++k) {
    const uint64_t left = static_cast<uint64_t>(f.r[at->a + k].i) << at->c;
    f.r[at->to + k].i = left == 0 ? bits : std::countl_zero(left);
  }
  return at + 1;
}

const Instruction* invert(Frame& f, const Instruction* at) {
  for (uint32_t k = 0; k < at->lanes; ++k) f.r[at->to + k].i = f.r[at->a + k].i == 0;
  return at + 1;
}

// ---- casts ----

template <class From, double (*round)(double)>
const Instruction* to_real(Frame& f, const Instruction* at) {
  for (uint32_t k = 0; k < at->lanes; ++k) {
    const auto v = From::get(f.r[at->a + k]);
    // From 64 bits to float32 in one rounding.
    if constexpr (round == round_single) f.r[at->to + k].d = static_cast<double>(static_cast<float>(v));
    else f.r[at->to + k].d = round(static_cast<double>(v));
  }
  return at + 1;
}

template <class From>
const Instruction* to_bool(Frame& f, const Instruction* at) {
  for (uint32_t k = 0; k < at->lanes; ++k) {
    const auto v = From::get(f.r[at->a + k]);
    f.r[at->to + k].i = v < 0 || v > 0;  // NaN is none of both
  }
  return at + 1;
}

template <class N>
const Instruction* wrap_to(Frame& f, const Instruction* at) {
  for (uint32_t k = 0; k < at->lanes; ++k) f.r[at->to + k] = N::put(N::get(f.r[at->a + k]), at->c);
  return at + 1;
}

// To the nearest integer that the dtype has, toward zero; NaN to 0.
template <class N>
const Instruction* to_integer(Frame& f, const Instruction* at) {
  using T = typename N::T;
  const T greatest = std::numeric_limits<T>::max() >> at->c;
  const T least = std::is_signed_v<T> ? std::numeric_limits<T>::min() >> at->c : 0;
  for (uint32_t k = 0; k < at->lanes; ++k)
    f.r[at->to + k].i = static_cast<int64_t>(std::clamp(saturated<T>(f.r[at->a + k].d), least, greatest));
  return at + 1;
}

template <class From>
Step real_step(DType to) {
  switch (to.code) {
    case DType::Code::bfloat: return to_real<From, round_bfloat>;
    case DType::Code::e4m3: return to_real<From, round_e4m3>;
    case DType::Code::e5m2: return to_real<From, round_e5m2>;
    default:
      return to.bits == 16   ? to_real<From, round_half>
             : to.bits == 32 ? to_real<From, round_single>
             : to.bits == 64 ? to_real<From, round_double>
                             : nullptr;
  }
}

bool is_pointer(DType d) { return d.code == DType::Code::handle; }

}  // namespace

double rounded(double value, DType dtype) {
  switch (dtype.code) {
    case DType::Code::bfloat: return round_bfloat(value);
    case DType::Code::e4m3: return round_e4m3(value);
    case DType::Code::e5m2: return round_e5m2(value);
    default: return dtype.bits == 16 ? round_half(value) : dtype.bits == 32 ? round_single(value) : value;
  }
}

Operation binary_operation(PrimKind kind, DType dtype) { return {binary_step(kind, dtype), shift_of(dtype)}; }

Operation binary_function(std::string_view name, DType d) {
  const uint32_t c = shift_of(d);
  if (name == "bitwise_and") return {of_integers<[](auto a, auto b) { return a & b; }>(d), c};
  if (name == "bitwise_or") return {of_integers<[](auto a, auto b) { return a | b; }>(d), c};
  if (name == "bitwise_xor") return {of_integers<[](auto a, auto b) { return a ^ b; }>(d), c};
  if (name == "shift_left") return {for_integers(d, []<class N>(N) -> Step { return shift<true, N>; }), c};
  if (name == "shift_right") return {for_integers(d, []<class N>(N) -> Step { return shift<false, N>; }), c};
  if (name == "ldexp") return {for_reals(d, []<class N>(N) -> Step { return scale_by_power<N>; }), 0};
  if (name == "nextafter" && d.code == DType::Code::floating && d.bits == 16) return {next_half, 0};
  const Binary* row = std::ranges::find(kBinary, name, &Binary::name);
  if (row == std::end(kBinary)) return {};
  return {for_reals(d, []<class N>(N) -> Step { return call_binary<N>; }),
          static_cast<uint32_t>(row - std::begin(kBinary))};
}

Operation unary_function(std::string_view name, DType d) {
  const uint32_t c = shift_of(d);
  if (name.starts_with("is") && !d.is_any_float()) return {};
  if (name == "isnan") return {classify<[](double x) { return std::isnan(x); }>, 0};
  if (name == "isinf") return {classify<[](double x) { return std::isinf(x); }>, 0};
  if (name == "isfinite") return {classify<[](double x) { return std::isfinite(x); }>, 0};
  if (name == "abs" || (name == "fabs" && d.is_integral())) {
    constexpr auto magnitude = [](auto a, uint32_t) { return static_cast<decltype(a)>(a < 0 ? -a : a); };
    return {for_numbers(d, [&]<class N>(N) -> Step { return unary<N, magnitude>; }), c};
  }
  if (name == "bitwise_not") {
    return {for_integers(d, []<class N>(N) -> Step { return unary<N, [](auto a, uint32_t) { return ~a; }>; }), c};
  }
  if (name == "clz") return {d.is_integral() ? leading_zeros : nullptr, c};
  if (name == "popcount") {
    constexpr auto count = [](auto a, uint32_t s) {
      return static_cast<decltype(a)>(std::popcount(static_cast<uint64_t>(a) << s));
    };
    return {for_integers(d, [&]<class N>(N) -> Step { return unary<N, count>; }), c};
  }
  const Unary* row = std::ranges::find(kUnary, name, &Unary::name);
  if (row == std::end(kUnary)) return {};
  return {for_reals(d, []<class N>(N) -> Step { return call_unary<N>; }),
          static_cast<uint32_t>(row - std::begin(kUnary))};
}

Operation logical_not() { return {invert, 0}; }

Operation cast(DType from, DType to) {
  const uint32_t c = shift_of(to);
  if (is_pointer(from) || is_pointer(to)) return {is_pointer(from) && is_pointer(to) ? move : nullptr, 0};
  if (to.is_boolean()) return {for_numbers(from, []<class N>(N) -> Step { return to_bool<N>; }), 0};
  if (to.is_integral()) {
    if (from.is_integral()) return {for_integers(to, []<class N>(N) -> Step { return wrap_to<N>; }), c};
    return {from.is_any_float() ? for_integers(to, []<class N>(N) -> Step { return to_integer<N>; }) : nullptr, c};
  }
  if (from.is_any_float()) return {real_step<DoubleReal>(to), 0};
  return {for_integers(from, [&]<class N>(N) -> Step { return real_step<N>(to); }), 0};
}

Operation narrowing(DType d) {
  const bool is_rounded = !d.is_any_float() || d.code == DType::Code::floating;
  return is_rounded ? Operation{} : cast(kFloat64, d);
}

// ---- by lists of operands ----

namespace {

template <class N>
const Instruction* fused(Frame& f, const Instruction* at) {
  const Register* list = f.code->lists.data() + at->a;
  for (uint32_t k = 0; k < at->lanes; ++k) {
    const double a = f.r[list[0] + k].d, b = f.r[list[1] + k].d, c = f.r[list[2] + k].d;
    if constexpr (std::is_same_v<N, DoubleReal>) f.r[at->to + k].d = std::fma(a, b, c);
    else
      f.r[at->to + k] =
          N::put(static_cast<double>(std::fma(static_cast<float>(a), static_cast<float>(b), static_cast<float>(c))), 0);
  }
  return at + 1;
}

// TIR, appendix A: a product in fixed point, rounded half up.
int64_t multiplied(int64_t x, int64_t y, int64_t q, int64_t left, int64_t right) {
  const int64_t total = right + q;
  if (total <= 0 || total > 62 || left < 0 || left > 62) return 0;
  const int64_t product = static_cast<int64_t>(static_cast<uint64_t>(x) << left) * y;
  return (product + (INT64_C(1) << (total - 1))) >> total;
}

const Instruction* fixed_point(Frame& f, const Instruction* at) {
  const Register* list = f.code->lists.data() + at->a;
  for (uint32_t k = 0; k < at->lanes; ++k) {
    const int64_t x = f.r[list[0] + k].i, y = f.r[list[1] + k].i, q = f.r[list[2] + k].i, s = f.r[list[3] + k].i;
    int64_t out = 0;
    if (y == INT64_C(1) << 30 && s - 1 >= -62 && s - 1 <= 62) {
      const int64_t e = s - 1;
      out = e > 0   ? static_cast<int64_t>(static_cast<uint64_t>(x) << e)
            : e < 0 ? (x + (INT64_C(1) << (-e - 1))) >> -e
                    : x;
    } else {
      out = multiplied(x, y, q, std::max<int64_t>(s, 0), std::max<int64_t>(-s, 0));
    }
    f.r[at->to + k].i = static_cast<int32_t>(out);
  }
  return at + 1;
}

const Instruction* fixed_point_per_axis(Frame& f, const Instruction* at) {
  const Register* list = f.code->lists.data() + at->a;
  for (uint32_t k = 0; k < at->lanes; ++k) {
    auto value = [&](size_t i) { return f.r[list[i] + k].i; };
    const int64_t left = value(5) != 0 ? value(2) : 0, right = value(6) != 0 ? value(3) : 0;
    f.r[at->to + k].i = static_cast<int32_t>(multiplied(value(0), value(1), value(4), left, right));
  }
  return at + 1;
}

const Instruction* dot(Frame& f, const Instruction* at) {
  const Register* list = f.code->lists.data() + at->a;
  int64_t sum = f.r[list[2]].i;
  for (uint32_t k = 0; k < 4; ++k) sum += f.r[list[0] + k].i * f.r[list[1] + k].i;
  f.r[at->to].i = static_cast<int32_t>(sum);
  return at + 1;
}

const Instruction* two_halves(Frame& f, const Instruction* at) {
  const Register* list = f.code->lists.data() + at->a;
  f.r[at->to].i =
      static_cast<int64_t>(static_cast<uint64_t>(f.r[list[1]].i) << 32 | static_cast<uint64_t>(f.r[list[0]].i));
  return at + 1;
}

}  // namespace

Operation fused_multiply_add(DType d) {
  return {for_reals(d, []<class N>(N) -> Step { return fused<N>; }), 0};
}
Operation multiply_shift(bool per_axis) { return {per_axis ? fixed_point_per_axis : fixed_point, 0}; }
Operation dot_of_four() { return {dot, 0}; }
Operation large_integer() { return {two_halves, 0}; }

// ---- data movement ----

const Instruction* move(Frame& f, const Instruction* at) {
  std::memmove(f.r + at->to, f.r + at->a, at->lanes * sizeof(Slot));
  return at + 1;
}

const Instruction* spread(Frame& f, const Instruction* at) {
  const Slot value = f.r[at->a];
  std::fill_n(f.r + at->to, at->lanes, value);
  return at + 1;
}

const Instruction* ramp(Frame& f, const Instruction* at) {
  const int64_t base = f.r[at->a].i, stride = f.r[at->b].i;
  for (uint32_t k = 0; k < at->lanes; ++k) {
    const int64_t v = base + stride * static_cast<int64_t>(k);
    f.r[at->to + k] = at->c & 64 ? Unsigned::put(static_cast<uint64_t>(v), at->c & 63) : Signed::put(v, at->c);
  }
  return at + 1;
}

const Instruction* choose(Frame& f, const Instruction* at) {
  for (uint32_t k = 0; k < at->lanes; ++k) f.r[at->to + k] = f.r[(f.r[at->c + k].i ? at->a : at->b) + k];
  return at + 1;
}

const Instruction* gather(Frame& f, const Instruction* at) {
  const Register* list = f.code->lists.data() + at->a;
  for (uint32_t k = 0; k < at->lanes; ++k) f.r[at->to + k] = f.r[list[k]];
  return at + 1;
}

const Instruction* lane_mask(Frame& f, const Instruction* at) {
  const int64_t base = f.r[at->a].i, limit = f.r[at->b].i;
  for (uint32_t k = 0; k < at->lanes; ++k) f.r[at->to + k].i = base + static_cast<int64_t>(k) < limit;
  return at + 1;
}

const Instruction* disturb(Frame& f, const Instruction* at) {
  const DType dtype = DType::unpack(at->c);
  for (uint32_t k = 0; k < at->lanes; ++k) {
    double& x = f.r[at->to + k].d;
    x = disturbed(x, dtype, f.interpreter->noise(), f.interpreter->noise_key());
  }
  return at + 1;
}

}  // namespace hammock::reference
