// SPDX-License-Identifier: Apache-2.0
// Two rewritings take turns. The canonical one turns an expression into a sum of atoms, each with a remainder and a
// quotient, s * (x % u // l), and reads it out in a fixed order; the algebraic one finds what a sum of such terms does
// not show: common factors, quotients beside remainders, minima and maxima that are decided. An expression that neither
// changes stays what it is.
//
// Nothing recurses: both walk from the leaves up.
#include "canonical_sums.h"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hammock/ir/constant.h"
#include "hammock/prim/simplify.h"
#include "hammock/prim/symbols.h"
#include "hammock/prim/walk.h"

namespace hammock {
namespace {

constexpr size_t kMaxTerms = 256;  // of one sum or product; what is longer stays as it is
constexpr size_t kMaxNodes = 4096;
constexpr int kMaxSteps = 32;  // of one comparison

int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }
int64_t floor_mod(int64_t a, int64_t b) { return a - floor_div(a, b) * b; }

struct Term {
  Prim x;
  int64_t scale = 1;
  int64_t upper = 0;  // 0: no remainder is taken
  int64_t lower = 1;
  bool floors = false;  // it went through a division or a remainder by itself
};

struct Sum {
  std::vector<Term> terms;
  int64_t base = 0;
  bool is_split = false;  // one term that never was part of a sum: it reads x * -1, not 0 - x
};

class Canonical {
 public:
  explicit Canonical(Context& context)
      : context_(context), prims_(context.prims), if_then_else_(context.name("if_then_else")) {}

  // None if a bound was hit.
  std::optional<Prim> run(Prim root) {
    operands_first(
        prims_, root, [&](Prim e) { return failed_ || done_.contains(e); },
        [&](Prim e, std::vector<Prim>& operands) {
          if (done_.size() > kMaxNodes) failed_ = true;
          if (failed_) return;
          Sum sum = node(e, operands);
          if (sum.terms.size() > kMaxTerms) failed_ = true;
          done_.emplace(e, std::move(sum));
        });
    if (failed_) return std::nullopt;
    const Prim out = read(done_.at(root), prims_[root].dtype);
    return failed_ ? std::nullopt : std::optional(out);
  }

 private:
  static bool is_index(DType d) { return d == kInt32 || d == kInt64; }
  int64_t checked(Wide value) {
    failed_ |= value > INT64_MAX || value < INT64_MIN;
    return static_cast<int64_t>(value);
  }
  int64_t times(int64_t a, int64_t b) { return checked(Wide{a} * b); }
  int64_t plus(int64_t a, int64_t b) { return checked(Wide{a} + b); }

  Sum atom(Prim e) const {
    if (std::optional<int64_t> c = prims_.constant(e); c && is_index(prims_[e].dtype)) return {{}, *c};
    return {{{e}}, 0, true};
  }

  Sum node(Prim e, std::span<const Prim> operands) {
    using enum PrimKind;
    const PrimNode n = prims_[e];
    if (!is_index(n.dtype) || operands.empty()) return atom(rebuilt(e, operands));
    const auto a = [&] { return done_.at(operands[0]); };
    const auto b = [&] { return done_.at(operands[1]); };
    switch (n.kind) {
      case add: return combined(a(), b(), 1);
      case sub: return combined(a(), b(), -1);
      case mul:
        if (b().terms.empty()) return scaled(a(), b().base);
        if (a().terms.empty()) return scaled(b(), a().base);
        return product(a(), b(), n.dtype);
      case div:
      case floordiv:
        if (b().terms.empty() && b().base > 0) return quotient(e, a(), b().base, n.kind == floordiv);
        break;
      case mod:
      case floormod:
        if (b().terms.empty() && b().base > 0) return remainder(e, a(), b().base, n.kind == floormod);
        break;
      case cast:
        if (is_index(prims_[operands[0]].dtype) && n.dtype.bits >= prims_[operands[0]].dtype.bits)
          return widened(a(), n.dtype);
        break;
      default: break;
    }
    return atom(rebuilt(e, operands));
  }

  // The node of what its operands read as.
  Prim rebuilt(Prim e, std::span<const Prim> operands) {
    const PrimNode n = prims_[e];
    std::vector<Prim> now;
    for (Prim o : operands) now.push_back(read(done_.at(o), prims_[o].dtype));
    if (std::ranges::equal(now, operands)) return e;
    auto at = [&](size_t i) { return i < now.size() ? now[i] : Prim(); };
    switch (n.kind) {
      case PrimKind::call: return prims_.call(n.name(), n.dtype, now);
      case PrimKind::load: return prims_.load(n.c, n.dtype, now);
      case PrimKind::select:
      case PrimKind::cast:
      case PrimKind::ramp:
      case PrimKind::broadcast: return prims_.node(n.kind, n.dtype, at(0), at(1), at(2));
      default:
        return n.dtype.is_scalar() ? prims_.fold(n.kind, at(0), at(1)) : prims_.node(n.kind, n.dtype, at(0), at(1));
    }
  }

  // ---- sums

