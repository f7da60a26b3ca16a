// SPDX-License-Identifier: Apache-2.0
// Scalar expressions of the pointwise operators: the functions that SCALAR names in the table.
//
// Nothing is folded or simplified: x * 0 is not 0 for every float. Arithmetic is in the element's dtype; what the
// language computes in float32 (erf) is cast there and back.
#include <algorithm>
#include <cmath>

#include "hammock/prim/intrinsics.h"
#include "lowerer.h"

namespace hammock::loop {
namespace {

// Makes nodes; dtypes are those of the operands.
struct Scalars {
  Context& context;
  PrimStore& prims;
  const GraphItem& item;
  std::span<const Prim> in;

  DType dtype(Prim e) const { return prims[e].dtype; }
  Prim binary(PrimKind kind, Prim a, Prim b) const {
    bool is_test = kind >= PrimKind::eq && kind <= PrimKind::logical_or;
    return prims.node(kind, is_test ? kBool : dtype(a), a, b);
  }
  Prim select(Prim condition, Prim a, Prim b) const { return prims.node(PrimKind::select, dtype(a), condition, a, b); }
  Prim cast(Prim e, DType to) const { return loop::cast(prims, e, to); }
  Prim number(double value, DType d) const { return loop::number(prims, value, d); }
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
Prim plus(const Scalars& s) { return s.binary(s.item.dtype.is_boolean() ? ne : add, s.in[0], s.in[1]); }
Prim multiply(const Scalars& s) { return s.binary(s.item.dtype.is_boolean() ? logical_and : mul, s.in[0], s.in[1]); }
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
Prim negative(const Scalars& s) {
  return s.binary(mul, s.in[0], s.number(-1, s.item.dtype));
}  // keeps the sign of zeros
Prim square(const Scalars& s) { return s.binary(mul, s.in[0], s.in[0]); }
Prim round(const Scalars& s) { return s.item.dtype.is_any_float() ? s.call("round", s.in[0]) : s.in[0]; }
Prim floor(const Scalars& s) { return s.item.dtype.is_any_float() ? s.call("floor", s.in[0]) : s.in[0]; }
Prim ceil(const Scalars& s) { return s.item.dtype.is_any_float() ? s.call("ceil", s.in[0]) : s.in[0]; }
Prim negation(const Scalars& s) { return s.binary(eq, s.cast(s.truth(s.in[0]), kUint8), s.number(0, kUint8)); }

// isnan and its like: of integers known.
Prim test(const Scalars& s, std::string_view name, bool of_integers) {
  if (!s.dtype(s.in[0]).is_any_float()) return s.prims.boolean(of_integers);
  return s.prims.call(s.context.name(name), kBool, s.in.first(1));
}
Prim is_nan(const Scalars& s) { return test(s, "isnan", false); }
Prim is_inf(const Scalars& s) { return test(s, "isinf", false); }
Prim is_finite(const Scalars& s) { return test(s, "isfinite", true); }

Prim sign(const Scalars& s) {
  Prim x = s.in[0], zero = s.number(0, s.item.dtype);
  Prim below = s.select(s.binary(lt, x, zero), s.number(-1, s.item.dtype), zero);
  return s.select(s.binary(gt, x, zero), s.number(1, s.item.dtype), below);
}
Prim quotient_floor(const Scalars& s, Prim a, Prim b) { return s.call("floor", s.binary(div, a, b)); }
Prim floor_quotient(const Scalars& s) {
  return s.item.dtype.is_any_float() ? quotient_floor(s, s.in[0], s.in[1])
                                     : s.binary(PrimKind::floordiv, s.in[0], s.in[1]);
}
Prim floor_remainder(const Scalars& s) {
  if (!s.item.dtype.is_any_float()) return s.binary(PrimKind::floormod, s.in[0], s.in[1]);
  // Exact, whatever the quotient; no number where the divisor is infinite.
  const Prim divisor = s.in[1], zero = s.number(0, s.item.dtype);
  const Prim rest = s.binary(add, s.call("fmod", s.in[0], divisor), s.binary(sub, divisor, divisor));
  const Prim is_other = s.binary(ne, s.binary(lt, rest, zero), s.binary(lt, divisor, zero));
  return s.select(s.binary(logical_and, s.binary(ne, rest, zero), is_other), s.binary(add, rest, divisor), rest);
}
Prim remainder(const Scalars& s) {
  return s.item.dtype.is_any_float() ? s.call("fmod", s.in[0], s.in[1]) : s.binary(PrimKind::mod, s.in[0], s.in[1]);
}
// Of bools; the result has the operands' dtype.
Prim logical(const Scalars& s, PrimKind kind) {
  return s.cast(s.binary(kind, s.truth(s.in[0]), s.truth(s.in[1])), s.item.dtype);
}
Prim both(const Scalars& s) { return logical(s, logical_and); }
Prim either(const Scalars& s) { return logical(s, logical_or); }
Prim one_of(const Scalars& s) { return logical(s, ne); }
// On bools what `of_bools` says.
Prim bits(const Scalars& s, PrimKind of_bools, std::string_view name) {
  return s.item.dtype.is_boolean() ? s.binary(of_bools, s.in[0], s.in[1]) : s.call(name, s.in[0], s.in[1]);
}
Prim bit_and(const Scalars& s) { return bits(s, logical_and, "bitwise_and"); }
Prim bit_or(const Scalars& s) { return bits(s, logical_or, "bitwise_or"); }
Prim bit_xor(const Scalars& s) { return bits(s, ne, "bitwise_xor"); }
Prim complement(const Scalars& s) {
  return s.item.dtype.is_boolean() ? s.prims.node(PrimKind::logical_not, kBool, s.in[0])
                                   : s.call("bitwise_not", s.in[0]);
}
Prim fused(const Scalars& s) { return s.binary(add, s.binary(mul, s.in[0], s.in[1]), s.in[2]); }
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

// Checked where the table is compiled.
consteval const char* scalar_function(std::string_view name) {
  const auto row = std::ranges::find(intrinsics(), name, &IntrinsicRow::name);
  if (row == intrinsics().end() || row->scalar == ScalarFunction::none)
    throw "CALLS names no function of numbers in intrinsics.def";
  return row->name.data();
}

struct Row {
  Prim (*make)(const Scalars&) = nullptr;
  const char* called = nullptr;  // instead: the scalar function
  int cost = 1;
  constexpr Row(Prim (*make)(const Scalars&), int cost) : make(make), cost(cost) {}
  constexpr Row(const char* called, int cost) : called(called), cost(cost) {}
  constexpr Row(const Family&) {}  // not computed element by element
};

}  // namespace

namespace families {
constexpr Row kRows[] = {
#define SCALAR(rule, cost) Row(rule, cost)
#define CALLS(function, cost) Row(scalar_function(#function), cost)
#define OP(id, signature, traits, infer, eval, lower, ...) lower,
#include "hammock/ir/ops.def"
#undef OP
#undef CALLS
#undef SCALAR
};
}  // namespace families

namespace {

const Row& row(Op op) { return families::kRows[static_cast<size_t>(op)]; }

Prim element(KernelBuilder& b, ItemId i, std::span<const Prim> point) {
  const GraphItem& item = b.item(i);
  std::vector<Prim> in;
  for (size_t n = 0; n < item.inputs.size(); ++n) in.push_back(b.operand(i, n, point));
  const Row& r = row(item.op);
  Scalars s{b.context(), b.prims(), item, in};
  Prim e = r.make ? r.make(s) : s.prims.call(s.context.name(r.called), s.dtype(in[0]), in);
  if (b.prims()[e].dtype.is_boolean() &&
      !item.dtype.is_boolean()) {  // a test that inference gives the dtype of its operand
    b.lowerer().unsupported("R." + std::string(info(item.op).name) + " of " + to_string(item.dtype), i);
  }
  return e;
}

int cost(const GraphItem& item) { return row(item.op).cost; }

}  // namespace

bool converts(Op op) { return row(op).make == astype; }

const Family families::pointwise{.kind = FamilyKind::element, .element = element, .cost = cost};

}  // namespace hammock::loop
