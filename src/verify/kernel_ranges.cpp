// SPDX-License-Identifier: Apache-2.0
#include "kernel_ranges.h"

#include <algorithm>
#include <unordered_set>

#include "hammock/ir/prim_kind.h"
#include "hammock/prim/walk.h"

namespace hammock {
namespace {

constexpr int kMostWork = 500, kMostDepth = 50;  // of the sum that an expression is
constexpr int64_t kGreatest = int64_t{1} << 46;  // of its numbers: far from where they would wrap
constexpr size_t kWork = 1'000'000, kWorkOfStatement = 2000;
constexpr size_t kMostNodes = 1000;  // that are looked at for a variable

std::optional<int64_t> point(Range r) {
  if (r.low != r.high || !r.within(INT64_MIN, INT64_MAX)) return std::nullopt;
  return static_cast<int64_t>(r.low);
}

Range remainder(Range a, int64_t divisor, bool is_floor) {
  if (is_floor && a.has_low() && a.has_high()) {
    const Range q = floor_div(a, divisor);
    if (q.low == q.high) return {a.low - q.low * divisor, a.high - q.low * divisor};
  }
  if (!is_floor && a.low >= 0 && a.high < divisor) return a;
  return {is_floor || a.low >= 0 ? 0 : 1 - divisor, divisor - 1};
}

Range quotient(Range a, Range b, bool is_floor) {
  if (std::optional<int64_t> divisor = point(b); divisor && *divisor > 0) {
    if (is_floor || a.low >= 0) return floor_div(a, *divisor);
    return {a.has_low() ? a.low / *divisor : a.low, a.has_high() ? a.high / *divisor : a.high};
  }
  return a.low >= 0 && b.low >= 1 ? Range{0, a.high} : Range{};
}

Range truth(bool is_true, bool is_false) { return {is_true ? 1 : 0, is_false ? 0 : 1}; }

}  // namespace

void KernelRanges::enter_kernel(size_t statements) {
  scope_.enter_kernel();
  narrowed_.clear();
  work_left_ = kWork + statements * kWorkOfStatement;
  if (known_.size() < context_.prims.size()) {
    known_.resize(context_.prims.size());
    meanings_.resize(context_.prims.size());
  }
}

void KernelRanges::define(Prim var, Range range) {
  scope_.push(var);
  meanings_[var.index] = {Kind::any, {}, {}, {}, range, false};
}

void KernelRanges::define_loop(Prim var, Prim min, Prim extent) {
  const Range first = range(min), count = range(extent);
  const Range all{first.low, count.has_high() && first.has_high()
                                 ? first.high + std::max<Range::Wide>(count.high, 1) - 1
                                 : Range::kInfinity};
  scope_.push(var);
  meanings_[var.index] = {Kind::loop, {}, min, extent, all, true};
}

void KernelRanges::define_value(Prim var, Prim value, Range domain) {
  const Range of_value = value ? range(value) : domain;
  const bool has_loops = !value || !is_free_of_loops(value);
  scope_.push(var);
  meanings_[var.index] = {value ? Kind::value : Kind::any, value, {}, {}, of_value, has_loops};
}

void KernelRanges::pop(size_t mark) {
  for (; !narrowed_.empty() && narrowed_.back().first >= mark; narrowed_.pop_back()) {
    const auto& [var, before] = narrowed_.back().second;
    meanings_[var.index] = before;
  }
  scope_.pop(mark);
}

const KernelRanges::Meaning& KernelRanges::meaning(Prim var) {
  static const Meaning kNothing;
  return scope_.is_defined(var) ? meanings_[var.index] : kNothing;
}

// ---- conditions ----

namespace {

PrimKind mirrored(PrimKind kind) {
  switch (kind) {
    case PrimKind::lt: return PrimKind::gt;
    case PrimKind::le: return PrimKind::ge;
    case PrimKind::gt: return PrimKind::lt;
    case PrimKind::ge: return PrimKind::le;
    default: return kind;
  }
}

PrimKind negated(PrimKind kind) {
  switch (kind) {
    case PrimKind::lt: return PrimKind::ge;
    case PrimKind::le: return PrimKind::gt;
    case PrimKind::gt: return PrimKind::le;
    case PrimKind::ge: return PrimKind::lt;
    case PrimKind::eq: return PrimKind::ne;
    default: return PrimKind::eq;
  }
}

}  // namespace

bool KernelRanges::narrow(PrimKind kind, Prim var, Range by) {
  if (context_.prims[var].kind != PrimKind::var || !scope_.is_defined(var)) return true;
  const Meaning before = meanings_[var.index];
  Range r = before.range;
  if (kind == PrimKind::lt || kind == PrimKind::le || kind == PrimKind::eq)
    r.high = std::min(r.high, by.has_high() ? by.high - (kind == PrimKind::lt) : by.high);
  if (kind == PrimKind::gt || kind == PrimKind::ge || kind == PrimKind::eq)
    r.low = std::max(r.low, by.has_low() ? by.low + (kind == PrimKind::gt) : by.low);
  if (r == before.range) return true;
  if (r.low > r.high) return false;
  redefine(var);
  meanings_[var.index].range = r;
  return true;
}

// What is known from here on is forgotten at the next pop.
void KernelRanges::redefine(Prim var) {
  narrowed_.push_back({scope_.mark(), {var, meanings_[var.index]}});
  scope_.push(var);
}

bool KernelRanges::assume(Prim condition, bool holds) {
  if (!context_.prims[condition].dtype.is_boolean()) return true;
  std::vector<std::pair<Prim, bool>> stack{{condition, holds}};
  if (Prim newest = scope_.newest()) redefine(newest);
  for (int i = 0; i < kMostDepth && !stack.empty(); ++i) {
    const auto [e, is_true] = stack.back();
    stack.pop_back();
    const PrimNode& n = context_.prims[e];
    const Range r = range(e);
    if (is_true ? r.high < 1 : r.low > 0) return false;
    if (n.kind > PrimKind::var) {
      known_[e.index].range = is_true ? Range{1, 1} : Range{0, 0};
      scope_.keep(e, scope_.of_top());
    }
    if (n.kind == PrimKind::call && context_.text(n.name()) == "likely") {
      stack.push_back({context_.prims.call_args(e)[0], is_true});
    } else if (n.kind == PrimKind::logical_not) {
      stack.push_back({n.lhs(), !is_true});
    } else if (n.kind == (is_true ? PrimKind::logical_and : PrimKind::logical_or)) {
      stack.push_back({n.rhs(), is_true});
      stack.push_back({n.lhs(), is_true});
    } else if (row(n.kind).group == PrimGroup::comparison && context_.prims[n.lhs()].dtype.is_integral()) {
      const PrimKind kind = is_true ? n.kind : negated(n.kind);
      if (!narrow(kind, n.lhs(), range(n.rhs())) || !narrow(mirrored(kind), n.rhs(), range(n.lhs()))) return false;
    }
  }
  return true;
}

// ---- ranges ----

Range KernelRanges::binary(const PrimNode& n, Range a, Range b) const {
  switch (n.kind) {
    case PrimKind::add: return a + b;
    case PrimKind::sub: return a + b * -1;
    case PrimKind::mul: return a * b;
    case PrimKind::div:
    case PrimKind::floordiv: return quotient(a, b, n.kind == PrimKind::floordiv);
    case PrimKind::mod:
    case PrimKind::floormod: {
      const bool is_floor = n.kind == PrimKind::floormod;
      if (std::optional<int64_t> divisor = point(b); divisor && *divisor > 0) return remainder(a, *divisor, is_floor);
      if (b.low >= 1 && (is_floor || a.low >= 0)) return {0, b.has_high() ? b.high - 1 : b.high};
      return {};
    }
    case PrimKind::min: return min(a, b);
    case PrimKind::max: return max(a, b);
    case PrimKind::eq: return truth(point(a) && a == b, a.high < b.low || b.high < a.low);
    case PrimKind::ne: return truth(a.high < b.low || b.high < a.low, point(a) && a == b);
    case PrimKind::lt: return truth(a.high < b.low, a.low >= b.high);
    case PrimKind::le: return truth(a.high <= b.low, a.low > b.high);
    case PrimKind::gt: return truth(a.low > b.high, a.high <= b.low);
    case PrimKind::ge: return truth(a.low >= b.high, a.high < b.low);
    case PrimKind::logical_and: return min(a, b);
    case PrimKind::logical_or: return max(a, b);
    default: return {};
  }
}

KernelRanges::Known KernelRanges::of(Prim e) {
  const PrimNode& n = context_.prims[e];
  if (n.kind == PrimKind::var) {
    const Meaning& m = meaning(e);
    const bool is_known = scope_.is_defined(e);
    return {is_known ? m.range : values_of(n.dtype), false, m.has_loops};
  }
  if (n.kind == PrimKind::int_imm) return {{n.value, n.value}};
  return known_[e.index];
}

// The operands are known.
KernelRanges::Known KernelRanges::compute(Prim e, const std::vector<Prim>& operands) {
  const PrimNode& n = context_.prims[e];
  const Range all = values_of(n.dtype);
  std::string_view intrinsic = n.kind == PrimKind::call ? context_.text(n.name()) : "";
  Known out;
  bool takes_over = true;  // the doubts about its operands
  if (row(n.kind).is_binary()) {
    out.range = binary(n, of(operands[0]).range, of(operands[1]).range);
    takes_over = !row(n.kind).is_test();
  } else if (n.kind == PrimKind::logical_not) {
    const Range a = of(operands[0]).range;
    return {{1 - std::min<Range::Wide>(a.high, 1), 1 - std::max<Range::Wide>(a.low, 0)}};
  } else if (n.kind == PrimKind::select || intrinsic == "if_then_else") {
    const Range test = of(operands[0]).range;
    out.range = test.low > 0    ? of(operands[1]).range
                : test.high < 1 ? of(operands[2]).range
                                : hull(of(operands[1]).range, of(operands[2]).range);
  } else if (n.kind == PrimKind::cast && context_.prims[operands[0]].dtype.is_integral()) {
    out.range = of(operands[0]).range;
  } else if (n.kind == PrimKind::broadcast || intrinsic == "likely" || intrinsic == "tvm_thread_invariant") {
    out.range = of(operands[0]).range;
  } else if (n.kind == PrimKind::ramp) {
    const Range step = of(operands[1]).range * (n.dtype.lanes - 1);
    out.range = of(operands[0]).range + hull({0, 0}, step);
  } else {
    return {all};
  }
  if (!n.dtype.is_integral()) return {};
  if (takes_over) out.may_wrap = std::ranges::any_of(operands, [&](Prim p) { return of(p).may_wrap; });
  const bool fits = (!out.range.has_low() || (all.low <= out.range.low && out.range.low <= all.high)) &&
                    (!out.range.has_high() || (all.low <= out.range.high && out.range.high <= all.high));
  if (!fits) out = {all, true};
  return out;
}

Range KernelRanges::range(Prim root) {
  auto is_leaf = [&](Prim e) { return context_.prims[e].kind <= PrimKind::var; };
  auto is_known = [&](Prim e) { return is_leaf(e) || scope_.known(e); };
  if (!root) return {};
  if (is_known(root)) return of(root).range;
  operands_first(context_.prims, root, is_known, [&](Prim e, const std::vector<Prim>& operands) {
    Known known = compute(e, operands);
    known.has_loops = context_.prims[e].kind == PrimKind::load ||
                      std::ranges::any_of(operands, [&](Prim p) { return of(p).has_loops; });
    known_[e.index] = known;
    KernelScope::Needs needs;
    for (Prim p : operands) {
      if (context_.prims[p].kind == PrimKind::var) KernelScope::add(needs, scope_.of(p));
      else if (!is_leaf(p)) KernelScope::add(needs, *scope_.known(p));
    }
    scope_.keep(e, needs);
  });
  return of(root).range;
}

bool KernelRanges::visit(Prim e, bool is_sure) {
  if (context_.prims[e].kind <= PrimKind::var) return false;
  range(e);
  uint8_t& visits = known_[e.index].visits;
  if (visits >= (is_sure ? 2 : 1)) return false;
  visits = is_sure ? 2 : 1;
  return true;
}

// ---- sums ----

bool KernelRanges::add_to(Linear& sum, Prim e, int64_t factor, int& work, int depth) {
  if (++work > kMostWork || depth > kMostDepth || !spend(1)) return false;
  auto add = [&](Prim part, int64_t by) { return add_to(sum, part, by, work, depth + 1); };
  auto is_small = [](Range::Wide v) { return -kGreatest < v && v < kGreatest; };
  const PrimNode& n = context_.prims[e];
  const Range of_e = range(e);
  if (std::optional<int64_t> value = point(of_e)) {
    if (!is_small(Range::Wide{*value} * factor)) return false;
    sum.constant += *value * factor;
    return is_small(sum.constant);
  }
  switch (n.kind) {
    case PrimKind::var:
      if (const Meaning m = meaning(e); m.kind == Kind::value) {
        const Range all = values_of(n.dtype), given = range(m.value);
        if (!of(m.value).may_wrap && ((!given.has_low() && !given.has_high()) || given.within(all.low, all.high)))
          return add(m.value, factor);
      }
      break;
    case PrimKind::add: return add(n.lhs(), factor) && add(n.rhs(), factor);
    case PrimKind::sub: return add(n.lhs(), factor) && add(n.rhs(), -factor);
    case PrimKind::mul:
      for (bool is_swapped : {false, true}) {
        const std::optional<int64_t> by = point(range(is_swapped ? n.lhs() : n.rhs()));
        if (by && !is_small(Range::Wide{*by} * factor)) return false;
        if (by) return add(is_swapped ? n.rhs() : n.lhs(), factor * *by);
      }
      break;
    case PrimKind::cast:
      if (const DType from = context_.prims[n.lhs()].dtype; from.is_integral() && n.dtype.is_integer()) {
        const Range all = values_of(n.dtype);
        if (range(n.lhs()).within(all.low, all.high) || (from.is_integer() && from.bits <= n.dtype.bits))
          return add(n.lhs(), factor);
      }
      break;
    case PrimKind::call:
      if (context_.text(n.name()) == "likely") return add(context_.prims.call_args(e)[0], factor);
      break;
    default: break;
  }
  sum.add(e, factor);
  return is_small(sum.coefficient(e));
}

std::optional<Linear> KernelRanges::linear(Prim e) {
  range(e);
  if (of(e).may_wrap) return std::nullopt;
  Linear sum;
  int work = 0;
  return add_to(sum, e, 1, work, 0) ? std::optional(std::move(sum)) : std::nullopt;
}

Range KernelRanges::range(const Linear& sum) {
  return *range_of(sum, [&](Prim term) { return std::optional(range(term)); });
}

bool KernelRanges::depends(Prim root, Prim var) {
  std::vector<Prim> stack{root};
  std::unordered_set<Prim> seen;
  while (!stack.empty()) {
    const Prim e = stack.back();
    stack.pop_back();
    if (e == var) return true;
    if (context_.prims[e].kind < PrimKind::var || !seen.insert(e).second) continue;
    if (seen.size() > kMostNodes || !spend(1)) return true;
    if (context_.prims[e].kind != PrimKind::var) {
      context_.prims.operands(e, stack);
      continue;
    }
    const Meaning& m = meaning(e);
    for (Prim part : {m.value, m.min, m.extent}) {
      if (part) stack.push_back(part);
    }
  }
  return false;
}

// From the inside out, each loop's variable gets the value for which the sum is greatest, or least. One whose extent
// hangs on another loop stays: where the other is at its end, it may not run.
void KernelRanges::to_extreme(Linear& sum, bool is_up) {
  std::vector<Prim> left;
  for (int i = 0; i < kMostDepth; ++i) {
    Prim inner;
    for (const auto& [term, coefficient] : sum.terms) {
      if (context_.prims[term].kind != PrimKind::var || !is_loop(term) || std::ranges::find(left, term) != left.end())
        continue;
      if (!inner || depth(term) > depth(inner)) inner = term;
    }
    if (!inner) return;
    left.push_back(inner);
    const Meaning m = meaning(inner);
    if (!is_free_of_loops(m.extent)) continue;
    const int64_t factor = sum.coefficient(inner);
    if (!spend(sum.terms.size())) return;
    Linear next = sum;
    next.add(inner, -factor);
    int work = 0;
    bool is_fine = !of(m.min).may_wrap && add_to(next, m.min, factor, work, 0);
    if ((factor > 0) == is_up) {
      is_fine = is_fine && !of(m.extent).may_wrap && add_to(next, m.extent, factor, work, 0);
      next.constant -= factor;
    }
    if (is_fine) sum = std::move(next);
  }
}

KernelRanges::Outside KernelRanges::outside(Prim index, Prim low, Prim extent, bool is_sure) {
  const PrimNode& n = context_.prims[index];
  int64_t first = 0, last = 0;  // what lanes add to the first
  Prim base = index;
  if (n.kind == PrimKind::ramp) {
    const std::optional<int64_t> step = point(range(n.rhs()));
    if (!step || *step > kGreatest || *step < -kGreatest) return {};
    (*step > 0 ? last : first) = *step * (n.dtype.lanes - 1);
    base = n.lhs();
  } else if (n.kind == PrimKind::broadcast) {
    base = n.lhs();
  } else if (!n.dtype.is_scalar()) {
    return {};
  }
  if (!spend(10)) return {};
  const Range all = range(base), count = range(extent), begin = low ? range(low) : Range{0, 0};
  if (begin.high <= all.low + first && all.high + last < begin.low + count.low) return {};
  if (base == low && first == 0 && last == 0 && count.low >= 1) return {};
  const std::optional<Linear> sum = linear(base), length = linear(extent);
  const std::optional<Linear> from = low ? linear(low) : std::optional(Linear());
  if (!sum || !length || !from) return {};
  Linear above = *sum, below = *sum;
  above.add(*from, -1);
  below.add(*from, -1);
  above.add(*length, -1);
  auto at_extreme = [&](Linear l, bool is_up) {
    to_extreme(l, is_up);
    return range(l);
  };
  Outside out;
  for (bool in_some : {true, false}) {  // in some iteration, or in all
    if ((in_some && !is_sure) || out) continue;
    const Range over = at_extreme(above, in_some), under = at_extreme(below, !in_some);
    out.is_above = over.has_low() && over.low + last >= 0;
    out.is_below = under.has_high() && under.high + first < 0;
    if (!out) continue;
    if (std::optional<int64_t> at = point(at_extreme(*sum, out.is_above == in_some)))
      out.reaches = *at + (out.is_above ? last : first);
  }
  return out;
}

}  // namespace hammock
