// SPDX-License-Identifier: Apache-2.0
#include "hammock/prim/linear.h"

#include <doctest/doctest.h>

#include <array>
#include <functional>

#include "hammock/ir/prim_kind.h"

using namespace hammock;

TEST_CASE("ranges: bounds may be infinite") {
  const Interval from_two{2}, all;
  CHECK((Interval{1, 3} + Interval{10, 20}) == Interval{11, 23});
  CHECK((Interval{1, 3} * -2) == Interval{-6, -2});
  CHECK((from_two + Interval{-5, 5}) == Interval{-3});
  CHECK((from_two * -1).high == -2);
  CHECK(!(from_two * -1).has_low());
  CHECK((all * 0) == Interval{0, 0});
  CHECK(quotient({-3, 7}, {4, 4}, true) == Interval{-1, 1});
  CHECK(quotient({-3, 7}, {4, 4}, false) == Interval{0, 1});
  CHECK(quotient({-3, 7}, {1, 4}, true) == Interval{-3, 7});
  CHECK(quotient({-3, 7}, {-1, 4}, true) == Interval{-7, 7});
  CHECK(quotient(from_two, {4, 4}, true) == Interval{0});
  CHECK(remainder({9, 11}, {4, 4}, true) == Interval{1, 3});
  CHECK(remainder({-3, -2}, {4, 4}, true) == Interval{1, 2});
  CHECK(remainder({-3, -2}, {4, 4}, false) == Interval{-3, 3});
  CHECK(remainder({1, 2}, {4, 6}, false) == Interval{1, 2});
  CHECK(remainder(from_two, {1}, true) == Interval{0});
  CHECK(remainder({3, 5}, {-2, 2}, true) == Interval{-1, 1});
  CHECK(product(Interval{2, 3}, Interval{4, 5}) == Interval{8, 15});
  CHECK(product(Interval{-1, 3}, Interval{4, 5}) == all);
  CHECK((Interval{-1, 3} * Interval{4, 5}) == Interval{-5, 15});
  CHECK((Interval{-2, 3} * Interval{-7}).has_high() == false);
  CHECK(min(Interval{1, 9}, Interval{3, 5}) == Interval{1, 5});
  CHECK(max(Interval{1, 9}, Interval{3, 5}) == Interval{3, 9});
  CHECK(hull(Interval{1, 2}, Interval{8, 9}) == Interval{1, 9});
  CHECK((Interval{INT64_MAX, INT64_MAX} * INT64_MAX).has_high() == false);
  CHECK(Interval{0, 7}.within(0, 7));
  CHECK(!all.within(0, 7));
}

TEST_CASE("ranges: of dtypes and of terms") {
  CHECK(values_of(kInt8) == Interval{-128, 127});
  CHECK(values_of(kBool) == Interval{0, 1});
  CHECK(values_of(kFloat32) == Interval());
  CHECK(intersect(Interval{1, 5}, Interval{3}) == Interval{3, 5});
  Context context;
  PrimStore& prims = context.prims;
  const Prim unknown = prims.var(context.name("x")), axis = prims.var(context.name("i"));
  const Prim narrow = prims.node(PrimKind::cast, kInt64, prims.var(context.name("b"), kUint8));
  std::function<Interval(Prim)> of = [&](Prim e) {
    if (e == axis || e == unknown) return e == axis ? Interval{0, 9} : Interval();
    const PrimNode& n = prims[e];
    const std::string_view intrinsic = n.kind == PrimKind::call ? context.text(n.name()) : "";
    return interval_of(prims, e, intrinsic, of).value_or(values_of(n.dtype));
  };
  CHECK(of(prims.floordiv(axis, prims.integer(4))) == Interval{0, 2});
  CHECK(of(prims.floormod(unknown, prims.integer(4))) == Interval{0, 3});
  CHECK(of(prims.floordiv(unknown, prims.integer(4))) == Interval());
  CHECK(of(prims.min(unknown, axis)) == Interval{-Interval::kInfinity, 9});
  CHECK(of(prims.max(prims.min(unknown, axis), prims.integer(0))).high == 9);
  CHECK(of(narrow) == Interval{0, 255});
  const Prim is_late = prims.node(PrimKind::lt, kBool, prims.integer(20), axis);
  CHECK(of(is_late) == Interval{0, 0});
  CHECK(of(prims.node(PrimKind::select, kInt64, is_late, unknown, axis)) == Interval{0, 9});
  auto call = [&](std::string_view name, Prim a, Prim b) {
    return of(prims.call(context.name(name), kInt64, std::array{a, b}));
  };
  CHECK(call("shift_left", axis, prims.integer(2)) == Interval{0, 36});
  CHECK(call("shift_right", axis, prims.integer(1)) == Interval{0, 4});
  CHECK(call("bitwise_and", unknown, prims.integer(7)) == Interval{0, 7});
  CHECK(call("bitwise_and", unknown, unknown) == values_of(kInt64));
}

TEST_CASE("comparisons the other way round, and where they do not hold") {
  for (PrimKind kind : {PrimKind::lt, PrimKind::le, PrimKind::gt, PrimKind::ge, PrimKind::eq, PrimKind::ne}) {
    for (int64_t a : {1, 2, 3}) {
      CHECK(computed(kind, a, int64_t{2}) == computed(mirrored(kind), int64_t{2}, a));
      CHECK(computed(kind, a, int64_t{2}) != computed(negated(kind), a, int64_t{2}));
    }
  }
}

TEST_CASE("linear forms: terms in order, none with coefficient 0") {
  Context context;
  const Prim a = context.prims.var(context.name("a")), b = context.prims.var(context.name("b"));
  Linear x;
  x.add(b, 2);
  x.add(a, 3);
  x.constant = 1;
  REQUIRE(x.terms.size() == 2);
  CHECK(x.terms[0].first == a);
  CHECK(x.coefficient(b) == 2);
  Linear y = x;
  y.add(x, -1);
  CHECK(y.terms.empty());
  CHECK(y.constant == 0);
  x.add(a, INT64_MAX);  // wraps
  CHECK(x.coefficient(a) == INT64_MIN + 2);
  x.add(a, -x.coefficient(a));
  CHECK(interval_of(x, [](Prim) { return Interval{0, 9}; }) == Interval{1, 19});
  CHECK(interval_of(x, [](Prim) { return Interval(); }) == Interval());
}

TEST_CASE("every binary kind computes or says that it cannot") {
  for (const PrimRow& kind : kPrimRows) {
    CAPTURE(kind.node);
    CHECK(computed(kind.kind, int64_t{7}, int64_t{2}).has_value() == kind.is_binary());
    if (kind.group == PrimGroup::division) CHECK(!computed(kind.kind, int64_t{7}, int64_t{0}));
  }
  CHECK(computed(PrimKind::floordiv, int64_t{-7}, int64_t{2}) == -4);
  CHECK(computed(PrimKind::div, int64_t{-7}, int64_t{2}) == -3);
  CHECK(computed(PrimKind::floormod, int64_t{-7}, int64_t{2}) == 1);
  CHECK(computed(PrimKind::mod, int64_t{-7}, int64_t{2}) == -1);
  CHECK(computed(PrimKind::lt, 1.5, 2.0) == 1.0);
  CHECK(!computed(PrimKind::floormod, 1.5, 2.0));
}