  // Terms of one atom stand together, the greatest divisor first.
  void add_term(Sum& sum, const Term& t) {
    auto group = std::ranges::find(sum.terms, t.x, &Term::x);
    auto place = group;
    for (; place != sum.terms.end() && place->x == t.x && place->lower >= t.lower; ++place) {
      if (place->lower != t.lower || place->upper != t.upper) continue;
      place->scale = plus(place->scale, t.scale);
      if (place->scale == 0) sum.terms.erase(place);
      return;
    }
    sum.terms.insert(group == sum.terms.end() ? sum.terms.end() : place, t);
  }

  Sum combined(Sum a, const Sum& b, int64_t factor) {
    a.is_split = false;
    a.base = plus(a.base, times(b.base, factor));
    for (Term t : b.terms) {
      t.scale = times(t.scale, factor);
      add_term(a, t);
    }
    return a;
  }

  Sum scaled(Sum a, int64_t factor) {
    if (factor == 0) return {};
    for (Term& t : a.terms) t.scale = times(t.scale, factor);
    a.base = times(a.base, factor);
    return a;
  }

  // Factors in order, the constant one last.
  Sum product(const Sum& a, const Sum& b, DType dtype) {
    std::vector<Prim> factors;
    Wide scale = 1;
    for (const Sum* s : {&a, &b}) {
      std::vector<Prim> open{read(*s, dtype)};
      while (!open.empty()) {
        const Prim e = open.back();
        open.pop_back();
        if (prims_[e].kind == PrimKind::mul) {
          open.push_back(prims_[e].rhs());
          open.push_back(prims_[e].lhs());
        } else if (std::optional<int64_t> c = prims_.constant(e)) {
          scale = checked(scale * *c);
        } else {
          factors.push_back(e);
        }
        failed_ |= factors.size() > kMaxTerms;  // squares of squares
        if (failed_) return {};
      }
    }
    if (scale == 0) return {};
    Prim all;
    for (Prim f : factors) all = all ? prims_.mul(all, f) : f;
    return {{{all, static_cast<int64_t>(scale)}}, 0, true};
  }

  // ---- quotients and remainders by a constant

  std::pair<Sum, Sum> divisible_parts(const Sum& a, int64_t c) const {
    Sum whole, rest;
    (a.base % c == 0 ? whole : rest).base = a.base;
    for (const Term& t : a.terms) (t.scale % c == 0 ? whole : rest).terms.push_back(t);
    return {whole, rest};
  }
  bool is_zero(const Sum& s) const { return s.terms.empty() && s.base == 0; }
  bool is_natural(Prim e) { return prove_at_least(context_, e, 0, Symbols::variables) == Truth::yes; }
  bool is_below(Prim e, int64_t c) {
    return prove_at_least(context_, prims_.sub(prims_.integer(c - 1, prims_[e].dtype), e), 0, Symbols::variables) ==
           Truth::yes;
  }

  // A single term, or the sum as an atom.
  Term as_term(const Sum& a, DType dtype) {
    if (a.terms.size() == 1 && a.base == 0) return a.terms[0];
    return {read(a, dtype)};
  }

  Sum quotient(Prim e, const Sum& a, int64_t c, bool floors) {
    const DType dtype = prims_[e].dtype;
    if (c == 1) return a;
    if (a.terms.empty()) return {{}, floors ? floor_div(a.base, c) : a.base / c};
    auto [whole, rest] = divisible_parts(a, c);
    for (Term& t : whole.terms) t.scale /= c;
    whole.base /= c;
    if (is_zero(rest)) {
      if (a.is_split) whole.terms[0].floors |= floors;
      return a.is_split ? Sum{whole.terms, 0, true} : whole;
    }
    const Prim left = read(rest, dtype);
    if (!floors && !(is_natural(left) && is_natural(read(whole, dtype)))) return atom(rebuilt_pair(e, a, c));
    if (rest.terms.empty()) {
      whole.base = plus(whole.base, floor_div(rest.base, c));
      return whole;
    }
    if (is_natural(left) && is_below(left, c)) return whole;
    Term t = divided(as_term(rest, dtype), c, dtype);
    t.floors |= floors;
    if (is_zero(whole)) return t.scale == 0 ? Sum{} : Sum{{t}, 0, true};
    return t.scale == 0 ? whole : combined(std::move(whole), {{t}}, 1);
  }

  Prim rebuilt_pair(Prim e, const Sum& a, int64_t c) {
    const PrimNode n = prims_[e];
    return prims_.fold(n.kind, read(a, n.dtype), prims_.integer(c, n.dtype));
  }

  Term divided(Term t, int64_t c, DType dtype) {
    if (t.scale % c == 0) {
      t.scale /= c;
      return t;
    }
    if (t.scale != 0 && c % t.scale == 0) {
      const int64_t by = c / t.scale;
      t.scale = 1;
      if (t.upper == 0 || t.upper % times(t.lower, by) == 0) {
        t.lower = times(t.lower, by);
        return t;
      }
      if (t.upper <= times(t.lower, by)) return {t.x, 0};
      return {read({{{t.x, 1, t.upper, 1}}, 0, true}, dtype), 1, 0, times(t.lower, by)};
    }
    return {read({{t}, 0, true}, dtype), 1, 0, c};
  }

