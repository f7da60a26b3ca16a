// SPDX-License-Identifier: Apache-2.0
// Arithmetic on dims: a canonical form, proofs of equality, bounds.
//
// An integer expression is a Sum: integer multiples of atoms plus a constant. An atom is a symbol, a product of atoms,
// or a floordiv, floormod, min, max, condition ... over canonical operands. Nodes are canonicalised once each, operands
// first, with a stack of their own: nothing recurses, and a budget of terms bounds the work. An expression over the
// budget, or one whose coefficients leave 64 bits, is left as it stands and nothing is proved about it.
//
// There are two forms. The printed form keeps what a reader wrote where it is canonical enough: terms in the order of
// their first occurrence, positive ones first, then the constant, then negative ones (`iw + 1 - kw`), products of sums
// not expanded, `(m - 1) // 2 + 1` left alone. The form for proofs goes further: terms sorted, products expanded, x % c
// written as x - x // c * c, multiples of c taken out of a division by c, nested divisions made one, and min and max
// written as the maximum of a set of sums without a common part or factor.
#include "hammock/prim/simplify.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "canonical_sums.h"
#include "hammock/prim/linear.h"

namespace hammock {
namespace {

constexpr size_t kMaxTerms = 1 << 13;  // of all sums of one simplification together
constexpr size_t kMaxExpanded = 64;    // terms of an expanded product
constexpr int kMaxRounds = 8;          // of the printed form
constexpr int kMaxSumRounds = 4;       // of that of kernels
constexpr size_t kMaxExtremes = 8;     // parts of a minimum or maximum that are compared with each other
constexpr int kMaxNesting = 8;         // of steps that take minima and maxima apart

using Wide = Interval::Wide;
constexpr Wide kInfinity = Interval::kInfinity;

PrimKind opposite_of(PrimKind extreme) { return extreme == PrimKind::min ? PrimKind::max : PrimKind::min; }

// The values that a wider integer has which was one of a narrow dtype.
Interval range_of_narrow(DType from, DType to) {
  if (!from.is_integral() || from.bits >= to.bits) return {};
  const Wide half = Wide{1} << (from.bits - from.is_integer());
  return {from.is_integer() ? -half : 0, half - 1};
}

struct Term {
  int64_t scale;
  Prim key;   // the atom with the factors of a product sorted: equal atoms have equal keys
  Prim atom;  // the atom as it prints
};

struct Sum {
  std::vector<Term> terms;
  int64_t base = 0;
  DType dtype = kInt64;
  bool is_constant() const { return terms.empty(); }
};

class Simplifier {
 public:
  Simplifier(Context& context, bool for_proof, Symbols symbols)
      : prims_(context.prims), if_then_else_(context.name("if_then_else")), for_proof_(for_proof), symbols_(symbols) {}

  // Null if the bounds were hit.
  const Sum* run(Prim root);
  // Nothing if a coefficient overflows or the budget is spent.
  std::optional<Sum> combine(const Sum& a, const Sum& b, int64_t b_scale);
  Prim build(const Sum& sum);
  Interval range(const Sum& sum) const;
  Interval tight_range(const Sum& sum);  // looks into divisions as well
  bool failed() const { return failed_; }

 private:
  Sum node(Prim e);
  Sum atom(Prim e, Interval range);
  Sum integer(int64_t value, DType dtype) const { return {{}, value, dtype}; }
  Sum product(const Sum& a, const Sum& b);
  Sum multiply_terms(const Sum& a, const Sum& b);
  Sum scaled(const Sum& a, int64_t factor);
  Sum divide(const Sum& a, int64_t c);
  Sum modulo(const Sum& a, int64_t c);
  std::optional<Sum> divide_by_product(const Sum& a, const Sum& b);
  Sum extreme(PrimKind kind, const Sum& a, const Sum& b);
  std::optional<Sum> extreme_of_extreme(PrimKind kind, const Sum& a, const Sum& b);
  std::optional<Sum> extreme_of_multiples(PrimKind kind, const Sum& a, const Sum& b);
  std::optional<Sum> extreme_of_sums(PrimKind kind, const Sum& a, const Sum& b);
  bool is_extreme(const PrimNode& n) const;
  static bool is_equal(const Sum& a, const Sum& b);
  Sum plus(Sum a, const Sum& b, int64_t factor);
  struct Split {
    bool is_split = false, subtracts = false;
    Sum last, rest;
  };
  Split split(const Sum& sum) const;
  Sum cancel_extremes(Sum sum);
  Sum largest(std::vector<Sum> parts);
  void spread_sets(std::vector<Sum>& parts);
  void drop_smaller(std::vector<Sum>& parts);
  Sum take_common(std::vector<Sum>& parts);
  void add_to(Sum& sum, const Sum& other, int64_t factor);
  Sum comparison(PrimKind kind, const Sum& a, const Sum& b);
  Sum conditional(Prim e, Prim condition, Prim a, Prim b);
  Sum of_folded(Prim folded, DType dtype, Interval range);
  Sum quotient(const PrimNode& n, Sum a, Sum b);  // or remainder
  void add_term(Sum& sum, Term term);
  void factors(Prim atom, std::vector<Prim>& out) const;
  Prim product_of(std::vector<Prim> factors, DType dtype);
  const Sum& sum_of(Prim e) { return done_.at(e); }
  int64_t checked(Wide value) {
    if (value > INT64_MAX || value < INT64_MIN) failed_ = true;
    return static_cast<int64_t>(value);
  }

