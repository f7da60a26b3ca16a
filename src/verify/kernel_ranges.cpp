// SPDX-License-Identifier: Apache-2.0
#include "kernel_ranges.h"

#include <algorithm>
#include <unordered_set>

#include "hammock/base/scalable.h"
#include "hammock/ir/prim_kind.h"
#include "hammock/prim/walk.h"

namespace hammock {
namespace {

constexpr int kMostWork = 500, kMostDepth = 50;  // of the sum that an expression is
constexpr int64_t kGreatest = int64_t{1} << 46;  // of its numbers: far from where they would wrap
constexpr size_t kWork = 1'000'000, kWorkOfStatement = 2000;
constexpr size_t kMostNodes = 1000;  // that are looked at for a variable

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

void KernelRanges::define(Prim var, Interval range) {
  scope_.push(var);
  meanings_[var.index] = {Kind::any, {}, {}, {}, range, false};
}

void KernelRanges::define_loop(Prim var, Prim min, Prim extent) {
  const Interval first = range(min), count = range(extent);
  const Interval all{first.low, count.has_high() && first.has_high()
                                    ? first.high + std::max<Interval::Wide>(count.high, 1) - 1
                                    : Interval::kInfinity};
  scope_.push(var);
  meanings_[var.index] = {Kind::loop, {}, min, extent, all, true};
}

void KernelRanges::define_value(Prim var, Prim value, Interval domain) {
  const Interval of_value = value ? range(value) : domain;
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

bool KernelRanges::narrow(PrimKind kind, Prim var, Interval by) {
  if (context_.prims[var].kind != PrimKind::var || !scope_.is_defined(var)) return true;
  const Meaning before = meanings_[var.index];
  Interval r = before.range;
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
    const Interval r = range(e);
    if (is_true ? r.high < 1 : r.low > 0) return false;
    if (n.kind > PrimKind::var) {
      known_[e.index].range = is_true ? Interval{1, 1} : Interval{0, 0};
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
  if (!n.dtype.is_integral()) return {};
  const Interval all = values_of(n.dtype);
  const std::string_view intrinsic = n.kind == PrimKind::call ? context_.text(n.name()) : "";
  const std::optional<Interval> r = interval_of(context_.prims, e, intrinsic, [&](Prim p) { return of(p).range; });
  if (!r) return {all};
  const bool fits = (!r->has_low() || (all.low <= r->low && r->low <= all.high)) &&
                    (!r->has_high() || (all.low <= r->high && r->high <= all.high));
  if (!fits) return {all, true};
  const bool takes_doubts_over = !row(n.kind).is_test();
  return {*r, takes_doubts_over && std::ranges::any_of(operands, [&](Prim p) { return of(p).may_wrap; })};
}

Interval KernelRanges::range(Prim root) {
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
  auto is_small = [](Interval::Wide v) { return -kGreatest < v && v < kGreatest; };
  const PrimNode& n = context_.prims[e];
  const Interval of_e = range(e);
  if (std::optional<int64_t> value = of_e.value()) {
    if (!is_small(Interval::Wide{*value} * factor)) return false;
    sum.constant += *value * factor;
    return is_small(sum.constant);
  }
  switch (n.kind) {
    case PrimKind::var:
      if (const Meaning m = meaning(e); m.kind == Kind::value) {
        const Interval all = values_of(n.dtype), given = range(m.value);
        if (!of(m.value).may_wrap && ((!given.has_low() && !given.has_high()) || given.within(all)))
          return add(m.value, factor);
      }
      break;
    case PrimKind::add: return add(n.lhs(), factor) && add(n.rhs(), factor);
    case PrimKind::sub: return add(n.lhs(), factor) && add(n.rhs(), -factor);
    case PrimKind::mul:
      for (bool is_swapped : {false, true}) {
        const std::optional<int64_t> by = range(is_swapped ? n.lhs() : n.rhs()).value();
        if (by && !is_small(Interval::Wide{*by} * factor)) return false;
        if (by) return add(is_swapped ? n.rhs() : n.lhs(), factor * *by);
      }
      break;
    case PrimKind::cast:
      if (const DType from = context_.prims[n.lhs()].dtype; from.is_integral() && n.dtype.is_integer()) {
        const Interval all = values_of(n.dtype);
        if (range(n.lhs()).within(all) || (from.is_integer() && from.bits <= n.dtype.bits)) return add(n.lhs(), factor);
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

Interval KernelRanges::range(const Linear& sum) {
  return interval_of(sum, [&](Prim term) { return range(term); });
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
  if (n.kind == PrimKind::ramp && vscale_factor(n.dtype) == 0) {
    const std::optional<int64_t> step = range(n.rhs()).value();
    if (!step || *step > kGreatest || *step < -kGreatest) return {};
    (*step > 0 ? last : first) = *step * (n.dtype.lanes - 1);
    base = n.lhs();
  } else if (n.kind == PrimKind::broadcast) {
    base = n.lhs();
  } else if (!n.dtype.is_scalar()) {
    return {};
  }
  if (!spend(10)) return {};
  const Interval all = range(base), count = range(extent), begin = low ? range(low) : Interval{0, 0};
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
    const Interval over = at_extreme(above, in_some), under = at_extreme(below, !in_some);
    out.is_above = over.has_low() && over.low + last >= 0;
    out.is_below = under.has_high() && under.high + first < 0;
    if (!out) continue;
    if (std::optional<int64_t> at = at_extreme(*sum, out.is_above == in_some).value())
      out.reaches = *at + (out.is_above ? last : first);
  }
  return out;
}

}  // namespace hammock
