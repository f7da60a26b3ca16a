// SPDX-License-Identifier: Apache-2.0
#include "hammock/prim/simplify.h"

#include <doctest/doctest.h>

#include "hammock/print/print.h"

using namespace hammock;

namespace {

struct Algebra {
  std::shared_ptr<Context> cx = std::make_shared<Context>();
  PrimStore& p = cx->prims;
  Prim m = p.var(cx->name("m")), n = p.var(cx->name("n")), k = p.var(cx->name("k"));
  Prim i(int64_t v) { return p.integer(v); }
  std::string simple(Prim e) { return print(*cx, simplify(*cx, e)); }
  Truth equal(Prim a, Prim b) { return prove_equal(*cx, a, b); }
};

}  // namespace

TEST_CASE("simplified dims read like TVM's") {
  Algebra a;
  PrimStore& p = a.p;
  auto i = [&](int64_t v) { return a.i(v); };
  CHECK(a.simple(p.add(p.sub(p.add(a.m, i(3)), a.m), i(-1))) == "2");
  CHECK(a.simple(p.add(p.sub(a.m, a.k), i(1))) == "m + 1 - k");
  CHECK(a.simple(p.floordiv(p.add(a.m, i(1)), i(2))) == "(m + 1) // 2");
  CHECK(a.simple(p.add(p.floordiv(p.sub(a.m, i(1)), i(2)), i(1))) == "(m - 1) // 2 + 1");
  CHECK(a.simple(p.floordiv(p.mul(a.m, a.n), i(2))) == "m * n // 2");
  CHECK(a.simple(p.mul(i(2), p.mul(a.n, i(6)))) == "n * 12");
  CHECK(a.simple(p.mul(a.n, p.mul(a.n, i(2)))) == "n * n * 2");
  CHECK(a.simple(p.floordiv(p.mul(a.n, p.mul(a.n, i(2))), p.mul(a.n, a.n))) == "2");
  CHECK(a.simple(p.floordiv(p.add(p.mul(a.m, i(4)), i(8)), i(4))) == "m + 2");
  CHECK(a.simple(p.floordiv(p.floordiv(a.m, i(2)), i(3))) == "m // 6");
  Prim part = p.floordiv(p.add(a.m, i(2)), i(3));
  CHECK(a.simple(p.sub(a.m, p.mul(part, i(2)))) == "m - (m + 2) // 3 * 2");
  CHECK(a.simple(p.max(p.sub(a.m, p.min(i(5), a.m)), i(0))) == "T.max(m - 5, 0)");
  CHECK(a.simple(p.max(p.sub(p.min(i(5), a.m), p.min(i(2), a.m)), i(0))) == "T.max(T.min(5, m) - T.min(2, m), 0)");
  CHECK(a.simple(p.max(a.m, i(0))) == "m");
  const Prim both = p.add(a.m, a.n);
  CHECK(a.simple(p.min(a.n, both)) == "T.min(n, m + n)");
  CHECK(a.simple(p.min(p.mul(a.m, i(2)), p.mul(a.m, i(4)))) == "T.min(m * 2, m * 4)");
  CHECK(a.simple(p.sub(p.min(both, both), p.min(a.m, both))) == "n");
  CHECK(a.simple(p.sub(i(16), p.min(a.m, i(16)))) == "T.max(16 - m, 0)");
  CHECK(a.simple(p.sub(p.min(a.m, i(8)), i(8))) == "T.min(m - 8, 0)");
  CHECK(a.simple(p.sub(i(5), p.min(a.m, i(10)))) == "5 - T.min(m, 10)");
  CHECK(a.simple(p.add(p.sub(a.m, p.min(i(1), a.m)), i(3))) == "T.max(m - 1, 0) + 3");
  CHECK(a.simple(p.sub(a.m, p.min(both, a.k))) == "T.max(0 - n, m - k)");
  CHECK(a.simple(p.sub(p.max(both, a.k), a.n)) == "T.max(m, k - n)");
  CHECK(a.simple(p.min(p.mul(a.k, i(32)), i(64))) == "T.min(k, 2) * 32");
  CHECK(a.simple(p.min(i(64), p.mul(a.k, i(32)))) == "T.min(64, k * 32)");
  CHECK(a.simple(p.max(p.mul(a.k, i(4)), p.mul(a.m, i(4)))) == "T.max(k, m) * 4");
  CHECK(a.simple(p.min(p.sub(i(3), a.m), i(2))) == "3 - T.max(m, 1)");
  CHECK(a.simple(p.min(p.add(a.k, a.n), both)) == "T.min(k, m) + n");
  CHECK(a.simple(p.min(p.sub(a.m, a.k), p.sub(a.m, a.n))) == "m - T.max(k, n)");
  CHECK(a.simple(p.min(p.min(a.m, i(3)), a.n)) == "T.min(T.min(m, n), 3)");
  CHECK(a.simple(p.min(p.max(a.m, a.n), a.n)) == "n");
  CHECK(a.simple(p.fold(PrimKind::lt, p.sub(a.m, i(1)), i(0))) == "m < 1");
}