  PrimStore& prims_;
  Name if_then_else_;
  bool for_proof_;
  Symbols symbols_;
  bool failed_ = false;
  int nesting_ = 0;  // of extreme and cancel_extremes
  size_t used_ = 0;
  std::unordered_map<Prim, Sum> done_;
  std::unordered_map<Prim, std::vector<Sum>> sets_;  // of the maxima in the form for proofs
  std::unordered_map<Prim, Interval> ranges_;
};

const Sum* Simplifier::run(Prim root) {
  std::vector<std::pair<Prim, bool>> stack{{root, false}};
  std::vector<Prim> operands;
  while (!stack.empty()) {
    auto [e, is_open] = stack.back();
    if (done_.contains(e)) {
      stack.pop_back();
      continue;
    }
    if (is_open || !prims_[e].dtype.is_integral()) {
      stack.pop_back();
      Sum sum = prims_[e].dtype.is_integral() ? node(e) : atom(e, {});
      used_ += sum.terms.size() + 1;
      if (failed_ || used_ > kMaxTerms) return failed_ = true, nullptr;
      done_.emplace(e, std::move(sum));
      continue;
    }
    stack.back().second = true;
    operands.clear();
    prims_.operands(e, operands);
    for (Prim o : operands) stack.emplace_back(o, false);
    if (stack.size() > kMaxTerms) return failed_ = true, nullptr;
  }
  return &done_.at(root);
}

Sum Simplifier::atom(Prim e, Interval range) {
  ranges_.emplace(e, range);
  DType dtype = prims_[e].dtype;
  Sum out{{{1, e, e}}, 0, dtype};
  done_.emplace(e, out);
  return out;
}

void Simplifier::factors(Prim atom, std::vector<Prim>& out) const {
  while (prims_[atom].kind == PrimKind::mul && !prims_.constant(prims_[atom].rhs())) {
    out.push_back(prims_[atom].rhs());
    atom = prims_[atom].lhs();
  }
  out.push_back(atom);
}

Prim Simplifier::product_of(std::vector<Prim> factors, DType dtype) {
  std::ranges::sort(factors);
  Prim out = factors.front();
  Interval range = ranges_[out];
  for (size_t i = 1; i < factors.size(); ++i) {
    range = hammock::product(range, ranges_[factors[i]]);
    out = prims_.node(PrimKind::mul, dtype, out, factors[i]);
    ranges_.emplace(out, range);
  }
  return out;
}

void Simplifier::add_term(Sum& sum, Term term) {
  for (size_t i = 0; i < sum.terms.size(); ++i) {
    if (sum.terms[i].key != term.key) continue;
    sum.terms[i].scale = checked(static_cast<Wide>(sum.terms[i].scale) + term.scale);
    if (sum.terms[i].scale == 0) sum.terms.erase(sum.terms.begin() + static_cast<std::ptrdiff_t>(i));
    return;
  }
  if (term.scale != 0) sum.terms.push_back(term);
  used_ += 1 + sum.terms.size() / 16;  // a look through a long sum is work too
}

std::optional<Sum> Simplifier::combine(const Sum& a, const Sum& b, int64_t b_scale) {
  Sum out = a;
  add_to(out, b, b_scale);
  if (!failed_ && !for_proof_) out = cancel_extremes(std::move(out));
  if (failed_) return std::nullopt;
  return out;
}

void Simplifier::add_to(Sum& sum, const Sum& other, int64_t factor) {
  sum.base = checked(sum.base + static_cast<Wide>(other.base) * factor);
  for (Term t : other.terms) {
    t.scale = checked(static_cast<Wide>(t.scale) * factor);
    add_term(sum, t);
    failed_ |= used_ > kMaxTerms;
    if (failed_) return;
  }
}

Sum Simplifier::scaled(const Sum& a, int64_t factor) {
  if (factor == 0) return integer(0, a.dtype);
  Sum out = a;
  out.base = checked(static_cast<Wide>(a.base) * factor);
  for (Term& t : out.terms) t.scale = checked(static_cast<Wide>(t.scale) * factor);
  return out;
}

Interval Simplifier::range(const Sum& sum) const {
  Interval out{sum.base, sum.base};
  for (const Term& t : sum.terms) {
    auto it = ranges_.find(t.key);
    out = out + (it == ranges_.end() ? Interval{} : it->second) * t.scale;
  }
  return out;
}

// x // c * c lies in [x - c + 1, x], where x may cancel against other terms.
Interval Simplifier::tight_range(const Sum& sum) {
  Interval plain = range(sum), slack{0, 0};
  Sum undivided = sum;
  for (const Term& t : sum.terms) {
    const PrimNode n = prims_[t.atom];
    std::optional<int64_t> c = n.kind == PrimKind::floordiv ? prims_.constant(n.rhs()) : std::nullopt;
    if (!c || *c <= 0 || t.scale % *c != 0 || !done_.contains(n.lhs())) continue;
    int64_t k = t.scale / *c;
    add_term(undivided, {checked(-static_cast<Wide>(t.scale)), t.key, t.atom});
    undivided.base = checked(undivided.base + static_cast<Wide>(sum_of(n.lhs()).base) * k);
    for (const Term& x : sum_of(n.lhs()).terms)
      add_term(undivided, {checked(static_cast<Wide>(x.scale) * k), x.key, x.atom});
    slack = slack + Interval{-(*c - 1), 0} * k;
  }
  if (failed_) return plain;
  const Interval r = range(undivided) + slack;
  return {std::max(plain.low, r.low), std::min(plain.high, r.high)};
}

Prim Simplifier::build(const Sum& given) {
  Sum sum = given;
  if (for_proof_) std::ranges::sort(sum.terms, {}, &Term::key);
  auto constant = [&](int64_t v) { return prims_.integer(v, sum.dtype); };
  auto term = [&](const Term& t, int64_t scale) { return scale == 1 ? t.atom : prims_.mul(t.atom, constant(scale)); };
  Prim out = constant(0);
  for (const Term& t : sum.terms) {
    if (t.scale > 0) out = prims_.add(out, term(t, t.scale));
  }
  if (sum.base > 0 || sum.base == INT64_MIN) out = prims_.add(out, constant(sum.base));
  for (const Term& t : sum.terms) {
    if (t.scale < 0 && t.scale != INT64_MIN) out = prims_.sub(out, term(t, -t.scale));
    if (t.scale == INT64_MIN) out = prims_.add(out, term(t, t.scale));
  }
  if (sum.base < 0 && sum.base != INT64_MIN) out = prims_.sub(out, constant(-sum.base));
  done_.emplace(out, sum);
  return out;
}

// Every term of one with every term of the other.
Sum Simplifier::multiply_terms(const Sum& a, const Sum& b) {
  Sum out = integer(checked(static_cast<Wide>(a.base) * b.base), a.dtype);
  for (const Term& x : a.terms) {
    add_term(out, {checked(static_cast<Wide>(x.scale) * b.base), x.key, x.atom});
    for (const Term& y : b.terms) {
      std::vector<Prim> all;
      factors(x.key, all);
      factors(y.key, all);
      if (all.size() > kMaxExpanded) return failed_ = true, out;
      Prim key = product_of(std::move(all), a.dtype);
      Prim shown = for_proof_ ? key : prims_.node(PrimKind::mul, a.dtype, x.atom, y.atom);
      add_term(out, {checked(static_cast<Wide>(x.scale) * y.scale), key, shown});
    }
  }
  for (const Term& y : b.terms) add_term(out, {checked(static_cast<Wide>(y.scale) * a.base), y.key, y.atom});
  return out;
}

Sum Simplifier::product(const Sum& a, const Sum& b) {
  if (a.is_constant()) return scaled(b, a.base);
  if (b.is_constant()) return scaled(a, b.base);
  auto is_monomial = [](const Sum& s) { return s.terms.size() == 1 && s.base == 0; };
  bool expand = for_proof_ ? a.terms.size() * b.terms.size() <= kMaxExpanded : is_monomial(a) && is_monomial(b);
  if (expand) return multiply_terms(a, b);
  Prim x = build(a), y = build(b);
  return atom(prims_.node(PrimKind::mul, a.dtype, x, y), hammock::product(range(a), range(b)));
}

// floor(a / c), c > 0: what c divides comes out of the division.
Sum Simplifier::divide(const Sum& a, int64_t c) {
  Sum out = integer(0, a.dtype), rest = integer(0, a.dtype);
  for (const Term& t : a.terms) {
    int64_t times = for_proof_ ? static_cast<int64_t>(floor_div(t.scale, c)) : t.scale % c == 0 ? t.scale / c : 0;
    int64_t left = t.scale - times * c;
    if (times != 0) out.terms.push_back({times, t.key, t.atom});
    if (left != 0) rest.terms.push_back({left, t.key, t.atom});
  }
  int64_t whole = static_cast<int64_t>(floor_div(a.base, c));
  if (rest.is_constant() || for_proof_ || a.base % c == 0) {
    out.base = whole;
    rest.base = checked(a.base - static_cast<Wide>(whole) * c);
  } else {
    rest.base = a.base;
  }
  if (rest.is_constant()) return out;
  Interval r = range(rest);
  if (r.low >= 0 && r.high < c) return out;
  if (for_proof_ || (rest.terms.size() == 1 && rest.base == 0)) {  // a common factor of divisor and dividend
    int64_t g = c;
    for (const Term& t : rest.terms) g = std::gcd(g, t.scale);
    if (g > 1) {
      for (Term& t : rest.terms) t.scale /= g;
      rest.base = static_cast<int64_t>(floor_div(rest.base, g));
      c /= g;
    }
  }
  if (c == 1) return combine(out, rest, 1).value_or(out);
  for (size_t i = 0; i < rest.terms.size() && (for_proof_ || rest.terms.size() == 1);
       ++i) {  // (x // d + y) // c = (x + y * d) // (d * c)
    if (rest.terms[i].scale != 1) continue;
    const PrimNode inner = prims_[rest.terms[i].atom];
    std::optional<int64_t> d = inner.kind == PrimKind::floordiv ? prims_.constant(inner.rhs()) : std::nullopt;
    if (!d || *d <= 0 || !done_.contains(inner.lhs()) || static_cast<Wide>(*d) * c >= INT64_MAX) continue;
    Sum x = sum_of(inner.lhs());
    rest.terms.erase(rest.terms.begin() + static_cast<std::ptrdiff_t>(i));
    add_to(x, rest, *d);
    if (failed_) return out;
    return combine(out, divide(x, *d * c), 1).value_or(out);
  }
  Prim quotient = prims_.node(PrimKind::floordiv, a.dtype, build(rest), prims_.integer(c, a.dtype));
  return combine(out, atom(quotient, hammock::quotient(r, {c, c}, true)), 1).value_or(out);
}

// a - floor(a / c) * c, c > 0.
Sum Simplifier::modulo(const Sum& a, int64_t c) {
  if (for_proof_) return combine(a, divide(a, c), -c).value_or(a);
  Sum rest = integer(a.base % c == 0 ? 0 : a.base, a.dtype);
  for (const Term& t : a.terms) {
    if (t.scale % c != 0) rest.terms.push_back(t);
  }
  if (rest.is_constant()) return integer(static_cast<int64_t>(rest.base - floor_div(rest.base, c) * c), a.dtype);
  Interval r = range(rest);
  if (r.low >= 0 && r.high < c) return rest;
  return atom(prims_.node(PrimKind::floormod, a.dtype, build(rest), prims_.integer(c, a.dtype)), {0, c - 1});
}

// a / b where b is one product that divides every term of a.
std::optional<Sum> Simplifier::divide_by_product(const Sum& a, const Sum& b) {
  if (b.terms.size() != 1 || b.base != 0 || a.base != 0) return std::nullopt;
  std::vector<Prim> divisor;
  factors(b.terms[0].key, divisor);
  Sum out = integer(0, a.dtype);
  for (const Term& t : a.terms) {
    if (t.scale % b.terms[0].scale != 0) return std::nullopt;
    std::vector<Prim> left;
    factors(t.key, left);
    for (Prim d : divisor) {
      auto it = std::ranges::find(left, d);
      if (it == left.end()) return std::nullopt;
      left.erase(it);
    }
    int64_t scale = t.scale / b.terms[0].scale;
    if (left.empty()) {
      out.base = checked(static_cast<Wide>(out.base) + scale);
    } else {
      Prim key = product_of(left, a.dtype);
      add_term(out, {scale, key, key});
    }
  }
  return out;
}

// The printed form takes the steps of TVM's rules and no more: `T.min(n, m + n)` stays, though m is never negative.
Sum Simplifier::extreme(PrimKind kind, const Sum& a, const Sum& b) {
  const bool is_min = kind == PrimKind::min;
  if (for_proof_) return is_min ? scaled(largest({scaled(a, -1), scaled(b, -1)}), -1) : largest({a, b});
  const Interval x = range(a), y = range(b);
  if (x.high <= y.low) return is_min ? a : b;
  if (y.high <= x.low) return is_min ? b : a;
  Sum difference = a;
  add_to(difference, b, -1);
  if (difference.is_constant()) return (difference.base <= 0) == is_min ? a : b;
  if (nesting_ < kMaxNesting) {
    ++nesting_;
    std::optional<Sum> known;
    for (auto rule :
         {&Simplifier::extreme_of_extreme, &Simplifier::extreme_of_multiples, &Simplifier::extreme_of_sums}) {
      if (!known && !failed_) known = (this->*rule)(kind, a, b);
    }
    --nesting_;
    if (known) return *known;
  }
  const Interval out = is_min ? min(x, y) : max(x, y);
  return atom(prims_.node(kind, a.dtype, build(a), build(b)), out);
}

// min(max(x, y), x) is x, min(min(x, y), x) is min(x, y), and constants go outwards: min(min(x, 3), y) is min(min(x,
// y), 3).
std::optional<Sum> Simplifier::extreme_of_extreme(PrimKind kind, const Sum& a, const Sum& b) {
  for (const auto& [inner, other] : {std::pair(&a, &b), std::pair(&b, &a)}) {
    if (inner->terms.size() != 1 || inner->base != 0 || inner->terms[0].scale != 1) continue;
    const PrimNode n = prims_[inner->terms[0].atom];
    if (!is_extreme(n)) continue;
    const Sum lhs = sum_of(n.lhs()), rhs = sum_of(n.rhs());
    if (is_equal(lhs, *other) || is_equal(rhs, *other)) return n.kind == kind ? *inner : *other;
    if (inner == &a && n.kind == kind && rhs.is_constant()) {
      return other->is_constant() ? extreme(kind, lhs, extreme(kind, rhs, *other))
                                  : extreme(kind, extreme(kind, lhs, *other), rhs);
    }
  }
  return std::nullopt;
}

// min(x * 4, y * 4) is min(x, y) * 4, min(x * 4, 8) is min(x, 2) * 4, and min(3 - x, 2) is 3 - max(x, 1).
std::optional<Sum> Simplifier::extreme_of_multiples(PrimKind kind, const Sum& a, const Sum& b) {
  const PrimKind opposite = opposite_of(kind);
  if (a.terms.size() != 1 || (b.terms.size() != 1 && !b.is_constant())) return std::nullopt;
  const int64_t factor = a.terms[0].scale;
  if (b.is_constant() && factor < 0 && b.base != 0 && (a.base != 0 || factor == -1)) {
    Sum rest = integer(checked(static_cast<Wide>(a.base) - b.base), a.dtype), x = scaled(a, -1);
    x.base = 0;
    return plus(integer(a.base, a.dtype), extreme(opposite, x, rest), -1);
  }
  const bool divides =
      b.is_constant() ? factor != -1 && b.base % factor == 0 : b.terms[0].scale == factor && b.base == 0;
  if (factor == 1 || a.base != 0 || !divides || factor == INT64_MIN) return std::nullopt;
  Sum x = a, y = b;
  x.terms[0].scale = 1;
  if (b.is_constant()) y.base /= factor;
  else y.terms[0].scale = 1;
  return scaled(extreme(factor > 0 ? kind : opposite, x, y), factor);
}

// min(y + x, z + x) is min(y, z) + x, and min(x - y, x - z) is x - max(y, z).
std::optional<Sum> Simplifier::extreme_of_sums(PrimKind kind, const Sum& a, const Sum& b) {
  const PrimKind opposite = opposite_of(kind);
  const Split x = split(a), y = split(b);
  if (!x.is_split || !y.is_split || x.subtracts != y.subtracts) return std::nullopt;
  if (is_equal(x.last, y.last)) return plus(extreme(kind, x.rest, y.rest), x.last, 1);
  if (is_equal(x.rest, y.rest)) {
    if (x.subtracts) return plus(x.rest, extreme(opposite, scaled(x.last, -1), scaled(y.last, -1)), -1);
    return plus(extreme(kind, x.last, y.last), x.rest, 1);
  }
  if (!x.subtracts && is_equal(x.rest, y.last)) return plus(extreme(kind, x.last, y.rest), x.rest, 1);
  if (!x.subtracts && is_equal(x.last, y.rest)) return plus(extreme(kind, x.rest, y.last), x.last, 1);
  return std::nullopt;
}

// A minimum or maximum whose sides are sums that are known.
bool Simplifier::is_extreme(const PrimNode& n) const {
  return (n.kind == PrimKind::min || n.kind == PrimKind::max) && done_.contains(n.lhs()) && done_.contains(n.rhs());
}

bool Simplifier::is_equal(const Sum& a, const Sum& b) {
  if (a.base != b.base || a.terms.size() != b.terms.size()) return false;
  return std::ranges::all_of(a.terms, [&](const Term& t) {
    return std::ranges::any_of(b.terms, [&](const Term& u) { return t.key == u.key && t.scale == u.scale; });
  });
}

Sum Simplifier::plus(Sum a, const Sum& b, int64_t factor) {
  add_to(a, b, factor);
  return a;
}

// As `build` prints it: `m + 1 - k` is `m + 1` and `-k`.
Simplifier::Split Simplifier::split(const Sum& sum) const {
  if (sum.terms.size() + (sum.base != 0) < 2 || sum.terms.size() > kMaxExtremes) return {};
  Split out{true, false, integer(0, sum.dtype), sum};
  size_t last = sum.terms.size() - 1;
  for (size_t i = 0; i < sum.terms.size(); ++i) {
    if (sum.terms[i].scale < 0) last = i, out.subtracts = true;
  }
  if (sum.base < 0 || (sum.base > 0 && !out.subtracts)) {
    out.subtracts = false;
    out.last.base = std::exchange(out.rest.base, 0);
  } else {
    out.last.terms.push_back(sum.terms[last]);
    out.rest.terms.erase(out.rest.terms.begin() + static_cast<std::ptrdiff_t>(last));
  }
  return out;
}

// The same for parts that are shifted together, scaled together, or nested in another way.
Sum Simplifier::largest(std::vector<Sum> parts) {
  Sum out = take_common(parts);
  spread_sets(parts);
  drop_smaller(parts);
  add_to(out, parts.size() == 1 ? parts[0] : take_common(parts), 1);
  if (parts.size() == 1 || failed_) return out;
  int64_t factor = 0;
  for (const Sum& p : parts) {
    factor = std::gcd(factor, p.base);
    for (const Term& t : p.terms) factor = std::gcd(factor, t.scale);
  }
  Interval range;
  std::vector<std::pair<Prim, Sum>> sorted;
  for (Sum& p : parts) {
    p.base /= factor;
    for (Term& t : p.terms) t.scale /= factor;
    Interval r = this->range(p);
    range = sorted.empty() ? r : max(range, r);
    Prim built = build(p);
    sorted.emplace_back(built, std::move(p));
  }
  std::ranges::sort(sorted, {}, &std::pair<Prim, Sum>::first);
  Prim set = sorted[0].first;
  for (size_t i = 1; i < sorted.size(); ++i) set = prims_.node(PrimKind::max, out.dtype, set, sorted[i].first);
  std::vector<Sum>& kept = sets_[set];
  kept.clear();
  for (auto& [built, part] : sorted) kept.push_back(std::move(part));
  add_to(out, atom(set, range), factor);
  return out;
}

// max(a, max(b, c) + d) is max(a, b + d, c + d).
void Simplifier::spread_sets(std::vector<Sum>& parts) {
  for (size_t i = 0; i < parts.size() && !failed_; ++i) {
    for (size_t k = 0; k < parts[i].terms.size(); ++k) {
      Term t = parts[i].terms[k];
      auto set = sets_.find(t.key);
      if (t.scale < 0 || set == sets_.end() || parts.size() + set->second.size() > kMaxExtremes) continue;
      Sum rest = std::move(parts[i]);
      rest.terms.erase(rest.terms.begin() + static_cast<std::ptrdiff_t>(k));
      parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(i));
      for (const Sum& element : set->second) {
        parts.push_back(rest);
        add_to(parts.back(), element, t.scale);
      }
      --i;
      break;
    }
  }
}

// Parts that are never above another one.
void Simplifier::drop_smaller(std::vector<Sum>& parts) {
  for (size_t i = 0; i < parts.size(); ++i) {
    for (size_t k = i + 1; k < parts.size() && !failed_;) {
      Sum difference = parts[i];
      add_to(difference, parts[k], -1);
      Interval d = tight_range(difference);
      if (d.low >= 0) {
        parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(k));
      } else if (d.high <= 0) {
        std::swap(parts[i], parts[k]);
        parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(k));
        k = i + 1;
      } else {
        ++k;
      }
    }
  }
}

