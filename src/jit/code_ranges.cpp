// SPDX-License-Identifier: Apache-2.0
#include "code_ranges.h"

#include <algorithm>

#include "hammock/ir/prim_kind.h"
#include "hammock/prim/walk.h"

namespace hammock::jit {

namespace {

using Wide = Interval::Wide;

Interval constant(Wide v) { return {v, v}; }

// Forms of such numbers do not wrap, whatever is added up below.
bool is_small(int64_t v) { return v <= (int64_t{1} << 40) && v >= -(int64_t{1} << 40); }
bool is_small(const Linear& sum) {
  return is_small(sum.constant) && std::ranges::all_of(sum.terms, [](const auto& t) { return is_small(t.second); });
}

}  // namespace

void CodeRanges::bind(Prim var, Interval range, std::optional<Linear> equal) {
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
        const PrimNode& n = prims_[e];
        const bool is_call = n.kind == PrimKind::call;
        bool reads = n.kind == PrimKind::load || (is_call && (operands.empty() || context_.text(n.name())[0] == '@'));
        for (Prim o : operands) reads = reads || reads_[o.index];
        reads_[e.index] = reads;
      });
  return reads_[root.index];
}

// ---- facts ----

void CodeRanges::add_fact(Linear sum, Interval range) {
  if (sum.terms.empty() || sum.terms.size() > kMaxTerms || facts_.size() >= kMaxFacts) return;
  range = range + Interval{-static_cast<Wide>(sum.constant), -static_cast<Wide>(sum.constant)};
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
  add_fact(std::move(d), {-Interval::kInfinity, -1});
}

void CodeRanges::assume_difference(Prim a, Prim b, Interval range) {
  // The difference of two numbers of 64 bits may wrap.
  const Interval all{-(Wide{1} << 62), Wide{1} << 62};
  if (!of(a).within(all) || !of(b).within(all)) return;
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
    const PrimKind kind = truth ? n.kind : negated(n.kind);
    constexpr Wide kInfinity = Interval::kInfinity;
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

Interval CodeRanges::term(Prim e, int64_t coefficient) {
  Interval r = of(e);
  for (const Fact& f : facts_) {
    if (f.terms.size() == 1 && f.terms[0].first == e) {
      const int64_t c = f.terms[0].second;
      Interval fact = f.range;
      if (c != 1) {  // c * e lies in the range
        fact.low = fact.has_low() ? -floor_div(-fact.low, Wide{c}) : fact.low;
        fact.high = fact.has_high() ? floor_div(fact.high, Wide{c}) : fact.high;
      }
      r = intersect(r, fact);
    }
  }
  return r * coefficient;
}

Interval CodeRanges::of(const Linear& sum) {
  Interval out = constant(sum.constant);
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
    Interval with = constant(rest.constant) + f.range * by;
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
  if (!is_integral_scalar(e)) return out;
  out.linear.terms = {{e, 1}};
  if (n.kind == PrimKind::var) variable(e, out);
  else if (!row(n.kind).is_test()) operation(e, out);
  if (out.range.low > out.range.high) out.range = values_of(n.dtype);  // never reached
  return out;
}

bool CodeRanges::is_integral_scalar(Prim e) const {
  return prims_[e].dtype.is_integral() && prims_[e].dtype.is_scalar();
}

void CodeRanges::variable(Prim var, Known& out) {
  if (auto at = variables_.find(var.index); at != variables_.end()) {
    out.range = intersect(at->second.first, out.range);
    if (at->second.second) {
      out.linear = *at->second.second;
      out.range = intersect(out.range, of(out.linear));
    }
  }
  for (const Fact& f : facts_) {
    if (f.terms.size() == 1 && f.terms[0].first == var && f.terms[0].second == 1)
      out.range = intersect(out.range, f.range);
  }
}

void CodeRanges::operation(Prim e, Known& out) {
  const PrimNode& n = prims_[e];
  const std::string_view intrinsic = n.kind == PrimKind::call ? context_.text(n.name()) : "";
  std::optional<Interval> r = interval_of(prims_, e, intrinsic, [&](Prim operand) {
    return is_integral_scalar(operand) ? of(operand) : values_of(prims_[operand].dtype);
  });
  if (!r) return;
  Linear sum;
  const bool is_sum = sum_of(e, sum) && is_small(sum);
  // What the terms say together may be less than what each operand may be: i * 4 + j < 10, then i * 4 + j - 9.
  if (is_sum && !sum.terms.empty()) {
    const Interval together = intersect(*r, of(sum));
    if (together.low <= together.high) r = together;
  }
  out.wraps = !r->within(out.range);
  if (out.wraps) return;
  out.range = *r;
  if (is_sum) out.linear = std::move(sum);
}

// What the expression would be if it did not wrap; false: no sum.
bool CodeRanges::sum_of(Prim e, Linear& out) {
  const PrimNode& n = prims_[e];
  switch (n.kind) {
    case PrimKind::int_imm: out.constant = n.value; return true;
    case PrimKind::cast:
      if (n.dtype.is_boolean()) return false;
      out = linear(n.lhs());
      return true;
    case PrimKind::add:
    case PrimKind::sub:
      if (linear(n.lhs()).terms.size() + linear(n.rhs()).terms.size() > kMaxTerms) return false;
      out = linear(n.lhs());
      out.add(linear(n.rhs()), n.kind == PrimKind::add ? 1 : -1);
      return true;
    case PrimKind::mul: {
      const bool left = linear(n.lhs()).terms.empty(), right = linear(n.rhs()).terms.empty();
      if (left || right) out.add(linear(left ? n.rhs() : n.lhs()), linear(left ? n.lhs() : n.rhs()).constant);
      return left || right;
    }
    default: return false;
  }
}

}  // namespace hammock::jit
