// SPDX-License-Identifier: Apache-2.0
// Scalar expressions of the pointwise operators: one row each.
//
// Nothing is folded or simplified: x * 0 is not 0 for every float. Arithmetic is in the element's dtype; what the
// language computes in float32 (erf) is cast there and back.
#include <cmath>

#include "lowerer.h"

namespace hammock::loop {
namespace {

// Makes nodes; dtypes are those of the operands.
struct Scalars {
  Context& context;
  PrimStore& prims;
  const ItemNode& item;
  std::span<const Prim> in;

  DType dtype(Prim e) const { return prims[e].dtype; }
  Prim binary(PrimKind kind, Prim a, Prim b) const {
    bool is_test = kind >= PrimKind::eq && kind <= PrimKind::logical_or;
    return prims.node(kind, is_test ? kBool : dtype(a), a, b);
  }
  Prim select(Prim condition, Prim a, Prim b) const { return prims.node(PrimKind::select, dtype(a), condition, a, b); }
  Prim cast(Prim e, DType to) const { return dtype(e) == to ? e : prims.node(PrimKind::cast, to, e); }
  Prim number(double value, DType d) const {
    return d.is_any_float() ? prims.real(value, d) : prims.integer(static_cast<int64_t>(value), d);
  }
  Prim call(std::string_view name, Prim a) const { return prims.call(context.name(name), dtype(a), std::array{a}); }
  Prim call(std::string_view name, Prim a, Prim b) const {
    return prims.call(context.name(name), dtype(a), std::array{a, b});
  }
  Prim truth(Prim e) const { return dtype(e).is_boolean() ? e : binary(PrimKind::ne, e, number(0, dtype(e))); }
};

using enum PrimKind;

// An immediate in another dtype, as eval converts elements: NaN is 0 in integers, what is too large the largest.
Prim nearest(PrimStore& prims, const PrimNode& n, DType d) {
  if (d.is_any_float()) return prims.real(n.kind == float_imm ? n.real : static_cast<double>(n.value), d);
  if (d.is_boolean()) return prims.boolean(n.kind == float_imm ? n.real != 0 : n.value != 0);
  if (n.kind == float_imm && !(std::fabs(n.real) < 0x1p62))
    return std::isnan(n.real) ? prims.integer(0, d) : extreme(prims, d, n.real < 0);
  int64_t value = n.kind == float_imm ? static_cast<int64_t>(n.real) : n.value;
  bool is_below = d.is_integer() ? d.bits < 64 && value < -(int64_t{1} << (d.bits - 1)) : value < 0;
  bool is_above = d.bits < 64 && value >= int64_t{1} << (d.bits - d.is_integer());
  return is_below || is_above ? extreme(prims, d, is_below) : prims.integer(value, d);
}

template <PrimKind kind>
Prim arithmetic(const Scalars& s) {
  return s.binary(kind, s.in[0], s.in[1]);
}
Prim add_(const Scalars& s) { return s.binary(s.item.dtype.is_boolean() ? ne : add, s.in[0], s.in[1]); }
Prim multiply(const Scalars& s) { return s.binary(s.item.dtype.is_boolean() ? logical_and : mul, s.in[0], s.in[1]); }
Prim power(const Scalars& s) { return s.call("pow", s.in[0], s.in[1]); }
Prim maximum(const Scalars& s) { return s.select(s.binary(gt, s.in[0], s.in[1]), s.in[0], s.in[1]); }
Prim minimum(const Scalars& s) { return s.select(s.binary(lt, s.in[0], s.in[1]), s.in[0], s.in[1]); }

// Operands of unequal dtypes are compared in one: a float before an integer, then the wider, then the unsigned.
template <PrimKind kind>
Prim compare(const Scalars& s) {
  DType a = s.dtype(s.in[0]), b = s.dtype(s.in[1]), wide = a.bits > b.bits ? a : b;
  if (a.is_any_float() != b.is_any_float()) wide = a.is_any_float() ? a : b;
  else if (a != b && a.bits == b.bits) wide = a.is_any_float() ? kFloat32 : a.is_unsigned() ? a : b;
  return s.binary(kind, s.cast(s.in[0], wide), s.cast(s.in[1], wide));
}

Prim absolute(const Scalars& s) {
  Prim x = s.in[0];
  if (s.item.dtype.is_any_float()) return s.call("fabs", x);
  return s.select(s.binary(ge, x, s.number(0, s.dtype(x))), x, s.binary(sub, s.number(0, s.dtype(x)), x));
}
Prim erf_of(const Scalars& s, Prim x) {
  return s.dtype(x).bits >= 32 ? s.call("erf", x) : s.cast(s.call("erf", s.cast(x, kFloat32)), s.dtype(x));
}
Prim erf(const Scalars& s) { return erf_of(s, s.in[0]); }
Prim exp(const Scalars& s) { return s.call("exp", s.in[0]); }
Prim log(const Scalars& s) { return s.call("log", s.in[0]); }
Prim sqrt(const Scalars& s) { return s.call("sqrt", s.in[0]); }
Prim rsqrt(const Scalars& s) { return s.call("rsqrt", s.in[0]); }
Prim tanh(const Scalars& s) { return s.call("tanh", s.in[0]); }
Prim sigmoid(const Scalars& s) { return s.call("sigmoid", s.in[0]); }
Prim negative(const Scalars& s) {
  return s.binary(mul, s.in[0], s.number(-1, s.item.dtype));
}  // keeps the sign of zeros
Prim square(const Scalars& s) { return s.binary(mul, s.in[0], s.in[0]); }
Prim round(const Scalars& s) { return s.item.dtype.is_any_float() ? s.call("round", s.in[0]) : s.in[0]; }
Prim floor(const Scalars& s) { return s.item.dtype.is_any_float() ? s.call("floor", s.in[0]) : s.in[0]; }
Prim ceil(const Scalars& s) { return s.item.dtype.is_any_float() ? s.call("ceil", s.in[0]) : s.in[0]; }
Prim logical_not_(const Scalars& s) { return s.binary(eq, s.cast(s.truth(s.in[0]), kUint8), s.number(0, kUint8)); }

template <const char* name>
Prim intrinsic(const Scalars& s) {
  return s.call(name, s.in[0]);
}
constexpr char kAcos[] = "acos", kAcosh[] = "acosh", kAsin[] = "asin", kAsinh[] = "asinh", kAtan[] = "atan",
               kAtanh[] = "atanh";
constexpr char kCos[] = "cos", kCosh[] = "cosh", kSin[] = "sin", kSinh[] = "sinh", kTan[] = "tan";

// isnan and its like: of integers known.
template <const char* name, bool of_integers>
Prim test(const Scalars& s) {
  if (!s.dtype(s.in[0]).is_any_float()) return s.prims.boolean(of_integers);
  return s.prims.call(s.context.name(name), kBool, s.in.first(1));
}
constexpr char kIsNan[] = "isnan", kIsInf[] = "isinf", kIsFinite[] = "isfinite";

Prim sign(const Scalars& s) {
  Prim x = s.in[0], zero = s.number(0, s.item.dtype);
  Prim below = s.select(s.binary(lt, x, zero), s.number(-1, s.item.dtype), zero);
  return s.select(s.binary(gt, x, zero), s.number(1, s.item.dtype), below);
}
Prim quotient_floor(const Scalars& s, Prim a, Prim b) { return s.call("floor", s.binary(div, a, b)); }
Prim floor_divide(const Scalars& s) {
  return s.item.dtype.is_any_float() ? quotient_floor(s, s.in[0], s.in[1])
                                     : s.binary(PrimKind::floordiv, s.in[0], s.in[1]);
}
Prim floor_mod(const Scalars& s) {
  if (!s.item.dtype.is_any_float()) return s.binary(PrimKind::floormod, s.in[0], s.in[1]);
  return s.binary(sub, s.in[0], s.binary(mul, quotient_floor(s, s.in[0], s.in[1]), s.in[1]));
}
Prim truncated_mod(const Scalars& s) {
  return s.item.dtype.is_any_float() ? s.call("fmod", s.in[0], s.in[1]) : s.binary(PrimKind::mod, s.in[0], s.in[1]);
}
// Of bools; the result has the operands' dtype.
template <PrimKind kind>
Prim logical(const Scalars& s) {
  return s.cast(s.binary(kind, s.truth(s.in[0]), s.truth(s.in[1])), s.item.dtype);
}
constexpr char kAnd[] = "bitwise_and", kOr[] = "bitwise_or", kXor[] = "bitwise_xor", kShiftLeft[] = "shift_left",
               kShiftRight[] = "shift_right";
template <const char* name>
Prim intrinsic_of_two(const Scalars& s) {
  return s.call(name, s.in[0], s.in[1]);
}
// On bools what `of_bools` says.
template <PrimKind of_bools, const char* name>
Prim bits(const Scalars& s) {
  return s.item.dtype.is_boolean() ? s.binary(of_bools, s.in[0], s.in[1]) : intrinsic_of_two<name>(s);
}
Prim complement(const Scalars& s) {
  return s.item.dtype.is_boolean() ? s.prims.node(PrimKind::logical_not, kBool, s.in[0])
                                   : s.call("bitwise_not", s.in[0]);
}
Prim multiply_add(const Scalars& s) { return s.binary(add, s.binary(mul, s.in[0], s.in[1]), s.in[2]); }
Prim leakyrelu(const Scalars& s) {
  Prim alpha = s.number(CallAttrs(s.context, s.item.op, s.item.attrs).real("alpha"), s.item.dtype);
  return s.select(s.binary(gt, s.in[0], s.number(0, s.item.dtype)), s.in[0], s.binary(mul, alpha, s.in[0]));
}
// 0.5 x (1 + tanh(sqrt(2 / pi) x (1 + 0.044715 x^2)))
Prim gelu_tanh(const Scalars& s) {
  Prim x = s.in[0];
  auto n = [&](double v) { return s.number(v, s.item.dtype); };
  Prim inner = s.binary(add, n(1), s.binary(mul, n(0.044715), s.binary(mul, x, x)));
  Prim t = s.call("tanh", s.binary(mul, s.binary(mul, n(0.7978845608028654), x), inner));
  return s.binary(mul, s.binary(mul, n(0.5), x), s.binary(add, n(1), t));
}

// max(min(x, hi), lo): NaN becomes hi. Bounds are converted as elements are: cut to whole numbers, to the nearest of
// the dtype.
Prim clip(const Scalars& s) {
  auto bound = [&](Prim p) { return nearest(s.prims, s.prims[p], s.item.dtype); };
  Prim low = bound(s.item.prims[0]), high = bound(s.item.prims[1]);
  Prim below = s.select(s.binary(lt, s.in[0], high), s.in[0], high);
  return s.select(s.binary(gt, below, low), below, low);
}

Prim where(const Scalars& s) { return s.select(s.truth(s.in[0]), s.in[1], s.in[2]); }
Prim astype(const Scalars& s) { return s.item.dtype.is_boolean() ? s.truth(s.in[0]) : s.cast(s.in[0], s.item.dtype); }

Prim relu(const Scalars& s) {  // NaN becomes 0
  Prim zero = s.number(0, s.item.dtype);
  return s.select(s.binary(gt, s.in[0], zero), s.in[0], zero);
}
Prim gelu(const Scalars& s) {
  Prim x = s.in[0];
  Prim e = erf_of(s, s.binary(mul, x, s.number(std::sqrt(0.5), s.item.dtype)));
  Prim half = s.number(0.5, s.item.dtype);
  return s.binary(mul, x, s.binary(add, half, s.binary(mul, half, e)));
}
Prim silu(const Scalars& s) { return s.binary(mul, s.in[0], s.call("sigmoid", s.in[0])); }

struct Row {
  Op op;
  Prim (*make)(const Scalars&);
  int cost;
};

constexpr Row kRows[] = {
    {Op::add, add_, 1},
    {Op::subtract, arithmetic<sub>, 1},
    {Op::multiply, multiply, 1},
    {Op::divide, arithmetic<div>, 4},
    {Op::power, power, 40},
    {Op::maximum, maximum, 1},
    {Op::minimum, minimum, 1},
    {Op::equal, compare<eq>, 1},
    {Op::not_equal, compare<ne>, 1},
    {Op::less, compare<lt>, 1},
    {Op::less_equal, compare<le>, 1},
    {Op::greater, compare<gt>, 1},
    {Op::greater_equal, compare<ge>, 1},
    {Op::abs, absolute, 1},
    {Op::erf, erf, 27},
    {Op::exp, exp, 12},
    {Op::log, log, 18},
    {Op::sqrt, sqrt, 4},
    {Op::rsqrt, rsqrt, 6},
    {Op::tanh, tanh, 24},
    {Op::sigmoid, sigmoid, 16},
    {Op::negative, negative, 1},
    {Op::square, square, 1},
    {Op::round, round, 2},
    {Op::floor, floor, 1},
    {Op::ceil, ceil, 1},
    {Op::logical_not, logical_not_, 1},
    {Op::logical_and, logical<logical_and>, 1},
    {Op::logical_or, logical<logical_or>, 1},
    {Op::logical_xor, logical<ne>, 1},
    {Op::floor_divide, floor_divide, 6},
    {Op::mod, truncated_mod, 40},
    {Op::floor_mod, floor_mod, 8},
    {Op::sign, sign, 2},
    {Op::isnan, test<kIsNan, false>, 1},
    {Op::isinf, test<kIsInf, false>, 1},
    {Op::isfinite, test<kIsFinite, true>, 1},
    {Op::ewise_fma, multiply_add, 2},
    {Op::acos, intrinsic<kAcos>, 40},
    {Op::acosh, intrinsic<kAcosh>, 40},
    {Op::asin, intrinsic<kAsin>, 40},
    {Op::asinh, intrinsic<kAsinh>, 40},
    {Op::atan, intrinsic<kAtan>, 40},
    {Op::atanh, intrinsic<kAtanh>, 40},
    {Op::cos, intrinsic<kCos>, 40},
    {Op::cosh, intrinsic<kCosh>, 40},
    {Op::sin, intrinsic<kSin>, 40},
    {Op::sinh, intrinsic<kSinh>, 40},
    {Op::tan, intrinsic<kTan>, 40},
    {Op::nn_leakyrelu, leakyrelu, 2},
    {Op::nn_gelu_tanh, gelu_tanh, 30},
    {Op::wrap_param, astype, 1},
    {Op::clip, clip, 2},
    {Op::where, where, 1},
    {Op::astype, astype, 1},
    {Op::bitwise_and, bits<logical_and, kAnd>, 1},
    {Op::bitwise_or, bits<logical_or, kOr>, 1},
    {Op::bitwise_xor, bits<ne, kXor>, 1},
    {Op::bitwise_not, complement, 1},
    {Op::left_shift, intrinsic_of_two<kShiftLeft>, 3},
    {Op::right_shift, intrinsic_of_two<kShiftRight>, 2},
    {Op::nn_relu, relu, 1},
    {Op::nn_gelu, gelu, 30},
    {Op::nn_silu, silu, 17},
};

const Row* row(Op op) {
  for (const Row& r : kRows) {
    if (r.op == op) return &r;
  }
  return nullptr;
}

Prim element(KernelBuilder& b, Item i, std::span<const Prim> point) {
  const ItemNode& item = b.item(i);
  std::vector<Prim> in;
  for (size_t n = 0; n < item.inputs.size(); ++n) in.push_back(b.operand(i, n, point));
  const Row* r = row(item.op);
  HAMMOCK_CHECK(r, "no expression for R." + std::string(info(item.op).name));
  Prim e = r->make(Scalars{b.context(), b.prims(), item, in});
  if (b.prims()[e].dtype.is_boolean() &&
      !item.dtype.is_boolean()) {  // a test that inference gives the dtype of its operand
    b.lowerer().unsupported("R." + std::string(info(item.op).name) + " of " + to_string(item.dtype), i);
  }
  return e;
}

int cost(const ItemNode& item) {
  const Row* r = row(item.op);
  return r ? r->cost : 1;
}

}  // namespace

const Family pointwise{.kind = FamilyKind::element, .element = element, .cost = cost};
const Family view{.kind = FamilyKind::view};

}  // namespace hammock::loop
