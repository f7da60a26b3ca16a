// SPDX-License-Identifier: Apache-2.0
#include "arg_extreme.h"

#include <limits>

#include "hammock/prim/linear.h"

namespace hammock::loop {

std::optional<ArgExtreme> find_arg_extreme(const PrimStore& prims, const Assignment& at, const Assignment& best) {
  if (at.buffer == best.buffer || at.condition || best.condition) return std::nullopt;
  if (at.loops != best.loops || at.at_first != best.at_first || at.index != best.index) return std::nullopt;
  const PrimNode chosen = prims[best.value], placed = prims[at.value];
  if (chosen.kind != PrimKind::select || placed.kind != PrimKind::select) return std::nullopt;
  auto is_load = [&](Prim e, const Assignment& of) {
    return prims[e].kind == PrimKind::load && prims[e].c == of.buffer &&
           std::ranges::equal(prims.call_args(e), of.index);
  };
  const Prim is_better = chosen.lhs(), old = chosen.rhs(), element(chosen.c), old_place = placed.rhs(), place(placed.c);
  if (!is_load(old, best) || !is_load(old_place, at)) return std::nullopt;
  const PrimNode test = prims[is_better];
  if ((test.kind != PrimKind::gt && test.kind != PrimKind::lt) || test.lhs() != old || test.rhs() != element)
    return std::nullopt;
  // is_better or (old == element and old_place < place)
  const PrimNode either = prims[placed.lhs()];
  if (either.kind != PrimKind::select || either.lhs() != is_better || !prims.is_constant(either.rhs(), 1)) return {};
  const PrimNode both = prims[Prim(either.c)];
  if (both.kind != PrimKind::select || !prims.is_constant(Prim(both.c), 0)) return std::nullopt;
  const PrimNode equal = prims[both.lhs()], before = prims[both.rhs()];
  if (equal.kind != PrimKind::eq || equal.lhs() != old || equal.rhs() != element) return std::nullopt;
  if (before.kind != PrimKind::lt || before.lhs() != old_place || before.rhs() != place) return std::nullopt;
  return ArgExtreme{test.kind == PrimKind::gt ? Combine::max : Combine::min, element, place};
}

bool rises(const PrimStore& prims, Prim place, std::span<const Axis> loops) {
  const Linear sum = linear_form(prims, place);
  int64_t reach = 0;
  for (size_t i = loops.size(); i-- > 0;) {
    const int64_t step = sum.coefficient(loops[i].var);
    int64_t way = 0;
    if (step <= reach || __builtin_mul_overflow(step, loops[i].extent - 1, &way) ||
        __builtin_add_overflow(reach, way, &reach))
      return false;
  }
  return true;
}

Prim place_of_extreme(Context& context, const PlaceParts& parts, std::vector<Reduction>& reductions) {
  PrimStore& p = context.prims;
  const bool is_narrow =
      parts.places.within(std::numeric_limits<int32_t>::min() + 1, std::numeric_limits<int32_t>::max());
  const DType d = is_narrow ? kInt32 : kInt64, of = p[parts.element].dtype;
  const Prim place = is_narrow ? p.node(PrimKind::cast, d, parts.place) : parts.place;
  auto number = [&](Interval::Wide v) { return p.integer(static_cast<int64_t>(v), d); };
  auto both = [&](Prim a, Prim b) { return p.node(PrimKind::logical_and, kBool, a, b); };
  auto is_equal = [&](Prim a, Prim b) { return p.node(PrimKind::eq, kBool, a, b); };
  const Prim none = number(parts.places.low - 1), most = number(parts.places.high);
  Prim is_there = is_equal(parts.element, parts.best), begins = is_equal(parts.best, parts.first_best), last_nan;
  if (of.is_any_float()) {
    last_nan = p.var(context.name("nan"), d);
    const Prim is_nan = p.node(PrimKind::ne, kBool, parts.element, parts.element);
    reductions.push_back(
        {Combine::max, OfNan::keep, parts.axes, none, p.node(PrimKind::select, d, is_nan, place, none), last_nan});
    is_there = both(is_there, p.node(PrimKind::gt, kBool, place, last_nan));
    begins = both(begins, is_equal(last_nan, none));
  }
  const Prim first = p.var(context.name("first"), d);
  reductions.push_back(
      {Combine::min, OfNan::keep, parts.axes, most, p.node(PrimKind::select, d, is_there, place, most), first});
  Prim out = p.node(PrimKind::select, d, begins, number(parts.first_place), first);
  if (last_nan) out = p.node(PrimKind::select, d, p.node(PrimKind::ne, kBool, parts.best, parts.best), last_nan, out);
  return out;
}

}  // namespace hammock::loop
