// SPDX-License-Identifier: Apache-2.0
#include "hammock/prim/walk.h"

#include <doctest/doctest.h>

#include <unordered_set>

#include "hammock/prim/symbols.h"

using namespace hammock;

TEST_CASE("operands come first, shared ones once, however deep they are") {
  Context context;
  PrimStore& prims = context.prims;
  const Prim x = prims.var(context.name("x"));
  Prim sum = x;
  for (int i = 0; i < 100'000; ++i) sum = prims.node(PrimKind::add, kInt64, sum, sum);
  std::unordered_set<Prim> seen;
  size_t visits = 0;
  operands_first(
      prims, sum, [&](Prim e) { return seen.contains(e); },
      [&](Prim e, const std::vector<Prim>& operands) {
        for (Prim o : operands) CHECK(seen.contains(o));
        seen.insert(e);
        ++visits;
      });
  CHECK(visits == 100'001);
}

TEST_CASE("substitution keeps vectors as they are") {
  Context context;
  PrimStore& prims = context.prims;
  const Prim x = prims.var(context.name("x"), kInt32), one = prims.integer(1, kInt32);
  const DType four = DType::make(kInt32.code, 32, 4), truths = DType::make(kBool.code, 1, 4);
  const Prim ramp = prims.node(PrimKind::ramp, four, x, one), all = prims.node(PrimKind::broadcast, four, x);
  const Prim test = prims.node(PrimKind::lt, truths, ramp, all);
  const Prim two = prims.integer(2, kInt32);
  const PrimMap map{{x, two}};
  const Prim made = Substitution(prims, map)(test);
  CHECK(prims[made].dtype == truths);
  CHECK(prims[made].lhs() == prims.node(PrimKind::ramp, four, two, one));
  CHECK(prims[made].rhs() == prims.node(PrimKind::broadcast, four, two));
}