// What all parts have in common: of every atom its smallest multiple.
Sum Simplifier::take_common(std::vector<Sum>& parts) {
  Sum common = integer(parts[0].base, parts[0].dtype);
  for (const Sum& p : parts) {
    common.base = std::min(common.base, p.base);
    for (const Term& t : p.terms) {
      if (std::ranges::find(common.terms, t.key, &Term::key) == common.terms.end()) common.terms.push_back(t);
    }
  }
  for (Term& t : common.terms) {
    for (const Sum& p : parts) {
      auto at = std::ranges::find(p.terms, t.key, &Term::key);
      t.scale = std::min(t.scale, at == p.terms.end() ? 0 : at->scale);
    }
  }
  std::erase_if(common.terms, [](const Term& t) { return t.scale == 0; });
  for (Sum& p : parts) add_to(p, common, -1);
  return common;
}

// x - min(x + a, y) = max(-a, x - y), and its three relatives, where x is the rest of the sum but for its constant, or
// the constant alone.
Sum Simplifier::cancel_extremes(Sum sum) {
  if (sum.terms.empty() || sum.terms.size() > kMaxExtremes || nesting_ > kMaxNesting) return sum;
  const bool is_alone = sum.terms.size() == 1;
  if (is_alone && sum.base == 0) return sum;
  for (size_t i = 0; i < sum.terms.size(); ++i) {
    const Term t = sum.terms[i];
    const PrimNode n = prims_[t.atom];
    if (!is_extreme(n) || (t.scale != 1 && t.scale != -1)) continue;
    Sum rest = sum;
    rest.terms.erase(rest.terms.begin() + static_cast<std::ptrdiff_t>(i));
    const int64_t base = is_alone ? 0 : std::exchange(rest.base, 0);
    const Sum x = scaled(rest, -t.scale);
    Sum sides[2];
    bool cancels = false;
    for (int side = 0; side < 2; ++side) {
      const Sum operand = sum_of(side == 0 ? n.lhs() : n.rhs());
      sides[side] = plus(rest, operand, t.scale);
      const Split parts = split(operand);
      const bool has_part =
          !is_alone && parts.is_split && !parts.subtracts && (is_equal(parts.rest, x) || is_equal(parts.last, x));
      cancels |= has_part || (sides[side].is_constant() && (!is_alone || sides[side].base == 0));
    }
    if (!cancels || failed_) continue;
    const PrimKind kind = t.scale == 1 ? n.kind : opposite_of(n.kind);
    ++nesting_;
    Sum out = extreme(kind, sides[0], sides[1]);
    --nesting_;
    out.base = checked(static_cast<Wide>(out.base) + base);
    return out;
  }
  return sum;
}

