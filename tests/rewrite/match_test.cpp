// SPDX-License-Identifier: Apache-2.0
#include "hammock/rewrite/match.h"

#include "builder.h"

using namespace hammock;

TEST_CASE("patterns try both orders of commutative operands and take choices back") {
  Builder b;
  Value x = b.param("x", b.tensor(2, 2));
  Value y = b.param("y", b.tensor(2, 2));
  b.block(true);
  Value m = b.call("m", Op::matmul, {x, y});
  Value s = b.call("s", Op::add, {y, m});
  Value p = b.call("p", Op::multiply, {b.call("q", Op::add, {x, y}), b.call("r", Op::add, {y, m})}, true);
  b.fn.body().result = p;

  Patterns rows(*b.context);
  Pattern left = rows.any(), right = rows.any(), bias = rows.any();
  Pattern product = ops::matmul(left, right), biased = product + bias;
  Matcher matcher(rows, biased);
  Match match;
  CHECK(matcher.match(b.fn, s, match));
  CHECK(match[product] == m);
  CHECK(match[bias] == y);
  CHECK_FALSE(matcher.match(b.fn, m, match));

  // (u + v) * (v + matmul(u, v)): the first order of the first addition is wrong, which shows only at the last operand.
  Pattern u = rows.any(), v = rows.any();
  Matcher whole(rows, (ops::matmul(u, v) + v) * (v + u));
  CHECK(whole.match(b.fn, p, match));
  CHECK(match[u] == x);
  CHECK(match[v] == y);
}