  Sum remainder(Prim e, const Sum& a, int64_t c, bool floors) {
    const DType dtype = prims_[e].dtype;
    if (a.terms.empty()) return {{}, floors ? floor_mod(a.base, c) : a.base % c};
    auto [whole, rest] = divisible_parts(a, c);
    if (is_zero(rest)) return {};
    const Prim left = read(rest, dtype);
    if (!floors && !(is_natural(left) && is_natural(read(whole, dtype)))) return atom(rebuilt_pair(e, a, c));
    if (rest.terms.empty()) return {{}, floor_mod(rest.base, c)};
    if (is_natural(left) && is_below(left, c)) return rest;
    rest.base = floor_mod(rest.base, c);
    Term t = limited(as_term(rest, dtype), c, dtype);
    t.floors |= floors;
    return t.scale == 0 ? Sum{} : Sum{{t}, 0, true};
  }

  Term limited(Term t, int64_t c, DType dtype) {
    if (t.scale % c == 0) return {t.x, 0};
    if (c % t.scale == 0) {
      const int64_t upper = times(c / t.scale, t.lower);
      if (t.upper == 0 || t.upper % upper == 0) {
        t.upper = upper;
        return t;
      }
      if (upper % t.upper == 0) return t;
    }
    return {read({{t}, 0, true}, dtype), 1, c, 1};
  }

  Sum widened(const Sum& a, DType to) {
    Sum out{{}, a.base, a.is_split};
    for (Term t : a.terms) {
      t.x = prims_[t.x].dtype == to ? t.x : prims_.node(PrimKind::cast, to, t.x);
      add_term(out, t);
    }
    out.is_split = a.is_split;
    return out;
  }

  // ---- reading out

  // x // l * l + x % l is x, for parts of one atom.
  void merge_parts(std::vector<Term>& terms) {
    for (size_t i = 0; i < terms.size(); ++i) {
      for (size_t j = 0; j < terms.size(); ++j) {
        Term &high = terms[i], &low = terms[j];
        if (i == j || high.x != low.x || low.upper == 0 || high.lower != low.upper) continue;
        if (high.lower % low.lower != 0 || high.scale != times(high.lower / low.lower, low.scale)) continue;
        low.upper = high.upper;
        terms.erase(terms.begin() + static_cast<ptrdiff_t>(i));
        i = static_cast<size_t>(-1);  // from the beginning
        break;
      }
    }
  }

  Prim read_term(const Term& t, int64_t scale, DType dtype) {
    Prim e = t.x;
    auto number = [&](int64_t c) { return prims_.integer(c, dtype); };
    if (t.upper != 0) e = prims_.fold(PrimKind::floormod, e, number(t.upper));
    if (t.lower != 1) e = prims_.fold(PrimKind::floordiv, e, number(t.lower));
    return scale == 1 ? e : prims_.mul(e, number(scale));
  }

  Prim read(const Sum& sum, DType dtype) {
    if (sum.is_split && sum.terms.size() == 1) return read_term(sum.terms[0], sum.terms[0].scale, dtype);
    std::vector<Term> terms = sum.terms;
    merge_parts(terms);
    std::ranges::stable_sort(terms, [](const Term& a, const Term& b) {
      if (a.scale != b.scale) return a.scale > b.scale;
      if (a.lower != b.lower) return a.lower > b.lower;
      const uint64_t u = static_cast<uint64_t>(a.upper) - 1,
                     v = static_cast<uint64_t>(b.upper) - 1;  // none is infinite
      return u != v ? u > v : a.floors && !b.floors;
    });
    Prim out;
    auto append = [&](Prim e) { out = out ? prims_.add(out, e) : e; };
    for (const Term& t : terms) {
      if (t.scale > 0) append(read_term(t, t.scale, dtype));
    }
    if (sum.base > 0) append(prims_.integer(sum.base, dtype));
    if (!out) out = prims_.integer(0, dtype);
    for (const Term& t : terms) {
      if (t.scale < 0) out = prims_.fold(PrimKind::sub, out, read_term(t, times(t.scale, -1), dtype));
    }
    if (sum.base < 0 && sum.base != INT64_MIN) out = prims_.fold(PrimKind::sub, out, prims_.integer(-sum.base, dtype));
    failed_ |= sum.base == INT64_MIN && !terms.empty();
    if (terms.empty()) out = prims_.integer(sum.base, dtype);
    return out;
  }

  Context& context_;
  PrimStore& prims_;
  Name if_then_else_;
  bool failed_ = false;
  std::unordered_map<Prim, Sum> done_;
};

// ---- algebra

class Algebra {
 public:
  explicit Algebra(Context& context)
      : context_(context), prims_(context.prims), if_then_else_(context.name("if_then_else")) {}

  Prim run(Prim root) {
    operands_first(
        prims_, root, [&](Prim e) { return done_.contains(e); },
        [&](Prim e, std::vector<Prim>& operands) { done_.emplace(e, node(e, operands)); });
    return done_.at(root);
  }

 private:
  using K = PrimKind;

