// SPDX-License-Identifier: Apache-2.0
#include "code_ranges.h"

#include <algorithm>

#include "hammock/ir/prim_kind.h"
#include "hammock/prim/walk.h"

namespace hammock::jit {

namespace {

using Wide = Range::Wide;

Range constant(Wide v) { return {v, v}; }

// Forms of such numbers do not wrap, whatever is added up below.
bool is_small(int64_t v) { return v <= (int64_t{1} << 40) && v >= -(int64_t{1} << 40); }
bool is_small(const Linear& sum) {
  return is_small(sum.constant) && std::ranges::all_of(sum.terms, [](const auto& t) { return is_small(t.second); });
}

Wide magnitude(Range r) { return std::max(r.high, -r.low); }

Range quotient(Range a, Range b, bool floors) {
  if (b.low > 0 && (a.low >= 0 || floors)) {
    auto div = [&](Wide x, Wide y) { return floor_div(x, y); };
    const Wide corners[] = {div(a.low, b.low), div(a.low, b.high), div(a.high, b.low), div(a.high, b.high)};
    return {*std::ranges::min_element(corners), *std::ranges::max_element(corners)};
  }
  const Wide most = magnitude(a);
  return {-most, most};
}

Range remainder(Range a, Range b, bool floors) {
  if (b.low > 0) {
    if (a.low >= 0) {
      if (a.high < b.low) return a;
      if (b.low == b.high && floor_div(a.low, b.low) == floor_div(a.high, b.low)) {
        const Wide whole = floor_div(a.low, b.low) * b.low;
        return {a.low - whole, a.high - whole};
      }
      return {0, std::min(a.high, b.high - 1)};
    }
    if (floors) return {0, b.high - 1};
  }
  const Wide most = std::max<Wide>(magnitude(b) - 1, 0);
  return {-most, most};
}

}  // namespace

void CodeRanges::bind(Prim var, Range range, std::optional<Linear> equal) {
  auto [at, is_new] = variables_.insert_or_assign(var.index, std::pair(range, std::move(equal)));
  if (!is_new || known_.contains(var.index)) ++epoch_;
}

void CodeRanges::unbind(Prim var) { variables_.erase(var.index); }

void CodeRanges::drop(size_t mark) {
  if (facts_.size() == mark) return;
  facts_.resize(mark);
  ++epoch_;
}

bool CodeRanges::reads_memory(Prim root) {
  operands_first(
      prims_, root, [&](Prim e) { return reads_.contains(e.index); },
      [&](Prim e, const std::vector<Prim>& operands) {
        // Of calls, only those that are known here are functions of their operands.
        const PrimKind kind = prims_[e].kind;
        bool reads = kind == PrimKind::load || (kind == PrimKind::call && operands.empty());
        for (Prim o : operands) reads = reads || reads_[o.index];
        reads_[e.index] = reads;
      });
  return reads_[root.index];
}

// ---- facts ----

void CodeRanges::add_fact(Linear sum, Range range) {
  if (sum.terms.empty() || sum.terms.size() > kMaxTerms || facts_.size() >= kMaxFacts) return;
  range = range + Range{-static_cast<Wide>(sum.constant), -static_cast<Wide>(sum.constant)};
  if (sum.terms[0].second < 0) {
    for (auto& [term, coefficient] : sum.terms) {
      if (coefficient == INT64_MIN) return;
      coefficient = -coefficient;
    }
    range = {-range.high, -range.low};
  }
  facts_.push_back({std::move(sum.terms), range});
  ++epoch_;
}

void CodeRanges::assume_less(const Linear& a, const Linear& b) {
  Linear d = a;
  d.add(b, -1);
  add_fact(std::move(d), {-Range::kInfinity, -1});
}

void CodeRanges::assume_difference(Prim a, Prim b, Range range) {
  // The difference of two numbers of 64 bits may wrap.
  const Range all{-(Wide{1} << 62), Wide{1} << 62};
  if (!of(a).within(all.low, all.high) || !of(b).within(all.low, all.high)) return;
  Linear d = linear(a);
  d.add(linear(b), -1);
  add_fact(std::move(d), range);
}

void CodeRanges::assume(Prim condition, bool holds, bool may_read_memory) {
  std::vector<std::pair<Prim, bool>> todo{{condition, holds}};
  for (size_t steps = 0; !todo.empty() && steps < 256; ++steps) {
    auto [e, truth] = todo.back();
    todo.pop_back();
    const PrimNode& n = prims_[e];
    if (!n.dtype.is_scalar()) continue;
    switch (n.kind) {
      case PrimKind::logical_not: todo.emplace_back(n.lhs(), !truth); continue;
      case PrimKind::logical_and:
      case PrimKind::logical_or:
        if ((n.kind == PrimKind::logical_and) == truth) {
          todo.emplace_back(n.lhs(), truth);
          todo.emplace_back(n.rhs(), truth);
        }
        continue;
      case PrimKind::call:
        if (context_.text(n.name()) == "likely" || context_.text(n.name()) == "tvm_thread_invariant")
          todo.emplace_back(prims_.call_args(e)[0], truth);
        continue;
      default: break;
    }
    if (row(n.kind).group != PrimGroup::comparison || !prims_[n.lhs()].dtype.is_integral()) continue;
    if (!may_read_memory && reads_memory(e)) continue;
    PrimKind kind = n.kind;
    if (!truth) {
      constexpr PrimKind kOpposite[] = {PrimKind::ne, PrimKind::eq, PrimKind::ge,
                                        PrimKind::gt, PrimKind::le, PrimKind::lt};
      kind = kOpposite[static_cast<size_t>(kind) - static_cast<size_t>(PrimKind::eq)];
    }
    constexpr Wide kInfinity = Range::kInfinity;
    switch (kind) {
      case PrimKind::eq: assume_difference(n.lhs(), n.rhs(), {0, 0}); break;
      case PrimKind::lt: assume_difference(n.lhs(), n.rhs(), {-kInfinity, -1}); break;
      case PrimKind::le: assume_difference(n.lhs(), n.rhs(), {-kInfinity, 0}); break;
      case PrimKind::gt: assume_difference(n.lhs(), n.rhs(), {1, kInfinity}); break;
      case PrimKind::ge: assume_difference(n.lhs(), n.rhs(), {0, kInfinity}); break;
      default: break;
    }
  }
}

// ---- ranges ----

Range CodeRanges::term(Prim e, int64_t coefficient) {
  Range r = of(e);
  for (const Fact& f : facts_) {
    if (f.terms.size() == 1 && f.terms[0].first == e) {
      const int64_t c = f.terms[0].second;
      Range fact = f.range;
      if (c != 1) {  // c * e lies in the range
        fact.low = fact.has_low() ? -floor_div(-fact.low, Wide{c}) : fact.low;
        fact.high = fact.has_high() ? floor_div(fact.high, Wide{c}) : fact.high;
      }
      r = intersect(r, fact);
    }
  }
  return r * coefficient;
}

Range CodeRanges::of(const Linear& sum) {
  Range out = constant(sum.constant);
  for (const auto& [e, c] : sum.terms) out = out + term(e, c);
  if (sum.terms.size() < 2 || sum.terms.size() > kMaxTerms) return out;
  // A fact about some of the terms, together with the ranges of the others.
  for (const Fact& f : facts_) {
    if (f.terms.size() < 2 || f.terms.size() > sum.terms.size()) continue;
    const int64_t first = sum.coefficient(f.terms[0].first);
    const int64_t by = first / f.terms[0].second;
    if (by == 0 || by * f.terms[0].second != first) continue;
    Linear rest = sum;
    bool has_all = true;
    for (const auto& [e, c] : f.terms) {
      has_all = has_all && sum.coefficient(e) == c * by;
      rest.add(e, -(c * by));
    }
    if (!has_all) continue;
    Range with = constant(rest.constant) + f.range * by;
    for (const auto& [e, c] : rest.terms) with = with + term(e, c);
    out = intersect(out, with);
  }
  return out;
}

const CodeRanges::Known& CodeRanges::look(Prim e) {
  Known& known = known_[e.index];
  if (known.epoch == epoch_) return known;
  Known found;
  if (++work_ > kMaxWork) {
    found.range = values_of(prims_[e].dtype);
    found.linear.terms = {{e, 1}};
    found.wraps = true;
  } else {
    found = compute(e);
  }
  found.epoch = epoch_;
  Known& place = known_[e.index];  // others have been added meanwhile
  place = std::move(found);
  return place;
}

CodeRanges::Known CodeRanges::compute(Prim e) {
  const PrimNode& n = prims_[e];
  Known out;
  out.range = values_of(n.dtype);
  if (!n.dtype.is_integral() || !n.dtype.is_scalar()) return out;
  out.linear.terms = {{e, 1}};
  switch (n.kind) {
    case PrimKind::int_imm:
      if (n.value < 0 && !n.dtype.is_integer()) break;  // beyond 63 bits
      out.range = constant(n.value);
      if (is_small(n.value)) out.linear = {n.value, {}};
      break;
    case PrimKind::var:
      if (auto at = variables_.find(e.index); at != variables_.end()) {
        out.range = intersect(at->second.first, out.range);
        if (at->second.second) {
          out.linear = *at->second.second;
          out.range = intersect(out.range, of(out.linear));
        }
      }
      for (const Fact& f : facts_) {
        if (f.terms.size() == 1 && f.terms[0].first == e && f.terms[0].second == 1)
          out.range = intersect(out.range, f.range);
      }
      break;
    case PrimKind::cast: {
      const DType from = prims_[n.lhs()].dtype;
      if (!from.is_integral() || !from.is_scalar() || n.dtype.is_boolean()) break;
      const Range r = of(n.lhs());
      if (!r.within(out.range.low, out.range.high)) {
        out.wraps = true;
        break;
      }
      out.range = r;
      out.linear = linear(n.lhs());
      break;
    }
    case PrimKind::select: out.range = hull(of(n.rhs()), of(Prim(n.c))); break;
    case PrimKind::call: out.range = intersect(call(e), out.range); break;
    default:
      if (row(n.kind).is_binary() && !row(n.kind).is_test()) arithmetic(e, out);
  }
  if (out.range.low > out.range.high) out.range = values_of(n.dtype);  // never reached
  return out;
}

void CodeRanges::arithmetic(Prim e, Known& out) {
  const PrimNode& n = prims_[e];
  const Range all = out.range, a = of(n.lhs()), b = of(n.rhs());
  if (!prims_[n.lhs()].dtype.is_integral()) return;
  Range r;
  std::optional<Linear> sum;
  switch (n.kind) {
    case PrimKind::add:
    case PrimKind::sub: {
      const int64_t sign = n.kind == PrimKind::add ? 1 : -1;
      r = a + b * sign;
      if (linear(n.lhs()).terms.size() + linear(n.rhs()).terms.size() > kMaxTerms) break;
      sum = linear(n.lhs());
      sum->add(linear(n.rhs()), sign);
      break;
    }
    case PrimKind::mul: {
      r = a * b;
      const bool left = linear(n.lhs()).terms.empty(), right = linear(n.rhs()).terms.empty();
      if (!left && !right) break;
      sum = Linear();
      sum->add(linear(left ? n.rhs() : n.lhs()), linear(left ? n.lhs() : n.rhs()).constant);
      break;
    }
    case PrimKind::div: r = quotient(a, b, false); break;
    case PrimKind::floordiv: r = quotient(a, b, true); break;
    case PrimKind::mod: r = remainder(a, b, false); break;
    case PrimKind::floormod: r = remainder(a, b, true); break;
    case PrimKind::min: r = min(a, b); break;
    case PrimKind::max: r = max(a, b); break;
    default: return;
  }
  if (sum && !is_small(*sum)) sum.reset();
  // What the terms say together may be less than what each operand may be: i * 4 + j < 10, then i * 4 + j - 9.
  if (sum) {
    const Range together = intersect(r, of(*sum));
    if (together.low <= together.high) r = together;
  }
  if (!r.within(all.low, all.high)) {
    out.wraps = true;
    return;
  }
  out.range = r;
  if (sum) out.linear = std::move(*sum);
}

Range CodeRanges::call(Prim e) {
  const PrimNode& n = prims_[e];
  const std::string_view name = context_.text(n.name());
  std::span<const Prim> args = prims_.call_args(e);
  const Range all = values_of(n.dtype);
  auto integral = [&](size_t i) { return i < args.size() && prims_[args[i]].dtype.is_integral(); };
  if ((name == "likely" || name == "tvm_thread_invariant") && integral(0)) return of(args[0]);
  if (name == "if_then_else" && integral(1) && integral(2)) return hull(of(args[1]), of(args[2]));
  if (!integral(0) || !integral(1)) return all;
  const Range a = of(args[0]), b = of(args[1]);
  if (name == "bitwise_and") {
    Range r = all;
    if (a.low >= 0) r = {0, a.high};
    if (b.low >= 0) r = intersect(r, {0, b.high});
    return r;
  }
  if (name == "shift_right" && b.low == b.high && b.within(0, 62)) return floor_div(a, int64_t{1} << b.low);
  if (name == "shift_left" && b.low == b.high && b.within(0, 61)) {
    const Range r = a * (int64_t{1} << static_cast<int>(b.low));
    if (r.within(all.low, all.high)) return r;
  }
  return all;
}

}  // namespace hammock::jit