Sum Simplifier::comparison(PrimKind kind, const Sum& a, const Sum& b) {
  using enum PrimKind;
  std::optional<Sum> difference = combine(a, b, -1);
  if (!difference) return integer(0, kBool);
  Interval d = range(*difference);
  auto decided = [&](bool yes, bool no) {
    return yes ? std::optional(true) : no ? std::optional(false) : std::nullopt;
  };
  std::optional<bool> known;
  switch (kind) {
    case eq: known = decided(d.low == 0 && d.high == 0, d.low > 0 || d.high < 0); break;
    case ne: known = decided(d.low > 0 || d.high < 0, d.low == 0 && d.high == 0); break;
    case lt: known = decided(d.high < 0, d.low >= 0); break;
    case le: known = decided(d.high <= 0, d.low > 0); break;
    case gt: known = decided(d.low > 0, d.high <= 0); break;
    default: known = decided(d.low >= 0, d.high < 0); break;
  }
  if (known) return integer(*known, kBool);
  Sum left = a, right = b;
  if (right.is_constant()) {  // x + 1 < 3 is x < 2
    right.base = checked(static_cast<Wide>(right.base) - left.base);
    left.base = 0;
  }
  return atom(prims_.node(kind, kBool, build(left), build(right)), {0, 1});
}