  Prim node(Prim e, std::vector<Prim>& operands) {
    bool same = true;
    for (Prim& o : operands) {
      const Prim now = done_.at(o);
      same &= now == o;
      o = now;
    }
    const PrimNode n = prims_[e];
    auto at = [&](size_t i) { return i < operands.size() ? operands[i] : Prim(); };
    if (!same) {
      switch (n.kind) {
        case K::call: e = prims_.call(n.name(), n.dtype, operands); break;
        case K::load: e = prims_.load(n.c, n.dtype, operands); break;
        case K::select:
        case K::cast:
        case K::ramp:
        case K::broadcast: e = prims_.node(n.kind, n.dtype, at(0), at(1), at(2)); break;
        default:
          e = n.dtype.is_scalar() ? prims_.fold(n.kind, at(0), at(1)) : prims_.node(n.kind, n.dtype, at(0), at(1));
      }
    }
    if (!n.dtype.is_scalar()) return e;
    for (int round = 0; round < 4; ++round) {  // what a rule gives another may change
      const Prim now = step(e);
      if (now == e) break;
      e = now;
    }
    return e;
  }

  bool is(Prim e, K kind) const { return prims_[e].kind == kind; }
  Prim lhs(Prim e) const { return prims_[e].lhs(); }
  Prim rhs(Prim e) const { return prims_[e].rhs(); }
  std::optional<int64_t> c(Prim e) const { return prims_.constant(e); }
  Prim number(int64_t v, Prim like) { return prims_.integer(v, prims_[like].dtype); }
  Prim fold(K kind, Prim a, Prim b) { return prims_.fold(kind, a, b); }

  Prim step(Prim e) {
    const PrimNode n = prims_[e];
    const bool is_index = n.dtype == kInt32 || n.dtype == kInt64;
    switch (n.kind) {
      case K::add: return is_index ? add(e, n.lhs(), n.rhs()) : e;
      case K::sub: return is_index ? sub(e, n.lhs(), n.rhs()) : n.dtype.is_any_float() ? cancel(e) : e;
      case K::div: return n.dtype.is_any_float() ? times_inverse(e) : e;
      case K::floordiv: return is_index ? floordiv(e, n.lhs(), n.rhs()) : e;
      case K::floormod: return is_index ? floormod(e, n.lhs(), n.rhs()) : e;
      case K::min:
      case K::max: return is_index ? extreme(e, n.kind, n.lhs(), n.rhs()) : e;
      case K::gt: return compare(K::lt, n.rhs(), n.lhs());
      case K::ge: return compare(K::le, n.rhs(), n.lhs());
      case K::lt:
      case K::le:
      case K::eq:
      case K::ne: return compare(n.kind, n.lhs(), n.rhs());
      case K::logical_and: return both(e, n.lhs(), n.rhs());
      case K::logical_not: return negated(n.lhs());
      case K::select: return conditional(e, n.lhs(), n.rhs(), Prim(n.c));
      case K::call: {
        const std::span<const Prim> args = prims_.call_args(e);
        return n.name() == if_then_else_ && args.size() == 3 ? conditional(e, args[0], args[1], args[2]) : e;
      }
      default: return e;
    }
  }

  // A quotient by a number is a product with its inverse, which is as exact as a double.
  Prim times_inverse(Prim e) {
    const PrimNode by = prims_[rhs(e)];
    if (by.kind != K::float_imm || by.real == 0) return e;
    return fold(K::mul, lhs(e), prims_.real(1.0 / by.real, by.dtype));
  }

  Prim cancel(Prim e) {
    const Prim a = lhs(e), b = rhs(e), zero = prims_.real(0, prims_[e].dtype);
    if (a == b) return zero;
    if (is(a, K::add) && rhs(a) == b) return lhs(a);
    if (is(a, K::add) && lhs(a) == b) return rhs(a);
    if (is(b, K::add) && (lhs(b) == a || rhs(b) == a)) return fold(K::sub, zero, lhs(b) == a ? rhs(b) : lhs(b));
    return e;
  }

  Prim both(Prim e, Prim a, Prim b) {
    if (is(b, K::logical_and)) return fold(K::logical_and, both(fold(K::logical_and, a, lhs(b)), a, lhs(b)), rhs(b));
    return negated(a) == b ? prims_.boolean(false) : e;
  }

  Prim conditional(Prim e, Prim condition, Prim a, Prim b) {
    if (std::optional<int64_t> known = c(condition)) return *known ? a : b;
    if (is(e, K::select)) return a == b ? a : e;
    if (const Prim now = assuming(condition, a); now != a) {
      const Prim operands[] = {condition, now, b};
      return prims_.call(if_then_else_, prims_[e].dtype, operands);
    }
    const PrimNode n = prims_[a];
    if (n.kind != K::call || n.name() != if_then_else_ || prims_.call_args(a).size() != 3) return e;
    const std::vector<Prim> inner(prims_.call_args(a).begin(), prims_.call_args(a).end());
    const bool is_constant = prims_[b].kind == K::int_imm || prims_[b].kind == K::float_imm;
    if (!is_constant || inner[2] != b) return e;
    const Prim operands[] = {fold(K::logical_and, condition, inner[0]), inner[1], b};
    return prims_.call(if_then_else_, n.dtype, operands);
  }

  // The other factor of a product; none if `x` is no factor of it.
  Prim other_factor(Prim e, Prim x) const {
    if (!is(e, K::mul)) return {};
    return lhs(e) == x ? rhs(e) : rhs(e) == x ? lhs(e) : Prim();
  }