TEST_CASE("equality is proved, refuted or left open") {
  Algebra a;
  PrimStore& p = a.p;
  auto i = [&](int64_t v) { return a.i(v); };
  struct Case {
    Prim x, y;
    Truth expected;
  };
  const Case cases[] = {
      {a.m, a.m, Truth::yes},
      {a.m, a.n, Truth::unknown},
      {a.m, i(4), Truth::unknown},
      {i(3), i(4), Truth::no},
      {p.add(a.m, i(1)), a.m, Truth::no},
      {p.add(a.m, i(1)), i(0), Truth::no},
      {p.mul(a.m, i(2)), p.add(p.mul(a.n, i(2)), i(1)), Truth::no},
      {p.mul(a.m, a.n), p.mul(a.n, a.m), Truth::yes},
      {p.mul(p.add(a.m, i(1)), a.n), p.add(p.mul(a.m, a.n), a.n), Truth::yes},
      {p.add(p.mul(p.floordiv(a.m, i(4)), i(4)), p.floormod(a.m, i(4))), a.m, Truth::yes},
      {p.floordiv(p.add(a.m, i(5)), i(4)), p.add(p.floordiv(p.add(a.m, i(1)), i(4)), i(1)), Truth::yes},
      {p.min(a.m, a.n), p.min(a.n, a.m), Truth::yes},
      {p.floormod(a.m, i(4)), i(4), Truth::no},
  };
  for (const Case& c : cases) {
    CAPTURE(print(*a.cx, c.x) + " == " + print(*a.cx, c.y));
    CHECK(a.equal(c.x, c.y) == c.expected);
  }
}

TEST_CASE("lower bounds take symbols as not negative") {
  Algebra a;
  CHECK(prove_at_least(*a.cx, a.m, 0) == Truth::yes);
  CHECK(prove_at_least(*a.cx, a.p.sub(a.m, a.i(1)), 0) == Truth::unknown);
  CHECK(prove_at_least(*a.cx, a.p.sub(a.i(-1), a.m), 0) == Truth::no);
  CHECK(prove_at_least(*a.cx, a.p.mul(a.m, a.n), 0) == Truth::yes);
  Prim padded = a.p.mul(a.p.add(a.p.floordiv(a.m, a.i(4)), a.i(1)), a.i(4));  // more than m
  CHECK(prove_at_least(*a.cx, a.p.sub(padded, a.m), 1) == Truth::yes);
  CHECK(prove_at_least(*a.cx, a.p.sub(padded, a.m), 2) == Truth::unknown);
}

TEST_CASE("long and doubling expressions are given up, not followed") {
  Algebra a;
  Prim chain = a.m;
  for (int i = 0; i < 100000; ++i) chain = a.p.node(PrimKind::add, kInt64, chain, i % 2 ? a.n : a.k);
  CHECK(simplify(*a.cx, chain) == chain);
  CHECK(a.equal(chain, a.m) == Truth::unknown);
  Prim doubled = a.m;
  for (int i = 0; i < 60; ++i) doubled = a.p.node(PrimKind::add, kInt64, doubled, doubled);
  CHECK(a.simple(doubled) == "m * 1152921504606846976");
  for (int i = 0; i < 60; ++i) doubled = a.p.node(PrimKind::add, kInt64, doubled, doubled);
  CHECK(simplify(*a.cx, doubled) == doubled);
  Prim product = a.p.add(a.m, a.n);
  for (int i = 0; i < 12; ++i) product = a.p.mul(product, product);
  CHECK(a.equal(product, a.m) == Truth::unknown);
}