Sum Simplifier::conditional(Prim e, Prim condition, Prim a, Prim b) {
  const Sum c = sum_of(condition), x = sum_of(a), y = sum_of(b);
  if (c.is_constant()) return c.base ? x : y;
  const Interval both = hull(range(x), range(y));
  Prim args[] = {build(c), build(x), build(y)};
  DType dtype = prims_[e].dtype;
  bool is_call = prims_[e].kind == PrimKind::call;
  return atom(is_call ? prims_.call(if_then_else_, dtype, args)
                      : prims_.node(PrimKind::select, dtype, args[0], args[1], args[2]),
              both);
}

Sum Simplifier::of_folded(Prim folded, DType dtype, Interval range) {
  if (std::optional<int64_t> c = prims_.constant(folded)) return integer(*c, dtype);
  return done_.contains(folded) ? sum_of(folded) : atom(folded, range);
}

Sum Simplifier::quotient(const PrimNode& n, Sum a, Sum b) {
  using enum PrimKind;
  if (a.is_constant() && b.is_constant() && b.base < 0) {
    Wide q = floor_div(a.base, b.base);
    return integer(checked(n.kind == floordiv ? q : a.base - q * b.base), n.dtype);
  }
  if (b.is_constant() && b.base > 0) return n.kind == floordiv ? divide(a, b.base) : modulo(a, b.base);
  if (std::optional<Sum> quotient = divide_by_product(a, b))
    return n.kind == floordiv ? *quotient : integer(0, n.dtype);
  Interval ra = range(a), rb = range(b);
  bool positive = ra.low >= 0 && rb.low >= 0;
  return atom(prims_.node(n.kind, n.dtype, build(a), build(b)),
              positive ? Interval{0, n.kind == floordiv ? ra.high : rb.high} : Interval{});
}

