// SPDX-License-Identifier: Apache-2.0
#include "hammock/prim/interval.h"

#include "hammock/base/scalable.h"
#include "hammock/ir/prim_kind.h"

namespace hammock {
namespace {

using Wide = Interval::Wide;

bool is_infinite(Wide v) { return v == Interval::kInfinity || v == -Interval::kInfinity; }

// The greatest distance from 0.
Wide magnitude(Interval a) { return std::max(a.high, -a.low); }

Interval truth(bool is_true, bool is_false) { return {is_true ? 1 : 0, is_false ? 0 : 1}; }
Interval is_zero(Interval a) { return truth(a == Interval{0, 0}, a.low > 0 || a.high < 0); }
Interval negation(Interval a) { return {1 - std::min<Wide>(a.high, 1), 1 - std::max<Wide>(a.low, 0)}; }

Interval choice(Interval test, Interval a, Interval b) { return test.low > 0 ? a : test.high < 1 ? b : hull(a, b); }

std::optional<Interval> bitwise_and(Interval a, Interval b) {
  if (a.low >= 0 && b.low >= 0) return Interval{0, std::min(a.high, b.high)};
  if (a.low < 0 && b.low < 0) return std::nullopt;
  return Interval{0, a.low >= 0 ? a.high : b.high};
}

}  // namespace

Interval quotient(Interval a, Interval b, bool rounds_down) {
  if (b.low <= 0) {
    const Wide most = magnitude(a);
    return {-most, most};
  }
  auto divide = [&](Wide x, Wide y) { return is_infinite(x) ? x : rounds_down ? floor_div(x, y) : x / y; };
  return {std::min(divide(a.low, b.low), divide(a.low, b.high)),
          std::max(divide(a.high, b.low), divide(a.high, b.high))};
}

Interval remainder(Interval a, Interval b, bool rounds_down) {
  if (b.low > 0 && a.has_low() && a.has_high() && (rounds_down || a.low >= 0)) {
    const Interval q = quotient(a, b, true);
    if (q == Interval{0, 0}) return a;
    if (q.low == q.high && b.low == b.high) return {a.low - q.low * b.low, a.high - q.low * b.low};
  }
  const Wide divisor = magnitude(b), most = is_infinite(divisor) ? divisor : std::max<Wide>(divisor - 1, 0);
  if (a.low >= 0 && (b.low > 0 || !rounds_down)) return {0, std::min(a.high, most)};
  return {rounds_down && b.low > 0 ? 0 : -most, most};
}

Interval interval_of(PrimKind kind, Interval a, Interval b) {
  switch (kind) {
    case PrimKind::add: return a + b;
    case PrimKind::sub: return a + b * -1;
    case PrimKind::mul: return a * b;
    case PrimKind::div:
    case PrimKind::floordiv: return quotient(a, b, kind == PrimKind::floordiv);
    case PrimKind::mod:
    case PrimKind::floormod: return remainder(a, b, kind == PrimKind::floormod);
    case PrimKind::min:
    case PrimKind::logical_and: return min(a, b);
    case PrimKind::max:
    case PrimKind::logical_or: return max(a, b);
    case PrimKind::eq: return truth(a.low == a.high && a == b, a.high < b.low || b.high < a.low);
    case PrimKind::ne: return truth(a.high < b.low || b.high < a.low, a.low == a.high && a == b);
    case PrimKind::lt: return truth(a.high < b.low, a.low >= b.high);
    case PrimKind::le: return truth(a.high <= b.low, a.low > b.high);
    case PrimKind::gt: return truth(a.low > b.high, a.high <= b.low);
    case PrimKind::ge: return truth(a.low >= b.high, a.high < b.low);
    default: return {};
  }
}

std::optional<Interval> interval_of(const PrimStore& prims, Prim e, std::string_view intrinsic,
                                    const std::function<Interval(Prim)>& of) {
  const PrimNode& n = prims[e];
  const auto is_integral = [&](Prim p) { return prims[p].dtype.is_integral(); };
  switch (n.kind) {
    case PrimKind::int_imm:
      return n.value < 0 && !n.dtype.is_integer() ? std::nullopt : std::optional(Interval{n.value, n.value});
    case PrimKind::select: return choice(of(n.lhs()), of(n.rhs()), of(Prim(n.c)));
    case PrimKind::cast:
      if (!is_integral(n.lhs())) return std::nullopt;
      return n.dtype.is_boolean() ? negation(is_zero(of(n.lhs()))) : of(n.lhs());
    case PrimKind::broadcast: return of(n.lhs());
    case PrimKind::ramp:
      if (vscale_factor(n.dtype) > 0) return std::nullopt;
      return of(n.lhs()) + hull({0, 0}, of(n.rhs()) * (n.dtype.lanes - 1));
    case PrimKind::logical_not: return negation(of(n.lhs()));
    case PrimKind::call: break;
    default:
      if (!row(n.kind).is_binary() || !is_integral(n.lhs())) return std::nullopt;
      return interval_of(n.kind, of(n.lhs()), of(n.rhs()));
  }
  const std::span<const Prim> args = prims.call_args(e);
  if (intrinsic.empty() || args.empty() || !n.dtype.is_integral()) return std::nullopt;
  if (intrinsic == "likely" || intrinsic == "tvm_thread_invariant") return of(args[0]);
  if (intrinsic == "if_then_else" && args.size() == 3) return choice(of(args[0]), of(args[1]), of(args[2]));
  if (args.size() != 2 || !is_integral(args[0]) || !is_integral(args[1])) return std::nullopt;
  if (intrinsic == "bitwise_and") return bitwise_and(of(args[0]), of(args[1]));
  const std::optional<int64_t> by = of(args[1]).value();
  if (!by || *by < 0 || *by > 62) return std::nullopt;
  const Wide power = Wide{1} << *by;
  if (intrinsic == "shift_right") return quotient(of(args[0]), {power, power}, true);
  if (intrinsic == "shift_left") return of(args[0]) * Interval{power, power};
  return std::nullopt;
}

}  // namespace hammock
