// SPDX-License-Identifier: Apache-2.0
#include "jit/index_analysis.h"

#include "nest_test.h"

using namespace hammock;
using namespace hammock::jit;

TEST_CASE("quotients by constants vanish where the ranges allow it") {
  Maker m;
  PrimStore& p = m.p();
  auto i = m.axis(10), j = m.axis(8);
  m.nest.outer = {i, j};
  IndexAnalysis analysis(m.context, m.done());
  Prim flat = p.add(p.mul(i.var, p.integer(8)), j.var);
  CHECK(analysis.affine(p.floordiv(flat, p.integer(8))).terms == std::vector<std::pair<Prim, int64_t>>{{i.var, 1}});
  CHECK(analysis.affine(p.floormod(flat, p.integer(8))).terms == std::vector<std::pair<Prim, int64_t>>{{j.var, 1}});
  Linear quarter = analysis.affine(p.floordiv(flat, p.integer(4)));  // 2 i + j floordiv 4 is no sum of i and j
  CHECK(quarter.coefficient(j.var) == 0);
  CHECK(quarter.terms.size() == 1);
  Linear shifted = analysis.affine(p.floordiv(p.add(flat, p.integer(-8)), p.integer(8)));
  CHECK(shifted.constant == -1);
  CHECK(shifted.coefficient(i.var) == 1);
}

TEST_CASE("ranges of sums, clamps and quotients") {
  Maker m;
  PrimStore& p = m.p();
  uint32_t ids = m.buffer(kInt64, {10});
  auto i = m.axis(10), j = m.axis(8);
  m.nest.outer = {i, j};
  IndexAnalysis analysis(m.context, m.done());
  auto is = [&](Prim e, int64_t low, int64_t high) {
    auto r = analysis.range(e);
    REQUIRE(r.has_value());
    CHECK(r->low == low);
    CHECK(r->high == high);
  };
  is(p.fold(PrimKind::sub, p.mul(i.var, p.integer(3)), j.var), -7, 27);
  is(p.floormod(p.add(i.var, j.var), p.integer(5)), 0, 4);
  is(p.floordiv(p.add(i.var, j.var), p.integer(5)), 0, 3);
  Prim unknown = m.load(ids, {i.var});
  CHECK_FALSE(analysis.range(unknown).has_value());
  CHECK_FALSE(analysis.range(p.min(unknown, p.integer(5))).has_value());
  is(p.max(p.min(unknown, p.integer(5)), p.integer(0)), 0, 5);
  // A sum that merely looks bounded: it could overflow.
  CHECK_FALSE(analysis.range(p.mul(i.var, p.integer(int64_t{1} << 60))).has_value());
}

TEST_CASE("what is inside a buffer") {
  Maker m;
  PrimStore& p = m.p();
  uint32_t a = m.buffer(kFloat32, {10, 8});
  auto i = m.axis(10), j = m.axis(8);
  m.nest.outer = {i, j};
  const loop::LoweredKernel& kernel = m.done();
  IndexAnalysis analysis(m.context, kernel);
  Prim next = p.add(j.var, p.integer(1));
  CHECK(analysis.inside(kernel.buffers[a], std::vector<Prim>{i.var, j.var}));
  CHECK_FALSE(analysis.inside(kernel.buffers[a], std::vector<Prim>{i.var, next}));
  Linear address = analysis.address(kernel.buffers[a], std::vector<Prim>{i.var, next});
  CHECK(address.constant == 1);
  CHECK(address.coefficient(i.var) == 8);
}