  Prim add(Prim e, Prim a, Prim b) {
    const auto is_extreme = [&](Prim x) { return is(x, K::min) || is(x, K::max); };
    if (is_extreme(b) && !is_extreme(a) && !c(a)) return fold(K::add, b, a);
    if (std::optional<int64_t> k = c(b); k && is_extreme(a) && *k != INT64_MIN) {  // max(x - 1, y) + 1
      const auto [x, p] = without_offset(lhs(a));
      const auto [y, q] = without_offset(rhs(a));
      if (p == -*k && p != 0) return fold(prims_[a].kind, x, fold(K::add, rhs(a), b));
      if (q == -*k && q != 0) return fold(prims_[a].kind, fold(K::add, lhs(a), b), y);
    }
    if (is(a, K::sub) && rhs(a) == b) return lhs(a);            // (x - y) + y
    if (is(b, K::sub) && rhs(b) == a) return lhs(b);            // x + (y - x)
    if (a == b && !c(a)) return fold(K::mul, a, number(2, a));  // x + x
    for (auto [p, q] : {std::pair(a, b), std::pair(b, a)}) {
      if (is(p, K::min) && is(q, K::max) &&
          ((lhs(p) == lhs(q) && rhs(p) == rhs(q)) || (lhs(p) == rhs(q) && rhs(p) == lhs(q))))
        return fold(K::add, lhs(p), rhs(p));
      // x // y * y + x % y
      if (is(p, K::mul) && is(lhs(p), K::floordiv) && rhs(lhs(p)) == rhs(p) && is(q, K::floormod) &&
          lhs(q) == lhs(lhs(p)) && rhs(q) == rhs(p))
        return lhs(q);
    }
    if (Prim y = other_factor(b, a); y && !c(a)) return fold(K::mul, a, fold(K::add, y, number(1, a)));
    if (Prim y = other_factor(a, b); y && !c(b)) return fold(K::mul, b, fold(K::add, y, number(1, b)));
    if (is(a, K::mul) && is(b, K::mul)) {
      for (Prim x : {lhs(a), rhs(a)}) {
        Prim y = other_factor(a, x), z = other_factor(b, x);
        if (z && !c(x)) return fold(K::mul, x, fold(K::add, y, z));
      }
    }
    return e;
  }

  Prim sub(Prim e, Prim a, Prim b) {
    if (is(a, K::add) && rhs(a) == b) return lhs(a);                              // (x + y) - y
    if (is(a, K::add) && lhs(a) == b) return rhs(a);                              // (x + y) - x
    if (is(b, K::add) && lhs(b) == a) return fold(K::sub, number(0, a), rhs(b));  // x - (x + y)
    if (is(b, K::add) && rhs(b) == a) return fold(K::sub, number(0, a), lhs(b));  // x - (y + x)
    if (a == b) return number(0, a);
    if (is(b, K::mul) && is(lhs(b), K::floordiv) && rhs(lhs(b)) == rhs(b) && lhs(lhs(b)) == a &&
        c(rhs(b)).value_or(1) != 0)
      return fold(K::floormod, a, rhs(b));  // x - x // c * c
    if (is(a, K::mul) && is(lhs(a), K::floordiv) && rhs(lhs(a)) == rhs(a) && c(rhs(a))) {
      const Prim whole = lhs(lhs(a));  // (x + c1) // c2 * c2 - x
      if (is(whole, K::add) && lhs(whole) == b && c(rhs(whole)))
        return fold(K::sub, rhs(whole), fold(K::floormod, whole, rhs(a)));
      if (whole == b) return fold(K::sub, number(0, b), fold(K::floormod, b, rhs(a)));
    }
    if (is(a, K::select)) {
      const Prim x = prims_[a].rhs(), y = Prim(prims_[a].c), zero = number(0, b);
      if (x == b) return prims_.node(K::select, prims_[a].dtype, lhs(a), zero, fold(K::sub, y, b));
      if (y == b) return prims_.node(K::select, prims_[a].dtype, lhs(a), fold(K::sub, x, b), zero);
    }
    for (K kind : {K::min, K::max}) {
      if (!is(a, kind)) continue;
      if (rhs(a) == b) return fold(kind, fold(K::sub, lhs(a), b), number(0, b));
      if (lhs(a) == b) return fold(kind, number(0, b), fold(K::sub, rhs(a), b));
      if (Prim y = other_summand(lhs(a), b)) return fold(kind, y, fold(K::sub, rhs(a), b));  // min(b + y, z) - b
      if (Prim y = other_summand(rhs(a), b)) return fold(kind, fold(K::sub, lhs(a), b), y);
    }
    for (K kind : {K::min, K::max}) {  // a - min(a, y)
      const K other = kind == K::min ? K::max : K::min;
      if (is(b, kind) && lhs(b) == a) return fold(other, number(0, a), fold(K::sub, a, rhs(b)));
      if (is(b, kind) && rhs(b) == a) return fold(other, fold(K::sub, a, lhs(b)), number(0, a));
    }
    if (is(a, K::add) && c(rhs(a)) && !c(b)) return fold(K::add, step(fold(K::sub, lhs(a), b)), rhs(a));
    if (Prim y = other_factor(a, b); y && !c(b)) return fold(K::mul, b, fold(K::sub, y, number(1, b)));
    if (Prim y = other_factor(b, a); y && !c(a)) return fold(K::mul, a, fold(K::sub, number(1, a), y));
    if (is(a, K::mul) && is(b, K::mul)) {
      for (Prim x : {lhs(a), rhs(a)}) {
        Prim y = other_factor(a, x), z = other_factor(b, x);
        if (z && !c(x)) return fold(K::mul, x, fold(K::sub, y, z));
      }
    }
    if (is(b, K::mul) && c(rhs(b)).value_or(0) > 0)  // x - y * c
      return fold(K::add, a, fold(K::mul, lhs(b), number(-*c(rhs(b)), b)));
    return e;
  }