Sum Simplifier::node(Prim e) {
  using enum PrimKind;
  const PrimNode n = prims_[e];
  switch (n.kind) {
    case int_imm: return integer(n.value, n.dtype);
    case var: return atom(e, symbols_ == Symbols::dims || n.is_size_var ? Interval{0, kInfinity} : Interval{});
    case add: return combine(sum_of(n.lhs()), sum_of(n.rhs()), 1).value_or(Sum());
    case sub: return combine(sum_of(n.lhs()), sum_of(n.rhs()), -1).value_or(Sum());
    case mul: return product(sum_of(n.lhs()), sum_of(n.rhs()));
    case floordiv:
    case floormod: return quotient(n, sum_of(n.lhs()), sum_of(n.rhs()));
    case min:
    case max: return extreme(n.kind, sum_of(n.lhs()), sum_of(n.rhs()));
    case eq:
    case ne:
    case lt:
    case le:
    case gt:
    case ge: return comparison(n.kind, sum_of(n.lhs()), sum_of(n.rhs()));
    case logical_and:
    case logical_or:
    case logical_not: {
      Prim a = build(sum_of(n.lhs()));
      return of_folded(prims_.fold(n.kind, a, n.rhs() ? build(sum_of(n.rhs())) : Prim()), kBool, {0, 1});
    }
    case select: return conditional(e, n.lhs(), n.rhs(), Prim(n.c));
    case call: {
      std::vector<Prim> args(prims_.call_args(e).begin(), prims_.call_args(e).end());
      if (n.name() == if_then_else_ && args.size() == 3) return conditional(e, args[0], args[1], args[2]);
      for (Prim& a : args) a = prims_[a].dtype.is_integral() ? build(sum_of(a)) : a;
      return atom(prims_.call(n.name(), n.dtype, args), {});
    }
    case div:
    case mod:
    case cast: {
      std::vector<Prim> o;
      prims_.operands(e, o);
      for (Prim& a : o) a = prims_[a].dtype.is_integral() ? build(sum_of(a)) : a;
      if (n.kind == cast) return atom(prims_.node(cast, n.dtype, o[0]), range_of_narrow(prims_[o[0]].dtype, n.dtype));
      return of_folded(prims_.fold(n.kind, o[0], o[1]), n.dtype, {});
    }
    default: return atom(e, {});
  }
}