  // The rest of a sum that has that part; none if it is no such sum.
  Prim other_summand(Prim e, Prim part) const {
    if (!is(e, K::add)) return {};
    return lhs(e) == part ? rhs(e) : rhs(e) == part ? lhs(e) : Prim();
  }

  // x * c1 + y where y is in [0, c1): x, y and c1.
  struct Scaled {
    Prim x, y;
    int64_t by = 0;
  };
  std::optional<Scaled> scaled_sum(Prim a) const {
    if (!is(a, K::add) || !is(lhs(a), K::mul)) return std::nullopt;
    const std::optional<int64_t> by = c(rhs(lhs(a))), y = c(rhs(a));
    if (!by || *by <= 0 || !y || *y < 0 || *y >= *by) return std::nullopt;
    return Scaled{lhs(lhs(a)), rhs(a), *by};
  }

  Prim floordiv(Prim e, Prim a, Prim b) {
    const std::optional<int64_t> by = c(b);
    if (by && *by > 0) {
      if (is(a, K::floordiv) && c(rhs(a)).value_or(0) > 0) return fold(K::floordiv, lhs(a), fold(K::mul, rhs(a), b));
      if (std::optional<Scaled> s = scaled_sum(a); s && *by % s->by == 0)
        return fold(K::floordiv, s->x, number(*by / s->by, a));
      return e;
    }
    if (by) return e;
    if (Prim y = other_factor(a, b)) return y;  // x * n // n
    return e;
  }

  Prim floormod(Prim e, Prim a, Prim b) {
    const std::optional<int64_t> by = c(b);
    if (by && *by > 0) {
      if (std::optional<Scaled> s = scaled_sum(a); s && *by % s->by == 0)
        return fold(K::add, fold(K::mul, fold(K::floormod, s->x, number(*by / s->by, a)), number(s->by, a)), s->y);
      if (is(a, K::mul) && c(rhs(a)).value_or(0) >= *by && *c(rhs(a)) % *by != 0)
        return fold(K::floormod, fold(K::mul, lhs(a), number(*c(rhs(a)) % *by, a)), b);
      return e;
    }
    if (by) return e;
    return other_factor(a, b) ? number(0, a) : e;
  }

  // The difference of two expressions, if it is a constant.
  std::optional<int64_t> distance(Prim a, Prim b) {
    Canonical canonical(context_);
    const std::optional<Prim> d = canonical.run(fold(K::sub, a, b));
    return d ? c(*d) : std::nullopt;
  }

  Prim extreme(Prim e, K kind, Prim a, Prim b) {
    if (a == b) return a;
    const bool is_min = kind == K::min;
    const K other = is_min ? K::max : K::min;
    if (std::optional<int64_t> d = distance(a, b)) return (*d < 0) == is_min ? a : b;
    for (auto [p, q] : {std::pair(a, b), std::pair(b, a)}) {
      if (is(p, kind) && (lhs(p) == q || rhs(p) == q)) return p;   // min(min(x, y), x)
      if (is(p, other) && (lhs(p) == q || rhs(p) == q)) return q;  // max(min(x, y), x)
    }
    if (is(a, kind) && c(rhs(a)) && c(b)) return fold(kind, lhs(a), fold(kind, rhs(a), b));
    if (is(a, K::add) && is(b, K::add)) {
      if (rhs(a) == rhs(b)) return fold(K::add, fold(kind, lhs(a), lhs(b)), rhs(a));
      if (lhs(a) == lhs(b)) return fold(K::add, fold(kind, rhs(a), rhs(b)), lhs(a));
    }
    if (is(a, K::mul) && c(rhs(a)).value_or(0) != 0) {
      const int64_t by = *c(rhs(a));
      const K turned = by > 0 ? kind : other;
      if (is(b, K::mul) && rhs(b) == rhs(a)) return fold(K::mul, fold(turned, lhs(a), lhs(b)), rhs(a));
      if (std::optional<int64_t> k = c(b); k && *k != INT64_MIN && *k % by == 0)
        return fold(K::mul, fold(turned, lhs(a), number(*k / by, a)), rhs(a));
    }
    return e;
  }