Truth refute_or_prove(Context& context, Prim a, Prim b, bool for_proof, Symbols symbols) {
  Simplifier simplifier(context, for_proof, symbols);
  const Sum* first = simplifier.run(a);
  const Sum* second = first ? simplifier.run(b) : nullptr;
  if (!second) return Truth::unknown;
  std::optional<Sum> difference = simplifier.combine(*first, *second, -1);
  if (!difference) return Truth::unknown;
  if (difference->is_constant()) return difference->base == 0 ? Truth::yes : Truth::no;
  Interval r = simplifier.tight_range(*difference);
  if (r.low > 0 || r.high < 0) return Truth::no;
  int64_t g = 0;  // 2 * m is never 2 * n + 1
  for (const Term& t : difference->terms) g = std::gcd(g, t.scale);
  return g != 0 && difference->base % g != 0 ? Truth::no : Truth::unknown;
}

bool is_simple(const PrimNode& n) { return n.kind == PrimKind::int_imm || n.kind == PrimKind::var; }

}  // namespace

Prim simplify(Context& context, Prim expr, Symbols symbols) {
  if (!expr || is_simple(context.prims[expr]) || !context.prims[expr].dtype.is_integral()) return expr;
  if (symbols == Symbols::variables) return canonical_sums(context, expr, kMaxSumRounds);
  for (int round = 0; round < kMaxRounds;
       ++round) {  // what cancels may bring together what cancels in turn; nearly always the first is the last
    Simplifier simplifier(context, false, Symbols::dims);
    const Sum* sum = simplifier.run(expr);
    if (!sum) return expr;
    Prim out = simplifier.build(Sum(*sum));
    if (simplifier.failed() || out == expr) return expr;
    expr = out;
  }
  return expr;
}