  // What a condition says of an expression.
  struct Bound {
    Prim x;
    std::optional<int64_t> low, high;
  };
  std::vector<Bound> bounds_of(Prim condition) const {
    std::vector<Bound> out;
    std::vector<Prim> open{condition};
    while (!open.empty()) {
      const Prim e = open.back();
      open.pop_back();
      if (is(e, K::logical_and)) open.insert(open.end(), {lhs(e), rhs(e)});
      if (!is(e, K::lt) && !is(e, K::le)) continue;
      const int64_t strict = is(e, K::lt);
      if (std::optional<int64_t> k = c(rhs(e)); k && *k > INT64_MIN) out.push_back({lhs(e), {}, *k - strict});
      else if (k = c(lhs(e)); k && *k < INT64_MAX) out.push_back({rhs(e), *k + strict, {}});
    }
    return out;
  }

  // Minima and maxima with a number are decided where a condition holds.
  Prim assuming(Prim condition, Prim root) {
    const std::vector<Bound> bounds = bounds_of(condition);
    if (bounds.empty()) return root;
    const auto decided = [&](Prim e) {
      const std::optional<int64_t> k = c(rhs(e));
      for (const Bound& bound : bounds) {
        if (!k || prims_[bound.x].dtype != prims_[e].dtype) continue;
        const std::optional<int64_t> d = distance(lhs(e), bound.x);
        if (!d) continue;
        const bool is_below = bound.high && Wide{*bound.high} + *d <= *k,
                   is_above = bound.low && Wide{*bound.low} + *d >= *k;
        if (is_below || is_above) return is_below == is(e, K::min) ? lhs(e) : rhs(e);
      }
      return e;
    };
    PrimMap known;
    operands_first(
        prims_, root, [&](Prim e) { return known.contains(e); },
        [&](Prim e, std::vector<Prim>& operands) {
          bool same = true;
          for (Prim& o : operands) {
            const Prim before = std::exchange(o, known.at(o));
            same &= before == o;
          }
          Prim now = same ? e : with_operands(prims_, e, operands);
          if (is(now, K::min) || is(now, K::max)) now = decided(now);
          known.emplace(e, same || now == e ? now : step(now));
        });
    return known.at(root);
  }

  // What holds where `e` does not.
  Prim negated(Prim e) {
    const PrimNode n = prims_[e];
    switch (n.kind) {
      case K::lt: return prims_.fold(K::le, n.rhs(), n.lhs());
      case K::le: return prims_.fold(K::lt, n.rhs(), n.lhs());
      case K::eq:
      case K::ne: return prims_.fold(n.kind == K::eq ? K::ne : K::eq, n.lhs(), n.rhs());
      case K::logical_and:
      case K::logical_or:
        return prims_.fold(n.kind == K::logical_and ? K::logical_or : K::logical_and, negated(n.lhs()),
                           negated(n.rhs()));
      case K::logical_not: return n.lhs();
      default: return prims_.fold(K::logical_not, e);
    }
  }

  Prim compare(K kind, Prim a, Prim b) {
    const Prim e = prims_.fold(kind, a, b);
    const bool is_index = prims_[a].dtype == kInt32 || prims_[a].dtype == kInt64;
    if (prims_.constant(e)) return e;
    if (a == b && kind == K::eq) return prims_.boolean(true);
    if (!is_index) return e;
    switch (kind) {
      case K::lt: return less(a, b, 0);
      case K::le: return negated(less(b, a, 0));
      case K::eq: return same(a, b);
      default: {
        const Prim equal = same(a, b);
        if (is(equal, K::eq) && at_least(fold(K::sub, lhs(equal), rhs(equal)), 0))
          return fold(K::lt, rhs(equal), lhs(equal));
        return negated(equal);
      }
    }
  }

  bool at_least(Prim e, int64_t bound) { return prove_at_least(context_, e, bound, Symbols::variables) == Truth::yes; }
  // Of a difference: is it known to lie above, or not?
  std::optional<bool> is_positive(Prim e) {
    if (std::optional<int64_t> known = c(e)) return *known > 0;
    switch (prove_at_least(context_, e, 1, Symbols::variables)) {
      case Truth::yes: return true;
      case Truth::no: return false;
      default: return std::nullopt;
    }
  }

  // An expression and the number that is added to it.
  std::pair<Prim, int64_t> without_offset(Prim e) {
    if (is(e, K::add) && c(rhs(e))) return {lhs(e), *c(rhs(e))};
    if (is(e, K::sub) && c(rhs(e)) && *c(rhs(e)) != INT64_MIN) return {lhs(e), -*c(rhs(e))};
    if (is(e, K::sub) && c(lhs(e))) return {fold(K::sub, number(0, e), rhs(e)), *c(lhs(e))};
    return {e, 0};
  }

  Prim same(Prim a, Prim b) {
    if (std::optional<int64_t> d = distance(a, b)) return prims_.boolean(*d == 0);
    if (is_positive(fold(K::sub, a, b)).value_or(false) || is_positive(fold(K::sub, b, a)).value_or(false))
      return prims_.boolean(false);
    if (c(a)) std::swap(a, b);
    if (std::optional<int64_t> k = c(b)) {
      if (is(a, K::sub) && c(lhs(a))) return fold(K::eq, rhs(a), fold(K::sub, lhs(a), b));
      const auto [x, offset] = without_offset(a);
      if (offset != 0) return fold(K::eq, x, fold(K::sub, b, number(offset, b)));
    }
    return fold(K::eq, a, b);
  }