Prim simplify_element(Context& context, Prim expr) { return canonical_sums(context, expr, 1); }

Truth prove_equal(Context& context, Prim a, Prim b, Symbols symbols) {
  if (a == b) return Truth::yes;
  const PrimNode &x = context.prims[a], &y = context.prims[b];
  if (x.kind == PrimKind::int_imm && y.kind == PrimKind::int_imm) return x.value == y.value ? Truth::yes : Truth::no;
  if ((x.kind == PrimKind::var && y.kind == PrimKind::var) || !x.dtype.is_integral() || !y.dtype.is_integral())
    return Truth::unknown;
  // The form for proofs finds more equalities, the printed one keeps x % c and so finds more bounds.
  Truth first = refute_or_prove(context, a, b, true, symbols);
  return first == Truth::unknown ? refute_or_prove(context, a, b, false, symbols) : first;
}

Truth prove_at_least(Context& context, Prim expr, int64_t bound, Symbols symbols) {
  if (std::optional<int64_t> c = context.prims.constant(expr)) return *c >= bound ? Truth::yes : Truth::no;
  if (!context.prims[expr].dtype.is_integral()) return Truth::unknown;
  for (bool for_proof : {true, false}) {
    Simplifier simplifier(context, for_proof, symbols);
    const Sum* sum = simplifier.run(expr);
    if (!sum) continue;
    Interval r = simplifier.tight_range(*sum);
    if (r.low >= bound) return Truth::yes;
    if (r.high < bound) return Truth::no;
  }
  return Truth::unknown;
}

}  // namespace hammock