  // a < b
  Prim less(Prim a, Prim b, int depth) {
    const Prim e = fold(K::lt, a, b);
    if (c(e) || depth > kMaxSteps) return e;
    if (std::optional<int64_t> d = distance(a, b)) return prims_.boolean(*d < 0);
    if (std::optional<bool> known = is_positive(fold(K::sub, b, a))) return prims_.boolean(*known);
    if (std::optional<std::pair<Prim, Prim>> now = fewer_parts(a, b)) return less(now->first, now->second, depth + 1);
    for (K kind : {K::min, K::max}) {  // min(x, y) < z: one of them is below z
      const auto joined = [&](bool is_any, Prim x, Prim y) {
        return fold(is_any ? K::logical_or : K::logical_and, x, y);
      };
      if (is(a, kind)) {
        return joined(kind == K::min, less(lhs(a), b, depth + 1), less(rhs(a), b, depth + 1));
      }
      if (is(b, kind)) return joined(kind == K::max, less(a, lhs(b), depth + 1), less(a, rhs(b), depth + 1));
    }
    if (is(b, K::sub) && c(lhs(b)) && !c(a)) return less(fold(K::add, a, rhs(b)), lhs(b), depth + 1);
    return merged_offsets(e, a, b, depth);
  }

  // Both sides without what they have in common, or without a factor or divisor.
  std::optional<std::pair<Prim, Prim>> fewer_parts(Prim a, Prim b) {
    const Prim zero = number(0, a);
    const auto other_part = [&](Prim sum, Prim x) {
      return lhs(sum) == x ? rhs(sum) : rhs(sum) == x ? lhs(sum) : Prim();
    };
    if (is(a, K::add) && is(b, K::add)) {
      for (Prim x : {lhs(a), rhs(a)}) {
        if (Prim z = other_part(b, x)) return std::pair(other_part(a, x), z);
      }
    }
    if (is(a, K::sub) && is(b, K::sub) && rhs(a) == rhs(b)) return std::pair(lhs(a), lhs(b));
    if (is(a, K::sub) && is(b, K::sub) && lhs(a) == lhs(b)) return std::pair(rhs(b), rhs(a));
    if (is(b, K::add)) {
      if (Prim z = other_part(b, a)) return std::pair(zero, z);
    }
    if (is(a, K::add)) {
      if (Prim z = other_part(a, b)) return std::pair(z, zero);
    }
    if (is(b, K::sub) && lhs(b) == a) return std::pair(rhs(b), zero);
    if (is(a, K::sub) && lhs(a) == b) return std::pair(zero, rhs(a));
    const auto factor = [&](Prim e) { return is(e, K::mul) ? c(rhs(e)).value_or(0) : 0; };
    const int64_t f = factor(a), g = factor(b);
    if (f > 0 && f == g) return std::pair(lhs(a), lhs(b));
    if (f > 0 && c(b)) return std::pair(lhs(a), number(floor_div(*c(b) - 1, f) + 1, a));
    if (g > 0 && c(a)) return std::pair(number(floor_div(*c(a), g), a), lhs(b));
    const auto divisor = [&](Prim e) { return is(e, K::floordiv) ? c(rhs(e)).value_or(0) : 0; };
    if (divisor(a) > 0 && c(b)) return std::pair(lhs(a), fold(K::mul, rhs(a), b));
    if (divisor(b) > 0 && c(a))
      return std::pair(fold(K::sub, fold(K::mul, fold(K::add, a, number(1, a)), rhs(b)), number(1, a)), lhs(b));
    return std::nullopt;
  }

  // Numbers stand on the side where they are positive.
  Prim merged_offsets(Prim e, Prim a, Prim b, int depth) {
    const auto [x, p] = without_offset(a);
    const auto [y, q] = without_offset(b);
    if (c(b) && p != 0) return less(x, fold(K::sub, b, number(p, b)), depth + 1);
    if (c(a) && q != 0) return less(fold(K::sub, a, number(q, a)), y, depth + 1);
    if (p == 0 && q == 0) return e;
    const Wide d = static_cast<Wide>(q) - p;
    if (d == 0) return less(x, y, depth + 1);
    if (d == 1) return negated(less(y, x, depth + 1));
    if (d < 0 && q != 0) return less(fold(K::add, x, number(static_cast<int64_t>(-d), x)), y, depth + 1);
    if (d > 0 && p != 0) return less(x, fold(K::add, y, number(static_cast<int64_t>(d), y)), depth + 1);
    return e;
  }

  Context& context_;
  PrimStore& prims_;
  Name if_then_else_;
  std::unordered_map<Prim, Prim> done_;
};

}  // namespace

Prim canonical_sums(Context& context, Prim expr, int rounds) {
  auto canonical = [&] { return Canonical(context).run(expr); };
  for (int round = 0; round < rounds; ++round) {
    const Prim before = expr;
    std::optional<Prim> once = canonical();
    if (!once || context.prims.constant(*once)) return once.value_or(expr);
    expr = Algebra(context).run(*once);
    if (context.prims.constant(expr)) return expr;
    expr = canonical().value_or(expr);
    if (expr == before) break;
  }
  return expr;
}

}  // namespace hammock
